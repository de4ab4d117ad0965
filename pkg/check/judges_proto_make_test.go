package check_test

import (
	"fmt"
	"strconv"
	"strings"

	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/emptypb"
	_ "google.golang.org/protobuf/types/known/fieldmaskpb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
	_ "google.golang.org/protobuf/types/known/wrapperspb"
)

// protoImports are the files that words of generated messages come from.
var protoImports = []struct {
	file string
	of   []string
}{
	{"buf/validate/validate.proto", []string{"buf.validate"}},
	{"google/api/field_behavior.proto", []string{"field_behavior"}},
	{"google/protobuf/duration.proto", []string{"protobuf.Duration"}},
	{"google/protobuf/empty.proto", []string{"protobuf.Empty"}},
	{"google/protobuf/field_mask.proto", []string{"protobuf.FieldMask"}},
	{"google/protobuf/struct.proto", []string{"protobuf.Struct", "protobuf.ListValue"}},
	{"google/protobuf/timestamp.proto", []string{"protobuf.Timestamp"}},
	{"google/protobuf/wrappers.proto", []string{"Int32Value", "StringValue", "BoolValue", "DoubleValue"}},
}

// message writes a message and returns its name and its schema.
func (p *protoMaker) message(name string, depth int) (string, object) {
	var body strings.Builder
	props := object{}
	var required []any
	number := 0
	field := func(indent string, oneof bool) {
		number++
		snake := p.fieldName()
		decl, s, needed := p.field(name, depth, oneof)
		decl = strings.Replace(decl, "NAME = 0", fmt.Sprintf("%s = %d", snake, number), 1)
		body.WriteString(indent + decl + "\n")
		spelled := snake
		if p.camel {
			spelled = jsonName(snake)
		}
		props[spelled] = s
		if needed {
			required = append(required, spelled)
		}
	}
	for range 1 + p.IntN(4) {
		if p.chance(12) && depth < 3 {
			number++
			fmt.Fprintf(&body, "  oneof choice%d {\n", number)
			if p.chance(25) {
				body.WriteString("    option (buf.validate.oneof).required = true;\n")
			}
			for range 2 + p.IntN(2) {
				field("    ", true)
			}
			body.WriteString("  }\n")
			continue
		}
		field("  ", false)
	}
	fmt.Fprintf(&p.types, "message %s {\n%s}\n", name, body.String())
	s := object{"type": "object", "properties": props}
	if required != nil {
		s["required"] = required
	}
	if p.chance(30) {
		s["additionalProperties"] = false
	}
	return name, s
}

// fieldName is one word, or two.
func (p *protoMaker) fieldName() string {
	if p.chance(25) {
		return p.name() + "_" + p.name()
	}
	return p.name()
}

