package check_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// style is how the author of one tool file writes: all tools of it alike.
type style struct {
	dialect  string // "mcp", "openai", "strict", "anthropic", "gemini"
	names    string // "as is", "snake", "camel"
	layout   string // "flat", "body" (what is no path or query parameter in a wrapper), "places" (path, query, body)
	wrapper  string // the name of the wrapper
	docs     string // "whole", "first sentence", "none", "args" (a docstring in the tool's description)
	optional string // of optional fields: "plain", "null default" (what Pydantic writes)
	keep     int    // of ten optional fields how many are offered
	folded   bool   // the config says that the tool server converts names
	closed   bool
	values   bool // defaults and examples are copied
}

var styles = struct{ dialects, names, layouts, docs, optional []string }{
	[]string{"mcp", "mcp", "mcp", "openai", "strict", "anthropic", "gemini"},
	[]string{"as is", "as is", "snake", "camel"},
	[]string{"flat", "flat", "flat", "body", "places"},
	[]string{"whole", "whole", "first sentence", "none", "args"},
	[]string{"plain", "plain", "null default"},
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func someStyle(r *rand.Rand) style {
	s := style{
		dialect: pick(r, styles.dialects), names: pick(r, styles.names), layout: pick(r, styles.layouts), docs: pick(r, styles.docs),
		optional: pick(r, styles.optional), keep: 3 + r.IntN(8), closed: r.IntN(2) == 0, values: r.IntN(3) > 0,
	}
	s.wrapper = pick(r, []string{"body", "request", "input", "params", "data"})
	switch s.dialect {
	case "strict":
		s.closed, s.optional = true, "null"
	case "gemini":
		s.closed, s.optional = false, "plain"
	}
	return s
}

func (s style) String() string {
	return fmt.Sprintf("%s, names %s, %s (%s), docs %s, optional %s, keeps %d", s.dialect, s.names, s.layout, s.wrapper, s.docs, s.optional, s.keep)
}

// tool is a tool being written, a copy of op.
type tool struct {
	name, doc string
	op        *contract.Op
	input     *shape
	style     style
}

// arg is a field of a tool's; api is what it copies, nil for a wrapper.
type arg struct {
	name     string
	required bool
	schema   *shape
	api      *contract.Field
}

// shape is the JSON Schema of a tool's field; api is what it copies.
type shape struct {
	api             *contract.Schema
	types           []string // empty: none is stated
	null            bool
	absent          bool     // optional as Pydantic writes it: T or null, default null
	enum, examples  []string // in JSON
	format, pattern string
	limits          []bound
	doc, def        string // def is in JSON
	args            []*arg
	closed          bool
	extra, elem     *shape
	anyOf           []*shape
}

// bound is a keyword that limits values, and its number.
type bound struct{ word, num string }

// author writes honest tools: copies of operations, as people make them.
type author struct {
	*rand.Rand
	style style
}

const (
	deepestObject = 3  // objects in one another; people cut what goes deeper
	most          = 25 // fields of one object
)

// tool is an honest copy of an operation; nil for one that nobody would offer, or
// that cannot be copied honestly.
func (w *author) tool(op *contract.Op, name string) *tool {
	if op.Deprecated.Text != "" || op.Input.Opaque != "" || len(op.Input.AnyOf) > 0 || len(op.Input.Fields) == 0 {
		return nil
	}
	args, ok := w.args(op.Input, 0)
	if !ok || len(args) == 0 {
		return nil
	}
	doc := op.Doc.Text
	if doc == "" {
		doc = op.Title.Text
	}
	if len(doc) > 600 {
		doc = firstSentence(doc)
	}
	t := &tool{name: name, doc: doc, op: op, style: w.style}
	t.input = &shape{api: op.Input, types: []string{"object"}, args: w.laidOut(args), closed: w.style.closed}
	if w.style.docs == "args" && w.style.layout == "flat" {
		t.documentArgs()
	}
	return t
}

func firstSentence(doc string) string {
	line, _, _ := strings.Cut(doc, "\n")
	if i := strings.Index(line, ". "); i > 0 {
		line = line[:i+1]
	}
	return line
}

// documentArgs moves the descriptions of the top fields into the tool's, as a
// docstring has them.
func (t *tool) documentArgs() {
	t.doc += "\n\nArgs:"
	for _, a := range t.input.args {
		line, _, _ := strings.Cut(a.schema.doc, "\n")
		a.schema.doc = ""
		t.doc += "\n    " + a.name + ": " + line
	}
}

// laidOut puts the top fields where the style has them.
func (w *author) laidOut(args []*arg) []*arg {
	if w.style.layout == "flat" {
		return args
	}
	wrappers := map[string]*arg{}
	var out []*arg
	for _, a := range args {
		place := "body"
		switch a.api.In {
		case contract.Path, contract.Query:
			place = a.api.In.String()
		}
		if place != "body" && w.style.layout == "body" {
			out = append(out, a)
			continue
		}
		name := place
		if w.style.layout == "body" {
			name = w.style.wrapper
		}
		if wrappers[name] == nil {
			wrappers[name] = &arg{name: name, schema: &shape{types: []string{"object"}, closed: w.style.closed}}
			out = append(out, wrappers[name])
		}
		in := wrappers[name]
		in.schema.args = append(in.schema.args, a)
		in.required = in.required || a.required || w.style.dialect == "strict"
	}
	for _, a := range out {
		if a.api == nil && slices.ContainsFunc(args, func(b *arg) bool { return contract.Letters(b.name) == contract.Letters(a.name) }) {
			return args // the wrapper's name is one of the API's own
		}
	}
	return out
}

// args are the fields of an object, those that the author offers; ok is false
// where one that the API needs cannot be offered.
func (w *author) args(s *contract.Schema, depth int) (out []*arg, ok bool) {
	letters := map[string]bool{}
	for _, f := range s.Fields {
		excluded := f.In == contract.Header || f.In == contract.Cookie || f.Credential || f.Schema.ReadOnly || !f.Required && secret[contract.Letters(f.Name)]
		if excluded {
			continue
		}
		unfit := f.Deprecated.Text != "" || f.Hidden.Text != "" || f.Name == "" || letters[contract.Letters(f.Name)] || len(f.Name) > 60
		collided := depth == 0 && f.Name == "body" && isObject(f.Schema) // the members whose names parameters have too
		keep := f.Required || collided || w.IntN(10) < w.style.keep
		if !f.Required && (unfit || !keep || len(out) >= most) {
			continue
		}
		if unfit {
			return nil, false
		}
		inner := w.shape(f.Schema, depth)
		if inner == nil {
			if f.Required {
				return nil, false
			}
			continue
		}
		letters[contract.Letters(f.Name)] = true
		a := &arg{name: w.named(f.Name), required: f.Required || saysRequired.MatchString(f.Doc.Text), schema: inner, api: f}
		inner.null = inner.null || f.Schema.Types.Has(contract.NullType) && !f.Schema.NullLeft && strings.Contains(strings.ToLower(f.Doc.Text), "null")
		inner.doc = w.described(f.Doc.Text)
		w.optional(a)
		out = append(out, a)
	}
	return out, true
}

// saysRequired: protobuf comments say so where no annotation does, and who copies
// the comment makes the field required.
var saysRequired = regexp.MustCompile(`^\W*(?i:required)\b[^a-z]*($|[A-Z\n])|[.\n]\s*Required\.?\s*$`)

// secret are names of credentials, which the tool server holds.
var secret = map[string]bool{"token": true, "accesstoken": true, "apikey": true, "clientsecret": true, "apisecret": true, "secretkey": true, "authtoken": true}

// optional writes that a field may be left out, as the style does.
func (w *author) optional(a *arg) {
	if a.required {
		return
	}
	switch w.style.optional {
	case "null":
		a.required, a.schema.null = true, true
		a.schema.def = ""
	case "null default":
		a.schema.absent = a.schema.def == ""
	}
}

func (w *author) named(name string) string {
	plain := strings.IndexFunc(name, func(r rune) bool {
		return !(r == '_' || r == '-' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	}) < 0
	words := contract.Words(name)
	switch {
	case !plain || len(words) == 0:
		return name
	case w.style.names == "snake":
		return strings.Join(words, "_")
	case w.style.names == "camel":
		return camel(words)
	}
	return name
}

func camel(words []string) string {
	out := words[0]
	for _, word := range words[1:] {
		out += strings.ToUpper(word[:1]) + word[1:]
	}
	return out
}

func (w *author) described(doc string) string {
	switch w.style.docs {
	case "none":
		return ""
	case "first sentence":
		return firstSentence(doc)
	}
	return doc
}

// shape is a copy of a schema; nil where it is too deep or cannot be written.
func (w *author) shape(s *contract.Schema, depth int) *shape {
	if s.Opaque != "" || depth > deepestObject || s.Types&^contract.NullType == 0 {
		return nil
	}
	out := &shape{api: s, null: s.Types.Has(contract.NullType) && s.Types != contract.Any && !s.NullLeft && w.IntN(4) == 0 && !isGraphQL(s)}
	types := s.Types &^ contract.NullType
	if len(s.AnyOf) > 0 {
		return w.union(s, out, depth)
	}
	switch {
	case s.Types == contract.Any:
		return nil
	case s.Digits:
		types &^= contract.StringType
		if strings.HasSuffix(s.Source, "64") && w.IntN(4) == 0 {
			types = contract.StringType
		}
	case s.Enum != nil && types == contract.StringType|contract.Integer, strings.TrimRight(s.Source, "!") == "ID":
		types = contract.StringType // names of protobuf enums; a GraphQL ID
	}
	out.types = words(types)
	for _, v := range s.Enum {
		if !v.Implied && !v.Deprecated && v.Lit.Kind != source.Null {
			out.enum = append(out.enum, v.Lit.JSON())
		}
	}
	if s.Enum != nil && (len(out.enum) == 0 || !valid((&shape{types: out.types}).json("mcp"), out.enum[0])) {
		return nil // a spec whose values are not of its type
	}
	out.format, out.pattern = s.Format.Text, s.Pattern.Text
	if strings.HasPrefix(s.Source, "google.protobuf.") && out.format != "date-time" {
		out.format = "" // no JSON Schema format says "3.5s" or a field mask
	}
	for _, l := range limitsOf(s) {
		if l.bound != nil && !l.bound.Implied && types.Has(l.limits) {
			out.limits = append(out.limits, bound{l.keyword(), l.bound.Num})
		}
	}
	if w.style.values && s.Default != nil && s.Default.Kind != source.Null {
		out.def = s.Default.JSON()
	}
	if w.style.values && len(s.Examples) > 0 {
		out.examples = append(out.examples, s.Examples[0].JSON())
	}
	if types.Has(contract.ArrayType) {
		if s.Elem == nil || len(s.Tuple) > 0 {
			return nil
		}
		if out.elem = w.shape(s.Elem, depth); out.elem == nil {
			return nil
		}
		if isObject(s.Elem) {
			out.elem.doc = w.described(s.Elem.Doc.Text)
		}
	}
	if types.Has(contract.ObjectType) && !w.object(s, out, depth) {
		return nil
	}
	out.settle()
	return out
}

func isGraphQL(s *contract.Schema) bool {
	return s.Source != "" && (strings.ContainsAny(s.Source, "![") || s.Source[0] >= 'A' && s.Source[0] <= 'Z')
}

func isObject(s *contract.Schema) bool { return s.Types&^contract.NullType == contract.ObjectType }

func (w *author) object(s *contract.Schema, out *shape, depth int) bool {
	if len(s.Fields) == 0 {
		if s.Extra == nil {
			return false
		}
		out.extra = w.shape(s.Extra, depth+1)
		return out.extra != nil
	}
	args, ok := w.args(s, depth+1)
	if !ok || len(args) == 0 {
		return false
	}
	out.args, out.closed = args, w.style.closed
	return true
}

// union copies alternatives, or the one that the author offers.
func (w *author) union(s *contract.Schema, out *shape, depth int) *shape {
	if len(s.Fields) > 0 || s.Discriminator != "" || s.Enum != nil || len(s.AnyOf) > 4 {
		return nil
	}
	for _, alt := range s.AnyOf {
		if alt.Types == contract.NullType {
			continue
		}
		one := w.shape(alt, depth)
		if one == nil {
			return nil
		}
		one.null = false
		out.anyOf = append(out.anyOf, one)
	}
	if len(out.anyOf) == 0 {
		return nil
	}
	if len(out.anyOf) == 1 || w.IntN(2) == 0 {
		one := out.anyOf[w.IntN(len(out.anyOf))]
		one.null = out.null
		return one
	}
	return out
}

func words(types contract.TypeSet) []string {
	var out []string
	for _, t := range []struct {
		set  contract.TypeSet
		word string
	}{
		{contract.StringType, "string"}, {contract.Number, "number"}, {contract.Integer, "integer"},
		{contract.Boolean, "boolean"}, {contract.ArrayType, "array"}, {contract.ObjectType, "object"},
	} {
		if types.Has(t.set) && !(t.word == "integer" && types.Has(contract.Fraction)) {
			out = append(out, t.word)
		}
	}
	return out
}

type limitOf struct {
	word, past string // the keyword, and that of an exclusive bound
	bound      *contract.Bound
	limits     contract.TypeSet // some specs give a string a minimum
}

func (l limitOf) keyword() string {
	if l.bound.Exclusive {
		return l.past
	}
	return l.word
}

func limitsOf(s *contract.Schema) []limitOf {
	return []limitOf{
		{"minimum", "exclusiveMinimum", s.Min, contract.Integer}, {"maximum", "exclusiveMaximum", s.Max, contract.Integer}, {"multipleOf", "", s.MultipleOf, contract.Integer},
		{"minLength", "", s.MinLen, contract.StringType}, {"maxLength", "", s.MaxLen, contract.StringType},
		{"minItems", "", s.MinItems, contract.ArrayType}, {"maxItems", "", s.MaxItems, contract.ArrayType},
	}
}
