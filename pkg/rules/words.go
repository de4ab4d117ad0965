package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// operation names what the tool calls, as the subject of a singular verb: "POST
// /v1/refunds", "A (and B)", "A (and 2 more)".
func operation(d *diff.Drift) string {
	switch len(d.Ops) {
	case 0:
		return "the API"
	case 1:
		return d.Ops[0].Name
	case 2:
		return fmt.Sprintf("%s (and %s)", d.Ops[0].Name, d.Ops[1].Name)
	}
	return fmt.Sprintf("%s (and %d more)", d.Ops[0].Name, len(d.Ops)-1)
}

// field is the path that a person looks for: the tool's, else the API's. What
// stands in the tool's own description is on no field.
func field(d *diff.Drift) string {
	if d.Path != "" || d.Kind == diff.StaleName {
		return d.Path
	}
	return d.APIPath
}

// leaf is the last name of a path.
func leaf(path string) string { return diff.Leaf(path) }

// whose names the description that a drift in prose stands in.
func whose(d *diff.Drift) string {
	if d.ToolField == nil {
		return "its description"
	}
	return "the description of " + d.Path
}

// named is a path's last name as the subject of a fix: what stands in a list or
// a map has no name of its own.
func named(path string) string {
	switch {
	case strings.HasSuffix(path, "[]"):
		return "the items of " + leaf(path)
	case strings.HasSuffix(path, "*"):
		return "the values of " + leaf(path)
	}
	return leaf(path)
}

// sent is the argument that a model sends, in the shape of a call:
// {"limit": 500}, {"lines": [{"sku": 1}]}.
func sent(d *diff.Drift, v *source.Node) string {
	path := field(d)
	top := diff.Top(path)
	if d.Witness != nil && top != path && d.Witness.Value(top) != nil && v == witnessed(d) {
		v = d.Witness.Value(top)
	} else {
		v, top = diff.Wrap(path, v), diff.Top(path)
	}
	return "{" + quoted(top) + ": " + short(v.JSON()) + "}"
}

// maxShown is how much of a value a message shows, in characters.
const maxShown = 60

func short(s string) string {
	if utf8.RuneCountInString(s) <= maxShown {
		return s
	}
	return string([]rune(s)[:maxShown-3]) + "..."
}

// witnessed is the witness's own value of the drifting field; nil where there is none.
func witnessed(d *diff.Drift) *source.Node {
	if d.Witness == nil {
		return nil
	}
	return diff.At(d.Witness, d.Path)
}

// types is what a schema allows, in its author's word where that is one type.
func types(s *contract.Schema) string {
	t := s.Types &^ contract.NullType
	if s.Source != "" && !strings.ContainsAny(s.Source, "[{") && strings.ToLower(s.Source) != t.String() {
		return fmt.Sprintf("%s (%s)", t, s.Source)
	}
	return t.String()
}

// listed is "a", "a and b", "a, b and c".
func listed(words []string) string { return series(words, " and ") }

// either is "a, b or c".
func either(words []string) string { return series(words, " or ") }

func series(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + last + words[n]
}

// article is short for what nearly every message needs.
var article = diff.Article

func quoted(s string) string { return string(source.AppendQuoted(nil, s)) }
