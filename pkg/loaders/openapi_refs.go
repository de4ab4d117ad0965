package loaders

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// specFiles is the files of one spec, each read once and parsed as far as it is
// asked for, and the only place that says which part of which file a reference
// stands for. References are followed inside the store's root, never over the network.
type specFiles struct {
	store  *source.Store
	trees  map[*source.File]*specTree
	all    []*specTree    // in the order read
	faults []source.Fault // of the files that references brought in

	circles map[*source.Node]*source.Fault // of definitions that were looked at; nil where they are sound
	trail   []refTarget                    // of the definitions being looked at
	guesses int                            // near names that were looked for
}

// specTree is one file.
type specTree struct {
	root    *source.Outline // nil where the file could not be parsed
	found   map[string]refTarget
	anchors map[string]refTarget // $anchor and $id; nil until one is asked for
}

// refTarget is what a reference points at.
type refTarget struct {
	part *source.Outline // nil where there is nothing
	name string          // last word of the pointer, or the file's name
	at   source.Span     // of the key, or of the value where it has none
}

func newSpecFiles(store *source.Store, f *source.File, root *source.Node) *specFiles {
	return newLargeFiles(store, f, source.OutlineOf(root))
}

func newLargeFiles(store *source.Store, f *source.File, root *source.Outline) *specFiles {
	s := &specFiles{store: store, trees: map[*source.File]*specTree{}, circles: map[*source.Node]*source.Fault{}}
	s.add(f, root)
	return s
}

func (s *specFiles) add(f *source.File, root *source.Outline) {
	t := &specTree{root: root, found: map[string]refTarget{}}
	s.trees[f] = t
	s.all = append(s.all, t)
}

// news is the faults that were found since it was last asked.
func (s *specFiles) news() []source.Fault {
	faults := s.faults
	s.faults = nil
	for _, t := range s.all {
		if t.root != nil {
			faults = append(faults, t.root.Faults()...)
		}
	}
	return faults
}

// isRef reports whether n is an object that refers elsewhere.
func isRef(n *source.Node) bool {
	_, ok := n.Value("$ref").Str()
	return ok
}

// resolve is the node that a $ref points at; ref is the string. It may be a
// reference in turn, but never one that leads back to itself.
func (s *specFiles) resolve(ref *source.Node) (*source.Node, *source.Fault) {
	text, ok := ref.Str()
	if !ok {
		return nil, &source.Fault{At: ref.At, Text: "$ref must be a string", Dirt: true}
	}
	def, fault := s.definition(text, ref.At)
	if fault != nil {
		return nil, fault
	}
	if fault := s.circle(def); fault != nil {
		return nil, fault
	}
	return def.part.Node(), nil
}

// follow is what n stands for once all its references are followed; beside
// holds the references that were met on the way, whose other keys may count.
func (s *specFiles) follow(n *source.Node) (target *source.Node, beside []*source.Node, fault *source.Fault) {
	for isRef(n) {
		next, fault := s.resolve(n.Value("$ref"))
		if fault != nil {
			return nil, nil, fault
		}
		beside = append(beside, n)
		n = next
	}
	return n, beside, nil
}

// layers is what o stands for once all its references are followed, below the
// references that were met on the way. Nothing of it is parsed but references.
func (s *specFiles) layers(o *source.Outline) ([]*source.Outline, *source.Fault) {
	layers := []*source.Outline{o}
	for {
		text, at, ok := o.Ref()
		if !ok {
			return layers, nil
		}
		def, fault := s.definition(text, at)
		if fault == nil && len(layers) == source.MaxRefs {
			if fault = s.circle(def); fault == nil {
				fault = tooManyHops(def)
			}
		}
		if fault != nil {
			return nil, fault
		}
		o = def.part
		layers = append(layers, o)
	}
}

