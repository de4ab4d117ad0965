package loaders

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/seq"
	psource "github.com/bufbuild/protocompile/experimental/source"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var protoDialect = specDialect{
	name:     "protobuf",
	what:     "a protobuf source",
	match:    matchProto,
	together: true,
	open:     openProto,
}

// matchProto recognises a .proto file by its name, or by what can only be the
// beginning of one.
func matchProto(f *source.File, _ []string) bool {
	if source.Ext(f.Name) == ".proto" {
		return true
	}
	text := skipProtoComments(bytes.TrimPrefix(f.Data, []byte("\ufeff")))
	word, rest := protoWord(text)
	next, _ := protoWord(rest)
	switch word {
	case "syntax", "edition":
		return next == "="
	case "import":
		return strings.HasPrefix(next, `"`) || next == "public" || next == "weak"
	case "package":
		return strings.HasSuffix(next, ";")
	case "message", "service":
		_, rest = protoWord(rest)
		brace, _ := protoWord(rest)
		return strings.HasSuffix(next, "{") || strings.HasPrefix(brace, "{")
	}
	return false
}

// skipProtoComments is the text from its first token on.
func skipProtoComments(text []byte) []byte {
	for len(text) > 0 {
		kind, n := protoToken(text)
		if kind != ' ' && kind != '/' {
			break
		}
		text = text[n:]
	}
	return text
}

// protoWord splits off what stands before the next space or "=".
func protoWord(text []byte) (word string, rest []byte) {
	text = text[:min(len(text), 512)]
	text = bytes.TrimLeft(text, " \t\r\n\f\v")
	i := bytes.IndexAny(text, " \t\r\n\f\v=")
	switch {
	case i < 0:
		return string(text), nil
	case i == 0 && len(text) > 0:
		return "=", text[1:]
	}
	return string(text[:i]), text[i:]
}

// protoSpec is one source of .proto files. Open parses the files that hold
// services, for their heads; Expand compiles the file of an RPC, and what that
// one imports.
type protoSpec struct {
	store     *source.Store
	roots     []string              // import paths, from the root, in the order in which they are tried
	files     map[string]*protoFile // by name in the store
	shared    map[string]*protoFile // by import name: those that every file must import as one
	texts     map[*psource.File]*protoFile
	linked    map[*ir.File]*protoFile
	importing []*protoFile   // files being compiled, the outermost first
	faults    []source.Fault // found since they were last handed out

	set *protoSet // nil for sources

	methods []*protoMethod
	byName  map[string]*protoMethod
	schemas *protoSchemas
}

// protoMethod is an RPC as its head shows it.
type protoMethod struct {
	head     contract.Head
	file     *protoFile
	fullName string // with dots
	op       *contract.Op
}

func openProto(store *source.Store, files []*source.File, src config.Source) (*contract.Index, []source.Fault) {
	go compiledDescriptor() // is needed in any case, and takes as long as reading the heads
	p := newProtoSpec(store, files, src)
	var own []*protoFile
	for _, f := range files {
		own = append(own, p.own(f))
	}
	p.readHeads(own)
	if len(files) == 1 || len(p.methods) == 0 {
		// Nobody may ever ask for an RPC of these files, yet what is wrong with
		// a file that its user names alone must be heard.
		p.compile(own...)
	}
	return p.index(files[0], countFiles(len(files)))
}

// index is what the heads make. Without any, at says where they were sought.
func (p *protoSpec) index(at *source.File, sought string) (*contract.Index, []source.Fault) {
	if len(p.methods) == 0 && !source.Refused(p.faults) {
		p.faults = append(p.faults, source.Fault{File: at.Name, Text: "no rpc in " + sought + ": nothing to bind tools to", Dirt: true})
	}
	index := &contract.Index{Dialect: "protobuf", Expand: p.expand, Output: p.answer}
	for _, m := range p.methods {
		index.Heads = append(index.Heads, m.head)
	}
	return index, p.takeFaults()
}

func newProtoSpec(store *source.Store, files []*source.File, src config.Source) *protoSpec {
	p := &protoSpec{
		store:  store,
		roots:  importRoots(files, src, store.Prefix),
		files:  map[string]*protoFile{},
		shared: map[string]*protoFile{},
		linked: map[*ir.File]*protoFile{},
		texts:  map[*psource.File]*protoFile{},
		byName: map[string]*protoMethod{},
	}
	p.schemas = newProtoSchemas(p)
	return p
}

