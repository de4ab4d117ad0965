package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/bufbuild/protocompile"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/emptypb"
	_ "google.golang.org/protobuf/types/known/fieldmaskpb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
	_ "google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/tooldrift/tooldrift/pkg/config"
)

func TestJudgesProto(t *testing.T) {
	runJudges(t, func(g *maker) judged { return g.proto(t) })
}

// protoMaker writes a file of messages, and the schema that a tool's author would
// give each.
type protoMaker struct {
	*maker
	types  strings.Builder // messages and enums that are complete
	count  int
	legacy bool // proto2
	camel  bool // the tool spells names as ProtoJSON prefers to
}

func (g *maker) proto(t *testing.T) judged {
	g.defs = object{}
	p := &protoMaker{maker: g, legacy: g.chance(25), camel: g.chance(50)}
	name, tool := p.message("In", 0)
	if len(g.defs) > 0 {
		tool["$defs"] = clone(g.defs)
	}
	syntax := `syntax = "proto3";`
	if p.legacy {
		syntax = `syntax = "proto2";`
	}
	body := "service S { rpc Act(" + name + ") returns (google.protobuf.Empty); }\n" + p.types.String()
	text := syntax + "\npackage p;\n"
	for _, i := range protoImports {
		if slices.ContainsFunc(i.of, func(word string) bool { return strings.Contains(body, word) }) {
			text += "import " + strconv.Quote(i.file) + ";\n"
		}
	}
	text += body
	g.mutate(tool)
	return judged{
		tool: tool, files: map[string]string{"api.proto": text}, spec: config.Source{Glob: "api.proto"},
		operation: "p.S/Act", judge: judgeProto(t, text, tool), cannot: func(map[string]any) bool { return false }, positive: true,
	}
}

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

// judgeProto is protojson into a message of the Go runtime, then protovalidate,
// and a check of REQUIRED, which neither of them makes.
func judgeProto(t *testing.T, text string, tool object) func(map[string]any) []rejection {
	t.Helper()
	compiler := protocompile.Compiler{Resolver: protocompile.CompositeResolver{
		&protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(map[string]string{"api.proto": text})},
		protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
			file, err := protoregistry.GlobalFiles.FindFileByPath(path)
			return protocompile.SearchResult{Desc: file}, err
		}),
	}}
	linked, err := compiler.Compile(context.Background(), "api.proto")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	raw, err := proto.Marshal(protodesc.ToFileDescriptorProto(linked[0]))
	if err != nil {
		t.Fatal(err)
	}
	var plain descriptorpb.FileDescriptorProto
	if err := proto.Unmarshal(raw, &plain); err != nil {
		t.Fatal(err)
	}
	file, err := protodesc.NewFile(&plain, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	in := file.Services().ByName("S").Methods().ByName("Act").Input()
	validator := validators.get(t)
	constants := map[string]bool{}
	for _, m := range oneValue.FindAllStringSubmatch(text, -1) {
		constants[m[1]] = true
	}
	defs := defsOf(tool)
	return func(args map[string]any) []rejection {
		sent, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		m := dynamicpb.NewMessage(in)
		if err := (protojson.UnmarshalOptions{AllowPartial: true}).Unmarshal(sent, m); err != nil {
			r := parseRejection(sent, err)
			r.unsaid = isTakenForDigits(tool, defs, args, r)
			return []rejection{r}
		}
		supplied := func(path []string) bool { return constants[path[len(path)-1]] && !isOffered(tool, defs, path) }
		out := slices.DeleteFunc(missing(m, nil), func(r rejection) bool { return isSent(args, r.path) || supplied(r.path) })
		var invalid *protovalidate.ValidationError
		switch err := validator.Validate(m); {
		case err == nil:
		case errors.As(err, &invalid):
			for _, v := range invalid.Violations {
				r := rejection{text: v.Proto.GetRuleId() + ": " + v.Proto.GetMessage()}
				for _, e := range v.Proto.GetField().GetElements() {
					r.path = append(r.path, e.GetFieldName())
					switch {
					case e.Subscript == nil:
					case e.HasIndex():
						r.path = append(r.path, fmt.Sprint(e.GetIndex()))
					default:
						r.path = append(r.path, e.GetStringKey())
					}
				}
				if strings.Contains(r.text, "in oneof") {
					r.group, r.path = true, r.path[:max(len(r.path)-1, 0)]
				}
				if onlyOne.MatchString(r.text) && !isOffered(tool, defs, r.path) {
					continue // what has one value only the tool server sends by itself
				}
				if v.Proto.GetRuleId() == "required" && len(r.path) > 0 && supplied(r.path) {
					continue
				}
				if !r.group && v.Proto.GetRuleId() == "required" && isSent(args, r.path) {
					continue // a zero reads as left out, and nobody can tell them apart
				}
				out = append(out, r)
			}
		default:
			t.Fatalf("%v in %s", err, text)
		}
		return out
	}
}

var onlyOne = regexp.MustCompile(`must be in list \[[^,\]]*\]$`)

var oneValue = regexp.MustCompile(`(\w+) = \d+ \[\(buf\.validate\.field\)\.string = \{in: \["\w+"\]\}`)

// isOffered reports whether a tool has a field at a path.
func isOffered(at any, defs map[string]any, path []string) bool {
	for _, step := range path {
		var next any
		if _, err := strconv.Atoi(step); err == nil {
			next = inside(at, defs, "items")
		} else {
			for name, s := range declaredIn(at, defs, 0) {
				if plain(name) == plain(step) {
					next = s
				}
			}
			if next == nil {
				next = inside(at, defs, "additionalProperties")
			}
		}
		if next == nil {
			return false
		}
		at = next
	}
	return true
}

