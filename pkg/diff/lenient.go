package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// Laxity is the way in which a tool's input takes more than one spelling of what
// is meant, or more than it declares.
type Laxity string

// The laxities.
const (
	EitherType Laxity = "either type" // a number, or the same as a string
	EitherList Laxity = "either list" // an array, or the same in one string
	AnyMember  Laxity = "any member"  // undeclared members are allowed in so many words
	FreeList   Laxity = "free list"   // a description lists the values, the schema takes any string
	AnyCase    Laxity = "any case"    // a description says that case does not matter
	NumberText Laxity = "number text" // a description takes strings for numbers, and the schema does not
)

// LenientFact is what is known of a Lenient.
type LenientFact struct {
	Of     Laxity
	Type   string // EitherType: the word of the type that is meant: "integer", "number", "boolean"
	Said   string // the description's own words, of AnyCase and NumberText, and of a FreeList that also says the first; ""
	Values []string
}

// lenient are the places of a tool's input that invite calls which only a lenient
// server understands. What the API says of them is looked at by settled.
func lenient(tool *contract.Op, listed map[string]contract.Text) []*Drift {
	l := &laxities{tool: tool, listed: listed, seen: map[*contract.Schema]bool{}, left: source.MaxFields}
	l.open(tool.Input, tool.Doc, nil, "")
	l.members(tool.Input, nil, "", 0)
	return l.found
}

type laxities struct {
	tool    *contract.Op
	listed  map[string]contract.Text
	measure map[*contract.Field]bool // the numbers that are a quantity; nil until one is asked for
	seen    map[*contract.Schema]bool
	left    int // fields
	found   []*Drift
}

func (l *laxities) add(ref *bind.Ref, path string, s *contract.Schema, at source.Span, fact LenientFact, value string) {
	d := &Drift{Kind: Lenient, Tool: l.tool, ToolField: ref, Path: path, ToolSchema: s, Lenient: fact, Value: value}
	d.ToolAt = firstPlace(at, s.TypeAt)
	if d.ToolAt.IsZero() && ref != nil {
		d.ToolAt = ref.Field.At
	}
	l.found = append(l.found, d)
}

// members visits what an object, a list, a map and a union hold, each schema once.
// How deep and how many is bounded as for eachField, which has told what is left out.
func (l *laxities) members(s *contract.Schema, ref *bind.Ref, path string, depth int) {
	if s == nil || l.seen[s] || l.left <= 0 || depth > source.MaxPairDepth {
		return
	}
	l.seen[s] = true
	for _, f := range s.Fields {
		l.left--
		inner := &bind.Ref{Path: bind.Join(path, f.Name), Field: f}
		l.field(inner)
		l.open(f.Schema, f.Doc, inner, inner.Path)
		l.members(f.Schema, inner, inner.Path, depth+1)
	}
	if s.Elem != nil {
		l.open(s.Elem, s.Elem.Doc, ref, bind.Elem(path))
		l.members(s.Elem, ref, bind.Elem(path), depth+1)
	}
	if s.Extra != nil {
		l.open(s.Extra, s.Extra.Doc, ref, keys(path))
		l.members(s.Extra, ref, keys(path), depth+1)
	}
	for _, alt := range s.AnyOf {
		l.open(alt, alt.Doc, ref, path)
		l.members(alt, ref, path, depth+1)
	}
}

// open finds an object that declares members and allows others in so many words.
// Where that is what it is for, its name or its description says so.
func (l *laxities) open(s *contract.Schema, doc contract.Text, ref *bind.Ref, path string) {
	if s.OpenAt.IsZero() || s.Closed || len(s.Fields) == 0 || l.seen[s] || s.Extra != nil && s.Extra.Opaque != "" {
		return
	}
	if isFreeForm(doc.Text) || isFreeForm(s.Doc.Text) || ref != nil && holdsAnything(ref.Field.Name) {
		return
	}
	l.add(ref, path, s, s.OpenAt, LenientFact{Of: AnyMember}, "undeclared")
}

// isFreeForm reports a description of an object whose members nobody can list.
func isFreeForm(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc([]string{
		"additional", "arbitrary", "any other", "any key", "any field", "any valid", "custom", "free-form", "freeform", "free form", "key-value", "key/value", "key value",
		"dynamic", "extra ", "other fields", "other propert", "map of", "mapping of", "dictionary", "depends on", "depending on", "varies", "passthrough", "pass-through",
	}, func(w string) bool { return strings.Contains(low, w) })
}

// holdsAnything reports a name of an object whose members are its user's.
func holdsAnything(name string) bool {
	words := contract.Words(name)
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "metadata", "meta", "labels", "tags", "headers", "env", "environment", "variables", "vars", "annotations", "attributes", "properties", "extra", "extras",
		"context", "params", "parameters", "args", "arguments", "options", "payload", "data", "settings", "config", "configuration":
		return true
	}
	return false
}

