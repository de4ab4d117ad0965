package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var badExample = &Rule{
	ID: "bad-example", Category: "type", Severity: Error,
	Summary: "an example, default or enum value breaks the tool's own schema or the API's",
	Kinds:   []diff.Kind{diff.BadExample},
	Judge: func(d *diff.Drift, f *Finding) {
		value := short(d.Literal.JSON())
		whose := "the tool's own schema"
		switch d.Example.Broken {
		case diff.BreaksAPI:
			whose = "the API"
		case diff.BreaksTool | diff.BreaksAPI:
			whose = "the tool's own schema and the API"
		}
		of := ""
		if d.Path != "" {
			of = " of " + d.Path
		}
		f.Message = fmt.Sprintf("the %s %s%s breaks %s: it %s", d.Example.Of, value, of, whose, strings.Join(d.Example.Faults, ", and "))
		switch d.Example.Of {
		case "default":
			f.Why = fmt.Sprintf("a model that leaves %s out gets a value that is refused, and one that copies it sends it", leaf(d.Path))
		default:
			f.Why = fmt.Sprintf("models imitate examples more than schemas: they send %s as it stands", value)
		}
		if d.Example.Broken&diff.BreaksAPI != 0 {
			f.Why += "; " + operation(d) + " rejects it"
		}
		f.Fix = "correct the " + d.Example.Of
		if good := correct(d); good != "" && short(good) == good { // half a value cannot be typed
			f.Fix = fmt.Sprintf("write %s, or another value that fits, in place of %s", good, value)
			f.Suggestion = good
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if f.Suggestion == "" {
			return nil
		}
		for _, s := range diff.Schemas(d) {
			if v := diff.Respell(s, d.Literal); v != nil && fits(d, v) {
				return t.replace(d.Literal.At, v)
			}
		}
		return nil
	},
}

// correct is a value that fits both schemas, as JSON; "" where none is known.
func correct(d *diff.Drift) string {
	for _, s := range diff.Schemas(d) {
		if v := diff.Respell(s, d.Literal); v != nil && fits(d, v) {
			return v.JSON()
		}
	}
	return ""
}
