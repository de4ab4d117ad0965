package check

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Begun is a first config for what a folder holds.
type Begun struct {
	*Discovery
	Root      string // absolute
	File      string // absolute path that the config belongs to
	Text      []byte // nil where no tool list was found
	Contracts []BegunContract
	Entries   int // tools that bindings says something of
	Comments  int // tools that stand in comments there, to choose from
}

// BegunContract is one contract of a first config.
type BegunContract struct {
	Name         string
	Tools, Specs []*Found
	Of, Bound    int // tools, and those of them that an operation was found for
}

// Begin finds the tool lists and the specs in the working directory and below,
// pairs them by how well they bind, and drafts a config. It writes nothing, and
// runs and fetches nothing. The error is a *Usage: there is a config already.
func Begin(in Inputs) (*Begun, error) {
	r, err := in.configured()
	if err != nil {
		return nil, err
	}
	if f := r.Config.File; f != nil {
		return nil, &Usage{Text: fmt.Sprintf("%s is there already; tooldrift bind --write puts new tools into it", shownFrom(r, f.Name))}
	}
	rel, err := filepath.Rel(r.Root, in.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, &Usage{Text: "the config would stand here, outside the root"}
	}
	dir := filepath.ToSlash(rel)
	d, err := r.discover(dir)
	if err != nil {
		return nil, err
	}
	b := &Begun{Discovery: d, Root: r.Root, File: filepath.Join(in.Dir, config.FileName)}
	if len(d.Tools) == 0 {
		return b, nil
	}
	return b, r.sketch(b, dir)
}

func shownFrom(r *Run, name string) string {
	full := filepath.Join(r.Root, filepath.FromSlash(name))
	if rel, err := filepath.Rel(r.dir, full); err == nil {
		return filepath.ToSlash(rel)
	}
	return name
}

// sketch drafts the config: its contracts, then their bindings as bind --write
// puts them in.
func (r *Run) sketch(b *Begun, dir string) error {
	b.pair()
	var all []config.Sketch
	for _, c := range b.Contracts {
		one := config.Sketch{Contract: &config.Contract{Name: c.Name}, Remarks: c.remarks(b)}
		for _, t := range c.Tools {
			one.Tools = append(one.Tools, t.Source)
		}
		for _, s := range c.Specs {
			one.Spec = append(one.Spec, s.Source)
		}
		all = append(all, one)
	}
	f := &source.File{Name: path.Join(dir, config.FileName), Data: config.First(all, dir)}
	cfg, faults := config.Parse(f, dir)
	if cfg == nil {
		return &Usage{Text: "the draft of a config is none", Faults: faults, Root: r.Root}
	}
	r.Config = cfg
	r.configuredContracts()
	r.load()
	r.Match()
	r.Propose()
	_, a, err := r.WithBindings()
	if err != nil {
		return err
	}
	b.Entries, b.Comments = a.Entries, a.Comments
	_, err = fs.Stat(r.store.FS, path.Join(dir, schemaFile))
	b.Text = slices.Concat([]byte(b.head(err == nil)), a.Text, []byte(b.tail(dir, err == nil)))
	for i, c := range r.Contracts {
		b.Contracts[i].Of = len(c.Bindings)
		b.Contracts[i].Bound = sureIn(c.drafts())
	}
	return nil
}

// schemaFile is where editors find the JSON Schema of the config, once it was put there.
const schemaFile = ".tooldrift.schema.json"

// head is what a first config begins with, in comments.
func (b *Begun) head(schema bool) string {
	text := ""
	if schema {
		text = "# yaml-language-server: $schema=" + schemaFile + "\n"
	}
	text += `# Which tools are compared with which spec. tooldrift init has written what it
# found: read it once, then tooldrift check.
`
	if b.Comments > 0 {
		text += `# For a tool that stands in comments below, take the mark off the line that is
# right. One that calls no operation says so: think: {local: "a scratchpad"}
`
	}
	return text
}

// sureIn counts the drafts that become entries.
func sureIn(all []config.Draft) (n int) {
	for _, d := range all {
		if d.Sure {
			n++
		}
	}
	return n
}