func (l *laxities) field(ref *bind.Ref) {
	s := ref.Field.Schema
	if s.Opaque != "" {
		return
	}
	texts := []contract.Text{ref.Field.Doc}
	if ref.Path == ref.Field.Name {
		if more := l.listed[ref.Field.Name]; more.Text != "" {
			texts = append(texts, more)
		}
	}
	if l.either(ref, s, texts) {
		return
	}
	for _, text := range texts {
		if text.Text != "" && l.told(ref, s, text) {
			return
		}
	}
}

// told finds what one description of a field takes more leniently than its schema says.
func (l *laxities) told(ref *bind.Ref, s *contract.Schema, text contract.Text) bool {
	said := prose.Lenient(text)
	path := ref.Path
	if s.Types&^contract.NullType == contract.ArrayType && s.Elem != nil {
		s, path = s.Elem, bind.Elem(path)
	}
	words := ""
	if said.AnyCase != nil {
		words = said.AnyCase.Text
	}
	switch types := s.Types &^ contract.NullType; {
	case types == contract.StringType && len(s.AnyOf) == 0:
		if path == ref.Path && holdsSeveral(ref.Field.Name) {
			return false
		}
		if values, at := freeList(s, said.Values, text, l.tool.Input); values != nil {
			l.add(ref, path, s, at, LenientFact{Of: FreeList, Values: values, Said: words}, strings.Join(values, ", "))
			return true
		}
		if said.AnyCase != nil && (len(s.Enum) > 1 || isCode(ref.Field.Name) && !said.Searches) {
			l.add(ref, path, s, said.AnyCase.At, LenientFact{Of: AnyCase, Said: words}, "case")
			return true
		}
	case types&^contract.Number == 0 && types != 0 && s.Enum == nil && said.AsText != nil:
		l.add(ref, path, s, said.AsText.At, LenientFact{Of: NumberText, Type: numberWord(types), Said: said.AsText.Text}, "text")
		return true
	}
	return false
}

// freeList is the closed list that a description gives and its schema does not.
func freeList(s *contract.Schema, listed []prose.Claim, text contract.Text, input *contract.Schema) ([]string, source.Span) {
	if s.Enum != nil || s.Format.Text != "" || s.Pattern.Text != "" {
		return nil, source.Span{}
	}
	if c := prose.Read(text); len(listed) < 2 || c.Several != nil || len(c.Formats) > 0 {
		return nil, source.Span{}
	}
	var values []string
	for _, v := range listed {
		if fieldNamed(input, v.Text) != nil || slices.Contains(values, v.Text) {
			return nil, source.Span{} // it speaks of other fields
		}
		values = append(values, v.Text)
	}
	for _, shown := range append(slices.Clone(s.Examples), s.Default) {
		if shown != nil && shown.Kind == source.String && !slices.Contains(values, shown.Text) {
			return nil, source.Span{} // then it lists some of them
		}
	}
	return values, listed[0].At
}

// holdsSeveral reports a name of which one string may hold several values.
func holdsSeveral(name string) bool {
	words := contract.Words(name)
	return len(words) > 0 && contract.IsPlural(words[len(words)-1])
}

// isCode reports a name of values that are few, short, and spelled in one case.
func isCode(name string) bool {
	words := contract.Words(name)
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "currency", "country", "language", "locale", "status", "state", "type", "kind", "unit", "units", "mode", "method", "severity", "priority", "level", "format",
		"order", "direction", "weekday", "month", "symbol", "ticker", "airport", "iata":
		return true
	}
	n := len(words)
	return n > 1 && words[n-1] == "code" && isCode(words[n-2])
}

// either finds a value that is taken in two types: as a number or as a string, in
// an array or in one string. Where both mean something of their own it finds none.
func (l *laxities) either(ref *bind.Ref, s *contract.Schema, texts []contract.Text) bool {
	text, other := apart(s)
	if text == nil || s.Enum != nil || text.Enum != nil || text.Format.Text != "" {
		return false
	}
	types := s.Types &^ (contract.NullType | contract.StringType)
	switch {
	case types == contract.ArrayType:
		for _, t := range append(texts, text.Doc) {
			if c := prose.Read(t); c.Several != nil {
				l.add(ref, ref.Path, s, s.AnyOfAt, LenientFact{Of: EitherList, Said: c.Several.Text}, "array or string")
				return true
			}
		}
		return false
	case types == 0, text.Doc.Text != "" && text != s, types&^contract.Number != 0 && types != contract.Boolean:
		return false
	}
	word, surely := "boolean", false
	if types != contract.Boolean {
		word, surely = numberWord(types), l.measures(ref.Field) || other.Min != nil || other.Max != nil || other.MultipleOf != nil || counts(ref.Field.Name)
		surely = surely || isDigits(text.Pattern.Text)
	}
	if text.Pattern.Text != "" && !isDigits(text.Pattern.Text) || showsWords(s) {
		return false
	}
	for _, t := range texts {
		said := prose.Lenient(t)
		c := prose.Read(t)
		if prose.ShowsWord(t) || len(c.Formats) > 0 || len(c.Values) > 0 {
			return false
		}
		surely = surely || said.AsText != nil && types != contract.Boolean || types == contract.Boolean && isFlag(t.Text)
	}
	if !surely || isLabel(ref.Field.Name) {
		return false
	}
	l.add(ref, ref.Path, s, firstPlace(s.AnyOfAt, s.TypeAt), LenientFact{Of: EitherType, Type: word}, word+" or string")
	return true
}

