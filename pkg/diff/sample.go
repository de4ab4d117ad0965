package diff

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// maxSampleDepth, maxSampleItems and maxSampled bound a made-up value: schemas
// recurse, a minItems of a million asks for a million items, and alternatives of
// alternatives are many.
const (
	maxSampleDepth = 12
	maxSampleItems = 50
	maxSampled     = 2000
)

// Sample is a small value that a schema accepts, taken from its own default,
// examples and enum where it has them. It is a best effort.
func Sample(s *contract.Schema) *source.Node { return sample(s, 0) }

// SampleAt is the smallest argument object of an input in which value stands at
// path; nil where path does not lead through the input.
func SampleAt(input *contract.Schema, path string, value *source.Node) *source.Node {
	m := maker{left: maxSampled}
	return m.along(input, bind.Steps(path), func(*maker, *contract.Schema) *source.Node { return value }, 0)
}

func sample(s *contract.Schema, depth int) *source.Node {
	m := maker{left: maxSampled}
	return m.value(s, depth)
}

// maker makes values up, so many and no more.
type maker struct {
	left   int
	chosen []*contract.Schema // alternatives to be taken where they are among others
}

func (m *maker) value(s *contract.Schema, depth int) *source.Node {
	if m.left--; s == nil || depth > maxSampleDepth || m.left < 0 {
		return str("text")
	}
	if v := written(s); v != nil {
		return v
	}
	if len(s.AnyOf) > 0 {
		return m.oneOf(s, func(alt *contract.Schema) *source.Node { return m.value(alt, depth+1) })
	}
	var first *source.Node
	for _, one := range []contract.TypeSet{contract.ObjectType, contract.StringType, contract.Integer, contract.Fraction, contract.Boolean, contract.ArrayType, contract.NullType} {
		if !s.Types.Has(one) || one == contract.ObjectType && s.Types == contract.Any && len(s.Fields) == 0 {
			continue
		}
		v := m.ofType(s, one, depth)
		if s.Types == one {
			return v
		}
		if verdict, _ := Check(s, v, false); verdict != Rejected {
			return v
		}
		first = cmp.Or(first, v)
	}
	return cmp.Or(first, null())
}

// ofType is a value of one of the types that a schema without alternatives allows.
func (m *maker) ofType(s *contract.Schema, one contract.TypeSet, depth int) *source.Node {
	switch one {
	case contract.ObjectType:
		return m.object(s, "", depth)
	case contract.StringType:
		return str(sampleString(s))
	case contract.Integer:
		return num(sampleNumber(s))
	case contract.Fraction:
		return num(sampleFraction(s))
	case contract.Boolean:
		return &source.Node{Kind: source.Bool, Text: "true"}
	case contract.ArrayType:
		return m.array(s, nil, depth)
	}
	return null()
}

// written is a value of the author's own that the schema accepts, or nil.
func written(s *contract.Schema) *source.Node {
	for _, v := range append(s.Examples[:len(s.Examples):len(s.Examples)], s.Default) {
		if v == nil || v.Kind == source.Null {
			continue
		}
		if verdict, _ := Check(s, v, false); verdict == Accepted {
			return v
		}
	}
	var first *source.Node
	for _, e := range s.Enum {
		if e.Lit.Kind == source.Null || e.Implied {
			continue
		}
		if verdict, _ := Check(s, e.Lit, false); verdict != Rejected {
			return e.Lit
		}
		first = cmp.Or(first, e.Lit)
	}
	if first != nil && s.Types.Has(contract.NullType) {
		return null()
	}
	return first
}

// oneOf is a value made of the first alternative for which the whole schema
// takes it; where none will do, of the first.
func (m *maker) oneOf(s *contract.Schema, make func(alt *contract.Schema) *source.Node) *source.Node {
	var first *source.Node
	alts := s.AnyOf
	if i := slices.IndexFunc(alts, func(alt *contract.Schema) bool { return slices.Contains(m.chosen, alt) }); i >= 0 {
		alts = alts[i : i+1]
	}
	for _, alt := range alts {
		v := make(both(s, alt))
		if v == nil {
			continue
		}
		if verdict, _ := Check(s, v, false); verdict != Rejected {
			return v
		}
		first = cmp.Or(first, v)
		if m.left < 0 {
			break
		}
	}
	return first
}

