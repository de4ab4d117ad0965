package loaders

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ast/predeclared"
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/seq"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// scalarSchema is a scalar type as protojson reads it: a number may be quoted,
// whatever its width, and NaN and Infinity must be.
func scalarSchema(s *contract.Schema, t predeclared.Name) {
	switch {
	case t == predeclared.Bool:
		s.Types = contract.Boolean
	case t == predeclared.String:
		s.Types = contract.StringType
	case t == predeclared.Bytes:
		s.Types = contract.StringType
		s.Format = contract.Text{Text: "byte", At: s.TypeAt}
	case t.IsFloat():
		s.Types, s.Digits = contract.Number|contract.StringType, true
	default:
		s.Types, s.Digits = contract.Integer|contract.StringType, true
		lo, hi := intRange(t)
		s.Min = &contract.Bound{Num: lo, Implied: true, At: s.TypeAt}
		s.Max = &contract.Bound{Num: hi, Implied: true, At: s.TypeAt}
	}
}

func intRange(t predeclared.Name) (lo, hi string) {
	bits := t.Bits()
	if t.IsUnsigned() {
		return "0", strconv.FormatUint(1<<bits-1, 10)
	}
	return strconv.FormatInt(-1<<(bits-1), 10), strconv.FormatInt(1<<(bits-1)-1, 10)
}

// wellKnownType is a message with a JSON form of its own.
type wellKnownType struct {
	types  contract.TypeSet
	format string
	scalar predeclared.Name // of a wrapper
	open   bool             // an object without declared members
}

// wellKnown are the types that protojson treats apart. google.type has none.
var wellKnown = map[string]wellKnownType{
	"google.protobuf.Timestamp":   {types: contract.StringType, format: "date-time"},
	"google.protobuf.Duration":    {types: contract.StringType, format: "duration"},
	"google.protobuf.FieldMask":   {types: contract.StringType, format: "google-fieldmask"},
	"google.protobuf.Struct":      {types: contract.ObjectType, open: true},
	"google.protobuf.Value":       {types: contract.Any},
	"google.protobuf.ListValue":   {types: contract.ArrayType},
	"google.protobuf.Any":         {types: contract.ObjectType, open: true},
	"google.protobuf.Empty":       {types: contract.ObjectType},
	"google.protobuf.DoubleValue": {scalar: predeclared.Float64},
	"google.protobuf.FloatValue":  {scalar: predeclared.Float32},
	"google.protobuf.Int64Value":  {scalar: predeclared.Int64},
	"google.protobuf.UInt64Value": {scalar: predeclared.UInt64},
	"google.protobuf.Int32Value":  {scalar: predeclared.Int32},
	"google.protobuf.UInt32Value": {scalar: predeclared.UInt32},
	"google.protobuf.BoolValue":   {scalar: predeclared.Bool},
	"google.protobuf.StringValue": {scalar: predeclared.String},
	"google.protobuf.BytesValue":  {scalar: predeclared.Bytes},
}

func (w wellKnownType) apply(s *contract.Schema, name string, at source.Span) {
	s.Name, s.Source, s.Types = name, name, w.types
	switch {
	case w.scalar != predeclared.Unknown:
		scalarSchema(s, w.scalar)
	case w.format != "":
		s.Format = contract.Text{Text: w.format, At: at}
	case name == "google.protobuf.Any":
		s.Fields = []*contract.Field{{
			Name:     "@type",
			Required: true,
			Schema:   &contract.Schema{Types: contract.StringType, Source: "string", At: at},
			Doc:      contract.Text{Text: "URL that names the type of the message"},
			At:       at,
			DeclAt:   at,
		}, {
			Name:   "value", // where the message inside has a JSON form of its own
			Schema: &contract.Schema{Types: contract.Any, At: at},
			At:     at,
			DeclAt: at,
		}}
	case w.types == contract.ObjectType && !w.open:
		s.Closed, s.ClosedAt = true, at
	}
}

