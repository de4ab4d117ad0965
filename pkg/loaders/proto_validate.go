package loaders

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/seq"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoRules writes buf.validate.FieldRules into a schema. What it cannot write,
// such as CEL, is noted as unread.
type protoRules struct {
	f           *protoFile
	required    bool
	requiredAt  source.Span
	rejectsZero bool // "", 0, false or an empty list breaks a rule
	zeroAt      source.Span
}

func (r *protoRules) rejectZero(v ir.Value) {
	if !r.rejectsZero {
		r.rejectsZero, r.zeroAt = true, optionAt(r.f, v)
	}
}

func (r *protoRules) at(v ir.Value) source.Span { return r.f.at(v.ValueAST().Span()) }

// unread notes a rule that limits values and has no place in the model, under
// the name that JSON Schema has for it, or else its own.
func (r *protoRules) unread(s *contract.Schema, name string, v ir.Value) {
	s.Unread = append(s.Unread, contract.Text{Text: name + ": " + valueText(v), At: r.at(v)})
	// A descriptor set has the options of a field in an order of its own.
	slices.SortFunc(s.Unread, func(a, b contract.Text) int { return strings.Compare(a.Text, b.Text) })
}

// valueText is one spelling of a value for all that a source and a descriptor set may have.
func valueText(v ir.Value) string {
	var all []string
	for e := range seq.Values(v.Elements()) {
		all = append(all, elementText(e))
	}
	return strings.Join(all, ", ")
}

func elementText(e ir.Element) string {
	if text, ok := e.AsString(); ok {
		return source.Quote(text)
	}
	if on, ok := e.AsBool(); ok {
		return strconv.FormatBool(on)
	}
	if text, ok := elementNumber(e); ok {
		return text
	}
	if member := e.AsEnum(); !member.IsZero() {
		return member.Name()
	}
	var members []string
	for v := range e.AsMessage().Fields() {
		members = append(members, v.Field().Name()+": "+valueText(v))
	}
	slices.Sort(members)
	return "{" + strings.Join(members, ", ") + "}"
}

// unreadSwitch is unread for a rule that may be switched off.
func (r *protoRules) unreadSwitch(s *contract.Schema, name string, v ir.Value) {
	if on, isSwitch := v.AsBool(); on || !isSwitch {
		r.unread(s, name, v)
	}
}

// fields are the rules of a kind that validate.proto itself has. Predefined ones,
// which extend it and are CEL, are noted as unread.
func (r *protoRules) fields(s *contract.Schema, rules ir.MessageValue) iter.Seq[ir.Value] {
	return func(yield func(ir.Value) bool) {
		for v := range rules.Fields() {
			if v.Field().IsExtension() {
				r.unreadSwitch(s, optionName(v), v)
			} else if !yield(v) {
				return
			}
		}
	}
}

// apply reads the rules of one value; t is the type of the value, or of the
// members of the list or map that it is.
func (r *protoRules) apply(s *contract.Schema, t ir.Type, rules ir.MessageValue) {
	for v := range rules.Fields() {
		inner := v.AsMessage()
		switch v.Field().Name() {
		case "required":
			r.required, _ = v.AsBool()
			r.requiredAt = optionAt(r.f, v)
		case "float", "double", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64":
			r.number(s, inner)
		case "string":
			r.text(s, inner)
		case "bytes":
			r.bytes(s, inner)
		case "bool":
			r.boolean(s, inner)
		case "enum":
			r.enum(s, t, inner)
		case "repeated":
			r.repeated(s, t, inner)
		case "map":
			r.mapped(s, t, inner)
		case "duration", "timestamp", "any", "field_mask":
			for rule := range r.fields(s, inner) {
				if name := rule.Field().Name(); name != "example" {
					r.unreadSwitch(s, v.Field().Name()+"."+name, rule)
				}
			}
		case "cel", "cel_expression":
			r.unread(s, "cel", v)
		}
	}
}

