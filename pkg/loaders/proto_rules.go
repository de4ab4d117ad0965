package loaders

import (
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/seq"
	psource "github.com/bufbuild/protocompile/experimental/source"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoMessageRules is what (buf.validate.message) says of a message.
type protoMessageRules struct {
	groups []contract.Group
	inOne  []string        // fields of those groups: their own rules bind only once they are set
	unread []contract.Text // CEL
}

func optionName(v ir.Value) string { return strings.TrimPrefix(string(v.Field().FullName()), ".") }

// optionAt is the whole option that sets a value.
func optionAt(f *protoFile, v ir.Value) source.Span {
	if span := v.OptionSpan(); span != nil {
		return f.at(span.Span())
	}
	return source.Span{}
}

// protoElement is one element of a repeated option and the places of it and of
// the option that lists it.
type protoElement struct {
	ir.Element
	at, option source.Span
}

// protoElements are the values of an option; a list in brackets is several.
func protoElements(f *protoFile, v ir.Value) []protoElement {
	var spans, options []psource.Span
	for i, expr := range seq.All(v.ValueASTs()) {
		option := v.OptionSpans().At(i).Span()
		array := expr.AsArray()
		if array.IsZero() {
			spans, options = append(spans, expr.Span()), append(options, option)
			continue
		}
		for inner := range seq.Values(array.Elements()) {
			spans, options = append(spans, inner.Span()), append(options, option)
		}
	}
	var found []protoElement
	for i, e := range seq.All(v.Elements()) {
		el := protoElement{Element: e, at: optionAt(f, v), option: optionAt(f, v)}
		if len(spans) == v.Elements().Len() {
			el.at, el.option = f.at(spans[i]), f.at(options[i])
		}
		found = append(found, el)
	}
	return found
}

// applyOptions adds what google.api and buf.validate say of a field.
func applyOptions(f *protoFile, m ir.Member, field *contract.Field, rules protoMessageRules) {
	for v := range m.Options().Fields() {
		switch optionName(v) {
		case "google.api.field_behavior":
			for _, e := range protoElements(f, v) {
				applyBehavior(m, field, e)
			}
		case "google.api.field_info":
			for inner := range v.AsMessage().Fields() {
				if inner.Field().Name() == "format" {
					applyInfoFormat(field.Schema, inner.AsEnum().Name(), f.at(inner.ValueAST().Span()))
				}
			}
		case "buf.validate.field":
			applyFieldRules(f, m, field, v.AsMessage(), slices.Contains(rules.inOne, field.Name))
		}
	}
	if field.Schema.ReadOnly {
		field.Required = false // what is never input cannot be missed
	}
}

// applyBehavior reads one google.api.field_behavior (AIP-203).
func applyBehavior(m ir.Member, field *contract.Field, e protoElement) {
	switch e.AsEnum().Name() {
	case "REQUIRED":
		if m.Oneof().Members().Len() > 1 {
			return // see oneofGroup
		}
		field.Required, field.RequiredAt = true, e.option
	case "OUTPUT_ONLY":
		field.Schema.ReadOnly = true
	case "INPUT_ONLY":
		field.Schema.WriteOnly = true
	}
}

func hasBehavior(m ir.Member, name string) ir.Value {
	for v := range m.Options().Fields() {
		if optionName(v) != "google.api.field_behavior" {
			continue
		}
		for e := range seq.Values(v.Elements()) {
			if e.AsEnum().Name() == name {
				return v
			}
		}
	}
	return ir.Value{}
}

func applyInfoFormat(s *contract.Schema, name string, at source.Span) {
	formats := map[string]string{"UUID4": "uuid", "IPV4": "ipv4", "IPV6": "ipv6"}
	if format := formats[name]; format != "" {
		s.Format = contract.Text{Text: format, At: at}
	}
}

// messageRules reads (buf.validate.message).oneof, which makes groups of fields
// that need not stand in a oneof.
func messageRules(f *protoFile, options ir.MessageValue) protoMessageRules {
	var rules protoMessageRules
	for v := range options.Fields() {
		if optionName(v) != "buf.validate.message" {
			continue
		}
		for inner := range v.AsMessage().Fields() {
			switch inner.Field().Name() {
			case "cel", "cel_expression":
				noted := &contract.Schema{}
				(&protoRules{f: f}).unread(noted, "cel", inner)
				rules.unread = append(rules.unread, noted.Unread...)
			case "oneof":
				for _, e := range protoElements(f, inner) {
					g := ruleGroup(e)
					rules.groups = append(rules.groups, g)
					rules.inOne = append(rules.inOne, g.Fields...)
				}
			}
		}
	}
	return rules
}

func ruleGroup(e protoElement) contract.Group {
	g := contract.Group{At: e.option}
	for v := range e.AsMessage().Fields() {
		switch v.Field().Name() {
		case "fields":
			for name := range seq.Values(v.Elements()) {
				if text, ok := name.AsString(); ok {
					g.Fields = append(g.Fields, text)
				}
			}
		case "required":
			g.Required, _ = v.AsBool()
		}
	}
	g.Name = strings.Join(g.Fields, " or ")
	return g
}

func oneofRequired(options ir.MessageValue) bool {
	for v := range options.Fields() {
		if optionName(v) != "buf.validate.oneof" {
			continue
		}
		for inner := range v.AsMessage().Fields() {
			if required, _ := inner.AsBool(); required && inner.Field().Name() == "required" {
				return true
			}
		}
	}
	return false
}

// applyFieldRules reads (buf.validate.field). A field without presence is
// checked even if it is left out, so rules that its zero value breaks require it.
func applyFieldRules(f *protoFile, m ir.Member, field *contract.Field, rules ir.MessageValue, inOne bool) {
	r := protoRules{f: f}
	ignore := ""
	for v := range rules.Fields() {
		if v.Field().Name() == "ignore" {
			ignore = v.AsEnum().Name()
		}
	}
	if ignore == "IGNORE_ALWAYS" {
		return
	}
	t := m.Element()
	if m.IsMap() {
		_, value := t.EntryFields()
		t = value.Element()
	}
	r.apply(field.Schema, t, rules)
	if r.required {
		field.Required, field.RequiredAt = true, r.requiredAt
	}
	if r.rejectsZero && !hasPresence(m) && !inOne && (ignore == "" || ignore == "IGNORE_UNSPECIFIED") && !field.Required {
		field.Required, field.RequiredAt = true, r.zeroAt
	}
}