// pair sorts tool lists and specs into contracts: each list goes with the spec that
// binds most of its tools, of equals the nearest, and lists of one spec go together.
func (b *Begun) pair() {
	tools, specs := foremost(b.Tools), foremost(b.Specs)
	at := map[string]int{}
	for _, t := range tools {
		chosen, bound := choose(t, specs, max(mostSpecs, mostPairs/len(tools)))
		key := ""
		for _, s := range chosen {
			key += s.Name + "\x00"
		}
		if i, ok := at[key]; ok && !shareTools(b.Contracts[i].Tools, t) {
			b.Contracts[i].Tools = append(b.Contracts[i].Tools, t)
			b.Contracts[i].Bound += bound
			continue
		}
		at[key] = len(b.Contracts)
		b.Contracts = append(b.Contracts, BegunContract{Tools: []*Found{t}, Specs: chosen, Bound: bound})
	}
	taken := map[string]bool{}
	for i := range b.Contracts {
		c := &b.Contracts[i]
		c.Name = c.name(taken)
		taken[c.Name] = true
	}
}

// foremost are the sources that do not lie among tests and examples, or all where
// no other are there.
func foremost(all []*Found) []*Found {
	var front []*Found
	for _, f := range all {
		if !f.Aside {
			front = append(front, f)
		}
	}
	if len(front) == 0 {
		return all
	}
	return front
}

const (
	mostPairs = 200 // tool lists and specs that are tried with each other: a pair of large ones takes a tenth of a second
	mostSpecs = 3   // that one contract is given
)

// choose is the specs that a tool list is compared with, and how many of its tools
// they bind. One more spec must bind two tools that the others do not, or all that
// are left: a single equal name is found anywhere. Of many specs the nearest are
// tried. Where nothing binds it is the nearest one, for its author to choose the
// operations.
func choose(t *Found, specs []*Found, tried int) (chosen []*Found, bound int) {
	near := slices.Clone(specs)
	slices.SortStableFunc(near, func(a, b *Found) int { return cmp.Compare(distance(t.Name, a.Name), distance(t.Name, b.Name)) })
	near = near[:min(len(near), tried)]
	left := map[string]bool{}
	for _, l := range t.lists {
		for _, op := range l.Ops {
			left[op.Name] = true
		}
	}
	binds := make([][]string, len(near))
	for i, s := range near {
		matched, _ := bind.Match(t.lists, []*contract.Index{s.index}, &config.Contract{})
		for _, b := range matched.Bindings {
			if len(b.Calls) > 0 && b.Doubt == nil {
				binds[i] = append(binds[i], b.Tool.Name)
			}
		}
	}
	for len(chosen) < mostSpecs && len(left) > 0 {
		best, most := -1, 0
		for i := range near {
			if n := countIn(binds[i], left); n > most {
				best, most = i, n
			}
		}
		if best < 0 || len(chosen) > 0 && most < 2 && most < len(left) {
			break
		}
		chosen, bound = append(chosen, near[best]), bound+most
		for _, name := range binds[best] {
			delete(left, name)
		}
	}
	if chosen == nil && len(near) > 0 {
		chosen = near[:1]
	}
	return chosen, bound
}

func countIn(names []string, set map[string]bool) (n int) {
	for _, name := range names {
		if set[name] {
			n++
		}
	}
	return n
}

// distance is how many folders lie between two files.
func distance(a, b string) int {
	from, to := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	same := 0
	for same < len(from) && same < len(to) && from[same] == to[same] {
		same++
	}
	return len(from) + len(to) - 2*same
}

// shareTools reports whether a tool of a list is in others too: bindings of a
// contract name a tool once.
func shareTools(all []*Found, t *Found) bool {
	names := map[string]bool{}
	for _, f := range all {
		for _, l := range f.lists {
			for _, op := range l.Ops {
				names[op.Name] = true
			}
		}
	}
	for _, l := range t.lists {
		if slices.ContainsFunc(l.Ops, func(op *contract.Op) bool { return names[op.Name] }) {
			return true
		}
	}
	return false
}

// plainNames say what a file is, and nothing of what it is about.
var plainNames = map[string]bool{
	"": true, "v": true, "com": true, "json": true, "yaml": true, "server": true, "api": true, "apis": true, "openapi": true, "swagger": true, "schema": true, "schemas": true, "spec": true, "specs": true,
	"index": true, "main": true, "proto": true, "protos": true, "graphql": true, "rest": true, "docs": true, "src": true, "*": true, "public": true, "latest": true,
	"tools": true, "tool": true, "mcp": true, "functions": true, "agent": true, "agents": true, "default": true,
}