func countFiles(n int) string {
	if n == 1 {
		return "the file"
	}
	return fmt.Sprintf("%d .proto files", n)
}

// importRoots are the import paths of a source: its own directory first, then
// those that its user names. What they lack is sought beside the importing file.
func importRoots(files []*source.File, src config.Source, prefix string) []string {
	var roots []string
	if dir := path.Clean(src.Proto); src.Proto != "" && !(len(files) == 1 && path.Clean(files[0].Name) == path.Join(prefix, dir)) {
		roots = append(roots, dir)
	}
	for _, dir := range src.ImportPaths {
		if dir = path.Clean(dir); !slices.Contains(roots, dir) {
			roots = append(roots, dir)
		}
	}
	return roots
}

func (p *protoSpec) takeFaults() []source.Fault {
	faults := p.faults
	p.faults = nil
	return faults
}

func (p *protoSpec) expand(names ...string) ([]*contract.Op, []source.Fault) {
	var files []*protoFile
	for _, name := range names {
		if m := p.byName[name]; m != nil {
			files = append(files, m.file)
		}
	}
	p.compile(files...)
	var ops []*contract.Op
	for _, name := range names {
		m := p.byName[name]
		if m == nil {
			continue
		}
		if m.op == nil {
			m.op = p.op(m)
		}
		ops = append(ops, m.op)
	}
	p.schemas.finish()
	return ops, p.takeFaults()
}

// answer is contract.Index.Output: the message that an RPC returns. A stream of
// them is no one answer.
func (p *protoSpec) answer(name string) (*contract.Schema, []source.Fault) {
	m := p.byName[name]
	if m == nil {
		return nil, nil
	}
	p.compile(m.file)
	var answer *contract.Schema
	p.guard(m.file, func() {
		rpc := m.file.method(m.fullName)
		if rpc.IsZero() {
			return
		}
		output, stream := rpc.Output()
		if _, special := wellKnown[typeName(output)]; !stream && !special && !output.IsZero() && output.IsMessage() {
			answer = p.schemas.message(output)
		}
	})
	p.schemas.finish()
	return answer, p.takeFaults()
}

// guard is protoFile.guard that tells at once.
func (p *protoSpec) guard(f *protoFile, read func()) {
	f.crash = nil
	f.guard(read)
	if f.crash != nil {
		p.tell(f, *f.crash)
	}
}

// op loads one RPC.
func (p *protoSpec) op(m *protoMethod) *contract.Op {
	op := &contract.Op{
		Name:    m.head.Name,
		Aliases: m.head.Aliases,
		Input:   &contract.Schema{Types: contract.ObjectType, At: m.head.At},
		At:      m.head.At,
		File:    m.file.file.Name,
	}
	p.guard(m.file, func() {
		if rpc := m.file.method(m.fullName); !rpc.IsZero() {
			p.describe(op, m.file, rpc)
		}
	})
	if m.file.broken {
		op.Input = &contract.Schema{Types: contract.ObjectType, At: m.head.At, Opaque: m.file.file.Name + " could not be compiled"}
	}
	return op
}

// describe fills in what the linked RPC says.
func (p *protoSpec) describe(op *contract.Op, f *protoFile, rpc ir.Method) {
	words := f.words(f.at(rpc.AST().Span()), rpc.AST().Body().IsZero())
	op.Doc, op.Waivers = words.doc, words.waivers
	deprecated := rpc.Deprecated()
	if deprecated.IsZero() {
		deprecated = rpc.Service().Deprecated()
	}
	op.Deprecated = f.deprecation(deprecated, op.Doc.Text)
	input, stream := rpc.Input()
	at := f.at(rpc.AST().Signature().Inputs().Span())
	if stream {
		op.Input.Opaque, op.Input.TypeAt = "client streaming", at
		return
	}
	op.Input = p.schemas.input(f, input, rpc, at)
}

// method finds an RPC by its full name, with dots; it is zero where the file
// did not compile that far.
func (f *protoFile) method(fullName string) ir.Method {
	if f.ir == nil {
		return ir.Method{}
	}
	for s := range seq.Values(f.ir.Services()) {
		for m := range seq.Values(s.Methods()) {
			if string(m.FullName()) == fullName {
				return m
			}
		}
	}
	return ir.Method{}
}