// measures reports a number that is a quantity, or would be one were it no string too.
func (l *laxities) measures(f *contract.Field) bool {
	if l.measure == nil {
		l.measure = map[*contract.Field]bool{}
		eachNumber(l.tool, func(n units.Number, ref *bind.Ref) { l.measure[ref.Field] = units.Judge(n).Verdict != units.None })
	}
	return l.measure[f]
}

// apart is the alternative of a schema that takes strings, and the one that takes
// something else; both are the schema itself where it just lists its types.
func apart(s *contract.Schema) (text, other *contract.Schema) {
	if !s.Types.Has(contract.StringType) || s.Types == contract.Any {
		return nil, nil
	}
	if len(s.AnyOf) == 0 {
		return s, s
	}
	for _, alt := range s.AnyOf {
		switch types := alt.Types &^ contract.NullType; {
		case types == contract.StringType && text == nil:
			text = alt
		case types&contract.StringType == 0 && other == nil:
			other = alt
		default:
			return nil, nil
		}
	}
	if text == nil || other == nil {
		return nil, nil
	}
	return text, other
}

func numberWord(t contract.TypeSet) string {
	if t.Has(contract.Fraction) {
		return "number"
	}
	return "integer"
}

// counts reports a name of something that is counted, or of a place in a count.
func counts(name string) bool {
	return slices.ContainsFunc(contract.Words(name), func(w string) bool {
		switch w {
		case "count", "limit", "page", "offset", "quantity", "qty", "amount", "total", "max", "min", "maximum", "minimum", "num", "size", "width", "height", "age",
			"year", "retries", "price", "score", "rating", "percent", "percentage":
			return true
		}
		return false
	})
}

// isLabel reports a name of something that is called by a number or by words alike.
func isLabel(name string) bool {
	words := contract.Words(name)
	if len(words) == 0 {
		return true
	}
	switch words[len(words)-1] {
	case "id", "ids", "key", "keys", "number", "name", "code", "ref", "reference", "slug", "token", "cursor", "version", "value", "default", "field", "type", "label", "tag", "sku":
		return true
	}
	return false
}

func isDigits(pattern string) bool {
	return slices.Contains([]string{`^\d+$`, `^[0-9]+$`, `^\d*$`, `^[0-9]*$`, `^-?\d+$`, `^-?[0-9]+$`, `^\d+(\.\d+)?$`, `^[0-9]+(\.[0-9]+)?$`, `^-?\d+(\.\d+)?$`}, pattern)
}

// showsWords reports whether a default or an example is text that spells no number.
func showsWords(s *contract.Schema) bool {
	return slices.ContainsFunc(append(slices.Clone(s.Examples), s.Default), func(v *source.Node) bool {
		if v == nil || v.Kind != source.String {
			return false
		}
		_, number := contract.Rat(v.Text)
		return !number && v.Text != "true" && v.Text != "false"
	})
}

// isFlag reports a description that opens as that of a boolean does.
func isFlag(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc([]string{"whether ", "if true", "true if", "true to ", "if set"}, func(w string) bool { return strings.HasPrefix(low, w) })
}

// settled are the lenient places about which nothing else is told, and which the
// API does not have for its own: what it refuses has a drift that says so.
func settled(drifts []*Drift, walks []*walk) []*Drift {
	return slices.DeleteFunc(drifts, func(d *Drift) bool {
		if d.Kind != Lenient {
			return false
		}
		both := d.Lenient.Of == EitherType || d.Lenient.Of == EitherList
		for _, w := range walks {
			if w.free[d.Path] && d.Lenient.Of == AnyMember || both && w.met[d.Path] {
				return true // it takes them, or refuses them in a drift
			}
		}
		return slices.ContainsFunc(drifts, func(f *Drift) bool { return f.Path == d.Path && outdoes(f, d.Lenient.Of) })
	})
}

// outdoes reports whether a drift tells of the same place what a laxity would.
func outdoes(d *Drift, of Laxity) bool {
	switch d.Kind {
	case Type, Renamed, Unknown, Hidden, ReadOnly, Malformed:
		return true
	case OpenObject, NotComparable:
		return of == AnyMember
	case EnumOpen, EnumUnknown, Format:
		return of == FreeList || of == AnyCase
	case ProseClaim:
		return of == FreeList || of == AnyCase && d.Prose.Of == "value"
	}
	return false
}
