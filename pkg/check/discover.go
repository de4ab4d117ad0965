package check

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Found is a source that Discover has found.
type Found struct {
	Source  config.Source
	Name    string // the file, or the folder or pattern of several
	Dialect string // "mcp", "openapi-3.0"
	Count   int    // of its tools, or operations
	Files   int
	Aside   bool // it lies among tests, examples or documents

	lists []*contract.Contract
	index *contract.Index
}

// Servers is a file that tells an agent's client which MCP servers to start.
type Servers struct {
	File  string
	Names []string
}

// Discovery is what a folder holds that can be compared.
type Discovery struct {
	Tools, Specs []*Found // by name
	Servers      []Servers
	Looked       int      // files whose names say that they may hold either
	Notes        []string // what was not looked at, and why
}

// The limits of looking around. A repository that has more than that is found its
// way in by hand; it must not take minutes to be told so.
const (
	mostFiles  = 20_000
	mostLevels = 16
	mostBytes  = 32 << 20 // of one file: as large as the largest published specs
)

// passedDirs hold what others have written, or what is built.
var passedDirs = map[string]bool{
	"node_modules": true, "bower_components": true, "vendor": true, "site-packages": true, "__pycache__": true, "venv": true, "target": true,
}

// asideDirs hold tool lists and specs that are about something else than the project's own.
var asideDirs = map[string]bool{
	"test": true, "tests": true, "__tests__": true, "testdata": true, "fixtures": true, "__fixtures__": true, "mocks": true, "examples": true, "example": true, "docs": true,
}

// serverFiles are what the clients of MCP call the list of their servers.
var serverFiles = []string{".mcp.json", "mcp.json", ".vscode/mcp.json", ".cursor/mcp.json", "claude_desktop_config.json"}

// discover looks for tool lists and specs in a folder of the run's root and below.
func (r *Run) discover(dir string) (*Discovery, error) {
	s := &searcher{run: r, dir: dir, out: &Discovery{}}
	err := fs.WalkDir(r.store.FS, dir, s.visit)
	if err != nil && !errors.Is(err, fs.SkipAll) {
		return nil, &Usage{Text: err.Error()}
	}
	s.tools()
	s.specs()
	for _, name := range serverFiles {
		s.servers(path.Join(dir, name))
	}
	return s.out, nil
}

type searcher struct {
	run    *Run
	dir    string
	out    *Discovery
	ignore []ignored
	found  []sniffed
}

type sniffed struct {
	name, dialect string
	side          loaders.Side
	service       bool // of protobuf: it has operations
}

func (s *searcher) visit(name string, d fs.DirEntry, err error) error {
	base := path.Base(name)
	switch {
	case err != nil && name == s.dir:
		return err
	case err != nil:
		return nil // it may not be read, and what cannot be read is not found
	case d.IsDir() && name != s.dir && (strings.HasPrefix(base, ".") || passedDirs[base] || s.isIgnored(name, true)):
		return fs.SkipDir
	case d.IsDir() && strings.Count(name, "/")-strings.Count(s.dir, "/") > mostLevels:
		s.out.Notes = append(s.out.Notes, fmt.Sprintf("%s is too deep to be looked into", name))
		return fs.SkipDir
	case d.IsDir():
		s.ignore = append(s.ignore, readIgnored(s.run.store.FS, name)...)
		return nil
	case !d.Type().IsRegular() || strings.HasPrefix(base, ".") || !mayHold(name) || s.isIgnored(name, false):
		return nil
	}
	if s.out.Looked++; s.out.Looked > mostFiles {
		s.out.Notes = append(s.out.Notes, fmt.Sprintf("only the first %d files were looked at, up to %s", mostFiles, name))
		return fs.SkipAll
	}
	if info, err := d.Info(); err != nil || info.Size() > mostBytes {
		s.out.Notes = append(s.out.Notes, fmt.Sprintf("%s is larger than %d MiB", name, mostBytes>>20))
		return nil
	}
	s.sniff(name)
	return nil
}

// mayHold reports whether a file's name says that it may hold tools or a spec.
func mayHold(name string) bool {
	switch source.Ext(name) {
	case ".json", ".jsonc", ".jsonl", ".ndjson", ".yaml", ".yml", ".proto", ".graphql", ".graphqls", ".gql", ".binpb", ".pb", ".protoset":
		return true
	}
	return false
}

// marks are words of which every tool list and every spec in JSON or YAML has one.
var marks = []string{"openapi", "swagger", "inputSchema", "input_schema", "inputschema", "unctionDeclarations", "unction_declarations", "parameters", "__schema", "tools"}

// sniff looks at one file. It is kept in memory only where it holds something.
func (s *searcher) sniff(name string) {
	store := &source.Store{FS: s.run.store.FS, Prefix: s.run.store.Prefix, MaxSize: s.run.store.MaxSize}
	f, fault := loaders.Read(store, name)
	if fault != nil {
		return
	}
	ext := source.Ext(name)
	marked := !loaders.IsGraphQLName(name) && !slices.Contains([]string{".proto", ".binpb", ".pb", ".protoset"}, ext)
	if marked && !slices.ContainsFunc(marks, func(m string) bool { return bytes.Contains(f.Data, []byte(m)) }) {
		return
	}
	side, dialect := loaders.Sniff(f)
	if side == loaders.Unknown {
		return
	}
	s.run.store.Add(f)
	s.found = append(s.found, sniffed{name, dialect, side, ext == ".proto" && bytes.Contains(f.Data, []byte("service "))})
}

