package calls_test

import (
	"fmt"
	"log"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/check"
)

// A guard is opened once, and then asked about every call before it is made.
func ExampleGuard() {
	guard, err := calls.OpenGuard(check.Inputs{Config: "../../testdata/guard/.tooldrift.yaml"})
	if err != nil {
		log.Fatal(err) // no call may be made
	}
	for _, args := range []string{
		`{"payment_id": "pay_1", "amount_cents": 4200}`,
		`{"payment_id": "pay_1", "amount_cents": 42000}`,
		`{"payment_id": "pay_1", "amount_cents": "42.00"}`,
	} {
		v := guard.Check("create_refund", []byte(args))
		fmt.Println(v.Decision)
		if v.Decision != calls.Allow {
			fmt.Println(v.Reason())
		}
	}
	// Output:
	// allow
	// review
	// create_refund: amount_cents is 42000, above 20000: the fence create_refund.amount_cents asks for a review; amount_cents=42000 means $420.00; a customer's $420 is 42000 here
	// refuse
	// create_refund: amount_cents is the string "42.00", not an integer; amount_cents=42.00 means $0.42; a customer's $42 is 4200 here; perhaps $42 was meant, which is 4200 here
}
