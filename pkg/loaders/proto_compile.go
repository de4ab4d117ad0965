package loaders

import (
	"cmp"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/bufbuild/protocompile/experimental/ast"
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/parser"
	"github.com/bufbuild/protocompile/experimental/report"
	"github.com/bufbuild/protocompile/experimental/report/rtags"
	psource "github.com/bufbuild/protocompile/experimental/source"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// inParallel does something to each of files, to several at a time: reading
// protobuf is bound by the processor, and a closure may be a hundred files.
func inParallel(files []*protoFile, do func(*protoFile)) {
	var wait sync.WaitGroup
	var next atomic.Int64
	for range min(len(files), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(files)); i = next.Add(1) - 1 {
				do(files[i])
			}
		})
	}
	wait.Wait()
}

func compilerFailed(r any) *source.Fault {
	return &source.Fault{Text: clip(fmt.Sprintf("the protobuf compiler failed on this file: %v", r))}
}

// guard runs what reads f with the compiler. It is young and its input hostile:
// should it panic, the file is refused and the run goes on.
func (f *protoFile) guard(read func()) {
	defer func() {
		if r := recover(); r != nil {
			f.broken, f.tainted, f.crash = true, true, compilerFailed(r)
		}
	}()
	read()
}

// look prints a file of a descriptor set, and tells the statements of any file
// apart.
func (f *protoFile) look(set *protoSet) {
	if f.looked {
		return
	}
	f.looked = true
	f.guard(func() {
		if f.set != nil {
			f.unfit = set.print(f)
		}
		if f.unfit == nil {
			f.unfit = f.scan()
		}
	})
	f.broken = f.broken || f.unfit != nil
}

// parse sets f.ast, unless the file is one that the parser must not see.
func (f *protoFile) parse(set *protoSet) {
	if f.look(set); f.parsed || f.broken {
		return
	}
	f.parsed = true
	f.text = psource.NewFile(f.name, string(f.file.Data))
	f.syntax = &report.Report{Options: report.Options{SuppressWarnings: true}}
	f.guard(func() { f.ast, _ = parser.Parse(f.name, f.text, f.syntax) })
	f.broken = f.broken || slices.ContainsFunc(f.syntax.Diagnostics, func(d report.Diagnostic) bool { return d.Level() <= report.Error })
}

// compile parses and links files and all that they import, each once.
func (p *protoSpec) compile(files ...*protoFile) {
	if !slices.ContainsFunc(files, func(f *protoFile) bool { return !f.compiled }) {
		return
	}
	p.parse(files)
	var order []*protoFile
	for _, f := range files {
		order = p.arrange(f, order)
	}
	for level, linked := 0, 0; linked < len(order); level++ {
		var files []*protoFile
		for _, f := range order {
			if f.level == level {
				files = append(files, f)
			}
		}
		inParallel(files, p.link)
		linked += len(files)
	}
	for _, f := range order {
		p.settle(f)
	}
}

// parse parses files and all that they import.
func (p *protoSpec) parse(files []*protoFile) {
	for range source.MaxImports + 1 {
		var wave []*protoFile
		for _, f := range files {
			if !f.found {
				f.found = true
				wave = append(wave, f)
			}
		}
		inParallel(wave, func(f *protoFile) { f.parse(p.set) })
		files = nil
		for _, f := range wave {
			p.register(f)
			files = append(files, p.follow(f)...)
		}
		if len(files) == 0 {
			return
		}
	}
}

// register lets faults in the text of f be found there.
func (p *protoSpec) register(f *protoFile) {
	if f.text != nil {
		p.texts[f.text] = f
	}
}

// follow finds what f imports.
func (p *protoSpec) follow(f *protoFile) (files []*protoFile) {
	if f.ast == nil {
		return nil
	}
	for decl := range f.ast.Imports() {
		imported := protoImport{start: decl.Span().Start, at: f.at(decl.ImportPath().Span())}
		name := ir.CanonicalizeFilePath(decl.ImportPath().AsLiteral().AsString().Text())
		if imported.file, imported.fault = p.find(f, name); imported.fault == nil {
			files = append(files, imported.file)
		}
		f.imports = append(f.imports, imported)
	}
	return files
}

