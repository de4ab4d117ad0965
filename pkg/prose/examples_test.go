package prose

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// TestWhatAFenceIs: a call is what its line says is one; answers, what not to do
// and schemas are none.
func TestWhatAFenceIs(t *testing.T) {
	const fence = "\n```json\n{\"amount\": 1}\n```"
	for text, want := range map[string]string{
		"Refund it. Example:" + fence:                     "call",
		"Call it with" + fence:                            "call",
		"Usage" + fence:                                   "call",
		"Refund it." + fence:                              "something",
		"Do NOT pass:" + fence:                            "something",
		"Wrong arguments:" + fence:                        "something",
		"On error:" + fence:                               "something",
		"First call list_payments, which answers" + fence: "something",
		"Example response:" + fence:                       "nothing",
		"Returns" + fence:                                 "nothing",
		"Arguments:\n```json\n{\"type\": \"object\", \"properties\": {\"amount\": {\"type\": \"integer\"}}}\n```": "nothing",
	} {
		got := "nothing"
		for _, e := range Examples(contract.Text{Text: text}) {
			got = "something"
			if e.Introduced {
				got = "call"
			}
		}
		if got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
