package calls

import (
	"math/big"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// imitates reports whether the model sends what an example shows: its very value,
// or, where the fault is in the form of the value, one of the same form.
func (c clue) imitates() bool {
	lit := c.drift.Literal
	if lit == nil || !within(c.Field, c.drift.Path) {
		return false
	}
	schemas := []*contract.Schema{}
	if c.Side == ByTool && c.drift.Example.Broken&diff.BreaksTool != 0 {
		schemas = append(schemas, c.drift.ToolSchema)
	}
	if c.Side == ByAPI && c.drift.Example.Broken&diff.BreaksAPI != 0 {
		schemas = append(schemas, c.drift.APISchema)
	}
	for _, s := range schemas {
		if s == nil {
			continue
		}
		_, faults := diff.Judging{Call: true, Strict: true}.Faults(s, lit)
		for _, shown := range faults {
			if c.repeats(shown) {
				return true
			}
		}
	}
	return false
}

// repeats reports whether the fault is the one that an example has.
func (c clue) repeats(shown diff.Fault) bool {
	field := joined(c.drift.Path, shown.Field)
	if shown.Name != "" {
		field = bind.Join(field, shown.Name)
	}
	if shown.Kind != c.broken.Kind || field != c.Field {
		return false
	}
	switch c.Kind {
	case UnknownField, MissingField, Exclusive:
		return true
	case WrongType:
		return shown.Value.Kind == c.broken.Value.Kind
	case WrongFormat:
		return shapeOf(shown.Value.Text) == shapeOf(c.broken.Value.Text)
	}
	return diff.SameValue(shown.Value, c.broken.Value)
}

// joined is a path below another one.
func joined(top, path string) string {
	switch {
	case top == "":
		return path
	case path == "", path[0] == '[':
		return top + path
	}
	return top + "." + path
}

// within reports whether a field is another one, or inside it.
func within(field, top string) bool { return top == "" || isAt(field, top) }

// shapeOf is a text with its digits and letters made alike: 03/01/2026 is 0/0/0.
func shapeOf(text string) string {
	var b strings.Builder
	var last rune
	for _, r := range text {
		switch {
		case '0' <= r && r <= '9':
			r = '0'
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			r = 'a'
		}
		if r != last || r != '0' && r != 'a' {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// obeys reports whether the model does what a description says and its schema denies.
func (c clue) obeys() bool {
	said := c.drift.Prose
	if !c.here() {
		return false
	}
	v := c.broken.Value
	switch said.Of {
	case "value", "default":
		return v != nil && (c.Kind == NotListed || c.Kind == WrongType || c.Kind == OutOfBounds) && diff.SameText(v.Text, said.Said)
	case "minimum", "maximum":
		return c.Kind == OutOfBounds && boundWords[c.broken.Kind] == said.Of && allows(said.Of, said.Said, v.Text)
	case "minLength", "maxLength", "minItems", "maxItems":
		return c.Kind == WrongLength && boundWords[c.broken.Kind] == said.Of
	case "null":
		return c.Kind == WrongType && v.Kind == source.Null && said.Said == "null"
	case "type":
		return c.Kind == WrongType && isOf(v, said.Said)
	case "required":
		return c.Kind == MissingField && said.Said == "optional"
	case "format":
		if c.Kind != WrongFormat {
			return false
		}
		name, fits := diff.JudgedFormat(&contract.Schema{Format: contract.Text{Text: said.Said}})
		return name != "" && (fits == nil || fits(v.Text))
	}
	return false
}

// allows reports whether a bound that a description states lets a number through.
func allows(word, bound, num string) bool {
	order, ok := contract.CompareNumbers(num, bound)
	if word == "minimum" {
		order = -order
	}
	return ok && order <= 0
}

// isOf reports whether a value is of one of the types that a description names.
func isOf(v *source.Node, types string) bool {
	for word := range strings.SplitSeq(types, " or ") {
		if word == v.Kind.String() || word == "integer" && v.Kind == source.Number && contract.IsWhole(v.Text) {
			return true
		}
	}
	return false
}

// otherUnit reports whether a number that the schema refuses would fit in another
// unit of the same thing: then it is the unit that the model could not know.
func (c clue) otherUnit() bool {
	v, s := c.broken.Value, c.broken.Schema
	if v == nil || v.Kind != source.Number || c.Field != c.drift.Path && c.Field != bind.Elem(c.drift.Path) {
		return false
	}
	if c.Kind != OutOfBounds && c.Kind != WrongType && c.Kind != NotMultiple {
		return false
	}
	num, ok := contract.Rat(v.Text)
	if !ok || num.Sign() == 0 {
		return false
	}
	for _, by := range c.factors() {
		for _, meant := range []*big.Rat{new(big.Rat).Mul(num, by), new(big.Rat).Quo(num, by)} {
			text := meant.RatString()
			if !meant.IsInt() {
				text = meant.FloatString(12)
			}
			verdict, _ := diff.Judging{}.Faults(s, &source.Node{Kind: source.Number, Text: text})
			if verdict == diff.Accepted {
				return true
			}
		}
	}
	return false
}

// factors are what the units of the dimension that is in question differ by; of a
// conflict of two sides the one between them.
func (c clue) factors() []*big.Rat {
	if by, ok := contract.Rat(c.drift.Factor); ok && by.Sign() > 0 {
		return []*big.Rat{by}
	}
	dim := units.Pure
	for _, j := range c.drift.Units {
		if j != nil && dim == units.Pure {
			dim = j.Dim
		}
	}
	var out []*big.Rat
	for _, by := range unitFactors[dim] {
		out = append(out, big.NewRat(by, 1))
	}
	return out
}

// unitFactors are what units of a dimension that people confuse differ by.
var unitFactors = map[units.Dimension][]int64{
	units.Money:    {100, 1000, 1_000_000},
	units.Duration: {1000, 60, 3600, 86_400, 60_000, 3_600_000, 86_400_000, 24, 7, 1440},
	units.Instant:  {1000, 1_000_000, 1_000_000_000},
	units.Ratio:    {100, 10_000},
	units.Mass:     {1000, 1_000_000},
	units.Length:   {10, 100, 1000, 1_000_000},
	units.DataSize: {8, 1000, 1024, 1_000_000, 1 << 20, 1_000_000_000, 1 << 30},
	units.DataRate: {8, 1000, 1_000_000, 1_000_000_000},
}
