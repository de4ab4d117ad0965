package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// sayUnit is the edits after which a tool says a unit, and says no other: in the
// name, or, where that is warned of no further, in the description alone. Every
// way is read back before it is told.
func sayUnit(d *diff.Drift, u units.Unit, code string) string {
	w := unitWriter{d, u, code}
	if w.byRange() {
		return w.ranged()
	}
	var ways []string
	for _, way := range w.ways() {
		ways = append(ways, listed(append(way, w.besides()...)))
	}
	if len(ways) == 0 {
		return fmt.Sprintf("say %q of %s, in the name or at the start of the description", phrase(u, code), leaf(d.Path))
	}
	return strings.Join(ways, ", or ")
}

// unitWriter makes the tool's field of a drift say a unit.
type unitWriter struct {
	d    *diff.Drift
	unit units.Unit
	code string
}

// byRange reports that a scale in the schema says it all: the API's does, and the
// tool says nothing in words.
func (w unitWriter) byRange() bool {
	if w.d.Units[1] == nil || w.ranged() == "" {
		return false
	}
	api := w.d.Units[1].Trusted()
	_, named := statedFrom(w.d.Units[0], units.FromName)
	_, told := statedFrom(w.d.Units[0], units.FromProse)
	return strongest(&api).From == units.FromBounds && !named && !told
}

func (w unitWriter) field() *contract.Field { return w.d.ToolField.Field }

// ways are the ways to say the unit. Where the description has to be corrected,
// the name goes along with it.
func (w unitWriter) ways() [][]string {
	name, prose := w.inName(), w.inProse()
	edit, _ := w.correction()
	switch {
	case name == nil && prose == nil:
		return nil
	case name == nil:
		return [][]string{prose}
	case prose == nil || prose[0] == edit:
		return [][]string{name}
	}
	return [][]string{name, prose}
}

// inName renames the field, and takes back what its description says else.
func (w unitWriter) inName() []string {
	old := leaf(w.d.Path)
	fresh := renamed(old, w.unit, w.code, w.d.Units[0])
	doc := w.field().Doc.Text
	var edits []string
	if fresh != "" {
		edits = append(edits, fmt.Sprintf("rename %s to %s", old, fresh))
	} else if !w.reads(old, "") {
		return nil
	} else {
		fresh = old
	}
	if edit, after := w.correction(); edit != "" && !w.reads(fresh, doc) {
		edits, doc = append(edits, edit), after
	}
	if !w.reads(fresh, doc) || len(edits) == 0 {
		return nil
	}
	return edits
}

// renamed is the field's name with the unit in it, "" where it cannot say it. The
// currency is named as well where it is what differs.
func renamed(name string, u units.Unit, code string, was *units.Judgement) string {
	if code != "$" && was.Code == "" {
		code = ""
	}
	return units.Rename(name, u, code)
}

// inProse leaves the name alone. Money that only a description counts is warned
// of, so that this is no way out.
func (w unitWriter) inProse() []string {
	old, doc := leaf(w.d.Path), w.field().Doc.Text
	if w.unit.Dim == units.Money && renamed(old, w.unit, w.code, w.d.Units[0]) != "" {
		return nil
	}
	if _, ok := statedFrom(w.d.Units[0], units.FromName); ok {
		return nil
	}
	edit, after := w.correction()
	if edit == "" {
		edit, after = fmt.Sprintf("begin its description with %q", phrase(w.unit, w.code)), phrase(w.unit, w.code)+". "+doc
	}
	if !w.reads(old, after) {
		return nil
	}
	return []string{edit}
}

// correction puts the unit in the place of another that the description states;
// "" where it states none in words.
func (w unitWriter) correction() (edit, after string) {
	doc := w.field().Doc.Text
	s, ok := statedFrom(w.d.Units[0], units.FromProse)
	if c := w.d.Units[0].Conflict; c != nil && c.B.From == units.FromProse {
		s, ok = c.B, true
	}
	if !ok || s.Text == "" || len(s.Text) > 40 || !strings.Contains(doc, s.Text) {
		return "", ""
	}
	was, now := s.Text, noun(w.unit, w.code)
	if whole := phrase(w.unit, w.code); strings.Contains(doc, "in "+was) {
		was, now = "in "+was, whole
	} else if strings.HasPrefix(doc, was) || strings.HasPrefix(whole, "in the ") {
		now = strings.TrimPrefix(strings.TrimPrefix(whole, "in "), "as ")
	}
	if was == now {
		return "", ""
	}
	return fmt.Sprintf("write %q in place of %q in its description", now, was), strings.Replace(doc, was, now, 1)
}

// reads reports whether a field of this name and description states the unit, and no other.
func (w unitWriter) reads(name, doc string) bool {
	f := *w.field()
	s := *f.Schema
	f.Name, f.Schema, f.Doc.Text, s.Doc.Text = name, &s, doc, doc
	s.Default, s.Examples = nil, nil
	if a := w.d.APISchema; a != nil && a.Min != nil {
		s.Min = a.Min
	}
	if a := w.d.APISchema; a != nil && a.Max != nil {
		s.Max = a.Max
	}
	j := units.Judge(units.Number{Name: name, Op: w.d.Tool.Name, Field: &f})
	u, ok := j.Unit()
	if !ok || j.Verdict == units.Conflicting {
		return false
	}
	_, conflict := u.Convert(w.unit)
	return !conflict
}

// besides are the edits that the unit brings along: the range of a percentage, a
// type without fractions.
func (w unitWriter) besides() []string {
	var edits []string
	t, a := w.d.Units[0], w.d.Units[1]
	if edit := w.ranged(); edit != "" {
		edits = append(edits, edit)
	}
	if w.unit.Dim == units.Money && t.Fraction && a != nil && !a.Fraction {
		edits = append(edits, "give it the type integer")
	}
	return edits
}

// ranged gives the field the API's bounds, for its own count something else; a
// percentage has some in any case.
func (w unitWriter) ranged() string {
	var parts []string
	bound := func(key string, tool, api *contract.Bound, fallback string) {
		switch {
		case api != nil && !api.Implied && !api.Exclusive:
			if tool == nil || tool.Num != api.Num {
				parts = append(parts, fmt.Sprintf("%q: %s", key, api.Num))
			}
		case tool == nil && fallback != "":
			parts = append(parts, fmt.Sprintf("%q: %s", key, fallback))
		}
	}
	lo, hi := "", ""
	if w.unit.Symbol == "percent" {
		lo, hi = "0", "100"
	}
	var tool, api contract.Schema
	it := "it"
	if w.d.ToolSchema != nil {
		if tool = *w.d.ToolSchema; tool.Elem != nil {
			it, tool = "its items", *tool.Elem
		}
	}
	if w.d.APISchema != nil {
		if api = *w.d.APISchema; api.Elem != nil {
			api = *api.Elem
		}
	}
	bound("minimum", tool.Min, api.Min, lo)
	bound("maximum", tool.Max, api.Max, hi)
	if len(parts) == 0 {
		return ""
	}
	return "give " + it + " " + strings.Join(parts, ", ")
}

// wanted is the unit that the API counts in, and its currency: of cents beside a
// free currency the smallest unit of whatever it is.
func wanted(d *diff.Drift) (u units.Unit, code string) {
	api := d.Units[1].Trusted()
	u, _ = api.Unit()
	if u.Symbol == "cents" && d.Units[0].FreeCurrency {
		return units.Unit{Symbol: "minor units", Dim: units.Money}, ""
	}
	return u, api.Code
}