// both is an alternative with what holds besides it, as far as a value must be
// made up from it.
func both(s, alt *contract.Schema) *contract.Schema {
	out := *alt
	out.Types &= s.Types
	out.Fields = slices.Clone(alt.Fields)
	for _, f := range s.Fields {
		i := slices.IndexFunc(out.Fields, func(g *contract.Field) bool { return g.Name == f.Name })
		switch {
		case i < 0:
			out.Fields = append(out.Fields, f)
		case f.Required && !out.Fields[i].Required:
			needed := *out.Fields[i]
			needed.Required = true
			out.Fields[i] = &needed
		}
	}
	out.Extra, out.Elem = cmp.Or(alt.Extra, s.Extra), cmp.Or(alt.Elem, s.Elem)
	out.Min, out.Max, out.MultipleOf = cmp.Or(alt.Min, s.Min), cmp.Or(alt.Max, s.Max), cmp.Or(alt.MultipleOf, s.MultipleOf)
	out.MinLen, out.MaxLen = cmp.Or(alt.MinLen, s.MinLen), cmp.Or(alt.MaxLen, s.MaxLen)
	out.MinItems, out.MaxItems = cmp.Or(alt.MinItems, s.MinItems), cmp.Or(alt.MaxItems, s.MaxItems)
	if out.Enum == nil {
		out.Enum = s.Enum
	}
	if out.Format.Text == "" {
		out.Format = s.Format
	}
	if out.Pattern.Text == "" {
		out.Pattern = s.Pattern
	}
	return &out
}

// object is what an object must hold, less one name.
func (m *maker) object(s *contract.Schema, but string, depth int) *source.Node {
	out := &source.Node{Kind: source.Object}
	for _, f := range s.Fields {
		if f.Required && !f.Schema.ReadOnly && f.Name != but {
			out.Members = append(out.Members, source.Member{Key: f.Name, Value: m.value(f.Schema, depth+1)})
		}
	}
	return out
}

// array is a list as long as it must be, and never empty but where it must. The
// element first, where given, stands where elements are all alike.
func (m *maker) array(s *contract.Schema, first *source.Node, depth int) *source.Node {
	want := max(size(s.MinItems), 1)
	if first == nil && s.MaxItems != nil {
		want = min(want, size(s.MaxItems))
	}
	out := &source.Node{Kind: source.Array}
	for i := 0; i < want || first != nil && i <= len(s.Tuple); i++ {
		elem := elem(s, i)
		if elem == nil {
			elem = &contract.Schema{Types: contract.StringType}
		}
		v := m.value(elem, depth+1)
		if first != nil && i == len(s.Tuple) {
			v = first
		} else if verdict, _ := Check(elem, v, false); (verdict == Rejected || elem.Opaque != "") && size(s.MinItems) == 0 && first == nil {
			return out // nothing that comes to mind may be in it, but it may be empty
		}
		out.Items = append(out.Items, v)
	}
	return out
}

// size is a bound on items, as far as they are made up.
func size(b *contract.Bound) int {
	if b == nil {
		return 0
	}
	n, err := strconv.Atoi(b.Num)
	if err != nil {
		return 0
	}
	return min(max(n, 0), maxSampleItems)
}

func sampleString(s *contract.Schema) string {
	if v, ok := sampleMatching(s); ok {
		return v
	}
	format := stringFormats[formatOf(s).Name]
	v := cmp.Or(format.sample, "text")
	if format.short != "" && above(strconv.Itoa(len(v)), s.MaxLen) {
		v = format.short
	}
	if s.MinLen != nil {
		if n, err := strconv.Atoi(s.MinLen.Num); err == nil && n <= 10_000 {
			if missing := n - utf8.RuneCountInString(v); missing > 0 {
				v += strings.Repeat("x", missing)
			}
		}
	}
	if s.MaxLen != nil {
		if n, err := strconv.Atoi(s.MaxLen.Num); err == nil && n >= 0 && n < utf8.RuneCountInString(v) {
			v = string([]rune(v)[:n])
		}
	}
	if format.fits != nil && !format.fits(v) && isString(s, "") {
		return ""
	}
	return v
}

