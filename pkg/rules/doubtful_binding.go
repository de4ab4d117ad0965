package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var doubtfulBinding = &Rule{
	ID: "doubtful-binding", Category: "binding", Severity: Warning,
	Summary: "a guessed binding that the fields do not bear out; the fields are not compared until the config settles it",
	Kinds:   []diff.Kind{diff.Doubtful},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("it is bound to %s by its name alone: %s", operation(d), d.Why)
		f.Why = "if the guess is wrong, every comparison is; so none was made, and the tool's drift goes unseen"
		key := config.Scalar(d.Tool.Name)
		best := operation(d)
		f.Fix = fmt.Sprintf("say under bindings: in .tooldrift.yaml which it is:  %s: %s", key, best)
		if d.Other != "" {
			f.Fix += fmt.Sprintf("  |  %s: %s", key, d.Other)
			f.Suggestion = d.Other
		}
	},
}
