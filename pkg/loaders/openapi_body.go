package loaders

import (
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// requestBody is the body of a request before its fields join the parameters.
type requestBody struct {
	schema     *contract.Schema
	in         contract.Location // Body or Form
	required   bool
	requiredAt source.Span
	at         source.Span // where "body" stands, so to speak
	doc        contract.Text
	examples   []*source.Node
	waivers    []contract.Waiver  // that stand at the schema outside its fields
	encoding   openapi3.Encodings // of a form's fields, by name
}

func (s *apiSpec) requestBody(o *apiOp, kin *openapi3.RequestBody) *requestBody {
	node := s.target(o.node.Value("requestBody"))
	b := &requestBody{at: o.node.Member("requestBody").KeyAt, required: kin.Required, doc: s.schemas.text(node, "description")}
	if required := node.Value("required"); required != nil && kin.Required {
		b.requiredAt = required.At
	}
	name, media, schema := s.media(node.Value("content"))
	if media == nil {
		b.schema = &contract.Schema{Types: contract.Any, At: node.At, Opaque: "the request body has no media type"}
		return b
	}
	if items := media.Value("itemSchema"); items != nil && schema == nil { // OpenAPI 3.2, Sequential Media Types
		b.schema = &contract.Schema{Types: contract.Any, At: items.At, Opaque: "a stream of items, which is not compared"}
		return b
	}
	if rank := mediaRank(name); rank == urlencoded || rank == multipart {
		b.in = contract.Form
		if m := kin.Content[name]; m != nil {
			b.encoding = m.Encoding
		}
	}
	b.schema = s.schemas.read(schema)
	b.waivers = s.schemas.waivers(schema)
	b.examples = s.examples(media)
	return b
}

// addTo makes the members of the body fields of input, beside the parameters
// that are there. What has the name of a parameter stays in a field "body", and
// so does a body that is no object of known members.
func (b *requestBody) addTo(input *contract.Schema) {
	taken := map[string]bool{}
	for _, f := range input.Fields {
		taken[f.Name] = true
	}
	switch {
	case b.schema.Opaque != "":
		// What a tool offers may well be in there, so nothing can be said of the whole.
		if input.Opaque == "" {
			input.Opaque, input.Beyond = "its request body: "+b.schema.Opaque, b.schema.Beyond
		}
		return
	case isFreeForm(b.schema):
		// Whatever a tool offers is a member of it, so it is not missing either.
		input.Fields = append(input.Fields, b.lone(b.schema, false))
		input.Extra = &contract.Schema{Types: contract.Any, At: b.schema.At}
		return
	case !hasMembers(b.schema) || collides(b.schema, taken):
		input.Fields = append(input.Fields, b.lone(b.schema, b.required))
		return
	}
	schema := b.placed()
	var inside []*contract.Field
	params := input.Fields[:len(input.Fields):len(input.Fields)]
	for _, f := range schema.Fields {
		if taken[f.Name] {
			inside = append(inside, f)
			continue
		}
		input.Fields = append(input.Fields, f)
	}
	if inside != nil {
		// The field that holds them takes a name, which may be another member's.
		if i := slices.IndexFunc(input.Fields[len(params):], func(f *contract.Field) bool { return f.Name == "body" }); i >= 0 {
			i += len(params)
			inside = append(inside, input.Fields[i])
			input.Fields = slices.Delete(input.Fields, i, i+1)
		}
		needed := slices.ContainsFunc(inside, func(f *contract.Field) bool { return f.Required })
		input.Fields = append(input.Fields, b.lone(&contract.Schema{Types: contract.ObjectType, Fields: inside, At: b.schema.At}, needed))
	}
	for _, alternative := range unfold(schema)[1:] {
		if alternative.Closed {
			alternative.Fields = append(alternative.Fields, params...)
		}
	}
	input.Name, input.Doc = schema.Name, schema.Doc
	if b.doc.Text != "" {
		input.Doc = b.doc
	}
	input.Groups, input.Reserved, input.Unread = schema.Groups, schema.Reserved, schema.Unread
	input.Closed, input.ClosedAt, input.OpenAt, input.Extra = schema.Closed, schema.ClosedAt, schema.OpenAt, schema.Extra
	input.AnyOf, input.AnyOfAt, input.OneOf, input.Discriminator = schema.AnyOf, schema.AnyOfAt, schema.OneOf, schema.Discriminator
	b.giveExamples(schema.Fields)
	if len(params) > 0 {
		return // what they must be is missing from the examples
	}
	for _, example := range append(slices.Clone(b.examples), schema.Examples...) {
		if example.Kind == source.Object {
			input.Examples = append(input.Examples, example)
		}
	}
}

// giveExamples hands the members of example bodies to the fields.
func (b *requestBody) giveExamples(fields []*contract.Field) {
	named := map[string]*contract.Field{}
	for _, f := range fields {
		named[f.Name] = f
	}
	for _, example := range append(slices.Clone(b.examples), b.schema.Examples...) {
		for _, m := range example.Members {
			if f := named[m.Key]; f != nil {
				addExamples(f, m.Value)
			}
		}
	}
}

// lone is the field "body" that holds what is not promoted.
func (b *requestBody) lone(schema *contract.Schema, required bool) *contract.Field {
	f := &contract.Field{
		Name: "body", In: b.in, Schema: schema, Doc: b.doc, At: b.at, DeclAt: b.at,
		Required: required && b.required, LooseBody: required && !b.required,
	}
	if f.Required {
		f.RequiredAt = b.requiredAt
	}
	if f.Doc.Text == "" {
		f.Doc = schema.Doc
	}
	if schema != b.schema {
		return f
	}
	f.Waivers, b.waivers = b.waivers, nil
	addExamples(f, b.examples...)
	return f
}

// placed is a copy of the body's schema whose fields know where they travel:
// schemas are shared with other operations, which may send them elsewhere.
// Alternatives are copied with it, as their fields are the body's too.
func (b *requestBody) placed() *contract.Schema {
	all := unfold(b.schema)
	copies := map[*contract.Schema]*contract.Schema{}
	for _, s := range all {
		copied := *s
		copies[s] = &copied
	}
	for _, s := range all {
		copied := copies[s]
		copied.Fields, copied.AnyOf = nil, nil
		for _, f := range s.Fields {
			copied.Fields = append(copied.Fields, b.field(*f))
		}
		for _, alternative := range s.AnyOf {
			copied.AnyOf = append(copied.AnyOf, copies[alternative])
		}
	}
	return copies[b.schema]
}

// field is a copy of a member of the body, told where it travels.
func (b *requestBody) field(f contract.Field) *contract.Field {
	f.In = b.in
	f.LooseBody = !b.required
	if f.Schema.ReadOnly {
		f.Required, f.RequiredAt = false, source.Span{}
	}
	if b.in == contract.Form && f.Style == "" {
		f.Style, f.Explode = b.serialization(f.Name)
	}
	return &f
}

// serialization is how a field of a form travels (OpenAPI 3.1.1, Encoding Object).
func (b *requestBody) serialization(name string) (style string, explode bool) {
	style = openapi3.SerializationForm
	encoding := b.encoding[name]
	if encoding != nil && encoding.Style != "" {
		style = encoding.Style
	}
	if encoding != nil && encoding.Explode != nil {
		return style, *encoding.Explode
	}
	return style, style == openapi3.SerializationForm || style == openapi3.SerializationDeepObject
}

// unfold is s and all its alternatives, those of alternatives too, each once.
func unfold(s *contract.Schema) []*contract.Schema {
	all := []*contract.Schema{s}
	seen := map[*contract.Schema]bool{s: true}
	for i := 0; i < len(all); i++ {
		for _, alternative := range all[i].AnyOf {
			if !seen[alternative] {
				seen[alternative] = true
				all = append(all, alternative)
			}
		}
	}
	return all
}

// hasMembers reports whether s is an object, and one with members to promote: a
// map or a free-form object has none.
func hasMembers(s *contract.Schema) bool {
	if s.Types&^contract.NullType != contract.ObjectType {
		return false
	}
	return slices.ContainsFunc(unfold(s), func(s *contract.Schema) bool { return len(s.Fields) > 0 || s.Closed })
}

// isFreeForm reports whether any object will do.
func isFreeForm(s *contract.Schema) bool {
	if s.Types != contract.Any && s.Types&^contract.NullType != contract.ObjectType {
		return false
	}
	open := len(s.Fields) == 0 && !s.Closed && len(s.AnyOf) == 0 && s.Enum == nil
	return open && (s.Extra == nil || s.Extra.Types == contract.Any && s.Extra.Opaque == "")
}

// collides reports whether an alternative of a body has a field of a name that
// is taken. Such a body stays whole: its alternatives cannot be taken apart.
func collides(s *contract.Schema, taken map[string]bool) bool {
	return slices.ContainsFunc(unfold(s)[1:], func(alternative *contract.Schema) bool {
		return slices.ContainsFunc(alternative.Fields, func(f *contract.Field) bool { return taken[f.Name] })
	})
}
