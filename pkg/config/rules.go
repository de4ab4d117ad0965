package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Profiles are the sets of severities to start from.
var Profiles = []string{"recommended", "strict"}

// RuleLevel is one pair of rules: a rule ID and the severity given to it.
type RuleLevel struct {
	Rule, Level string
	At          source.Span
}

// Override gives rules other severities for the tools of some files.
//
//	overrides: [{tools: legacy/**, rules: {bare-number: warning}}]
type Override struct {
	Tools []Source // files, directories or patterns, in Glob; from the root
	Rules []RuleLevel
	At    source.Span
}

// Matches reports whether the override is about the tools of a file, named from
// the root. A directory stands for all that is below it, as it does among tools.
func (o *Override) Matches(file string) bool {
	for _, t := range o.Tools {
		if t.Glob == "." || file == t.Glob || strings.HasPrefix(file, t.Glob+"/") || doublestar.MatchUnvalidated(t.Glob, file) {
			return true
		}
	}
	return false
}

// Release is a minor release of tooldrift. No other kind brings rules.
type Release struct{ Major, Minor int }

// String is the release as as_of names it.
func (r Release) String() string { return fmt.Sprintf("%d.%d", r.Major, r.Minor) }

// Before reports whether r is older than other.
func (r Release) Before(other Release) bool {
	return r.Major < other.Major || r.Major == other.Major && r.Minor < other.Minor
}

// parseRelease reads 0.3, 0.3.1 and v0.3.1 as the release 0.3.
func parseRelease(text string) (r Release, ok bool) {
	parts := strings.Split(strings.TrimPrefix(text, "v"), ".")
	if len(parts) != 2 && len(parts) != 3 {
		return Release{}, false
	}
	var numbers [3]int
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil {
			return Release{}, false
		}
		numbers[i] = int(n)
	}
	return Release{numbers[0], numbers[1]}, true
}

func (r *reader) release(n *source.Node, what string) Release {
	const expected = "a release such as 0.1"
	if n.Kind != source.Number && n.Kind != source.String {
		r.Expect(n, what, expected)
		return Release{}
	}
	v, ok := parseRelease(n.Text)
	if !ok || v == (Release{}) { // 0.0 never was one, and would read as none given
		r.Fault(n.At, "%s must be %s, not %q", what, expected, n.Text)
	}
	return v
}

func (r *reader) rules(n *source.Node) []RuleLevel {
	if n.Kind != source.Object {
		r.Expect(n, "rules", "a mapping of rules to off, note, warning or error")
		return nil
	}
	var all []RuleLevel
	for _, m := range n.Members {
		level := r.Word(m.Value, "the severity of "+m.Key, "off", "note", "warning", "error")
		all = append(all, RuleLevel{Rule: m.Key, Level: level, At: m.KeyAt})
	}
	return all
}

func (r *reader) override(n *source.Node) Override {
	o := Override{At: n.At}
	given := r.Mapping(n, "an override",
		Key{"tools", func(v *source.Node) { o.Tools = r.overridden(v) }},
		Key{"rules", func(v *source.Node) { o.Rules = r.rules(v) }},
	)
	for _, needed := range []string{"tools", "rules"} {
		if given != nil && !given[needed] {
			r.Fault(n.At, "an override has no %s", needed)
		}
	}
	return o
}

// overridden is the patterns of an override, or the only one of it.
func (r *reader) overridden(n *source.Node) []Source {
	one := func(n *source.Node) Source {
		s := Source{Glob: r.path(n, "an entry of tools"), At: n.At}
		if s.Glob != "" && !doublestar.ValidatePattern(s.Glob) {
			r.Fault(n.At, "%q is no pattern that a file can match", n.Text)
		}
		return s
	}
	if n.Kind == source.Array {
		return r.sources(n, "tools", one)
	}
	return []Source{one(n)}
}
