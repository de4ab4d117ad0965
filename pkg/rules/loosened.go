package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Loosened is what a change makes milder in the config.
type Loosened struct {
	Text string      // behind "this change ": "sets bare-number to off (was error)"
	At   source.Span // in the files of today; zero where what was strict is no more
}

// Milder are the severities that s gives to rules below those of was, by which the
// tools of today would be judged otherwise. One entry of a config is told once.
func (s Settings) Milder(was Settings, all []Compared) (out []Loosened) {
	if was.Profile == "strict" && s.Profile != was.Profile {
		out = append(out, Loosened{Text: "gives up profile: strict"})
		was.Profile = s.Profile
	}
	scopes := []scope{everywhere}
	for _, c := range all {
		scopes = append(scopes, scope{contract: c.Contract})
		for _, b := range c.Bindings {
			scopes = append(scopes, scope{c.Contract, b.Tool.File})
		}
	}
	for _, r := range All {
		told, seen := map[any]bool{}, map[scope]bool{}
		for _, at := range scopes {
			now, then := s.level(r, r.Severity, at), was.level(r, r.Severity, at)
			if seen[at] || now >= then {
				continue
			}
			seen[at] = true
			var entry config.RuleLevel
			s.each(r, at, func(l config.RuleLevel) { entry = l })
			var key any = entry.At
			if entry.At.IsZero() {
				key = [2]Severity{now, then}
			}
			if told[key] {
				continue
			}
			told[key] = true
			text := fmt.Sprintf("sets %s to %s (was %s)", r.ID, now, then)
			switch {
			case at.file != "":
				text += " for the tools of " + at.file
			case at.contract != "":
				text += " for the contract " + at.contract
			}
			out = append(out, Loosened{text, entry.At})
		}
	}
	return out
}
