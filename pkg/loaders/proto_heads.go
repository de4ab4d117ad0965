package loaders

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ast"
	"github.com/bufbuild/protocompile/experimental/seq"
	"github.com/bufbuild/protocompile/experimental/token/keyword"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoHeads collects what the syntax trees alone say of RPCs.
type protoHeads struct {
	spec     *protoSpec
	messages map[string][]string // names of the fields of a message, by its full name
	inputs   []protoInput
}

// protoInput is the type of an RPC's argument as it is written, to be looked up
// once all files are read.
type protoInput struct {
	method *protoMethod
	scope  string // full name of the service
	typ    string
}

// readHeads parses the files that may hold services, and of the others those
// that define the message of an RPC.
func (p *protoSpec) readHeads(files []*protoFile) {
	h := &protoHeads{spec: p, messages: map[string][]string{}}
	var others []*protoFile
	for _, f := range files {
		if len(files) > 1 && !f.mayDefine("service", nil) {
			others = append(others, f)
			continue
		}
		h.read(f)
	}
	h.readMessages(others)
	for _, in := range h.inputs {
		in.method.head.Params = h.fieldsOf(in.scope, in.typ)
	}
	for _, m := range p.methods {
		p.byName[m.head.Name] = m
	}
}

// keptTrees bounds the text whose syntax trees are kept for compiling, in bytes;
// a tree takes three times as much.
const keptTrees = 16 << 20

// read adds the services and messages of one file.
func (h *protoHeads) read(f *protoFile) {
	h.spec.parse(f)
	if f.ast == nil {
		return
	}
	pkg := f.ast.Package().Path().Canonicalized()
	for d := range seq.Values(f.ast.Decls()) {
		def := d.AsDef()
		switch def.Classify() {
		case ast.DefKindMessage:
			h.message(pkg, def)
		case ast.DefKindService:
			h.service(f, pkg, def)
		}
	}
	if h.spec.kept += len(f.file.Data); h.spec.kept > keptTrees {
		f.ast, f.comments = nil, nil
	}
}

func (h *protoHeads) message(scope string, def ast.DeclDef) {
	name := joinName(scope, def.Name().Canonicalized())
	fields := []string{}
	for d := range seq.Values(def.Body().Decls()) {
		inner := d.AsDef()
		switch inner.Classify() {
		case ast.DefKindMessage:
			h.message(name, inner)
		case ast.DefKindField:
			fields = append(fields, inner.Name().Canonicalized())
		case ast.DefKindOneof:
			for d := range seq.Values(inner.Body().Decls()) {
				if member := d.AsDef(); member.Classify() == ast.DefKindField {
					fields = append(fields, member.Name().Canonicalized())
				}
			}
		}
	}
	h.messages[name] = fields
}

func (h *protoHeads) service(f *protoFile, pkg string, def ast.DeclDef) {
	service := joinName(pkg, def.Name().Canonicalized())
	deprecated := false
	for option := range def.Body().Options() {
		deprecated = deprecated || isDeprecated(option)
	}
	for d := range seq.Values(def.Body().Decls()) {
		rpc := d.AsDef()
		if rpc.Classify() != ast.DefKindMethod || rpc.Name().IsZero() {
			continue
		}
		m := f.head(service, rpc)
		m.head.Deprecated = m.head.Deprecated || deprecated
		if first := h.spec.byName[m.head.Name]; first != nil {
			h.spec.tell(f, source.Fault{At: m.head.At, Text: clip(fmt.Sprintf("%s is defined in %s too; that one is read", m.head.Name, first.file.file.Name)), Dirt: true})
			continue
		}
		h.spec.byName[m.head.Name] = m
		h.spec.methods = append(h.spec.methods, m)
		if in := rpc.Signature().Inputs(); in.Len() > 0 {
			typ := in.At(0).RemovePrefixes().AsPath().Path.Canonicalized()
			h.inputs = append(h.inputs, protoInput{m, service, typ})
		}
	}
}

// head is what the declaration of an RPC says by itself.
func (f *protoFile) head(service string, rpc ast.DeclDef) *protoMethod {
	name := rpc.Name().Canonicalized()
	m := &protoMethod{file: f, fullName: joinName(service, name)}
	short := service[strings.LastIndexByte(service, '.')+1:]
	m.head = contract.Head{
		Name: service + "/" + name,
		Doc:  firstLine(f.words(rpc.Span(), rpc.Body().IsZero()).doc.Text),
		At:   f.at(rpc.Name().Span()),
	}
	aliases := []string{m.fullName, short + "." + name, short + "/" + name}
	for option := range rpc.Body().Options() {
		m.head.Deprecated = m.head.Deprecated || isDeprecated(option)
		aliases = append(aliases, httpRules(option)...)
	}
	for _, alias := range aliases {
		if alias != m.head.Name && !slices.Contains(m.head.Aliases, alias) {
			m.head.Aliases = append(m.head.Aliases, alias)
		}
	}
	return m
}

