package calls

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/check"
)

// A call costs microseconds once its guard stands.
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
			for b.Loop() {
				g.Check("create_refund", []byte(args))
			}
		})
	}
}
