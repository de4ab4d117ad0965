package diff

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// maxSampleDepth and maxSampleItems bound a made-up value: schemas recurse, and
// a minItems of a million asks for a million items.
const (
	maxSampleDepth = 12
	maxSampleItems = 50
)

// Sample is a small value that a schema accepts, taken from its own default,
// examples and enum where it has them. It is a best effort: patterns are not solved.
func Sample(s *contract.Schema) *source.Node { return sample(s, 0) }

func sample(s *contract.Schema, depth int) *source.Node {
	if s == nil || depth > maxSampleDepth {
		return str("text")
	}
	for _, v := range append(s.Examples[:len(s.Examples):len(s.Examples)], s.Default) {
		if v == nil || v.Kind == source.Null {
			continue
		}
		if verdict, _ := Check(s, v, false); verdict == Accepted {
			return v
		}
	}
	for _, e := range s.Enum {
		if e.Lit.Kind != source.Null && !e.Implied {
			return e.Lit
		}
	}
	if len(s.AnyOf) > 0 && len(s.Fields) == 0 {
		return sample(s.AnyOf[0], depth+1)
	}
	switch {
	case s.Types.Has(contract.ObjectType) && (s.Types != contract.Any || len(s.Fields) > 0):
		return sampleObject(s, depth)
	case s.Types.Has(contract.StringType):
		return str(sampleString(s))
	case s.Types.Has(contract.Integer):
		return num(sampleNumber(s))
	case s.Types.Has(contract.Boolean):
		return &source.Node{Kind: source.Bool, Text: "true"}
	case s.Types.Has(contract.ArrayType):
		return sampleArray(s, depth)
	}
	return null()
}

func sampleObject(s *contract.Schema, depth int) *source.Node {
	out := &source.Node{Kind: source.Object}
	for _, f := range s.Fields {
		if f.Required && !f.Schema.ReadOnly {
			out.Members = append(out.Members, source.Member{Key: f.Name, Value: sample(f.Schema, depth+1)})
		}
	}
	return out
}

func sampleArray(s *contract.Schema, depth int) *source.Node {
	out := &source.Node{Kind: source.Array}
	want := 1
	if s.MinItems != nil {
		if n, err := strconv.Atoi(s.MinItems.Num); err == nil {
			want = min(max(n, 1), maxSampleItems)
		}
	}
	for i := range want {
		elem := s.Elem
		if i < len(s.Tuple) {
			elem = s.Tuple[i]
		}
		if elem == nil {
			elem = &contract.Schema{Types: contract.StringType}
		}
		out.Items = append(out.Items, sample(elem, depth+1))
	}
	return out
}

