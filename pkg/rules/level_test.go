package rules

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/config"
)

func levels(pairs ...string) []config.RuleLevel {
	var out []config.RuleLevel
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, config.RuleLevel{Rule: pairs[i], Level: pairs[i+1]})
	}
	return out
}

func override(glob string, pairs ...string) config.Override {
	return config.Override{Tools: []config.Source{{Glob: glob}}, Rules: levels(pairs...)}
}

func TestSeverityOfAFinding(t *testing.T) {
	rule := &Rule{ID: "r", Category: "type", Severity: Warning}
	quiet := &Rule{ID: "r", Category: "binding", Severity: Off}
	notice := &Rule{ID: "r", Category: "waiver", Severity: Error}
	mild := &Rule{ID: "r", Category: "type", Severity: Note, Strict: Warning}
	pay := map[string][]config.RuleLevel{"pay": levels("r", "note")}
	here := scope{"pay", "agents/a.json"}
	for _, c := range []struct {
		what string
		rule *Rule
		own  Severity // what the rule gave to the finding
		s    Settings
		at   scope
		want Severity
	}{
		{"nothing is said", rule, Warning, Settings{}, here, Warning},
		{"the rule made it milder", rule, Note, Settings{}, here, Note},
		{"the rule's severity again leaves it milder", rule, Note, Settings{Levels: levels("r", "warning")}, here, Note},
		{"more than the rule's severity is for all", rule, Note, Settings{Levels: levels("r", "error")}, here, Error},
		{"less is less", rule, Warning, Settings{Levels: levels("r", "note")}, here, Note},
		{"off is off", rule, Warning, Settings{Levels: levels("r", "off")}, here, Off},
		{"of another rule", rule, Warning, Settings{Levels: levels("rr", "off")}, here, Warning},
		{"a later one wins", rule, Warning, Settings{Levels: levels("r", "off", "r", "error")}, here, Error},
		{"a contract wins over the config", rule, Warning, Settings{Levels: levels("r", "error"), Contracts: pay}, here, Note},
		{"another contract has its own", rule, Warning, Settings{Levels: levels("r", "error"), Contracts: pay}, scope{"hr", "agents/a.json"}, Error},
		{"an override wins over the contract", rule, Warning, Settings{Contracts: pay, Overrides: []config.Override{override("agents", "r", "error")}}, here, Error},
		{"a later override wins", rule, Warning, Settings{Overrides: []config.Override{override("agents", "r", "error"), override("**/a.json", "r", "off")}}, here, Off},
		{"an override of other files", rule, Warning, Settings{Overrides: []config.Override{override("legacy/**", "r", "off")}}, here, Warning},
		{"an override where no tool is", rule, Warning, Settings{Overrides: []config.Override{override(".", "r", "off")}}, scope{"pay", ""}, Warning},
		{"strict raises a note", rule, Note, Settings{Profile: "strict"}, here, Error},
		{"strict raises a note no further than its rule says", mild, Note, Settings{Profile: "strict"}, here, Warning},
		{"the config raises it further", mild, Note, Settings{Profile: "strict", Levels: levels("r", "error")}, here, Error},
		{"recommended does not", rule, Note, Settings{Profile: "recommended"}, here, Note},
		{"the config wins over strict", rule, Note, Settings{Profile: "strict", Levels: levels("r", "warning")}, here, Warning},
		{"the config switches off in strict", rule, Note, Settings{Profile: "strict", Levels: levels("r", "off")}, here, Off},
		{"what is off by itself", quiet, Off, Settings{}, here, Off},
		{"is on in strict", quiet, Off, Settings{Profile: "strict"}, here, Error},
		{"is on where the config says so", quiet, Off, Settings{Levels: levels("r", "warning")}, here, Warning},
		{"is on where it alone is asked for", quiet, Off, Settings{Only: []string{"r"}}, here, Error},
		{"is off in strict where the config says so", quiet, Off, Settings{Profile: "strict", Contracts: map[string][]config.RuleLevel{"pay": levels("r", "off")}}, here, Off},
		{"an announcement stays one in strict", notice, Note, Settings{Profile: "strict"}, here, Note},
		{"a fault of a waiver fails in strict", notice, Warning, Settings{Profile: "strict"}, here, Error},
	} {
		if got := c.s.level(c.rule, c.own, c.at); got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// A rule that is newer than the config knows is at most a warning, and one that no
// --fail-on fails on.
func TestNewRulesFailNoRun(t *testing.T) {
	was := Current
	defer func() { Current = was }()
	release := func(minor int) config.Release { return config.Release{Minor: minor} }
	for _, c := range []struct {
		what              string
		since, asOf, runs config.Release // runs: of the program
		s                 Settings
		own, want         Severity
		held              bool
	}{
		{"there from the first", config.Release{}, config.Release{}, release(1), Settings{}, Error, Error, false},
		{"new in this release", release(3), config.Release{}, release(3), Settings{}, Error, Warning, true},
		{"a warning of a new rule fails no run either", release(3), config.Release{}, release(3), Settings{}, Warning, Warning, true},
		{"a note of a new rule stays one", release(3), config.Release{}, release(3), Settings{}, Note, Note, false},
		{"one release later", release(3), config.Release{}, release(4), Settings{}, Error, Error, false},
		{"older than as_of", release(2), release(3), release(5), Settings{}, Error, Error, false},
		{"of the release of as_of", release(3), release(3), release(5), Settings{}, Error, Error, false},
		{"of the release of as_of, which is this one", release(3), release(3), release(3), Settings{}, Error, Error, false},
		{"newer than as_of", release(4), release(3), release(4), Settings{}, Error, Warning, true},
		{"newer than as_of, releases were skipped", release(4), release(3), release(9), Settings{}, Error, Warning, true},
		{"of a later major release", config.Release{Major: 1}, release(9), config.Release{Major: 1, Minor: 2}, Settings{}, Error, Warning, true},
		{"strict makes no exception", release(4), release(3), release(4), Settings{Profile: "strict"}, Note, Warning, true},
		{"the config has adopted it", release(4), release(3), release(4), Settings{Levels: levels("r", "error")}, Error, Error, false},
		{"the config wants it milder", release(4), release(3), release(4), Settings{Levels: levels("r", "note")}, Error, Note, false},
	} {
		Current = c.runs
		c.s.AsOf = c.asOf
		f := &Finding{Severity: c.own}
		if !c.s.settle(&Rule{ID: "r", Category: "type", Severity: Error, Since: c.since}, f, everywhere) {
			t.Errorf("%s: no finding is left", c.what)
		}
		if f.Severity != c.want || f.Held != c.held {
			t.Errorf("%s: %v, held %v; want %v, %v", c.what, f.Severity, f.Held, c.want, c.held)
		}
		for _, least := range []Severity{Off, Note, Warning, Error} {
			if got, want := f.Fails(least), !c.held && least != Off && f.Severity >= least; got != want {
				t.Errorf("%s: fails a run that fails on %v: %v", c.what, least, got)
			}
		}
	}
}

// No rule says that it came with a release that is not there yet.
func TestRulesAreOfReleases(t *testing.T) {
	for _, r := range All {
		if Current.Before(r.Since) {
			t.Errorf("%s is since %s, and this is %s: raise Current, which the next release is called", r.ID, r.Since, Current)
		}
	}
}