// name is what a contract is called: after its spec, else after its tools.
func (c *BegunContract) name(taken map[string]bool) string {
	var words []string
	for _, f := range slices.Concat(c.Specs, c.Tools) {
		base := path.Base(f.Name)
		words = append(words, strings.TrimSuffix(base, source.Ext(base)), path.Base(path.Dir(f.Name)))
	}
	name := "default"
	for _, w := range words {
		if w = telling(w); w != "" && config.Scalar(w) == w {
			name = w
			break
		}
	}
	unique := name
	for n := 2; taken[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	return unique
}

// telling is what of a name says what something is about: "payments" of
// payments-openapi, nothing of spec3.
func telling(name string) string {
	var kept []string
	for _, part := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
		if !plainNames[strings.TrimRight(part, "0123456789")] {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "-")
}

// remarks say above a contract what it compares, and what else might be.
func (c *BegunContract) remarks(b *Begun) []string {
	var what []string
	for _, t := range c.Tools {
		what = append(what, t.words("tool"))
	}
	if len(c.Specs) == 0 {
		return []string{strings.Join(what, ", ") + ". No spec was found: name it below", "as spec: [api/openapi.yaml], else the tools are looked at alone."}
	}
	of := 0
	for _, t := range c.Tools {
		of += t.Count
	}
	var with []string
	for _, s := range c.Specs {
		with = append(with, s.words("operation"))
	}
	lines := []string{fmt.Sprintf("%s; %s.", strings.Join(what, ", "), strings.Join(with, ", "))}
	if c.Bound == 0 {
		lines = append(lines, "No tool was found to call an operation of this spec. It may be another one.")
	}
	for _, s := range b.Specs {
		if !slices.Contains(c.Specs, s) && !s.Aside && sameOperations(s, c.Specs) {
			lines = append(lines, "The same operations are in "+source.Escape(s.Name)+".")
		}
	}
	return lines
}

// words is "3 tools (mcp)", "12 operations (openapi-3.0)".
func (f *Found) words(what string) string {
	if f.Count != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s (%s)", f.Count, what, f.Dialect)
}

// sameOperations reports whether more than half of a spec's operations are in others:
// it is another version of theirs.
func sameOperations(s *Found, others []*Found) bool {
	known := map[string]bool{}
	for _, o := range others {
		for _, h := range o.index.Heads {
			known[h.Name] = true
		}
	}
	n := 0
	for _, h := range s.index.Heads {
		if known[h.Name] {
			n++
		}
	}
	return 2*n > len(s.index.Heads)
}

// tail is what a first config ends with, in comments: what was found and left out,
// and what else can be said.
func (b *Begun) tail(dir string, schema bool) string {
	var w strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&w, "# "+format+"\n", args...) }
	w.WriteString("\n")
	var left []string
	for _, f := range slices.Concat(b.Tools, b.Specs) {
		if !slices.ContainsFunc(b.Contracts, func(c BegunContract) bool { return slices.Contains(c.Tools, f) || slices.Contains(c.Specs, f) }) {
			left = append(left, f.Source.Entry(dir))
		}
	}
	if len(left) > 0 {
		line("Found and left out:")
		for _, l := range left[:min(len(left), mostLeft)] {
			line("  %s", l)
		}
		if n := len(left) - mostLeft; n > 0 {
			line("  and %d more", n)
		}
		w.WriteString("\n")
	}
	for _, s := range b.Servers {
		var names []string
		for _, n := range s.Names {
			names = append(names, source.Escape(n))
		}
		line("%s starts %s. The tools of a running server are compared as", s.File, strings.Join(names, ", "))
		line("  tools: [{mcp: {command: [node, server.js]}}]   # run only with --allow-exec")
		w.WriteString("\n")
	}
	line("One finding is accepted, with a reason, by")
	line("waivers:")
	line(`  - {rule: type-mismatch, tool: create_refund, field: amount, reason: "the server converts"}`)
	if !schema {
		w.WriteString("\n")
		line("Editors complete this file after tooldrift config schema > " + schemaFile)
		line("and with this line at the top:")
		line("  # yaml-language-server: $schema=" + schemaFile)
	}
	return w.String()
}

// mostLeft is how many sources that were left out are named.
const mostLeft = 20