// enumSchema is an enum: names, or numbers, which nobody need offer.
func (b *protoSchemas) enumSchema(s *contract.Schema, t ir.Type) {
	s.Name = s.Source
	if s.Source == "google.protobuf.NullValue" {
		s.Types = contract.NullType | contract.StringType | contract.Integer
		return
	}
	e := b.enums[t]
	if e == nil {
		e = b.enum(t)
		b.enums[t] = e
	}
	s.Types = contract.StringType | contract.Integer
	s.Enum, s.EnumAt, s.Doc = e.values, e.at, e.doc
}

func (b *protoSchemas) enum(t ir.Type) *protoEnum {
	f := b.fileOf(t)
	e := &protoEnum{
		values: []contract.Value{},
		doc:    f.words(f.at(t.AST().Span()), false).doc,
		at:     f.at(t.AST().Name().Span()),
	}
	chosen := map[int32]ir.Member{} // of aliases, the one that is offered: the first that is not deprecated
	for m := range seq.Values(t.Members()) {
		if c, ok := chosen[m.Number()]; !ok || !c.Deprecated().IsZero() && m.Deprecated().IsZero() {
			chosen[m.Number()] = m
		}
	}
	var numbers []contract.Value
	for m := range seq.Values(t.Members()) {
		at := f.at(m.AST().Name().Span())
		e.values = append(e.values, contract.Value{
			Lit:        &source.Node{Kind: source.String, Text: m.Name(), At: at},
			Doc:        f.words(f.at(m.AST().Span()), true).doc.Text,
			Deprecated: !m.Deprecated().IsZero(),
			Implied:    isUnspecified(m) || chosen[m.Number()] != m,
		})
		if chosen[m.Number()] != m {
			continue
		}
		if value := f.at(m.AST().Value().Span()); !value.IsZero() {
			at = value
		}
		numbers = append(numbers, contract.Value{
			Lit:     &source.Node{Kind: source.Number, Text: strconv.Itoa(int(m.Number())), At: at},
			Implied: true,
		})
	}
	e.values = append(e.values, numbers...)
	return e
}

// isUnspecified reports whether an enum value is the zero that stands for no
// choice, by the name that the style guides of buf and Google demand.
func isUnspecified(m ir.Member) bool {
	return m.Number() == 0 && strings.HasSuffix(strings.ToUpper(m.Name()), "UNSPECIFIED")
}

// defaultNode is the default of a proto2 field as JSON.
func defaultNode(f *protoFile, m ir.Member, v ir.Value) *source.Node {
	n := &source.Node{At: f.at(v.ValueAST().Span())}
	if text, ok := v.AsString(); ok {
		if m.Element().Predeclared() == predeclared.Bytes {
			text = base64.StdEncoding.EncodeToString([]byte(text))
		}
		n.Kind, n.Text = source.String, text
		return n
	}
	if enum := v.AsEnum(); !enum.IsZero() {
		n.Kind, n.Text = source.String, enum.Name()
		return n
	}
	if b, ok := v.AsBool(); ok {
		n.Kind, n.Text = source.Bool, strconv.FormatBool(b)
		return n
	}
	text, ok := numberText(v)
	if !ok {
		return nil
	}
	n.Kind, n.Text = source.Number, text
	if special := notFinite[text]; special != "" {
		n.Kind, n.Text = source.String, special
	}
	return n
}

// notFinite are the numbers that JSON has no spelling for, as protojson spells them.
var notFinite = map[string]string{"+Inf": "Infinity", "-Inf": "-Infinity", "NaN": "NaN"}

// numberText is a number as JSON spells it.
func numberText(v ir.Value) (text string, ok bool) { return elementNumber(v.Elements().At(0)) }

func elementNumber(e ir.Element) (text string, ok bool) {
	if n, ok := e.AsInt(); ok {
		return strconv.FormatInt(n, 10), true
	}
	if n, ok := e.AsUInt(); ok {
		return strconv.FormatUint(n, 10), true
	}
	if n, ok := e.AsFloat(); ok {
		return strconv.FormatFloat(n, 'g', -1, 64), true
	}
	return "", false
}