// arrange adds f to order, behind all that it imports and sets their levels. An
// import that closes a circle, or is nested too deep, counts as missing.
func (p *protoSpec) arrange(f *protoFile, order []*protoFile) []*protoFile {
	if f.compiled {
		return order
	}
	f.compiled = true
	p.importing = append(p.importing, f)
	for i := range f.imports {
		imported := &f.imports[i]
		if imported.fault != nil {
			continue
		}
		if i := slices.Index(p.importing, imported.file); i >= 0 {
			imported.fault = &source.Fault{Text: importCycle(p.importing[i:])}
			continue
		}
		if len(p.importing) >= source.MaxImports {
			imported.fault = &source.Fault{Text: "imports are nested deeper than " + source.ImportsLimit.String()}
			continue
		}
		order = p.arrange(imported.file, order)
		f.level = max(f.level, imported.file.level+1)
	}
	p.importing = p.importing[:len(p.importing)-1]
	return append(order, f)
}

// link sets f.ir. All that f imports is linked.
func (p *protoSpec) link(f *protoFile) {
	if f.ast == nil {
		return
	}
	f.linkage = &report.Report{Options: report.Options{SuppressWarnings: true}}
	f.guard(func() {
		f.ir, _ = protoSession.Lower(f.ast, f.linkage, func(n int, name string, _ ast.DeclImport) (*ir.File, error) {
			if n < 0 {
				return compiledDescriptor().ir, nil
			}
			imported := &f.imports[n]
			imported.asked = true
			if imported.fault == nil && imported.file.ir == nil {
				imported.fault = &source.Fault{Text: fmt.Sprintf("import %q could not be compiled", name)}
			}
			if imported.fault != nil {
				f.tainted = true
				return nil, fs.ErrNotExist
			}
			f.tainted = f.tainted || imported.file.tainted || imported.file.broken
			return imported.file.ir, nil
		})
	})
}

// tellText tells what is wrong with the text of f.
func (p *protoSpec) tellText(f *protoFile) {
	if f.textTold {
		return
	}
	f.textTold = true
	if f.unfit != nil {
		p.tell(f, *f.unfit)
	}
	if f.crash != nil {
		p.tell(f, *f.crash)
		f.crash = nil
	}
	for _, fault := range p.errors(f, f.syntax, nil) {
		p.tell(f, fault)
	}
}

// settle tells what is wrong with f once it is linked.
func (p *protoSpec) settle(f *protoFile) {
	p.tellText(f)
	if f.ir != nil {
		p.linked[f.ir] = f
	}
	told := map[int]bool{}
	for _, imported := range f.imports {
		if imported.fault == nil || !imported.asked {
			continue
		}
		told[imported.start] = true
		fault := *imported.fault
		fault.At = imported.at
		p.tell(f, fault)
	}
	if f.crash != nil {
		p.tell(f, *f.crash)
	}
	if f.broken {
		return // all else follows from the syntax errors, as like as not
	}
	for _, fault := range p.errors(f, f.linkage, told) {
		p.tell(f, fault)
	}
}

// errors are those of a report on f, from the top of the file to its end, but
// for imports whose fault is told already.
func (p *protoSpec) errors(f *protoFile, rep *report.Report, told map[int]bool) []source.Fault {
	if rep == nil {
		return nil
	}
	var faults []source.Fault
	slices.SortStableFunc(rep.Diagnostics, func(a, b report.Diagnostic) int {
		return cmp.Compare(a.Primary().Start, b.Primary().Start)
	})
	for i := range rep.Diagnostics {
		d := &rep.Diagnostics[i]
		at := d.Primary()
		switch {
		case d.Level() > report.Error, told[at.Start] && at.File == f.text:
			continue
		case f.tainted && (d.Is(rtags.UnknownSymbol) || strings.HasPrefix(d.Message(), "cannot find ")):
			continue // the import that is missing would have told
		}
		text := strings.TrimSuffix(strings.ReplaceAll(d.Message(), "`", ""), ".")
		if d.Level() == report.ICE {
			f.broken = true
			text = "the protobuf compiler failed on this file: " + text
		}
		fault := source.Fault{File: f.file.Name, Text: clip(text)}
		if owner := p.texts[at.File]; owner != nil {
			fault.At = owner.at(at)
		}
		if len(faults) == 0 || fault != faults[len(faults)-1] {
			faults = append(faults, fault)
		}
	}
	return faults
}