func joinName(scope, name string) string {
	if scope == "" {
		return name
	}
	return scope + "." + name
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func isDeprecated(option ast.DefOption) bool {
	return option.Path.IsIdents("deprecated") && option.Value.AsPath().AsKeyword() == keyword.True
}

// httpRules are the HTTP bindings of a google.api.http option, as "GET /v1/x",
// in the words of google/api/http.proto.
func httpRules(option ast.DefOption) []string {
	name := strings.TrimPrefix(option.Path.Canonicalized(), "(.")
	name = strings.TrimPrefix(name, "(")
	switch {
	case name == "google.api.http)":
		return httpRule(option.Value.AsDict())
	case strings.HasPrefix(name, "google.api.http)."):
		return httpBinding(strings.TrimPrefix(name, "google.api.http)."), option.Value)
	}
	return nil
}

func httpRule(rule ast.ExprDict) []string {
	var found []string
	for field := range seq.Values(rule.Elements()) {
		key := field.Key().AsPath().Canonicalized()
		if key != "additional_bindings" {
			found = append(found, httpBinding(key, field.Value())...)
			continue
		}
		found = append(found, httpRule(field.Value().AsDict())...)
		for more := range seq.Values(field.Value().AsArray().Elements()) {
			found = append(found, httpRule(more.AsDict())...)
		}
	}
	return found
}

func httpBinding(verb string, value ast.ExprAny) []string {
	switch verb {
	case "get", "put", "post", "delete", "patch":
		if text := value.AsLiteral().AsString(); !text.IsZero() {
			return []string{strings.ToUpper(verb) + " " + text.Text()}
		}
	}
	return nil
}

// readMessages reads those of the files without services that may define the
// messages of the RPCs found so far.
func (h *protoHeads) readMessages(files []*protoFile) {
	wanted := map[string]bool{}
	for _, in := range h.inputs {
		if h.fieldsOf(in.scope, in.typ) == nil {
			wanted[in.typ[strings.LastIndexByte(in.typ, '.')+1:]] = true
		}
	}
	if len(wanted) == 0 {
		return
	}
	for _, f := range files {
		if f.mayDefine("message", wanted) {
			h.read(f)
		}
	}
}

// mayDefine reports whether a file may define a message or a service of one of
// the names, or of any where names is nil.
func (f *protoFile) mayDefine(keyword string, names map[string]bool) bool {
	if f.set != nil {
		return f.set.defines(keyword, names)
	}
	return mayDefine(f.file.Data, keyword, names)
}

// mayDefine reports whether a text may define a message or a service of one of
// the names, or of any where names is nil: a guess that errs towards true.
func mayDefine(text []byte, keyword string, names map[string]bool) bool {
	for {
		i := bytes.Index(text, []byte(keyword))
		if i < 0 {
			return false
		}
		inWord := i > 0 && isWordByte(text[i-1])
		text = text[i+len(keyword):]
		name := bytes.TrimLeft(text[:min(len(text), 512)], " \t\r\n")
		end := bytes.IndexFunc(name, func(r rune) bool { return r >= 0x80 || !isWordByte(byte(r)) })
		if inWord || end < 0 {
			continue
		}
		after := bytes.TrimLeft(name[end:], " \t\r\n")
		opens := bytes.HasPrefix(after, []byte("{")) || bytes.HasPrefix(after, []byte("/"))
		if opens && (names == nil || end == 0 || names[string(name[:end])]) {
			return true
		}
	}
}

// fieldsOf looks a message up as the language does, from the innermost scope
// outwards; nil where no file that was read defines it.
func (h *protoHeads) fieldsOf(scope, typ string) []string {
	if name, ok := strings.CutPrefix(typ, "."); ok {
		return h.messages[name]
	}
	for {
		if fields := h.messages[joinName(scope, typ)]; fields != nil {
			return fields
		}
		if scope == "" {
			return nil
		}
		scope = scope[:max(0, strings.LastIndexByte(scope, '.'))]
	}
}