func (r *protoRules) number(s *contract.Schema, rules ir.MessageValue) {
	var lo, hi *contract.Bound
	var loRule, hiRule ir.Value
	for v := range r.fields(s, rules) {
		name := v.Field().Name()
		switch name {
		case "gt", "gte":
			num, _ := numberText(v)
			lo, loRule = &contract.Bound{Num: num, Exclusive: name == "gt", At: r.at(v)}, v
		case "lt", "lte":
			num, _ := numberText(v)
			hi, hiRule = &contract.Bound{Num: num, Exclusive: name == "lt", At: r.at(v)}, v
		case "const", "in":
			r.oneNumberOf(s, v)
		case "not_in":
			for _, e := range protoElements(r.f, v) {
				if text, _ := elementNumber(e.Element); text == "0" {
					r.rejectZero(v)
				}
			}
			r.unread(s, name, v)
		case "example":
			for _, e := range protoElements(r.f, v) {
				text, _ := elementNumber(e.Element)
				s.Examples = append(s.Examples, &source.Node{Kind: source.Number, Text: text, At: e.at})
			}
		}
	}
	if lo != nil && hi != nil && boundNumber(lo) >= boundNumber(hi) {
		r.unread(s, loRule.Field().Name(), loRule) // an inverted pair is a hole, not a range
		r.unread(s, hiRule.Field().Name(), hiRule)
		return
	}
	if lo != nil {
		s.Min = lo
		if n := boundNumber(lo); n > 0 || n == 0 && lo.Exclusive {
			r.rejectZero(loRule)
		}
	}
	if hi != nil {
		s.Max = hi
		if n := boundNumber(hi); n < 0 || n == 0 && hi.Exclusive {
			r.rejectZero(hiRule)
		}
	}
}

func boundNumber(b *contract.Bound) float64 {
	n, _ := strconv.ParseFloat(b.Num, 64)
	return n
}

// oneNumberOf makes a closed list of numbers. Their quoted forms are accepted
// too, but nobody need offer them.
func (r *protoRules) oneNumberOf(s *contract.Schema, v ir.Value) {
	var quoted []contract.Value
	zero := false
	s.Enum, s.EnumAt = []contract.Value{}, r.at(v)
	for _, e := range protoElements(r.f, v) {
		text, _ := elementNumber(e.Element)
		zero = zero || text == "0"
		s.Enum = append(s.Enum, contract.Value{Lit: &source.Node{Kind: source.Number, Text: text, At: e.at}})
		quoted = append(quoted, contract.Value{Lit: &source.Node{Kind: source.String, Text: text, At: e.at}, Implied: true})
	}
	s.Enum = append(s.Enum, quoted...)
	if !zero {
		r.rejectZero(v)
	}
}

// textFormats are the well-known formats of StringRules that JSON Schema knows too.
var textFormats = map[string]string{
	"email": "email", "hostname": "hostname", "ipv4": "ipv4", "ipv6": "ipv6",
	"uri": "uri", "uri_ref": "uri-reference", "uuid": "uuid",
}

func (r *protoRules) text(s *contract.Schema, rules ir.MessageValue) {
	for v := range r.fields(s, rules) {
		name := v.Field().Name()
		switch name {
		case "len", "min_len", "max_len":
			r.length(s, name, v)
		case "min_bytes", "len_bytes":
			if n, _ := v.AsUInt(); n > 0 {
				r.rejectZero(v)
			}
			r.unread(s, name, v)
		case "max_bytes", "not_contains":
			r.unread(s, name, v)
		case "pattern", "prefix", "suffix", "contains":
			r.pattern(s, name, v)
		case "const", "in":
			r.oneTextOf(s, v)
		case "not_in":
			for _, e := range protoElements(r.f, v) {
				if text, ok := e.AsString(); ok && text == "" {
					r.rejectZero(v)
				}
			}
			r.unread(s, name, v)
		case "example":
			for _, e := range protoElements(r.f, v) {
				text, _ := e.AsString()
				s.Examples = append(s.Examples, &source.Node{Kind: source.String, Text: text, At: e.at})
			}
		case "tuuid":
			if on, _ := v.AsBool(); on {
				s.Pattern = contract.Text{Text: "^[0-9a-fA-F]{32}$", At: r.at(v)}
				r.rejectZero(v)
			}
		default:
			r.format(s, name, v)
		}
	}
}

// format reads one of the well_known switches. An empty text is none of them,
// but for a relative reference.
func (r *protoRules) format(s *contract.Schema, name string, v ir.Value) {
	if on, _ := v.AsBool(); !on || name == "strict" {
		return
	}
	if format := textFormats[name]; format != "" {
		s.Format = contract.Text{Text: format, At: r.at(v)}
	} else {
		r.unread(s, name, v)
	}
	if name != "uri_ref" {
		r.rejectZero(v)
	}
}

func (r *protoRules) length(s *contract.Schema, name string, v ir.Value) {
	num, _ := numberText(v)
	if name != "max_len" {
		s.MinLen = &contract.Bound{Num: num, At: r.at(v)}
		if num != "0" {
			r.rejectZero(v)
		}
	}
	if name != "min_len" {
		s.MaxLen = &contract.Bound{Num: num, At: r.at(v)}
	}
}