// definition is what the $ref text at a place points at.
func (s *specFiles) definition(text string, at source.Span) (refTarget, *source.Fault) {
	name, fragment, _ := strings.Cut(text, "#")
	file := at.File
	if name != "" {
		if def, ok := s.embedded(file, text); ok {
			return def, nil
		}
		var why string
		if file, why = s.file(file, name); why != "" {
			return refTarget{}, &source.Fault{At: at, Text: name + ": " + why}
		}
	}
	tree := s.trees[file]
	if tree.root == nil {
		return refTarget{}, &source.Fault{At: at, Text: name + ": could not be parsed", Dirt: true}
	}
	def, ok := tree.found[fragment]
	if !ok {
		def = s.find(file, tree, fragment)
		tree.found[fragment] = def
	}
	if def.part == nil {
		return def, &source.Fault{At: at, Text: s.dangling(tree, text, fragment), Dirt: true}
	}
	return def, nil
}

var urlScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)

// file is the file that a reference in from names; why says why it is not read.
func (s *specFiles) file(from *source.File, name string) (f *source.File, why string) {
	if urlScheme.MatchString(name) || strings.HasPrefix(name, "//") {
		return nil, "references to URLs are not read: save the file next to the spec and refer to it by a relative path"
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	resolved, ok := s.store.Resolve(from.Name, name)
	if !ok {
		return nil, "leads outside the root"
	}
	f, fault := s.store.Read(resolved)
	if fault != nil {
		return nil, fault.Text
	}
	if s.trees[f] == nil {
		root, faults := outlineSpec(f)
		s.add(f, root)
		s.faults = append(s.faults, faults...)
	}
	return f, ""
}

// find looks a fragment up: nothing at all, a JSON pointer or the name of an anchor.
func (s *specFiles) find(f *source.File, t *specTree, fragment string) refTarget {
	if fragment == "" {
		return refTarget{t.root, path.Base(f.Name), t.root.At()}
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	if !strings.HasPrefix(fragment, "/") {
		return t.anchored()["#"+fragment]
	}
	return t.walk(fragment[1:])
}

// walk is what a JSON pointer points at, given without its first slash.
func (t *specTree) walk(pointer string) refTarget {
	def := refTarget{part: t.root}
	for _, token := range strings.Split(pointer, "/") {
		def = t.step(def.part, unescapePointer.Replace(token))
	}
	return def
}

// unescapePointer undoes the escapes of a JSON pointer (RFC 6901, 4).
var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// step is the member or the item of o that a token of a pointer names.
func (t *specTree) step(o *source.Outline, token string) refTarget {
	if o.Kind() == source.Array {
		items := o.Items()
		i, err := strconv.Atoi(token)
		if err != nil || i < 0 || i >= len(items) {
			return refTarget{}
		}
		return refTarget{items[i], token, items[i].At()}
	}
	m := o.Member(token)
	if m == nil {
		return refTarget{}
	}
	return refTarget{m.Value, token, m.KeyAt}
}

// anchored is the places of a file that name themselves: "#anchor" by $anchor,
// a whole URL by $id (JSON Schema 2020-12, 8.2).
func (t *specTree) anchored() map[string]refTarget {
	if t.anchors != nil {
		return t.anchors
	}
	t.anchors = map[string]refTarget{}
	seen := map[*source.Node]bool{}
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		for _, key := range []string{"$anchor", "$id"} {
			if name, ok := n.Value(key).Str(); ok {
				if key == "$anchor" {
					name = "#" + name
				}
				if _, taken := t.anchors[name]; !taken {
					t.anchors[name] = refTarget{source.OutlineOf(n), name, n.At}
				}
			}
		}
		for _, m := range n.Members {
			walk(m.Value)
		}
		for _, item := range n.Items {
			walk(item)
		}
	}
	walk(t.root.Node())
	return t.anchors
}

// embedded is the schema of the same file whose $id a reference repeats.
func (s *specFiles) embedded(f *source.File, text string) (refTarget, bool) {
	if t := s.trees[f]; urlScheme.MatchString(text) && t.root != nil {
		def, ok := t.anchored()[strings.TrimSuffix(text, "#")]
		return def, ok
	}
	return refTarget{}, false
}

// The cost of looking for a near name grows with the number of names and with
// the square of their length, and a stranger chooses all three.
const (
	maxGuess   = 80   // bytes of a name
	maxKnown   = 3000 // names to choose from
	maxGuesses = 50   // in one spec
)

// dangling says that a reference points at nothing, and what it may have meant.
func (s *specFiles) dangling(t *specTree, text, fragment string) string {
	what := text + " points at nothing"
	i := strings.LastIndex(fragment, "/")
	if i < 0 || len(fragment)-i > maxGuess || s.guesses == maxGuesses {
		return what
	}
	s.guesses++
	holder := t.root
	if i > 0 {
		holder = t.walk(fragment[1:i]).part
	}
	members := holder.Members()
	if len(members) > maxKnown {
		return what
	}
	var known []string
	for _, m := range members {
		if len(m.Key) < maxGuess {
			known = append(known, m.Key)
		}
	}
	if near := config.Nearest(fragment[i+1:], known); near != "" {
		return fmt.Sprintf("%s; did you mean %s?", what, near)
	}
	return what
}

// circle is the fault of a definition that leads back to itself without ever
// reaching a schema, or nil. Every such circle has a definition with a fault,
// so that whoever reads schemas and stops at faults comes to an end.
func (s *specFiles) circle(def refTarget) *source.Fault {
	n := def.part.Node()
	if fault, known := s.circles[n]; known {
		return fault
	}
	if i := slices.IndexFunc(s.trail, func(d refTarget) bool { return d.part.Node() == n }); i >= 0 {
		s.close(s.trail[i:])
		return nil
	}
	if len(s.trail) == source.MaxRefs {
		fault := tooManyHops(def)
		s.circles[n] = fault
		return fault
	}
	s.trail = append(s.trail, def)
	for _, ref := range onward(n) {
		if text, ok := ref.Str(); ok {
			if next, fault := s.definition(text, ref.At); fault == nil {
				s.circle(next)
			}
		}
	}
	s.trail = s.trail[:len(s.trail)-1]
	fault := s.circles[n]
	s.circles[n] = fault
	return fault
}

func tooManyHops(def refTarget) *source.Fault {
	return &source.Fault{At: def.at, Text: "references that only lead to the next, beyond " + source.RefsLimit.String()}
}

// close gives all definitions of a circle one fault, at the first of them.
func (s *specFiles) close(circle []refTarget) {
	first := 0
	for i, d := range circle {
		if orderSpans(d.at, circle[first].at) < 0 {
			first = i
		}
	}
	var names []string
	for i := range circle {
		names = append(names, circle[(first+i)%len(circle)].name)
	}
	fault := &source.Fault{
		At:   circle[first].at,
		Text: fmt.Sprintf("a circle of references that never reaches a definition: %s -> %s", strings.Join(names, " -> "), names[0]),
	}
	for _, d := range circle {
		s.circles[d.part.Node()] = fault
	}
}

// orderSpans sorts places by file and offset, what has no place first.
func orderSpans(a, b source.Span) int {
	name := func(s source.Span) string {
		if s.IsZero() {
			return ""
		}
		return s.File.Name
	}
	return cmp.Or(strings.Compare(name(a), name(b)), cmp.Compare(a.Start, b.Start))
}

// onward is the $ref strings that n leads to while it says nothing of its own:
// it is nothing but a reference, or a choice. Inheritance (an allOf of a base
// and more, which many specs write in both directions) says something.
func onward(n *source.Node) []*source.Node {
	if n == nil || n.Kind != source.Object {
		return nil
	}
	var refs []*source.Node
	for _, m := range n.Members {
		switch m.Key {
		case "$ref":
			refs = append(refs, m.Value)
		case "oneOf", "anyOf":
			for _, item := range m.Value.Items {
				refs = append(refs, onward(item)...)
			}
		case "allOf":
			if len(m.Value.Items) != 1 {
				return nil
			}
			refs = append(refs, onward(m.Value.Items[0])...)
		case "title", "summary", "description", "deprecated", "$comment":
		default:
			if !strings.HasPrefix(m.Key, "x-") {
				return nil
			}
		}
	}
	return refs
}
