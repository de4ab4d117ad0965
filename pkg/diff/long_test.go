package diff

import (
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Nothing is computed with a number of a million digits, and nothing is said of
// it that only a computation would show.
func TestALongNumberIsNotMeasured(t *testing.T) {
	long := strings.Repeat("9", 5001)
	five := &contract.Bound{Num: "5"}
	listed := []contract.Value{{Lit: &source.Node{Kind: source.Number, Text: long}}}
	for name, c := range map[string]struct {
		s    contract.Schema
		want Verdict
	}{
		"an integer":      {contract.Schema{Types: contract.Integer}, Accepted},
		"of a maximum":    {contract.Schema{Types: contract.Integer, Max: five}, Unsure},
		"of a step":       {contract.Schema{Types: contract.Integer, MultipleOf: five}, Unsure},
		"that is listed":  {contract.Schema{Types: contract.Integer, Enum: listed}, Accepted},
		"of another type": {contract.Schema{Types: contract.Boolean}, Rejected},
	} {
		if got, faults := Check(&c.s, &source.Node{Kind: source.Number, Text: long}, false); got != c.want {
			t.Errorf("%s: verdict %d %.80q, want %d", name, got, faults, c.want)
		}
	}
}
