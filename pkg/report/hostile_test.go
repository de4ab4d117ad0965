package report

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// evil is a text of an input that each format must show and none may act on.
const evil = "one <script>alert(1)</script> ]]> `a` | [x](https://e.example) {0} @all \"'&\n::stop-commands::x\r\n##[group]\x1b[2J\x00\u202e\u2066\xff100%"

// hostile is a report whose every text is evil, once as it is and once waived.
func hostile() *rules.Report {
	f := &source.File{Name: "::error file=x::\x1b[31m,a:b<&\"", Data: []byte("x: \x1b]0;title\x07 ##[command] \u202e</script>]]>\n")}
	span := source.Span{File: f, End: len(f.Data)}
	found := &rules.Finding{
		Rule: "renamed-field", Category: "field-name", Severity: rules.Error, Contract: evil, Tool: evil, Field: evil, Operations: []string{evil},
		Message: evil, Why: evil, Fix: evil, Suggestion: evil, At: span, ToolAt: span, SpecSays: evil,
		Edits: []rules.Edit{{At: span, New: evil}}, Also: []rules.Place{{Label: "config", At: span}}, Fingerprint: "0123456789abcdef",
	}
	waived := *found
	waived.Waived = &rules.Waived{Reason: evil, Until: evil, Owner: evil, At: span}
	return &rules.Report{
		Bindings: []rules.Binding{{Contract: evil, Tool: evil, How: "config", Operations: []string{evil}}, {Contract: "b", Tool: evil, Operations: []string{evil}}},
		Findings: []*rules.Finding{found, &waived},
		Base: &rules.Base{
			Revision: evil, Commit: evil, Fixed: []*rules.Finding{found}, Baselined: []rules.BaselineEntry{{Rule: evil, Tool: evil, At: span}},
			Waivers: []contract.Waiver{{Rule: evil, Tool: evil, Reason: evil, At: span}},
		},
		Waivers: []*rules.WaiverUse{{
			Waiver: contract.Waiver{Rule: evil, Contract: evil, Tool: evil, Fields: []string{evil}, Reason: evil, Until: evil, Owner: evil, At: span},
			From:   "config", State: rules.WaiverUnknown,
		}},
	}
}
