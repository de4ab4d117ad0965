// Package loaders reads dialects into contracts: one file a dialect, and a table
// of them. It recognises a dialect by content, resolves references inside the
// root, and leaves spans final. It compares nothing.
package loaders

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Side is what a file is for.
type Side uint8

// The sides of a file.
const (
	Unknown Side = iota
	ToolSide
	SpecSide
)

// Sniff says by content which side a file is on, and its dialect. It is no
// proof that the file can be read.
func Sniff(f *source.File) (side Side, dialect string) {
	if d := specOf(f); d != nil {
		return SpecSide, d.name
	}
	if isOperations(f) {
		return ToolSide, operationsDialect
	}
	root, _ := parseTools(f)
	if records := toolRecords(root); len(records) > 0 {
		return ToolSide, records[0].dialect
	}
	if list := findTools(root); list != nil {
		return ToolSide, list.dialect
	}
	return Unknown, ""
}

// Read reads a file that is text, or of a spec dialect that is not: a descriptor set.
func Read(store *source.Store, name string) (*source.File, *source.Fault) {
	f, fault := store.Read(name)
	if fault == nil {
		return f, nil
	}
	if binary, none := store.ReadBinary(name); none == nil && specOf(binary) != nil {
		return binary, nil
	}
	return nil, fault
}

// specOf is the spec dialect that a file is written in, or nil.
func specOf(f *source.File) *specDialect {
	top := topNames(f)
	for i := range specDialects {
		if specDialects[i].match(f, top) {
			return &specDialects[i]
		}
	}
	return nil
}

// matches is the files that a source names.
type matches struct {
	names []string
	// how: a file was named itself, and must be what it is wanted for; by a
	// pattern, and one that is something else is worth a word; or by its
	// directory, which may hold all sorts of things.
	how int
}

const (
	byName = iota
	byPattern
	byDirectory
)

func find(store *source.Store, pattern string, at source.Span) (matches, *source.Fault) {
	// The store holds standard input and live sources by their names.
	if !source.IsPath(pattern) {
		return matches{[]string{pattern}, byName}, nil
	}
	names, err := store.Glob(pattern)
	if err != nil {
		return matches{}, &source.Fault{At: at, Text: err.Error()}
	}
	if len(names) == 0 {
		return matches{}, &source.Fault{At: at, Text: pattern + ": no such file"}
	}
	clean := path.Clean(pattern)
	switch {
	case len(names) == 1 && names[0] == clean:
		return matches{names, byName}, nil
	case !strings.ContainsAny(clean, "*?[{"):
		return matches{names, byDirectory}, nil
	}
	return matches{names, byPattern}, nil
}

// Tools reads the tool lists of one file each into contracts, in the order of
// names. Of a directory, the files that hold tools are read.
func Tools(store *source.Store, src config.Source) ([]*contract.Contract, []source.Fault) {
	patterns := src.Operations
	if src.Glob != "" {
		patterns = []string{src.Glob}
	}
	if patterns == nil {
		return nil, []source.Fault{{At: src.At, Text: "tools are read from files, not from protobuf or GraphQL"}}
	}
	r := newOperations(store, src)
	var contracts []*contract.Contract
	var faults []source.Fault
	seen := map[string]bool{}
	for _, pattern := range patterns {
		files, fault := find(store, pattern, src.At)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		for _, name := range files.names {
			if seen[name] {
				continue
			}
			seen[name] = true
			lists, more := r.toolFile(name, files.how)
			faults = append(faults, more...)
			contracts = append(contracts, lists...)
		}
	}
	if len(contracts) == 0 && !source.Refused(faults) {
		what := "a tool list"
		if src.Operations != nil {
			what = "GraphQL operations"
		}
		faults = append(faults, source.Fault{At: src.At, Text: strings.Join(patterns, ", ") + ": no file here holds " + what})
	}
	faults = append(faults, brokenBeside(r.broken, contracts)...)
	return contracts, foldPassed(append(faults, r.rest()...))
}

// brokenBeside is what is said of the files of a directory that could not be
// parsed. One that lies beside a tool list and has its extension means to be one:
// to pass it over would turn a run green that has lost tools.
func brokenBeside(broken []source.Fault, lists []*contract.Contract) []source.Fault {
	kind := func(name string) string { return path.Dir(name) + source.Ext(name) }
	beside := map[string]bool{}
	for _, l := range lists {
		if len(l.Ops) > 0 {
			beside[kind(l.Ops[0].File)] = true
		}
	}
	var out []source.Fault
	for _, f := range broken {
		if !beside[kind(f.At.File.Name)] {
			f.Text, f.Dirt = passed+f.Text, true
		}
		out = append(out, f)
	}
	return out
}

