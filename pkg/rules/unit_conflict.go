package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

var unitConflict = &Rule{
	ID: "unit-conflict", Category: "number", Severity: Error,
	Summary: "name, prose, format, default or bounds, of one side or of the two, state different units or scales",
	Kinds:   []diff.Kind{diff.UnitConflict},
	Judge: func(d *diff.Drift, f *Finding) {
		if d.Units[0].Conflict != nil && d.Units[0].Conflict.Kind != units.FixedCents {
			ownConflict(d, f)
			return
		}
		if _, conflict := units.Compare(*d.Units[0], *d.Units[1]); !conflict {
			apiConflict(d, f)
			return
		}
		sidesConflict(d, f)
	},
}

// sidesConflict: the tool states one unit, the API another.
func sidesConflict(d *diff.Drift, f *Finding) {
	trusted := d.Units[1].Trusted()
	tool, api := strongest(d.Units[0]), strongest(&trusted)
	read := counted(api, trusted.Code)
	f.Message = fmt.Sprintf("%s is %s in the tool%s, %s in the API%s", d.Path, counted(tool, d.Units[0].Code), byConvention(tool), read, byConvention(api))
	f.Why = misread(d, tool.Unit, api.Unit, d.Units[0].Code, trusted.Code)
	u, code := wanted(d)
	f.Suggestion = u.Symbol
	f.Fix = sayUnit(d, u, code)
	if tool.From != units.FromConfig {
		f.ToolAt = firstSpan(tool.At, f.ToolAt)
	}
	if api.From != units.FromConfig {
		f.SpecAt = firstSpan(api.At, f.SpecAt)
	}
	for _, s := range []units.Statement{tool, api} {
		if s.From == units.FromConfig {
			f.Also = append(f.Also, Place{"config", s.At})
		}
	}
	if c := d.Units[1].Conflict; d.Units[1].Contradictory() {
		f.Message = fmt.Sprintf("%s is %s in the tool; the API contradicts itself: %s", d.Path, counted(tool, d.Units[0].Code), clash(c))
		f.Fix = settle(d, c)
		f.SpecAt = firstSpan(c.B.At, f.SpecAt)
		f.At = f.SpecAt
	}
}

// apiConflict: the tool agrees with one of two things that the API says.
func apiConflict(d *diff.Drift, f *Finding) {
	c := d.Units[1].Conflict
	f.Severity = Warning
	f.Message = fmt.Sprintf("%s: the API contradicts itself: %s", d.Path, clash(c))
	f.Why = fmt.Sprintf("the next tool that is written from it may believe the other half; %s gets a number that is off%s", operation(d), strings.Replace(byFactor(c.Factor), ", off", "", 1))
	f.Fix = settle(d, c)
	f.SpecAt = firstSpan(c.B.At, f.SpecAt)
	f.At = f.SpecAt
}

// ownConflict: the tool contradicts itself.
func ownConflict(d *diff.Drift, f *Finding) {
	c := d.Units[0].Conflict
	if c.Kind == units.AgainstConvention {
		againstConvention(d, f)
		return
	}
	f.Message = fmt.Sprintf("%s contradicts itself: %s", d.Path, clash(c))
	f.Why = believed(d, c)
	f.ToolAt = firstSpan(c.B.At, c.A.At, f.ToolAt)
	if a := d.Units[1]; a != nil && a.Conflict != nil && a.Conflict.Kind == c.Kind {
		f.Message += ", and so does the API"
		f.Fix = settle(d, a.Conflict)
		return
	}
	f.Fix = reconcile(d, c)
}

// believed tells a wrong call that a contradiction leads to, with both readings.
func believed(d *diff.Drift, c *units.Conflict) string {
	if c.A.Unit.Symbol == "" || c.B.Unit.Symbol == "" {
		return fmt.Sprintf("a model believes one of the two; %s gets a number that is off%s", operation(d), strings.Replace(byFactor(c.Factor), ", off", "", 1))
	}
	asked := number(50)
	switch c.A.Unit.Symbol {
	case "percent":
		asked = number(15)
	case "fraction":
		asked = number(0.15)
	}
	q := quotient(c.A.Unit, c.B.Unit)
	if q == 0 {
		return fmt.Sprintf("a model that is sent for %s may write %s and mean %s; %s gets a number that is off",
			meant(asked, c.A.Unit, d.Units[0].Code), sent(d, asked), meant(asked, c.B.Unit, d.Units[0].Code), operation(d))
	}
	v, _ := strconv.ParseFloat(asked.Text, 64)
	return fmt.Sprintf("asked for %s a model sends %s or %s, whichever half it believes; %s knows one of them",
		meant(asked, c.A.Unit, d.Units[0].Code), sent(d, asked), sent(d, number(v*q)), operation(d))
}

