package loaders

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ast"
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/report"
	psource "github.com/bufbuild/protocompile/experimental/source"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoFile is one .proto file of a source, or one that it imports.
type protoFile struct {
	name string // in the store; the import name of a bundled one
	file *source.File
	home string   // the folder where the search for its imports begins
	root string   // the import path that it was found under; its imports are sought there first
	set  *setFile // of a descriptor set: file.Data is printed from it when it is parsed; else nil

	looked     bool // what follows is known
	statements []protoStatement
	balanced   bool // these are all, for certain
	comments   []protoComment

	parsed bool          // what follows is known
	text   *psource.File // file.Data, as the compiler holds it
	ast    *ast.File     // nil where the parser must not see it, or failed

	found    bool          // imports are known
	imports  []protoImport // of ast.Imports
	compiled bool
	level    int // files of one level do not import one another
	ir       *ir.File

	unfit   *source.Fault  // why the parser must not see it
	crash   *source.Fault  // how the compiler failed on it
	syntax  *report.Report // of the parser
	linkage *report.Report // of the linker
	broken  bool           // it has syntax errors, or the compiler failed on it: nothing of it can be relied on
	tainted bool           // something that it imports could not be read, so that names may be missing

	textTold bool         // what is wrong with the text was told
	told     map[bool]int // how many faults were told of it, by Dirt
}

// protoImport is one import of a file: the file that it names, or why there is none.
type protoImport struct {
	file  *protoFile
	fault *source.Fault
	asked bool        // the linker wanted it: the name is one that it takes
	start int         // of the declaration
	at    source.Span // of the name
}

// own is the protoFile of a file that the source itself names.
func (p *protoSpec) own(file *source.File) *protoFile {
	name := strings.TrimPrefix(file.Name, p.store.Prefix)
	if f := p.files[name]; f != nil {
		return f
	}
	f := &protoFile{name: name, file: file, home: path.Dir(name)}
	for _, root := range p.roots {
		if root == "." || strings.HasPrefix(name, root+"/") {
			f.root = root
			break
		}
	}
	p.files[name] = f
	return f
}

// tell keeps a fault of a file, up to source.MaxProtoFaults that refuse it and as many
// that do not.
func (p *protoSpec) tell(f *protoFile, fault source.Fault) {
	if f.told == nil {
		f.told = map[bool]int{}
	}
	f.told[fault.Dirt]++
	if f.told[fault.Dirt] > source.MaxProtoFaults {
		return
	}
	if f.told[fault.Dirt] == source.MaxProtoFaults {
		fault = source.Fault{File: f.file.Name, Text: "there are more faults in this file than " + source.ProtoFaultsLimit.String(), Dirt: fault.Dirt}
	}
	if fault.File == "" {
		fault.File = f.file.Name
	}
	p.faults = append(p.faults, fault)
}

// clip keeps a message to a line: names in it may be of any length.
func clip(text string) string {
	if text, _, _ = strings.Cut(text, "\n"); len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "..."
	}
	return text
}

// at is a span of the compiler's in our file; one in another file points nowhere.
func (f *protoFile) at(s psource.Span) source.Span {
	if s.IsZero() || s.File != f.text {
		return source.Span{}
	}
	return source.Span{File: f.file, Start: s.Start, End: s.End}
}

func importCycle(files []*protoFile) string {
	var text strings.Builder
	fmt.Fprintf(&text, "import cycle: %s", files[0].file.Name)
	for i := 1; i < len(files); i++ {
		fmt.Fprintf(&text, " imports %s, which", files[i].file.Name)
	}
	fmt.Fprintf(&text, " imports %s", files[0].file.Name)
	return text.String()
}

// find is the file that an import names: under the import paths of the source,
// under the one that f was found under, and under the folders above f, the
// nearest first; else what is bundled. A descriptor set comes before all these. The compiler depends on google/protobuf,
// so there the bundled files come first.
func (p *protoSpec) find(f *protoFile, name string) (*protoFile, *source.Fault) {
	if s := p.shared[name]; s != nil {
		return s, nil
	}
	if strings.HasPrefix(name, "google/protobuf/") {
		if b := p.bundled(name); b != nil {
			return b, nil
		}
	}
	if f := p.set.find(name); f != nil {
		return f, nil
	}
	searched := p.searchPath(f)
	for _, root := range searched {
		found, fault := p.under(root, name)
		if fault != nil {
			fault.Text = fmt.Sprintf("import %q: %s", name, fault.Text)
			return nil, fault
		}
		if found != nil {
			if isBundled(name) {
				p.shared[name] = found
			}
			return found, nil
		}
	}
	if b := p.bundled(name); b != nil {
		b.home, b.root = f.home, f.root
		return b, nil
	}
	for i := range searched {
		searched[i] = path.Join(p.store.Prefix, searched[i])
	}
	text := "import %q not found in %s; --import-path adds a folder"
	if f.set != nil {
		text = "import %q not found in the set nor in %s; protoc --include_imports puts it into the set"
	}
	return nil, &source.Fault{Dirt: true, Text: clip(fmt.Sprintf(text, name, strings.Join(searched, ", ")))}
}

// searchPath is where imports of f are sought.
func (p *protoSpec) searchPath(f *protoFile) []string {
	dirs := slices.Clone(p.roots)
	add := func(dir string) {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	if f.root != "" {
		add(f.root)
	}
	for dir := f.home; ; dir = path.Dir(dir) {
		add(dir)
		if dir == "." || dir == "/" {
			return dirs
		}
	}
}

// under reads the file of an import name below one import path; both results
// are nil where there is none.
func (p *protoSpec) under(root, name string) (*protoFile, *source.Fault) {
	full := path.Join(root, name)
	if f := p.files[full]; f != nil {
		return f, nil
	}
	file, fault := p.store.Read(full)
	if fault != nil {
		info, err := fs.Stat(p.store.FS, full)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) || err == nil && info.IsDir() {
			return nil, nil
		}
		return nil, &source.Fault{Text: fault.Text}
	}
	f := &protoFile{name: full, file: file, home: path.Dir(full), root: root}
	p.files[full] = f
	return f, nil
}

// bundled is the file that resolves without the user supplying it, or nil. It
// is one and the same in the whole source: two copies of a message would clash.
func (p *protoSpec) bundled(name string) *protoFile {
	if f := p.shared[name]; f != nil {
		return f
	}
	f := newBundled(name)
	if name == ir.DescriptorProtoPath {
		compiled := *compiledDescriptor()
		f = &compiled
		p.register(f)
		p.linked[f.ir] = f
	}
	if f != nil {
		p.shared[name] = f
	}
	return f
}
