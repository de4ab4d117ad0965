package report

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// against is the sample held against a base: its error is new, its warning is not,
// one finding is fixed, a waiver and an entry of the baseline have come.
func against(t *testing.T) *rules.Report {
	t.Helper()
	r := sample(t)
	r.Base = &rules.Base{
		Revision: "origin/main", Commit: "0123456789012345678901234567890123456789",
		Fixed:    []*rules.Finding{{Rule: "bare-number", Category: "number", Severity: rules.Error, Tool: "create_refund", Field: "amount", Message: "amount is a bare number", At: r.Findings[0].At, Fingerprint: "aa"}},
		Loosened: []rules.Loosened{{Text: "sets bare-number to off (was error)", At: r.Findings[0].At}, {Text: "drops the contract pay"}},
	}
	for _, f := range r.Findings {
		switch {
		case f.Waived != nil:
			r.Base.Waivers = append(r.Base.Waivers, contract.Waiver{Rule: f.Rule, Tool: f.Tool, Fields: []string{f.Field}, Value: "spite", Reason: f.Waived.Reason, Until: f.Waived.Until, Owner: f.Waived.Owner, At: f.Waived.At})
			r.Base.Baselined = append(r.Base.Baselined, rules.BaselineEntry{Rule: "enum-open", Tool: f.Tool, Fingerprint: "bb", At: f.At})
		case f.Severity == rules.Error:
			f.BrokeAt = f.SpecAt
		default:
			f.Old = true
		}
	}
	return r
}

func TestBase(t *testing.T) {
	golden(t, "base_text.golden", Text(against(t), View{Least: rules.Warning}))
	golden(t, "base_verbose.golden", Text(against(t), View{ShowOld: true, Brief: true}))
	golden(t, "base_json.golden", JSON(against(t), View{}))
	golden(t, "base_markdown.golden", Markdown(against(t), View{Least: rules.Warning}))
	golden(t, "base_sarif.golden", SARIF(against(t), View{Least: rules.Warning}))
}