// againstConvention: the tool counts otherwise than the project says that it does.
func againstConvention(d *diff.Drift, f *Finding) {
	c, name := d.Units[0].Conflict, leaf(d.Path)
	f.Also = append(f.Also, Place{"config", c.A.At})
	f.ToolAt = firstSpan(c.B.At, f.ToolAt)
	here := place(c.A.At)
	if c.A.Unit.Symbol == "" {
		f.Message = fmt.Sprintf("%s is a number; the project writes points in time as RFC 3339 strings (%s)", d.Path, here)
		f.Why = fmt.Sprintf("a model that knows the project's other tools sends {%s: %s} here, which is no number", quoted(name), `"2026-03-01T12:00:00Z"`)
		f.Fix = fmt.Sprintf(`give %s "type": "string", "format": "date-time", or list it under dimensionless`, name)
		return
	}
	where := ""
	u, code := c.A.Unit, d.Units[0].Code
	if digits, ok := units.Exponent(code); ok && digits == 2 && u.Symbol == "minor units" {
		u = units.Unit{Symbol: "cents", Dim: units.Money, Scale: 0.01}
	} else {
		code = ""
	}
	f.Fix = sayUnit(d, u, code)
	if a := d.Units[1]; a != nil {
		stated, ok := a.Unit()
		if _, conflict := stated.Convert(u); ok && conflict { // the API counts as the tool does
			where = " in the tool and in the API"
			f.Fix = fmt.Sprintf("count %s in %s in the API first, or correct %s", name, noun(u, code), here)
		}
	}
	f.Message = fmt.Sprintf("%s is %s%s; the project counts in %s (%s)", d.Path, counted(c.B, d.Units[0].Code), where, c.A.Unit.Noun(), here)
	f.Why = misread(d, c.A.Unit, c.B.Unit, "", d.Units[0].Code)
	f.Suggestion = c.A.Unit.Symbol
}

// byConvention says where a unit comes from that the config alone states.
func byConvention(s units.Statement) string {
	if s.From != units.FromConfig {
		return ""
	}
	return fmt.Sprintf(" by the project's convention (%s)", place(s.At))
}

// clash is what contradicts what: "the name says cents, the description dollars".
func clash(c *units.Conflict) string {
	if c.Kind == units.NameAgainstProse && c.A.Unit.Symbol != c.B.Unit.Symbol {
		return fmt.Sprintf("the name says %s, the description %s", c.A.Unit.Noun(), c.B.Unit.Noun())
	}
	return c.Why
}

// settle is the fix of a contradiction in the API: no copy of it can be right.
func settle(d *diff.Drift, c *units.Conflict) string {
	name := leaf(d.APIPath)
	switch c.Kind {
	case units.NameAgainstProse:
		words := fmt.Sprintf("write %q in place of %q in its description", c.A.Unit.Noun(), c.B.Text)
		if fresh := units.Rename(name, c.B.Unit, ""); fresh != "" {
			words += fmt.Sprintf(", or rename %s to %s", name, fresh)
		}
		return "settle it in the API, then say the same in the tool: " + words
	case units.WordAgainstScale:
		return "settle it in the API, then say the same in the tool: " + rescale(d.APIField.Field, name, c)
	}
	return fmt.Sprintf("settle it in the API, then say the same in the tool: one unit for %s, and values that fit it", name)
}