func sampleString(s *contract.Schema) string {
	v := sampleOf(formatOf(s).Name)
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
	return v
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
	if step := bound(s.MultipleOf); step != nil && step.Sign() > 0 && !new(big.Rat).Quo(v, step).IsInt() {
		v.Set(step)
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

// Arguments is the smallest argument object of a tool in which the field at path
// has the given value: what the tool requires besides, and nothing else. nil
// where path does not lead through the tool's own schema.
func Arguments(tool *contract.Op, path string, value *source.Node) *source.Node {
	args := sampleObject(tool.Input, 0)
	if !set(tool.Input, args, steps(path), value) {
		return nil
	}
	return args
}

// Without is the smallest argument object of a tool, less the field at path;
// besides it holds the fields named in with.
func Without(tool *contract.Op, path string, with ...string) *source.Node {
	args := sampleObject(tool.Input, 0)
	for _, w := range with {
		if f := fieldNamed(tool.Input, w); f != nil && args.Member(f.Name) == nil {
			args.Members = append(args.Members, source.Member{Key: f.Name, Value: sample(f.Schema, 1)})
		}
	}
	path, leaf := parent(path)
	if path == "" {
		args.Members = without(args.Members, leaf)
		return args
	}
	holder := fieldAt(tool.Input, steps(path))
	if holder == nil {
		return nil
	}
	inner := sample(holder, 1)
	if inner.Kind != source.Object {
		return nil
	}
	inner = &source.Node{Kind: source.Object, Members: without(inner.Members, leaf)}
	if !set(tool.Input, args, steps(path), inner) {
		return nil
	}
	return args
}

func without(members []source.Member, name string) []source.Member {
	return slices.DeleteFunc(slices.Clone(members), func(m source.Member) bool { return m.Key == name })
}

// set puts a value into made-up arguments, making the way to it.
func set(s *contract.Schema, at *source.Node, way []string, value *source.Node) bool {
	if len(way) == 0 || at.Kind != source.Object {
		return false
	}
	key, rest := way[0], way[1:]
	f := fieldNamed(s, key)
	switch {
	case f != nil:
		return setMember(at, key, along(f.Schema, rest, value))
	case key == "*" && s.Extra != nil:
		return setMember(at, "key", along(s.Extra, rest, value))
	}
	return slices.ContainsFunc(s.AnyOf, func(alt *contract.Schema) bool { return set(alt, at, way, value) })
}

// along is the value at the end of a way, in the lists and objects along it; nil
// where the way does not lead through the schema.
func along(s *contract.Schema, way []string, value *source.Node) *source.Node {
	switch {
	case len(way) == 0:
		return value
	case s == nil:
		return nil
	case way[0] == "[]":
		elem := along(s.Elem, way[1:], value)
		if elem == nil {
			return nil
		}
		return &source.Node{Kind: source.Array, Items: []*source.Node{elem}}
	}
	object := sampleObject(s, 1)
	if !set(s, object, way, value) {
		return nil
	}
	return object
}

// setMember reports whether there is a value to set.
func setMember(object *source.Node, key string, value *source.Node) bool {
	if value == nil {
		return false
	}
	if m := object.Member(key); m != nil {
		m.Value = value
	} else {
		object.Members = append(object.Members, source.Member{Key: key, Value: value})
	}
	return true
}

// fieldAt is the schema that a path leads to, or nil.
func fieldAt(s *contract.Schema, way []string) *contract.Schema {
	for _, step := range way {
		if s == nil {
			return nil
		}
		switch step {
		case "[]":
			s = s.Elem
		case "*":
			s = s.Extra
		default:
			f := fieldNamed(s, step)
			if f == nil {
				return nil
			}
			s = f.Schema
		}
	}
	return s
}

// steps splits a field path: "lines[].sku" is lines, [], sku; ["a.b"] is one step.
func steps(path string) []string {
	var out []string
	for path != "" {
		switch {
		case strings.HasPrefix(path, "."):
			path = path[1:]
		case strings.HasPrefix(path, "[]"):
			out, path = append(out, "[]"), path[2:]
		case strings.HasPrefix(path, `["`):
			end := strings.Index(path, `"]`)
			if end < 0 {
				return append(out, path)
			}
			out, path = append(out, path[2:end]), path[end+2:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			out, path = append(out, path[:end]), path[end:]
		}
	}
	return out
}

// parent splits a path into the way to its last step, and that step.
func parent(path string) (way, leaf string) {
	all := steps(path)
	if len(all) == 0 {
		return "", ""
	}
	leaf = all[len(all)-1]
	for _, s := range all[:len(all)-1] {
		if s == "[]" {
			way = bind.Elem(way)
		} else {
			way = bind.Join(way, s)
		}
	}
	return way, leaf
}

func str(text string) *source.Node { return &source.Node{Kind: source.String, Text: text} }

func num(text string) *source.Node { return &source.Node{Kind: source.Number, Text: text} }

func null() *source.Node { return &source.Node{Kind: source.Null, Text: "null"} }

// At is the value that a field path leads to in made-up arguments, or nil.
func At(args *source.Node, path string) *source.Node {
	for _, step := range steps(path) {
		switch {
		case args == nil:
			return nil
		case step == "[]" && args.Kind == source.Array && len(args.Items) > 0:
			args = args.Items[0]
		case step == "*" && args.Kind == source.Object && len(args.Members) > 0:
			args = args.Members[len(args.Members)-1].Value
		default:
			args = args.Value(step)
		}
	}
	return args
}

// Top is the first name of a field path.
func Top(path string) string {
	if all := steps(path); len(all) > 0 {
		return all[0]
	}
	return path
}

// Leaf is the last name of a field path: of "lines[].sku" sku, of "labels.*" labels.
func Leaf(path string) string {
	for _, step := range slices.Backward(steps(path)) {
		if step != "[]" && step != "*" {
			return step
		}
	}
	return path
}

// Wrap is a value in the lists and objects that lie between the first name of a
// path and its end.
func Wrap(path string, v *source.Node) *source.Node {
	all := steps(path)
	for i := len(all) - 1; i > 0; i-- {
		switch all[i] {
		case "[]":
			v = &source.Node{Kind: source.Array, Items: []*source.Node{v}}
		case "*":
			v = &source.Node{Kind: source.Object, Members: []source.Member{{Key: "key", Value: v}}}
		default:
			v = &source.Node{Kind: source.Object, Members: []source.Member{{Key: all[i], Value: v}}}
		}
	}
	return v
}