// sampleMatching is a string that a schema's pattern matches, and all else that it
// says of strings accepts; ok is false where none comes to mind.
func sampleMatching(s *contract.Schema) (text string, ok bool) {
	if s.Pattern.Text == "" {
		return "", false
	}
	only := &contract.Schema{Types: contract.StringType, Pattern: s.Pattern, Format: s.Format, MinLen: s.MinLen, MaxLen: s.MaxLen}
	for _, sparse := range []bool{false, true} {
		for repeat := range 40 {
			text, ok := speller{repeat: repeat, sparse: sparse}.text(s.Pattern.Text)
			if !ok {
				break
			}
			if isString(only, text) {
				return text, true
			}
		}
	}
	for _, text := range samplesOf(formatOf(s).Name) {
		if isString(only, text) {
			return text, true
		}
	}
	return "", false
}

// sampleNumber is a whole number inside the bounds where there is one.
func sampleNumber(s *contract.Schema) string {
	one := big.NewRat(1, 1)
	v := new(big.Rat).Set(one)
	if lo := bound(s.Min); lo != nil && v.Cmp(lo) <= 0 {
		v.Set(lo)
		if s.Min.Exclusive {
			v.Add(v, one)
		}
	}
	if hi := bound(s.Max); hi != nil && v.Cmp(hi) >= 0 {
		v.Set(hi)
		if s.Max.Exclusive {
			v.Sub(v, one)
		}
	}
	step := bound(s.MultipleOf)
	if step == nil || step.Sign() <= 0 {
		return spell(v)
	}
	// The first multiple from there on, or the last one before it.
	n := new(big.Rat).Quo(v, step)
	whole := new(big.Int).Div(n.Num(), n.Denom())
	for _, more := range []int64{0, 1, 2, -1} {
		next := spell(new(big.Rat).Mul(step, new(big.Rat).SetInt(new(big.Int).Add(whole, big.NewInt(more)))))
		if !below(next, s.Min) && !above(next, s.Max) && isMultiple(next, s.MultipleOf.Num) && next != "0" {
			return next
		}
	}
	return spell(step)
}

// sampleFraction is a fraction inside the bounds where there is one, best half a number.
func sampleFraction(s *contract.Schema) string {
	v, step := big.NewRat(1, 1), big.NewRat(1, 2)
	lo, hi := bound(s.Min), bound(s.Max)
	switch {
	case lo != nil && hi != nil:
		v = lo
		if room := new(big.Rat).Sub(hi, lo); room.Cmp(big.NewRat(1, 1)) < 0 {
			step.Mul(step, room)
		}
	case lo != nil:
		v = lo
	case hi != nil:
		v = hi
		step.Neg(step)
	}
	if v.Add(v, step); v.IsInt() {
		v.Sub(v, step.Quo(step, big.NewRat(2, 1)))
	}
	return spell(v)
}

func bound(b *contract.Bound) *big.Rat {
	if b == nil {
		return nil
	}
	r, ok := contract.Rat(b.Num)
	if !ok {
		return nil
	}
	return r
}

func spell(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// beyond is a number just past a bound, on the side that the bound forbids.
func beyond(b *contract.Bound, upward bool) string {
	r := bound(b)
	if r == nil {
		return "1000000"
	}
	if b.Exclusive {
		return spell(r)
	}
	if upward {
		return spell(r.Add(r, big.NewRat(1, 1)))
	}
	return spell(r.Sub(r, big.NewRat(1, 1)))
}

func str(text string) *source.Node { return &source.Node{Kind: source.String, Text: text} }

func num(text string) *source.Node { return &source.Node{Kind: source.Number, Text: text} }

func null() *source.Node { return &source.Node{Kind: source.Null, Text: "null"} }