// toolFile reads one file, which is one list but for a data set; both results are
// empty for one that is passed over.
func (o *operations) toolFile(name string, how int) ([]*contract.Contract, []source.Fault) {
	f, fault := Read(o.store, name)
	if fault != nil {
		if how == byDirectory && !isDataName(name) {
			return nil, nil
		}
		return nil, []source.Fault{*fault}
	}
	if d := specOf(f); d != nil {
		return nil, other(f, how, fmt.Sprintf(another+"%s, not a tool list", d.what))
	}
	if isOperations(f) {
		return one(o.document(f))
	}
	root, faults := parseTools(f)
	if root == nil {
		if how != byDirectory || means(f, toolMarks) {
			return nil, faults
		}
		if looksLikeData(f) && len(faults) > 0 {
			o.broken = append(o.broken, faults[0])
		}
		return nil, nil
	}
	if records := toolRecords(root); len(records) > 0 && o.src.Operations == nil {
		var all []*contract.Contract
		for _, list := range records {
			c, more := readList(o.store, f, root, list)
			all, faults = append(all, c), append(faults, more...)
		}
		return all, foldDirt(faults)
	}
	list := findTools(root)
	if list == nil {
		if how == byDirectory && !means(f, schemaMarks) {
			return nil, nil
		}
		return nil, other(f, how, "no tool list: found "+outline(root)+
			", expected tools as MCP, OpenAI, Anthropic, Gemini, Bedrock or a Copilot plugin write them")
	}
	if list.dialect == manifestDialect {
		c, more := o.manifest(f, list.entries)
		return one(c, append(faults, more...))
	}
	if o.src.Operations != nil {
		return nil, other(f, how, fmt.Sprintf(another+"a tool list (%s), not GraphQL operations", list.dialect))
	}
	c, more := readTools(o.store, f, root, list)
	return one(c, append(faults, more...))
}

// one is the list that a file is, or none.
func one(c *contract.Contract, faults []source.Fault) ([]*contract.Contract, []source.Fault) {
	if c == nil {
		return nil, faults
	}
	return []*contract.Contract{c}, faults
}

// toolMarks are words of which every list of tools with arguments has one, and
// schemaMarks are those that hardly anything else has.
var (
	toolMarks   = append([]string{"parameters", `"tools"`, `"functions"`}, schemaMarks...)
	schemaMarks = []string{"inputSchema", "input_schema", "functionDeclarations", "function_declarations"}
)

// means reports whether a file of a directory, where anything may lie, holds one of marks.
func means(f *source.File, marks []string) bool {
	return slices.ContainsFunc(marks, func(m string) bool { return bytes.Contains(f.Data, []byte(m)) })
}

// other is the fault of a file that is not what it is wanted for.
func other(f *source.File, how int, what string) []source.Fault {
	if how == byName {
		return []source.Fault{{At: source.Span{File: f}, Text: what}}
	}
	return []source.Fault{{At: source.Span{File: f}, Text: passed + what, Dirt: true}}
}

const (
	passed  = "passed over: "
	another = "this is " // what a file is that is known to be something else
)

// MayHoldTools reports whether a fault of Tools is of a file that was passed over
// although nobody knows what it is: a tool list with a slip in it looks the same.
func MayHoldTools(f source.Fault) bool {
	return f.Dirt && strings.HasPrefix(f.Text, passed) && !strings.HasPrefix(f.Text, passed+another)
}

// foldPassed keeps one of the files that were passed over for the same reason: a
// pattern may match hundreds.
func foldPassed(faults []source.Fault) []source.Fault {
	count := map[string]int{}
	for _, f := range faults {
		if f.Dirt && strings.HasPrefix(f.Text, passed) {
			count[f.Text]++
		}
	}
	var out []source.Fault
	for _, f := range faults {
		if n := count[f.Text]; n > 1 {
			count[f.Text] = -1
			f.Text += fmt.Sprintf(" (and so are %d more files)", n-1)
		} else if n < 0 {
			continue
		}
		out = append(out, f)
	}
	return out
}

// outline says in a few words what a document is.
func outline(n *source.Node) string {
	switch {
	case n.Kind == source.Array && len(n.Items) > 0 && n.Items[0].Kind == source.Object:
		return "an array; its first is " + outline(n.Items[0])
	case n.Kind != source.Object:
		return article(n.Kind)
	case len(n.Members) == 0:
		return "an empty object"
	}
	var keys []string
	for _, m := range n.Members[:min(4, len(n.Members))] {
		keys = append(keys, m.Key)
	}
	if len(n.Members) > 4 {
		keys = append(keys, "...")
	}
	return "an object with " + strings.Join(keys, ", ")
}

