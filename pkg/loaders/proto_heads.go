package loaders

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoHeads collects what the text alone says of RPCs. Of a repository's
// thousands of files few are compiled: the others are not even parsed.
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

// readHeads reads the services of files, then the fields of the messages of their RPCs.
func (p *protoSpec) readHeads(files []*protoFile) {
	h := &protoHeads{spec: p, messages: map[string][]string{}}
	serving := slices.DeleteFunc(slices.Clone(files), func(f *protoFile) bool { return !f.mayDefine("service", nil) })
	inParallel(serving, func(f *protoFile) { f.look(p.set) })
	for _, f := range serving {
		h.readServices(f)
	}
	wanted := map[string]bool{}
	for _, in := range h.inputs {
		wanted[in.typ[strings.LastIndexByte(in.typ, '.')+1:]] = true
	}
	for _, f := range files {
		if len(wanted) > 0 && f.mayDefine("message", wanted) {
			h.readMessages(f, wanted)
		}
	}
	for _, in := range h.inputs {
		in.method.head.Params = h.fieldsOf(in.scope, in.typ)
	}
	for _, m := range p.methods {
		p.byName[m.head.Name] = m
	}
}

// readServices adds the RPCs of a file. One that holds more than is understood
// here is parsed, so that its syntax errors are told.
func (h *protoHeads) readServices(f *protoFile) {
	understood := f.balanced
	for _, s := range f.statements {
		if s.word == "service" {
			r := protoReader{text: f.file.Data[:s.end], at: s.start}
			h.service(f, f.packageName(), &r)
			understood = understood && !r.odd
		}
	}
	if !understood {
		f.parse(h.spec.set)
		h.spec.register(f)
		h.spec.tellText(f)
	}
}

// readMessages adds the fields of the messages of a file that are wanted, and of others.
func (h *protoHeads) readMessages(f *protoFile, wanted map[string]bool) {
	f.look(h.spec.set)
	for _, s := range f.statements {
		if mayDefine(f.file.Data[s.start:s.end], "message", wanted) {
			r := protoReader{text: f.file.Data[:s.end], at: s.start}
			r.fields(f.packageName(), "", h.messages)
		}
	}
}

func (f *protoFile) packageName() string {
	for _, s := range f.statements {
		if s.word == "package" {
			r := protoReader{text: f.file.Data[:s.end], at: s.start}
			r.word()
			return r.words()
		}
	}
	return ""
}

// service reads a service from its keyword on.
func (h *protoHeads) service(f *protoFile, pkg string, r *protoReader) {
	r.word()
	service := joinName(pkg, r.word())
	r.expect('{')
	var methods []*protoMethod
	deprecated := false
	for {
		kind, token := r.next()
		switch {
		case kind == 0, kind == '}':
			for _, m := range methods {
				m.head.Deprecated = m.head.Deprecated || deprecated
				h.add(f, m)
			}
			return
		case kind == ';':
		case string(token) == "option":
			option := r.option()
			deprecated = deprecated || option.deprecated
		case string(token) == "rpc":
			m, typ := f.head(service, r)
			methods = append(methods, m)
			h.inputs = append(h.inputs, protoInput{m, service, typ})
		default:
			r.odd = true
		}
	}
}

func (h *protoHeads) add(f *protoFile, m *protoMethod) {
	if first := h.spec.byName[m.head.Name]; first != nil {
		h.spec.tell(f, source.Fault{At: m.head.At, Text: clip(fmt.Sprintf("%s is defined in %s too; that one is read", m.head.Name, first.file.file.Name)), Dirt: true})
		return
	}
	h.spec.byName[m.head.Name] = m
	h.spec.methods = append(h.spec.methods, m)
}

// head reads an RPC behind its keyword; typ is the type of its argument.
func (f *protoFile) head(service string, r *protoReader) (m *protoMethod, typ string) {
	start := r.at - len("rpc")
	name := r.word()
	end := r.at
	m = &protoMethod{file: f, fullName: joinName(service, name)}
	m.head = contract.Head{Name: service + "/" + name, At: source.Span{File: f.file, Start: end - len(name), End: end}}
	typ = r.argument()
	if r.word() != "returns" {
		r.odd = true
	}
	r.argument()
	short := service[strings.LastIndexByte(service, '.')+1:]
	aliases := []string{m.fullName, short + "." + name, short + "/" + name}
	kind, _ := r.next()
	if kind == '{' {
		options := r.options()
		m.head.Deprecated = options.deprecated
		aliases = append(aliases, options.http...)
	}
	r.odd = r.odd || kind != '{' && kind != ';'
	m.head.Doc = firstLine(f.words(source.Span{File: f.file, Start: start, End: r.at}, kind == ';').doc.Text)
	for _, alias := range aliases {
		if alias != m.head.Name && !slices.Contains(m.head.Aliases, alias) {
			m.head.Aliases = append(m.head.Aliases, alias)
		}
	}
	return m, typ
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
