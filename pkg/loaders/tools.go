package loaders

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// toolDialect is one shape in which a tool is written down.
type toolDialect struct {
	name  string // as Contract.Dialect
	match func(n *source.Node) bool
	read  func(t *toolReader, n *source.Node)
}

// dialectOf is the dialect of an entry of a list, or nil.
func dialectOf(n *source.Node) *toolDialect {
	if n == nil || n.Kind != source.Object {
		return nil
	}
	for i := range toolDialects {
		if toolDialects[i].match(n) {
			return &toolDialects[i]
		}
	}
	return nil
}

// toolReader reads the tools of one file.
type toolReader struct {
	store  *source.Store
	file   *source.File
	root   *source.Node // of the file
	faults []source.Fault
	names  map[string]source.Span // of the tools so far
	*contract.Contract
}

// tool is a tool definition taken out of its dialect's wrapping. Nodes are nil
// where the dialect or the author says nothing.
type tool struct {
	entry    *source.Node // as it stands in the list
	self     *source.Node // what holds the name: entry, or what it wraps
	space    string       // namespace, with its dot
	input    *source.Node
	bare     bool    // the dialect demands an input schema: an empty one is none
	flavour  flavour // of input and output
	output   *source.Node
	examples *source.Node // a list of arguments
	strict   bool         // OpenAI's strict mode may have rewritten the schema
}

// entry reads one entry of a list.
func (t *toolReader) entry(n *source.Node) {
	if d := dialectOf(n); d != nil {
		d.read(t, n)
		return
	}
	t.other(n)
}

// other reads an entry that shows no dialect: no tool at all, or one without arguments.
func (t *toolReader) other(n *source.Node) {
	if name, why := noFunction(n, t.Dialect); why != "" {
		t.Skipped = append(t.Skipped, contract.Skipped{Name: name, Why: why, At: n.At})
		return
	}
	if n.Kind != source.Object {
		t.refuse(n.At, article(n.Kind)+" where a tool is due")
		return
	}
	t.add(tool{entry: n, self: n})
}

// noFunction says why an entry is none that calls an API with arguments: a tool
// that the provider runs itself, a mark.
func noFunction(n *source.Node, dialect string) (name, why string) {
	if n.Kind != source.Object {
		return "", ""
	}
	name, _ = n.Value("name").Str()
	if kind, _ := n.Value("type").Str(); kind != "" && kind != "function" && kind != "object" {
		if name == "" {
			name = kind
		}
		if kind == "custom" {
			if inner, ok := n.Value("custom").Value("name").Str(); ok {
				name = inner
			}
			return name, "a custom tool: its input is text, not JSON"
		}
		return name, fmt.Sprintf("a %s tool that the provider runs: its arguments are not defined here", kind)
	}
	for _, key := range []string{"cachePoint", "cache_point"} {
		if n.Value(key) != nil {
			return key, "a mark for the cache, not a tool"
		}
	}
	if s := n.Value("systemTool"); s != nil {
		name, _ = s.Value("name").Str()
		return name, "a system tool that the provider runs: its arguments are not defined here"
	}
	if dialect == geminiDialect.name && len(n.Members) == 1 && n.Members[0].Value.Kind == source.Object {
		return n.Members[0].Key, "a tool that the provider runs: its arguments are not defined here"
	}
	return "", ""
}

// add makes an operation of a tool.
func (t *toolReader) add(def tool) {
	name := def.self.Value("name")
	text, ok := name.Str()
	if !ok || text == "" {
		at := def.entry.At
		if name != nil {
			at = name.At
		}
		t.refuse(at, "a tool without a name")
		return
	}
	text = def.space + text
	if at, twice := t.names[text]; twice {
		t.faults = append(t.faults, source.Fault{At: name.At, Also: at, Text: fmt.Sprintf("a second tool is called %s; the first is at %s", source.Quote(text), at.Place())})
		return
	}
	t.names[text] = name.At

	r := t.schemas(def)
	op := &contract.Op{
		Name: text, At: name.At, File: t.file.Name,
		Doc:        r.text(def.self, "description"),
		Title:      title(def.self),
		Deprecated: sayWhy(def.self.Value("deprecated")),
	}
	op.Input = t.input(r, def)
	if def.output != nil && def.output.Kind != source.Null {
		op.Output = r.read(def.output)
	}
	op.Waivers = append(t.ownWaivers(def), r.waivers(def.input)...)
	op.Hints = hints(def)
	readLeftOut(op.Input, def.strict)
	t.faults = append(t.faults, r.faults...)
	t.Ops = append(t.Ops, op)
}

// schemas is a reader for one tool: its definitions are its own. A reference
// counts from the root of the tool's schema, as validators see it, and else from
// the root of the file, where hand-kept lists share definitions.
func (t *toolReader) schemas(def tool) *schemaReader {
	file := newSpecFiles(t.store, t.file, t.root)
	look := func(own *source.Node) func(ref *source.Node) (*source.Node, *source.Fault) {
		inside := newSpecFiles(t.store, t.file, own)
		return func(ref *source.Node) (*source.Node, *source.Fault) {
			n, fault := inside.resolve(ref)
			if fault != nil && fault.Dirt {
				if m, none := file.resolve(ref); none == nil {
					return m, nil
				}
			}
			return n, fault
		}
	}
	in, out := look(def.input), look(def.output)
	return &schemaReader{flavour: def.flavour, resolve: func(ref *source.Node) (*source.Node, *source.Fault) {
		if def.output != nil && holds(def.output, ref) {
			return out(ref)
		}
		return in(ref)
	}}
}