func readTools(store *source.Store, f *source.File, root *source.Node, list *toolList) (*contract.Contract, []source.Fault) {
	c, faults := readList(store, f, root, list)
	return c, foldDirt(faults)
}

// readList is readTools with all that is said of dirt, however often.
func readList(store *source.Store, f *source.File, root *source.Node, list *toolList) (*contract.Contract, []source.Fault) {
	t := &toolReader{
		store: store, file: f, root: root,
		names:    map[string]source.Span{},
		Contract: &contract.Contract{Dialect: list.dialect},
	}
	for _, n := range list.entries {
		if list.dialect == copilotDialect {
			t.pluginFunction(n)
		} else {
			t.entry(n)
		}
	}
	return t.Contract, t.faults
}

// Open opens one spec source. Its files may be of several dialects; their
// operations are one pool.
func Open(store *source.Store, src config.Source) (*contract.Index, []source.Fault) {
	files, faults := specFilesOf(store, src)
	var indexes []*contract.Index
	for _, group := range files {
		ix, more := group.dialect.open(store, group.files, group.src)
		faults = append(faults, more...)
		if ix != nil {
			indexes = append(indexes, ix)
		}
	}
	if len(indexes) == 0 {
		if !source.Refused(faults) {
			faults = append(faults, source.Fault{At: src.At, Text: sourceName(src) + ": no file here is an API spec"})
		}
		return nil, foldPassed(faults)
	}
	ix, more := Merge(indexes...)
	return ix, foldPassed(append(faults, more...))
}

func sourceName(src config.Source) string {
	switch {
	case src.Glob != "":
		return src.Glob
	case src.Proto != "":
		return src.Proto
	}
	return strings.Join(src.GraphQL, ", ")
}

// group is files that are opened together.
type group struct {
	dialect *specDialect
	files   []*source.File
	src     config.Source
}

// specFilesOf sorts the files that a source names into what is opened together.
func specFilesOf(store *source.Store, src config.Source) (groups []*group, faults []source.Fault) {
	patterns := src.GraphQL
	if src.Glob != "" {
		patterns = []string{src.Glob}
	} else if src.Proto != "" {
		patterns = []string{src.Proto}
	}
	for _, pattern := range patterns {
		files, fault := find(store, pattern, src.At)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		from := src
		if files.how == byDirectory && src.Glob != "" {
			from.Proto = path.Clean(src.Glob)
		}
		for _, name := range files.names {
			if src.Proto != "" && files.how == byDirectory && source.Ext(name) != ".proto" {
				continue
			}
			f, d, more := specFile(store, name, files.how)
			faults = append(faults, more...)
			if d != nil {
				groups = place(groups, d, f, from)
			}
		}
	}
	return groups, faults
}

func place(groups []*group, d *specDialect, f *source.File, src config.Source) []*group {
	for _, g := range groups {
		if g.dialect == d && d.together {
			g.files = append(g.files, f)
			return groups
		}
	}
	return append(groups, &group{d, []*source.File{f}, src})
}

// specFile recognises one file; the dialect is nil for one that is passed over.
func specFile(store *source.Store, name string, how int) (*source.File, *specDialect, []source.Fault) {
	f, fault := Read(store, name)
	if fault != nil {
		if how == byDirectory && !isDataName(name) {
			return nil, nil, nil
		}
		return nil, nil, []source.Fault{*fault}
	}
	if d := specOf(f); d != nil {
		return f, d, nil
	}
	if isOperations(f) {
		return nil, nil, other(f, how, "these are GraphQL operations, which are tools, not an API spec")
	}
	root, faults := parseTools(f)
	switch {
	case root == nil && how != byDirectory && !looksLikeData(f):
		return nil, nil, other(f, how, "no API spec: expected OpenAPI, Swagger, protobuf or GraphQL")
	case root == nil && how != byDirectory:
		return nil, nil, faults
	case root == nil && looksLikeData(f) && len(faults) > 0:
		return nil, nil, []source.Fault{{At: faults[0].At, Text: passed + faults[0].Text, Dirt: true}}
	case root == nil:
		return nil, nil, nil
	}
	if list := findTools(root); list != nil {
		return nil, nil, other(f, how, fmt.Sprintf("this is a tool list (%s), not an API spec", list.dialect))
	}
	if how != byName {
		return nil, nil, nil // a part that other files refer to
	}
	return nil, nil, other(f, how, "no API spec: found "+outline(root)+", expected OpenAPI, Swagger, protobuf or GraphQL")
}

// isDataName reports whether a file's name says JSON or YAML.
func isDataName(name string) bool {
	switch source.Ext(name) {
	case ".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".yaml", ".yml":
		return true
	}
	return false
}