func jsonName(snake string) string {
	words := strings.Split(snake, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// field is a declaration, with NAME = 0 for its name and number, and its schema.
func (p *protoMaker) field(holder string, depth int, oneof bool) (decl string, s object, required bool) {
	typ, s, rules := p.value(holder, depth)
	var options []string
	label := ""
	switch {
	case oneof:
		if rules != "" && p.chance(50) {
			options = append(options, "(buf.validate.field)."+rules)
		}
		return typ + " NAME = 0" + bracketed(options) + ";", s, false
	case p.chance(15):
		label = "repeated "
		list := object{"type": "array", "items": s}
		// protovalidate does not hold a list of wrappers to its bounds.
		if p.chance(40) && !strings.HasSuffix(typ, "Value") {
			n := 1 + p.IntN(3)
			options = append(options, fmt.Sprintf("(buf.validate.field).repeated.max_items = %d", n+1))
			list["maxItems"] = n + 1
			if p.chance(40) {
				options = append(options, fmt.Sprintf("(buf.validate.field).repeated.min_items = %d", n))
				list["minItems"], required = n, true
			}
		}
		if rules != "" {
			options = append(options, "(buf.validate.field).repeated.items."+rules)
		}
		return label + typ + " NAME = 0" + bracketed(options) + ";", list, required
	case p.chance(8):
		key := p.pick("string", "int32", "bool")
		out := object{"type": "object", "additionalProperties": s}
		if key != "string" {
			// What the keys must be is not in the model of either side.
			key = "string"
		}
		if rules != "" {
			options = append(options, "(buf.validate.field).map.values."+rules)
		}
		return "map<" + key + ", " + typ + "> NAME = 0" + bracketed(options) + ";", out, false
	case p.legacy:
		required = p.chance(40)
		label = map[bool]string{true: "required ", false: "optional "}[required]
	case p.chance(20):
		label = "optional "
	}
	if rules != "" {
		options = append(options, "(buf.validate.field)."+rules)
	}
	switch {
	case required:
	case p.chance(20):
		options = append(options, "(buf.validate.field).required = true")
		required = true
	case p.chance(20):
		options = append(options, "(google.api.field_behavior) = REQUIRED")
		required = true
	}
	return label + typ + " NAME = 0" + bracketed(options) + ";", s, required
}

func bracketed(options []string) string {
	if len(options) == 0 {
		return ""
	}
	return " [" + strings.Join(options, ", ") + "]"
}

// value is a type, its schema and a rule of buf.validate on it, or "".
func (p *protoMaker) value(holder string, depth int) (typ string, s object, rules string) {
	n := 15
	if depth > 2 {
		n = 9
	}
	switch p.IntN(n) {
	case 0, 1:
		s, rules = p.protoText()
		return "string", s, rules
	case 2:
		return "bool", object{"type": "boolean"}, ""
	case 3, 4:
		typ = p.pick("int32", "sint32", "sfixed32", "uint32", "fixed32")
		s, rules = p.protoNumber(typ, "integer")
		return typ, s, rules
	case 5:
		typ = p.pick("int64", "uint64", "sint64", "fixed64", "sfixed64")
		switch p.IntN(3) {
		case 0:
			return typ, object{"type": "string", "pattern": "^[0-9]+$"}, ""
		case 1:
			return typ, object{"type": []any{"string", "integer"}, "pattern": "^[0-9]+$"}, ""
		}
		s, rules = p.protoNumber(typ, "integer")
		return typ, s, rules
	case 6:
		typ = p.pick("double", "float")
		s, rules = p.protoNumber(typ, "number")
		return typ, s, rules
	case 7:
		return "bytes", object{"type": "string", "format": "byte"}, ""
	case 8:
		return p.enum(holder)
	case 9:
		p.count++
		name, s := p.message(fmt.Sprintf("%sPart%d", holder, p.count), depth+1)
		return name, s, ""
	case 10:
		return p.recursiveMessage(holder, depth)
	case 11:
		return "google.protobuf.Timestamp", object{"type": "string", "format": "date-time"}, ""
	case 12:
		return "google.protobuf.Duration", object{"type": "string", "pattern": `^[0-9]+(\.[0-9]{1,9})?s$`}, ""
	case 13:
		switch p.IntN(3) {
		case 0:
			return "google.protobuf.Struct", object{"type": "object"}, ""
		case 1:
			return "google.protobuf.ListValue", object{"type": "array"}, ""
		}
		return "google.protobuf.FieldMask", object{"type": "string", "pattern": "^[a-z]+$"}, ""
	}
	inner := p.pick("StringValue", "BoolValue", "Int32Value", "DoubleValue", "UInt32Value")
	word := map[string]string{"StringValue": "string", "BoolValue": "boolean", "Int32Value": "integer", "UInt32Value": "integer", "DoubleValue": "number"}[inner]
	return "google.protobuf." + inner, object{"type": []any{word, "null"}}, ""
}

func (p *protoMaker) protoText() (s object, rules string) {
	s = object{"type": "string"}
	switch p.IntN(8) {
	case 0:
		n := 2 + p.IntN(6)
		s["maxLength"] = n
		return s, fmt.Sprintf("string.max_len = %d", n)
	case 1:
		n := 1 + p.IntN(3)
		s["minLength"] = n
		return s, fmt.Sprintf("string.min_len = %d", n)
	case 2:
		f := p.pick("uuid", "email", "uri", "ipv4", "ipv6")
		s["format"] = f
		return s, "string." + f + " = true"
	case 3:
		pattern := p.pick(names2(patternSamples)...)
		s["pattern"] = pattern
		return s, "string.pattern = " + strconv.Quote(pattern)
	case 4:
		list := p.someOf(colours, 1)
		s["enum"] = list
		var words []string
		for _, c := range list {
			words = append(words, strconv.Quote(c.(string)))
		}
		return s, "string = {in: [" + strings.Join(words, ", ") + "]}"
	}
	return s, ""
}

func (p *protoMaker) protoNumber(typ, word string) (s object, rules string) {
	s = object{"type": word}
	if p.chance(50) {
		return s, ""
	}
	low, high := p.IntN(4), 6+p.IntN(20)
	switch p.IntN(4) {
	case 0:
		s["minimum"], s["maximum"] = low, high
		return s, fmt.Sprintf("%s = {gte: %d, lte: %d}", typ, low, high)
	case 1:
		s["exclusiveMinimum"] = low
		return s, fmt.Sprintf("%s.gt = %d", typ, low)
	case 2:
		s["exclusiveMaximum"] = high
		return s, fmt.Sprintf("%s.lt = %d", typ, high)
	}
	s["enum"] = []any{1, 2, high}
	return s, fmt.Sprintf("%s = {in: [1, 2, %d]}", typ, high)
}

func (p *protoMaker) enum(holder string) (typ string, s object, rules string) {
	p.count++
	name := fmt.Sprintf("%sKind%d", holder, p.count)
	prefix := strings.ToUpper(name) + "_"
	values := []string{prefix + "UNSPECIFIED"}
	var listed []any
	for _, c := range p.someOf(colours, 2) {
		values = append(values, prefix+strings.ToUpper(c.(string)))
		listed = append(listed, values[len(values)-1])
	}
	fmt.Fprintf(&p.types, "enum %s {\n", name)
	for i, v := range values {
		fmt.Fprintf(&p.types, "  %s = %d;\n", v, i)
	}
	p.types.WriteString("}\n")
	return name, object{"type": "string", "enum": listed}, ""
}

func (p *protoMaker) recursiveMessage(holder string, depth int) (typ string, s object, rules string) {
	p.count++
	name := fmt.Sprintf("%sTree%d", holder, p.count)
	inner, again := p.name(), p.name()
	typ, own, rule := p.value(name, 3)
	if rule != "" {
		rule = " [(buf.validate.field)." + rule + "]"
	}
	label := ""
	if p.legacy {
		label = "optional "
	}
	fmt.Fprintf(&p.types, "message %s {\n  %s%s %s = 1%s;\n  repeated %s %s = 2;\n}\n", name, label, typ, inner, rule, name, again)
	ref := p.define(object{})
	p.defs[strings.TrimPrefix(ref, "#/$defs/")] = object{"type": "object", "properties": object{
		inner: own, again: object{"type": "array", "items": object{"$ref": ref}},
	}}
	return name, object{"$ref": ref}, ""
}
