package calls

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/check"
)

// A call costs microseconds once its guard stands, next to what encoding/json takes to
// decode its arguments.
func BenchmarkGuard(b *testing.B) {
	g, err := OpenGuard(check.Inputs{Config: "../../testdata/guard/.tooldrift.yaml"})
	if err != nil {
		b.Fatal(err)
	}
	for name, args := range map[string]string{
		"allow":  `{"payment_id": "pay_1", "amount_cents": 4200, "currency": "USD"}`,
		"review": `{"payment_id": "pay_1", "amount_cents": 420000, "currency": "USD"}`,
		"refuse": `{"payment_id": "pay_1", "amount_cents": "4200", "currency": "EUR"}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var guarded, decoded time.Duration
			for b.Loop() {
				start := time.Now()
				g.Check("create_refund", []byte(args))
				guarded += time.Since(start)
				start = time.Now()
				var v any
				if err := json.Unmarshal([]byte(args), &v); err != nil {
					b.Fatal(err)
				}
				decoded += time.Since(start)
			}
			b.ReportMetric(float64(guarded)/float64(b.N)/1000, "us/call")
			b.ReportMetric(float64(guarded)/float64(decoded), "x-encoding/json")
			b.ReportMetric(0, "ns/op") // the time of the two together says nothing
		})
	}
}