// tools are the tool lists, those of one folder and kind together.
func (s *searcher) tools() {
	groups := s.grouped(loaders.ToolSide, func(f sniffed) string { return path.Dir(f.name) + "\x00" + source.Ext(f.name) + "\x00" + f.dialect })
	for _, g := range groups {
		found := s.list(g)
		if len(g) > 1 && twiceIn(found.lists) {
			for i := range g { // bindings of a contract name a tool once
				s.listed(s.list(g[i : i+1]))
			}
			continue
		}
		s.listed(found)
	}
}

func (s *searcher) listed(f *Found) {
	if f.Count > 0 {
		s.out.Tools = append(s.out.Tools, f)
	}
}

// list reads the tool lists of some files of one folder.
func (s *searcher) list(g []sniffed) *Found {
	name := g[0].name
	if len(g) > 1 {
		name = s.together(g)
	}
	src := config.Source{Glob: name}
	lists, faults := loaders.Tools(s.run.store, src)
	found := &Found{Source: src, Name: name, Dialect: g[0].dialect, Files: len(g), Aside: s.aside(name), lists: lists}
	if loaders.IsGraphQLName(name) { // operations are tools only of those who serve them so, and a front end has hundreds
		found.Aside = true
	}
	for _, l := range lists {
		found.Count += len(l.Ops)
	}
	if found.Count == 0 && source.Refused(faults) {
		s.out.Notes = append(s.out.Notes, "passed over: "+faults[0].Error())
	}
	return found
}

// twiceIn reports whether two lists have a tool of one name.
func twiceIn(lists []*contract.Contract) bool {
	seen := map[string]bool{}
	for _, l := range lists {
		for _, op := range l.Ops {
			if seen[op.Name] {
				return true
			}
			seen[op.Name] = true
		}
	}
	return false
}

// specs are the API contracts: of protobuf and GraphQL the files of one folder are one.
func (s *searcher) specs() {
	groups := s.grouped(loaders.SpecSide, func(f sniffed) string {
		switch {
		case source.Ext(f.name) == ".proto":
			return s.protoRoot(f.name)
		case loaders.IsGraphQLName(f.name):
			return path.Dir(f.name) + "\x00" + source.Ext(f.name)
		}
		return f.name
	})
	for _, g := range groups {
		name := g[0].name
		src := config.Source{Glob: name}
		switch {
		case source.Ext(name) == ".proto":
			if !slices.ContainsFunc(g, func(f sniffed) bool { return f.service }) {
				continue
			}
			name = s.protoRoot(name)
			src = config.Source{Proto: name}
		case loaders.IsGraphQLName(name):
			if len(g) > 1 {
				name = s.together(g)
				src = config.Source{GraphQL: []string{name}}
			}
		}
		index, faults := loaders.Open(s.run.store, src)
		switch {
		case index != nil && len(index.Heads) > 0:
			s.out.Specs = append(s.out.Specs, &Found{
				Source: src, Name: name, Dialect: index.Dialect, Count: len(index.Heads), Files: len(g), Aside: s.aside(name), index: index,
			})
		case index == nil && source.Refused(faults):
			s.out.Notes = append(s.out.Notes, "passed over: "+faults[0].Error())
		}
	}
}

// grouped is what was found of one side, by key, in the order of names.
func (s *searcher) grouped(side loaders.Side, key func(sniffed) string) (groups [][]sniffed) {
	at := map[string]int{}
	for _, f := range s.found {
		if f.side != side {
			continue
		}
		k := key(f)
		if i, ok := at[k]; ok {
			groups[i] = append(groups[i], f)
			continue
		}
		at[k] = len(groups)
		groups = append(groups, []sniffed{f})
	}
	return groups
}

// together is a pattern for the files of one folder and one extension.
func (s *searcher) together(g []sniffed) string {
	return path.Join(path.Dir(g[0].name), "*"+path.Ext(g[0].name))
}

// protoRoot is the folder that a .proto file's imports start from: that of buf's
// config, else the one that the file's package is a path below, else its own.
func (s *searcher) protoRoot(name string) string {
	dir := path.Dir(name)
	for up := dir; ; up = path.Dir(up) {
		for _, mark := range []string{"buf.yaml", "buf.yml"} {
			if _, err := fs.Stat(s.run.store.FS, path.Join(up, mark)); err == nil {
				return up
			}
		}
		if up == "." || up == s.dir {
			break
		}
	}
	f, fault := s.run.store.Read(name)
	if fault != nil {
		return dir
	}
	for line := range bytes.Lines(f.Data) {
		rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("package "))
		if !ok {
			continue
		}
		below := strings.ReplaceAll(strings.TrimSpace(strings.TrimRight(string(rest), "; \t")), ".", "/")
		if root, ok := strings.CutSuffix(dir, "/"+below); ok {
			return root
		}
		if dir == below {
			return "."
		}
		break
	}
	return dir
}

// aside reports whether a path leads through a folder of tests or examples.
func (s *searcher) aside(name string) bool {
	rest := strings.TrimPrefix(name, s.dir+"/")
	return slices.ContainsFunc(strings.Split(path.Dir(rest), "/"), func(part string) bool { return asideDirs[strings.ToLower(part)] })
}

// servers reads the names of MCP servers: never what starts them, for a token may
// stand in it.
func (s *searcher) servers(name string) {
	if _, err := fs.Stat(s.run.store.FS, name); err != nil {
		return
	}
	f, fault := s.run.store.Read(name)
	if fault != nil {
		return
	}
	root, _ := source.Parse(f)
	found := Servers{File: name}
	for _, key := range []string{"mcpServers", "servers"} {
		if v := root.Value(key); v != nil {
			for _, m := range v.Members {
				found.Names = append(found.Names, m.Key)
			}
		}
	}
	if len(found.Names) > 0 {
		s.out.Servers = append(s.out.Servers, found)
	}
}
