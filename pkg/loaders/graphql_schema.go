package loaders

import (
	"regexp"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// gqlPending is a field whose schema is still to be read. Types that contain
// each other are read one after the other, not one inside the other: a schema
// may chain more of them than a stack should hold.
type gqlPending struct {
	field *contract.Field
	from  *gqlField
	oneOf bool // of a @oneOf type: what is sent must not be null
}

// fields are the fields of an object; they have a schema after finish.
func (x *gqlIndex) fields(from []*gqlField, oneOf bool) []*contract.Field {
	var fields []*contract.Field
	for _, f := range from {
		field := &contract.Field{Name: f.name, Required: f.typ.nonNull && f.def == nil, Doc: f.doc,
			Deprecated: f.deprecated, At: f.at, DeclAt: f.declAt, Waivers: f.waivers}
		if field.Required {
			field.RequiredAt = f.typ.bangAt
		}
		fields = append(fields, field)
		x.pending = append(x.pending, gqlPending{field, f, oneOf})
	}
	return fields
}

// finish gives all fields their schemas.
func (x *gqlIndex) finish() {
	for i := 0; i < len(x.pending); i++ {
		p := x.pending[i]
		ref := p.from.typ
		if p.oneOf && !ref.nonNull {
			sent := *ref
			sent.nonNull = true
			ref = &sent
		}
		s := x.use(ref)
		s.Source, s.Default = p.from.typ.String(), p.from.def
		p.field.Schema = s
		if p.field.Doc.Text == "" {
			p.field.Doc = s.Doc
		}
	}
	x.pending = nil
}

// use is the schema of one use of a type: two of them differ in null and in place.
func (x *gqlIndex) use(ref *gqlRef) *contract.Schema {
	s := &contract.Schema{Source: ref.String(), TypeAt: ref.at, At: ref.at}
	switch {
	case ref.cut:
		s.Types, s.Opaque = contract.Any, "the introspection stops above the type's name"
	case ref.elem != nil:
		s.Types, s.Elem, s.Lone = contract.ArrayType, x.use(ref.elem), !x.tool
	default:
		x.name(s, ref)
		if x.tool && s.Opaque != "" {
			s.TypeAt = source.Span{} // the name of a type alone states no JSON type
		}
	}
	if ref.nonNull {
		s.Types &^= contract.NullType
		return s
	}
	s.Types |= contract.NullType
	if s.Enum != nil {
		null := &source.Node{Kind: source.Null, Text: "null", At: ref.at}
		s.Enum = append(s.Enum, contract.Value{Lit: null, Implied: true})
	}
	return s
}

// name fills in what a named type says.
func (x *gqlIndex) name(s *contract.Schema, ref *gqlRef) {
	switch ref.name {
	case "String":
		s.Types = contract.StringType
		return
	case "Boolean":
		s.Types = contract.Boolean
		return
	case "Float":
		s.Types = contract.Number
		return
	case "ID":
		s.Types = contract.StringType
		if !x.tool {
			s.Types |= contract.Integer
		}
		return
	case "Int":
		s.Types = contract.Integer
		s.Min = &contract.Bound{Num: "-2147483648", Implied: true, At: ref.at}
		s.Max = &contract.Bound{Num: "2147483647", Implied: true, At: ref.at}
		return
	}
	s.Name = ref.name
	t := x.schema.types[ref.name]
	if t == nil {
		x.missing(s, ref)
		return
	}
	switch s.Doc = t.doc; t.kind {
	case ast.InputObject:
		object := x.object(t)
		s.Types, s.Closed, s.Fields, s.Groups = contract.ObjectType, true, object.Fields, object.Groups
	case ast.Enum:
		gqlEnum(s, t)
	case ast.Scalar:
		gqlCustomScalar(s, t.doc.Text, t.url)
	default:
		s.Types, s.Opaque = contract.Any, ref.name+" is no input type"
		x.once(ref, "%s is %s, which cannot be sent", ref.name, gqlKindWords[t.kind])
	}
}

// missing is a type without a definition. AppSync's own scalars never have one.
func (x *gqlIndex) missing(s *contract.Schema, ref *gqlRef) {
	if strings.HasPrefix(ref.name, "AWS") && gqlScalars[ref.name].types != 0 {
		gqlCustomScalar(s, "", "")
		return
	}
	if x.unseen != "" {
		s.Types, s.Opaque = contract.Any, "type "+ref.name+": "+x.unseen
		return
	}
	s.Types, s.Opaque = contract.Any, "type "+ref.name+" is not defined"
	x.once(ref, "type %s is not defined", ref.name)
}

// once reports a type at the first of its uses that is met.
func (x *gqlIndex) once(ref *gqlRef, format string, args ...any) {
	if x.undefined[ref.name] {
		return
	}
	x.undefined[ref.name] = true
	x.faults = append(x.faults, gqlDirt(ref.at, format, args...))
}

// inputObject is an input type by name, or nil.
func (x *gqlIndex) inputObject(name string) *gqlType {
	if t := x.schema.types[name]; t != nil && t.kind == ast.InputObject {
		return t
	}
	return nil
}

// object is what all uses of an input type share: its fields, which is where recursion closes.
func (x *gqlIndex) object(t *gqlType) *contract.Schema {
	if s := x.objects[t.name]; s != nil {
		return s
	}
	s := &contract.Schema{Fields: x.fields(t.fields, !t.oneOf.IsZero())}
	if !t.oneOf.IsZero() {
		group := contract.Group{Name: t.name, Required: true, At: t.oneOf}
		for _, f := range t.fields {
			group.Fields = append(group.Fields, f.name)
		}
		s.Groups = []contract.Group{group}
	}
	x.objects[t.name] = s
	return s
}

func gqlEnum(s *contract.Schema, t *gqlType) {
	s.Types, s.EnumAt = contract.StringType, t.at
	if len(t.values) == 0 {
		s.Opaque = "enum " + t.name + " has no values"
		return
	}
	for _, v := range t.values {
		lit := &source.Node{Kind: source.String, Text: v.name, At: v.at}
		s.Enum = append(s.Enum, contract.Value{Lit: lit, Doc: v.doc, Deprecated: v.deprecated})
	}
}

// gqlScalar is what a custom scalar looks like in JSON.
type gqlScalar struct {
	types  contract.TypeSet
	format string
}

// gqlScalars are the custom scalars that mean the same in every schema: names of
// graphql-scalars (the-guild.dev) and of AWS AppSync. BigInt and Long travel as
// strings where JavaScript could not hold them.
var gqlScalars = map[string]gqlScalar{
	"DateTime": {contract.StringType, "date-time"}, "AWSDateTime": {contract.StringType, "date-time"},
	"Date": {contract.StringType, "date"}, "AWSDate": {contract.StringType, "date"},
	"Time": {contract.StringType, "time"}, "AWSTime": {contract.StringType, "time"},
	"UUID": {contract.StringType, "uuid"},
	"URI":  {contract.StringType, "uri"}, "URL": {contract.StringType, "uri"}, "Url": {contract.StringType, "uri"}, "AWSURL": {contract.StringType, "uri"},
	"EmailAddress": {contract.StringType, "email"}, "AWSEmail": {contract.StringType, "email"},
	"JSON": {contract.Any, ""}, "JSONObject": {contract.Any, ""}, "AWSJSON": {contract.StringType, ""},
	"Decimal":    {contract.StringType | contract.Number, ""},
	"BigDecimal": {contract.StringType | contract.Number, ""},
	"Money":      {contract.StringType | contract.Number, ""},
	"BigInt":     {contract.StringType | contract.Integer, ""}, "Long": {contract.StringType | contract.Integer, ""},
	"AWSTimestamp": {contract.Integer, ""},
}

// gqlSpecifiedBy maps what a @specifiedBy URL ends in or names to a scalar above.
var gqlSpecifiedBy = []struct{ part, scalar string }{
	{"rfc3339", "DateTime"}, {"andimarek/date-time", "DateTime"}, {"andimarek/local-date", "Date"},
	{"rfc4122", "UUID"}, {"rfc9562", "UUID"}, {"rfc3986", "URI"},
}

// gqlWidened finds a scalar that takes more than its name says: "accepts shortcuts
// like 2021", "or an ISO 8601 duration".
var gqlWidened = regexp.MustCompile(`(?i)\b(also accepts?|shortcuts?|durations?)\b`)

// gqlCustomScalar fills in a custom scalar; s.Name is its name.
func gqlCustomScalar(s *contract.Schema, doc, url string) {
	known, ok := gqlScalars[s.Name]
	for _, by := range gqlSpecifiedBy {
		if !ok && strings.Contains(strings.ToLower(url), by.part) {
			known, ok = gqlScalars[by.scalar], true
		}
	}
	if !ok || known.format != "" && gqlWidened.MatchString(doc) {
		s.Types, s.Opaque = contract.Any, "custom scalar "+s.Name
		return
	}
	s.Types = known.types
	s.Format = contract.Text{Text: known.format, At: s.TypeAt}
	if known.format == "" {
		s.Format = contract.Text{}
	}
}