func (r *protoRules) pattern(s *contract.Schema, name string, v ir.Value) {
	text, _ := v.AsString()
	if text == "" {
		return
	}
	if name == "pattern" {
		s.Pattern = contract.Text{Text: text, At: r.at(v)}
		if re, err := regexp.Compile(text); err == nil && !re.MatchString("") {
			r.rejectZero(v)
		}
		return
	}
	r.rejectZero(v)
	if s.Pattern.Text != "" {
		r.unread(s, name, v) // the author's own pattern is the stronger
		return
	}
	text = regexp.QuoteMeta(text)
	switch name {
	case "prefix":
		text = "^" + text
	case "suffix":
		text += "$"
	}
	s.Pattern = contract.Text{Text: text, At: r.at(v)}
}

func (r *protoRules) oneTextOf(s *contract.Schema, v ir.Value) {
	empty := false
	s.Enum, s.EnumAt = []contract.Value{}, r.at(v)
	for _, e := range protoElements(r.f, v) {
		text, _ := e.AsString()
		empty = empty || text == ""
		s.Enum = append(s.Enum, contract.Value{Lit: &source.Node{Kind: source.String, Text: text, At: e.at}})
	}
	if !empty {
		r.rejectZero(v)
	}
}

// bytes are base64 in JSON, so that lengths and patterns of them say nothing that
// the model holds of the text; but some forbid the empty one.
func (r *protoRules) bytes(s *contract.Schema, rules ir.MessageValue) {
	for v := range r.fields(s, rules) {
		if name := v.Field().Name(); name != "example" {
			r.unreadSwitch(s, "bytes."+name, v)
		}
		switch v.Field().Name() {
		case "len", "min_len":
			if n, _ := v.AsUInt(); n > 0 {
				r.rejectZero(v)
			}
		case "prefix", "suffix", "contains", "ip", "ipv4", "ipv6", "uuid":
			r.rejectZero(v)
		}
	}
}

func (r *protoRules) boolean(s *contract.Schema, rules ir.MessageValue) {
	for v := range r.fields(s, rules) {
		on, ok := v.AsBool()
		if !ok || v.Field().Name() != "const" {
			continue
		}
		s.Enum, s.EnumAt = []contract.Value{{Lit: &source.Node{Kind: source.Bool, Text: strconv.FormatBool(on), At: r.at(v)}}}, r.at(v)
		if on {
			r.rejectZero(v)
		}
	}
}

// enum narrows the list of an enum's values.
func (r *protoRules) enum(s *contract.Schema, t ir.Type, rules ir.MessageValue) {
	for v := range r.fields(s, rules) {
		name := v.Field().Name()
		if name != "const" && name != "in" && name != "not_in" {
			continue
		}
		var numbers []string
		for e := range seq.Values(v.Elements()) {
			text, _ := elementNumber(e)
			numbers = append(numbers, text)
		}
		keep := func(number string) bool { return slices.Contains(numbers, number) == (name != "not_in") }
		s.Enum, s.EnumAt = narrowEnum(s.Enum, t, keep), r.at(v)
		if !keep("0") {
			r.rejectZero(v)
		}
	}
}

func narrowEnum(values []contract.Value, t ir.Type, keep func(number string) bool) []contract.Value {
	kept := []contract.Value{}
	for _, v := range values {
		number := v.Lit.Text
		if v.Lit.Kind == source.String {
			number = strconv.Itoa(int(t.MemberByName(v.Lit.Text).Number()))
		}
		if keep(number) {
			kept = append(kept, v)
		}
	}
	return kept
}

func (r *protoRules) repeated(s *contract.Schema, t ir.Type, rules ir.MessageValue) {
	for v := range r.fields(s, rules) {
		switch v.Field().Name() {
		case "min_items":
			num, _ := numberText(v)
			s.MinItems = &contract.Bound{Num: num, At: r.at(v)}
			if num != "0" {
				r.rejectZero(v)
			}
		case "max_items":
			num, _ := numberText(v)
			s.MaxItems = &contract.Bound{Num: num, At: r.at(v)}
		case "unique":
			r.unreadSwitch(s, "uniqueItems", v)
		case "items":
			r.inside(s.Elem, t, v)
		}
	}
}

func (r *protoRules) mapped(s *contract.Schema, t ir.Type, rules ir.MessageValue) {
	for v := range r.fields(s, rules) {
		switch v.Field().Name() {
		case "min_pairs":
			if num, _ := numberText(v); num != "0" {
				r.rejectZero(v)
				r.unread(s, "minProperties", v)
			}
		case "max_pairs":
			r.unread(s, "maxProperties", v)
		case "keys":
			r.unread(s, "propertyNames", v)
		case "values":
			r.inside(s.Extra, t, v)
		}
	}
}

// inside reads the rules of the members of a list or map: they say nothing of
// whether the field itself must be set.
func (r *protoRules) inside(s *contract.Schema, t ir.Type, v ir.Value) {
	if s == nil {
		return
	}
	members := protoRules{f: r.f}
	members.apply(s, t, v.AsMessage())
}
