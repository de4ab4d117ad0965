package rules

import (
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

// Current is the release that this tree is, or will be: what Since of a new rule says.
var Current = config.Release{Major: 0, Minor: 1}

// Settings is what a config and a command line say of rules.
type Settings struct {
	Profile   string                        // "strict" makes an error of nearly every finding; else each rule's own severity
	Levels    []config.RuleLevel            // severities given to rules; a later one wins
	Contracts map[string][]config.RuleLevel // those of one contract, which win over Levels
	Overrides []config.Override             // those for the tools of some files, which win over both
	AsOf      config.Release                // newer rules fail no run; zero: those that are new in Current fail none
	Waivers   []contract.Waiver             // of the config
	Inline    bool                          // waivers beside tools and specs count too
	Only      []string                      // rule IDs; empty: all
	Skip      []string
	Today     string // YYYY-MM-DD, UTC
	NoConfig  bool   // a tool without a binding is no error yet
	Baseline  *Baseline
	Partial   bool // not all that the config is about was read: what is not there may be elsewhere
}

// scope is where a finding is, as far as its severity may hang on that.
type scope struct {
	contract string
	file     string // of the tool, from the root; "" where it is on none
}

// everywhere is the scope of what belongs to no contract.
var everywhere scope

// ParseSeverity is the severity of a config's word; an unknown word is Error.
func ParseSeverity(word string) Severity {
	for i, name := range severityNames {
		if name == word {
			return Severity(i)
		}
	}
	return Error
}

// RunAny reports whether any rule is left on, anywhere.
func (s Settings) RunAny() bool {
	return slices.ContainsFunc(All, s.runsSomewhere)
}

// RunAnyAlone reports whether any rule is left on, anywhere, that may find something
// where no tool has a spec. mapped: the config has entries for tools by name, which
// may be of tools that are not there.
func (s Settings) RunAnyAlone(mapped bool) bool {
	return slices.ContainsFunc(All, func(r *Rule) bool {
		able := r.Category == waiverCategory || mapped && r == staleMapping ||
			slices.ContainsFunc(r.Kinds, func(k diff.Kind) bool { return slices.Contains(withoutSpec, k) })
		return able && s.runsSomewhere(r)
	})
}

// withoutSpec are the facts that diff.Single and diff.OfFile find in tools alone.
var withoutSpec = []diff.Kind{
	diff.Malformed, diff.ProseClaim, diff.BadExample, diff.NotComparable, diff.Undeclared, diff.UnknownTool, diff.Lenient,
	diff.UnitConflict, diff.BareNumber, diff.UnitOnlyInProse, diff.MoneyAsFloat, diff.Exponent, diff.PercentRange, diff.MixedUnits,
}

// Asks reports whether drifts of a kind that are on no tool are judged in a contract:
// finding them costs something.
func (s Settings) Asks(k diff.Kind, contract string) bool {
	r := byKind[k]
	return r != nil && s.runs(r, scope{contract: contract})
}

func (s Settings) runsSomewhere(r *Rule) bool {
	if s.runs(r, everywhere) {
		return true
	}
	turnsOn := func(l config.RuleLevel) bool { return l.Rule == r.ID && l.Level != "off" }
	for _, levels := range s.Contracts {
		if slices.ContainsFunc(levels, turnsOn) {
			return s.chosen(r.ID)
		}
	}
	return s.chosen(r.ID) && slices.ContainsFunc(s.Overrides, func(o config.Override) bool { return slices.ContainsFunc(o.Rules, turnsOn) })
}

// chosen reports whether the command line leaves a rule in.
func (s Settings) chosen(id string) bool {
	return (len(s.Only) == 0 || slices.Contains(s.Only, id)) && !slices.Contains(s.Skip, id)
}

// runs reports whether a rule is on for what is there.
func (s Settings) runs(r *Rule, at scope) bool {
	return s.chosen(r.ID) && s.level(r, r.Severity, at) != Off
}

// settle gives a finding the severity that counts where it is; ok is false where
// none is left of it.
func (s Settings) settle(r *Rule, f *Finding, at scope) (ok bool) {
	if f.Severity == Off && r.Severity != Off {
		return false // the rule itself says that the fact is worth none
	}
	f.Severity = s.level(r, f.Severity, at)
	if f.Severity > Note && s.held(r) && !s.named(r, at) {
		f.Severity, f.Held = Warning, true
		f.Why += fmt.Sprintf("; the rule is new in %s and fails no run yet", r.Since)
	}
	return f.Severity != Off
}

// Fails reports whether a finding fails a run that fails on findings from least on,
// or, where that is Off, on none.
func (f *Finding) Fails(least Severity) bool {
	return least != Off && f.Waived == nil && !f.Held && !f.Old && f.Severity >= least
}

// level is the severity of a finding to which its rule has given its own. One that
// the rule made milder stays milder, unless the config asks for more than the
// rule's severity.
func (s Settings) level(r *Rule, own Severity, at scope) Severity {
	own = s.start(r, own)
	out := own
	s.each(r, at, func(l config.RuleLevel) {
		if set := ParseSeverity(l.Level); set > r.Severity {
			out = set
		} else {
			out = min(own, set)
		}
	})
	return out
}

// start is the severity before the config's rules are looked at. A strict run makes
// an error of all that is not a mere announcement, that a waiver will run out, and
// for which its rule has nothing else.
// A rule that is off by itself is on where --only names it: it was asked for.
func (s Settings) start(r *Rule, own Severity) Severity {
	switch {
	case r.Category == "waiver" && own == Note:
		return own
	case s.Profile == "strict" && r.Strict != Off:
		return max(own, r.Strict)
	case s.Profile == "strict", r.Severity == Off && slices.Contains(s.Only, r.ID):
		return Error
	}
	return own
}

// named reports whether the config gives the rule a severity: then it has been adopted.
func (s Settings) named(r *Rule, at scope) (yes bool) {
	s.each(r, at, func(config.RuleLevel) { yes = true })
	return yes
}

// held reports whether a rule is too new to fail a run: newer than the release that
// the config was written for, or, where it names none, new in this one.
func (s Settings) held(r *Rule) bool {
	if s.AsOf != (config.Release{}) {
		return s.AsOf.Before(r.Since)
	}
	return r.Since == Current
}

// each calls do with the severities that the config gives to a rule for what is
// there, the one that wins last.
func (s Settings) each(r *Rule, at scope, do func(config.RuleLevel)) {
	list := func(levels []config.RuleLevel) {
		for _, l := range levels {
			if l.Rule == r.ID {
				do(l)
			}
		}
	}
	list(s.Levels)
	list(s.Contracts[at.contract])
	for _, o := range s.Overrides {
		if at.file != "" && o.Matches(at.file) {
			list(o.Rules)
		}
	}
}
