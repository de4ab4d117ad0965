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
	"testing/fstest"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
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
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestJudgesProto(t *testing.T) {
	var batch []judged
	runJudges(t, func(pair int) judged {
		if len(batch) == 0 {
			batch = protoBatch(t, pair, min(batchSize, *judgeFirst+*judgePairs-pair))
		}
		p := batch[0]
		batch = batch[1:]
		return p
	})
}

// batchSize is how many specs are read together, for the sake of what all import.
const batchSize = 100

// protoBatch makes so many pairs, with specs that are files of one source.
func protoBatch(t *testing.T, first, n int) []judged {
	t.Helper()
	files := fstest.MapFS{}
	var batch []judged
	for i := first; i < first+n; i++ {
		p := makerOf(i).proto(t)
		pkg := fmt.Sprintf("p%d", i)
		p.operation = pkg + ".S/Act"
		files[pkg+".proto"] = &fstest.MapFile{Data: []byte(strings.Replace(p.files["api.proto"], "\npackage p;", "\npackage "+pkg+";", 1))}
		batch = append(batch, p)
	}
	index, faults := loaders.Open(&source.Store{FS: files}, config.Source{Glob: "*.proto"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for i := range batch {
		batch[i].index = index
	}
	return batch
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
		judge: judgeProto(t, text, tool), cannot: func(map[string]any) bool { return false }, positive: true, rand: g.Rand,
	}
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
				r := rejection{text: v.Proto.GetRuleId() + ": " + v.Proto.GetMessage(), of: oneofOf(in, v.Proto.GetField().GetElements())}
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
				// A zero reads as left out, and nobody can tell them apart.
				r.unsaid = !r.group && v.Proto.GetRuleId() == "required" && isSent(args, r.path)
				out = append(out, r)
			}
		default:
			t.Fatalf("%v in %s", err, text)
		}
		return out
	}
}

// oneofOf are the fields of the oneof that a path from a message leads to, if any.
func oneofOf(m protoreflect.MessageDescriptor, path []*validate.FieldPathElement) []string {
	var names []string
	for _, e := range path {
		if m == nil {
			return nil
		}
		name := protoreflect.Name(e.GetFieldName())
		if choice := m.Oneofs().ByName(name); choice != nil {
			for i := range choice.Fields().Len() {
				names = append(names, string(choice.Fields().Get(i).Name()))
			}
			return names
		}
		f := m.Fields().ByName(name)
		switch {
		case f == nil:
			return nil
		case f.IsMap():
			m = f.MapValue().Message()
		default:
			m = f.Message()
		}
	}
	return nil
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
			if next = declaredAs(at, defs, step); next == nil {
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
		if own := declaredAs(at, defs, step); own != nil {
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