// isSent reports whether arguments hold something other than null at a path.
func isSent(v any, path []string) bool {
	for _, step := range path {
		switch own := v.(type) {
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(own) {
				return false
			}
			v = own[i]
		default:
			m := members(v)
			v = nil
			for name, member := range m {
				if plain(name) == plain(step) {
					v = member
				}
			}
		}
	}
	return v != nil
}

// A validator is dear to make, and keeps all that it has seen: one serves many
// pairs, and not all.
type sharedValidator struct {
	protovalidate.Validator
	uses int
}

var validators sharedValidator

func (s *sharedValidator) get(t *testing.T) protovalidate.Validator {
	t.Helper()
	if s.uses--; s.uses < 0 {
		var err error
		if s.Validator, err = protovalidate.New(); err != nil {
			t.Fatal(err)
		}
		s.uses = 500
	}
	return s.Validator
}

var parsePlace = regexp.MustCompile(`line 1:(\d+)\)`)

// parseRejection is protojson's complaint, which names a column of the text.
func parseRejection(sent []byte, err error) rejection {
	r := rejection{text: err.Error(), union: true}
	m := parsePlace.FindStringSubmatch(err.Error())
	if m == nil {
		return r
	}
	column, _ := strconv.Atoi(m[1])
	r.path, r.union = pathAt(sent, len(string([]rune(string(sent))[:column-1]))), false
	r.undeclared = strings.Contains(r.text, "unknown field")
	if strings.Contains(r.text, ", oneof ") {
		r.group, r.path = true, r.path[:max(len(r.path)-1, 0)]
	}
	return r
}

// pathAt is the way to the member or element that begins at an offset of JSON
// text, or to the innermost that holds it.
func pathAt(text []byte, offset int) []string {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	type level struct {
		list bool
		key  string
		n    int
		want bool // a value comes next
	}
	var stack []*level
	path := func() []string {
		var out []string
		for _, l := range stack {
			if l.list {
				out = append(out, fmt.Sprint(l.n))
			} else if l.key != "" {
				out = append(out, l.key)
			}
		}
		return out
	}
	for {
		token, err := dec.Token()
		if err != nil {
			return path()
		}
		var top *level
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		reached := int(dec.InputOffset()) > offset
		switch delim, _ := token.(json.Delim); {
		case delim == '}' || delim == ']':
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				after(stack[len(stack)-1].list, &stack[len(stack)-1].n, &stack[len(stack)-1].want)
			}
		case top != nil && !top.list && !top.want:
			top.key, top.want = token.(string), true
			if reached {
				return path()
			}
		default:
			if reached {
				return path()
			}
			if delim == '{' || delim == '[' {
				stack = append(stack, &level{list: delim == '['})
				continue
			}
			if top != nil {
				after(top.list, &top.n, &top.want)
			}
		}
	}
}

func after(list bool, n *int, want *bool) {
	if list {
		*n++
	}
	*want = false
}

// isTakenForDigits reports whether a string that spells no number went where 64
// bits are, and the tool says no more than that it is a string: that is how
// ProtoJSON writes them, and which strings are meant goes without saying.
func isTakenForDigits(tool any, defs map[string]any, args map[string]any, r rejection) bool {
	if !strings.Contains(r.text, "64 field") && !strings.Contains(r.text, "64 value") && !strings.Contains(r.text, "64Value") {
		return false
	}
	at := tool
	var v any = args
	for _, step := range r.path {
		if i, err := strconv.Atoi(step); err == nil {
			list, _ := v.([]any)
			if i >= len(list) {
				return false
			}
			at, v = inside(at, defs, "items"), list[i]
			continue
		}
		v = members(v)[step]
		if own := declaredIn(at, defs, 0)[step]; own != nil {
			at = own
		} else {
			at = inside(at, defs, "additionalProperties")
		}
	}
	_, isText := v.(string)
	return isText && !saysMore(at, defs, 0)
}

// saysMore reports whether a schema says of its strings which they are.
func saysMore(s any, defs map[string]any, depth int) bool {
	m := members(s)
	if depth > 5 {
		return true
	}
	if ref, ok := m["$ref"].(string); ok {
		return saysMore(defs[strings.TrimPrefix(ref, "#/$defs/")], defs, depth+1)
	}
	for _, key := range []string{"pattern", "format", "enum", "const"} {
		if m[key] != nil {
			return true
		}
	}
	return false
}

// missing are the fields without a value that proto2 or an annotation requires.
func missing(m protoreflect.Message, path []string) []rejection {
	var out []rejection
	fields := m.Descriptor().Fields()
	if strings.HasPrefix(string(m.Descriptor().FullName()), "google.protobuf.") {
		return nil
	}
	for i := range fields.Len() {
		f := fields.Get(i)
		at := append(slices.Clone(path), string(f.Name()))
		behaviour, _ := proto.GetExtension(f.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
		if !m.Has(f) {
			if f.Cardinality() == protoreflect.Required || slices.Contains(behaviour, annotations.FieldBehavior_REQUIRED) {
				out = append(out, rejection{path: at, text: "is required"})
			}
			continue
		}
		v := m.Get(f)
		switch {
		case f.IsMap():
			if f.MapValue().Message() == nil {
				continue
			}
			v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
				out = append(out, missing(v.Message(), append(slices.Clone(at), k.String()))...)
				return true
			})
		case f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				out = append(out, missing(v.List().Get(i).Message(), append(slices.Clone(at), fmt.Sprint(i)))...)
			}
		default:
			out = append(out, missing(v.Message(), at)...)
		}
	}
	return out
}