// rescale is the two ways out for a percentage of 0 to 1, a fraction of 0 to 100:
// the scale that fits the word, the word that fits the scale.
func rescale(f *contract.Field, name string, c *units.Conflict) string {
	whole, toPercent := "100", true // of the scale that fits the word
	if c.A.Unit.Symbol == "fraction" {
		whole, toPercent = "1", false
	}
	scale := fmt.Sprintf("give %s the range 0 to %s", name, whole)
	if c.B.From == units.FromProse {
		scale = fmt.Sprintf("write %q in place of %q in its description", "0 to "+whole, c.B.Text)
	}
	word := ""
	if c.A.From == units.FromProse {
		was, now := c.A.Text, c.B.Unit.Noun()
		if strings.Contains(f.Doc.Text, "in "+was) {
			was, now = "in "+was, phrase(c.B.Unit, "")
		}
		word = fmt.Sprintf("write %q in place of %q in its description", now, was)
	} else if fresh := units.Rename(name, c.B.Unit, ""); fresh != "" {
		word = fmt.Sprintf("rename %s to %s", name, fresh)
	}
	if f.Schema.Max == nil { // a percentage says its range
		const ranged = ` and give it "minimum": 0, "maximum": 100`
		if toPercent {
			scale += ranged
		} else if word != "" {
			word += ranged
		}
	}
	if f.Schema.Max != nil && f.Schema.Min == nil && !toPercent && word != "" {
		word += ` and give it "minimum": 0`
	}
	doc := f.Doc.Text
	if c.B.From == units.FromProse {
		doc = strings.Replace(doc, c.B.Text, "0 to "+whole, 1)
	}
	if c.A.From != units.FromProse && !rescaled(f, name, doc, whole) {
		scale = ""
	}
	switch {
	case word == "" && scale == "":
		return fmt.Sprintf("say one scale for %s, in its name, its description and its range", name)
	case word == "":
		return scale
	case scale == "":
		return word
	}
	return scale + ", or " + word
}

// rescaled reports whether a range from 0 to whole, and a description that says
// so, settle a scale: it may be told in more than one way.
func rescaled(field *contract.Field, name, doc, whole string) bool {
	f := *field
	s := *f.Schema
	f.Schema, f.Doc.Text, s.Doc.Text = &s, doc, doc
	if s.Max != nil {
		s.Min, s.Max = &contract.Bound{Num: "0"}, &contract.Bound{Num: whole}
	}
	if v := s.Default; whole == "1" && v != nil {
		if n, err := strconv.ParseFloat(v.Text, 64); err == nil && n > 1 {
			return false
		}
	}
	return units.Judge(units.Number{Name: name, Field: &f}).Verdict != units.Conflicting
}

// reconcile is the fix of a contradiction in the tool: towards the API's unit
// where the API states one.
func reconcile(d *diff.Drift, c *units.Conflict) string {
	name := leaf(d.Path)
	stated := false
	var u units.Unit
	var code string
	if a := d.Units[1]; a != nil && a.Conflict == nil {
		if u, stated = a.Unit(); stated {
			u, code = wanted(d)
		}
	}
	switch c.Kind {
	case units.NameAgainstProse:
		if stated {
			return sayUnit(d, u, code)
		}
		words := sayUnit(d, c.A.Unit, "")
		if fresh := units.Rename(name, c.B.Unit, ""); fresh != "" && (d.APIField == nil || leaf(d.APIPath) != name) {
			edits := []string{fmt.Sprintf("rename %s to %s", name, fresh)}
			if w := (unitWriter{d: d, unit: c.B.Unit}); c.B.Unit.Symbol == "percent" {
				edits = append(edits, w.besides()...)
			}
			words += ", or " + listed(edits)
		}
		return words
	case units.WordAgainstScale:
		if stated {
			return sayUnit(d, u, code)
		}
		return rescale(d.ToolField.Field, name, c)
	case units.FloatMinor:
		whole := fmt.Sprintf("give %s the type integer, without the format %s", name, formatOrFloat(d.ToolSchema))
		if fresh := units.Rename(name, c.A.Unit, ""); c.A.From != units.FromName && fresh != "" {
			return fmt.Sprintf("%s, and rename %s to %s", whole, name, fresh)
		}
		return whole
	case units.TwoUnits:
		return fmt.Sprintf("say one unit for %s, in its name", name)
	}
	return fmt.Sprintf("correct the value, or the unit that %s states", name)
}

// isFloat reports a type that is made for fractions: a number of JSON is for both.
func isFloat(s *contract.Schema) bool {
	for _, word := range []string{s.Format.Text, s.Source} {
		switch word {
		case "float", "double", "Float":
			return true
		}
	}
	return false
}

func formatOrFloat(s *contract.Schema) string {
	if s.Format.Text != "" {
		return s.Format.Text
	}
	return "float"
}