// input is the arguments of a tool, an object in any case.
func (t *toolReader) input(r *schemaReader, def tool) *contract.Schema {
	n := def.input
	if n == nil || n.Kind == source.Null || n.Kind == source.Object && len(n.Members) == 0 {
		s := &contract.Schema{Types: contract.ObjectType, At: def.self.At}
		if n != nil && def.bare {
			s.Opaque, s.At = "malformed: no type and no properties", n.At
		}
		return s
	}
	s := *r.read(n)
	slip := misspelt(n)
	switch {
	case s.Opaque != "":
	case slip != "":
		s.Opaque = "malformed: " + slip
	case !s.Types.Has(contract.ObjectType):
		s.Opaque = fmt.Sprintf("malformed: arguments are an object, not %s", s.Types)
	case s.Types == contract.Any && s.TypeAt.IsZero():
		s.Opaque = "malformed: no type and no properties"
	}
	s.Types = contract.ObjectType
	if def.examples != nil && def.examples.Kind == source.Array {
		s.Examples = s.Examples[:len(s.Examples):len(s.Examples)]
		for _, e := range def.examples.Items {
			s.Examples = append(s.Examples, sent(e))
		}
	}
	return &s
}

// misspelt is what is wrong with a schema of no properties that has a key which
// is nearly "properties"; "" where nothing is.
func misspelt(n *source.Node) string {
	if p := n.Value("properties"); p != nil {
		if p.Kind == source.Null {
			return "properties is null"
		}
		return ""
	}
	for _, m := range n.Members {
		if m.Value.Kind == source.Object && m.Key != "patternProperties" && m.Key != "additionalProperties" && config.Nearest(m.Key, []string{"properties"}) != "" {
			return fmt.Sprintf("%s is no keyword; properties is", m.Key)
		}
	}
	return ""
}

// hintKeys are the annotations that say what a tool calls.
var hintKeys = []string{"tooldrift/operation", "x-tooldrift-operation"}

func hints(def tool) []contract.Hint {
	var all []contract.Hint
	for _, n := range def.levels() {
		for _, key := range hintKeys {
			if v := n.Value(key); v != nil {
				all = append(all, contract.Hint{Key: key, Value: v})
			}
		}
	}
	return all
}

// levels are the objects that may hold what an author says of a tool: around it,
// beside its name, in MCP's _meta, at the top of its schema.
func (def tool) levels() []*source.Node {
	all := []*source.Node{def.entry}
	if def.self != def.entry {
		all = append(all, def.self)
	}
	return append(all, def.self.Value("_meta"), def.input)
}

// ownWaivers are those that stand beside the tool's name, or in comments there;
// those in its schema come from the schema's reader.
func (t *toolReader) ownWaivers(def tool) []contract.Waiver {
	var all []contract.Waiver
	take := func(n *source.Node) {
		waivers, faults := contract.WaiversFromNode(n)
		all = append(all, waivers...)
		t.faults = append(t.faults, faults...)
	}
	for _, n := range def.levels() {
		take(n.Value("tooldrift/waive"))
		if n == nil || n == def.input {
			continue
		}
		take(n.Value("x-tooldrift-waive"))
		all = append(all, commentWaivers(n.Comments)...)
		for _, m := range n.Members {
			if !holds(m.Value, def.self) && !holds(m.Value, def.input) && !holds(m.Value, def.output) {
				all = append(all, waiversBelow(m.Value)...)
			}
		}
	}
	return all
}

// holds reports whether part stands inside n, or is n.
func holds(n, part *source.Node) bool {
	return part != nil && n.At.File == part.At.File && n.At.Start <= part.At.Start && part.At.End <= n.At.End
}

func (t *toolReader) refuse(at source.Span, text string) {
	t.faults = append(t.faults, source.Fault{At: at, Text: text})
}

// title is what people see; MCP had it among the annotations before 2025-06-18.
func title(n *source.Node) contract.Text {
	v := n.Value("title")
	if v == nil {
		v = n.Value("annotations").Value("title")
	}
	text, ok := v.Str()
	if !ok {
		return contract.Text{}
	}
	return contract.Text{Text: text, At: v.At}
}

// first is the first of the members that is there.
func first(n *source.Node, keys ...string) *source.Node {
	for _, key := range keys {
		if v := n.Value(key); v != nil {
			return v
		}
	}
	return nil
}

// foldDirt keeps the first of faults that say the same of one file, with their
// number: a generator makes the same mistake in every line.
func foldDirt(faults []source.Fault) []source.Fault {
	type key struct {
		file *source.File
		text string
	}
	index := map[key]int{}
	count := map[int]int{}
	var out []source.Fault
	for _, f := range faults {
		k := key{f.At.File, f.Text}
		if i, known := index[k]; known && f.Dirt && out[i].Dirt {
			count[i]++
			continue
		}
		index[k] = len(out)
		out = append(out, f)
	}
	for i := range out {
		if n := count[i]; n > 0 {
			out[i].Text += fmt.Sprintf(" (and in %d more places)", n)
		}
	}
	return out
}
