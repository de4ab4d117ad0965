package loaders

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// apiSpec is an OpenAPI or Swagger document that was opened: where its parts
// stand is known, and of its operations the names, until more is asked for.
type apiSpec struct {
	file    *source.File
	root    *source.Outline
	version string // "2.0", "3.0", "3.1" or "3.2"
	files   *specFiles
	schemas *schemaReader
	ops     []*apiOp // in source order
	byName  map[string]*apiOp

	// requests asks kin, in the way of the version, what operations take.
	requests func([]*apiOp) ([]*request, error)

	kinParams map[*source.Node]any // kin's model of the parameters that were read

	faults  []source.Fault
	told    map[toldFault]bool
	apiKeys map[paramKey]bool // parameters that security schemes name; nil until an operation is read

	headNames int                   // names in all heads
	lists     map[listText][]string // names in lists of parameters
}

// apiOp is one operation of an apiSpec.
type apiOp struct {
	method, path string
	at           source.Span // of the method's key
	pathAt       source.Span
	part         *source.Outline // as it stands in the path item: it may be a reference
	shared       *source.Outline // the parameters of the path item, or nil

	node   *source.Node // references followed; nil until it is read, and where it is no object
	params []parameterNode
	blind  string       // why there is a parameter that params lacks; or ""
	read   *contract.Op // nil until it is asked for
}

// toldFault is what makes two faults one: two operations may share what is wrong.
type toldFault struct {
	at   source.Span
	text string
}

func (o *apiOp) name() string { return o.method + " " + o.path }

var (
	openAPIDialect = specDialect{
		name:  "openapi",
		what:  "an OpenAPI document",
		match: func(_ *source.File, top []string) bool { return slices.Contains(top, "openapi") },
		open:  openAPISpec,
	}
	swaggerDialect = specDialect{
		name:  "swagger",
		what:  "a Swagger 2.0 document",
		match: func(_ *source.File, top []string) bool { return slices.Contains(top, "swagger") },
		open:  openAPISpec,
	}
)

// openAPISpec opens the first of files, which is a spec of its own.
func openAPISpec(store *source.Store, files []*source.File, _ config.Source) (*contract.Index, []source.Fault) {
	f := files[0]
	root, faults := outlineSpec(f)
	if root == nil {
		return nil, faults
	}
	version, fault := specVersion(root)
	if fault != nil {
		return nil, append(faults, *fault)
	}
	s := newAPISpec(store, f, root, version)
	s.faults = faults
	s.index()
	dialect := "openapi-" + version
	if version == "2.0" {
		dialect = "swagger-2.0"
	}
	index := &contract.Index{Dialect: dialect, Expand: s.expand, Output: s.answer}
	for _, o := range s.ops {
		index.Heads = append(index.Heads, contract.Head{Name: o.name(), At: o.at})
	}
	index.Complete = sync.OnceFunc(func() {
		for i, o := range s.ops {
			index.Heads[i] = s.head(o)
		}
	})
	return index, s.news()
}

func newAPISpec(store *source.Store, f *source.File, root *source.Outline, version string) *apiSpec {
	s := &apiSpec{
		file:    f,
		root:    root,
		version: version,
		files:   newLargeFiles(store, f, root),
		byName:  map[string]*apiOp{},
		told:    map[toldFault]bool{},

		kinParams: map[*source.Node]any{},
		lists:     map[listText][]string{},
	}
	flavours := map[string]flavour{"2.0": swagger20, "3.0": openAPI30, "3.1": openAPI31, "3.2": openAPI31}
	s.schemas = &schemaReader{flavour: flavours[version], resolve: s.files.resolve, said: map[string]bool{}}
	s.requests = s.openAPIRequests
	if version == "2.0" {
		s.requests = s.swaggerRequests
	}
	return s
}

// specVersion is the version that a document says it is written in, to its
// minor number. Both keys are often numbers where they must be strings.
func specVersion(root *source.Outline) (string, *source.Fault) {
	said := root.Value("openapi")
	known := []string{"3.0", "3.1", "3.2"}
	if said == nil {
		said, known = root.Value("swagger"), []string{"2.0"}
	}
	if said == nil {
		return "", &source.Fault{At: root.At(), Text: "neither openapi nor swagger says what this is"}
	}
	n := said.Node()
	for _, v := range known {
		if n.Text == v || strings.HasPrefix(n.Text, v+".") || v == "2.0" && n.Text == "2" {
			return v, nil
		}
	}
	return "", &source.Fault{At: n.At, Text: fmt.Sprintf("version %q is not read; 2.0, 3.0, 3.1 and 3.2 are", n.Text)}
}

// index finds the operations. Only the files of path items are read for it.
func (s *apiSpec) index() {
	for _, m := range s.whole(s.root.Value("paths")) {
		if strings.HasPrefix(m.Key, "/") {
			s.indexPath(m)
		}
	}
}

func (s *apiSpec) indexPath(path source.OutlineMember) {
	members := s.whole(path.Value)
	var shared *source.Outline
	for _, m := range members {
		if m.Key == "parameters" {
			shared = m.Value
		}
	}
	for _, m := range members {
		switch {
		case slices.Contains(s.methods(), m.Key):
			s.indexOp(path, shared, strings.ToUpper(m.Key), m)
		case m.Key == "additionalOperations" && s.version == "3.2":
			for _, m := range m.Value.Members() {
				if !slices.Contains(s.methods(), strings.ToLower(m.Key)) {
					s.indexOp(path, shared, m.Key, m)
				}
			}
		}
	}
}

func (s *apiSpec) indexOp(path source.OutlineMember, shared *source.Outline, method string, m source.OutlineMember) {
	o := &apiOp{method: method, path: path.Key, at: m.KeyAt, pathAt: path.KeyAt, part: m.Value, shared: shared}
	if !s.isObject(m.Value) || s.byName[o.name()] != nil {
		return
	}
	s.ops = append(s.ops, o)
	s.byName[o.name()] = o
}

var pathMethods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// methods are the keys of a path item that are operations: trace came with
// OpenAPI 3.0, query with 3.2.
func (s *apiSpec) methods() []string {
	switch s.version {
	case "2.0":
		return pathMethods[:7]
	case "3.0", "3.1":
		return pathMethods[:8]
	}
	return pathMethods
}

// target is the object that n stands for, or nil: with a fault where n stands
// for something else, without where it stands for nothing.
func (s *apiSpec) target(n *source.Node) *source.Node {
	target, _, fault := s.files.follow(n)
	if fault != nil {
		s.fault(*fault)
		return nil
	}
	if target == nil || !s.isObject(source.OutlineOf(target)) {
		return nil
	}
	return target
}

// isObject reports whether a value is an object; what is neither that nor null
// is a fault.
func (s *apiSpec) isObject(o *source.Outline) bool {
	switch kind := o.Kind(); kind {
	case source.Object:
		return true
	case source.Null:
	default:
		s.fault(source.Fault{At: o.At(), Text: "expected an object here, not " + article(kind), Dirt: true})
	}
	return false
}

// layers is what a value stands for: an object, below the references that lead
// to it, whose other keys are laid over it. It is nil where there is no object.
func (s *apiSpec) layers(o *source.Outline) []*source.Outline {
	layers, fault := s.files.layers(o)
	if fault != nil {
		s.fault(*fault)
		return nil
	}
	if !s.isObject(layers[len(layers)-1]) {
		return nil
	}
	return layers
}

// whole is the members of the object that a value stands for, with the keys that
// stand beside a reference laid over them. A path item may have such (OpenAPI
// 3.1.1, Path Item Object), and documents split over many files have them in
// operations too.
func (s *apiSpec) whole(o *source.Outline) []source.OutlineMember {
	if o == nil {
		return nil
	}
	return overlay(s.layers(o))
}

func overlay(layers []*source.Outline) []source.OutlineMember {
	if len(layers) == 1 {
		return layers[0].Members()
	}
	var members []source.OutlineMember
	laid := map[string]bool{"$ref": true}
	for _, layer := range layers {
		for _, m := range layer.Members() {
			if !laid[m.Key] {
				members = append(members, m)
			}
		}
		for _, m := range layer.Members() {
			laid[m.Key] = true
		}
	}
	return members
}

// wholeNode is the node of what overlay says the members of.
func wholeNode(layers []*source.Outline) *source.Node {
	if len(layers) == 1 {
		return layers[0].Node()
	}
	merged := *layers[len(layers)-1].Node()
	merged.Members, merged.Comments = nil, nil
	for _, layer := range layers {
		merged.Comments = append(merged.Comments, layer.Node().Comments...)
	}
	for _, m := range overlay(layers) {
		merged.Members = append(merged.Members, source.Member{Key: m.Key, KeyAt: m.KeyAt, Value: m.Value.Node()})
	}
	return &merged
}

func (s *apiSpec) fault(f source.Fault) { s.faults = append(s.faults, f) }

// news is the faults that were found since it was last asked, each said once.
func (s *apiSpec) news() []source.Fault {
	found := slices.Concat(s.faults, s.files.news(), s.schemas.faults)
	s.faults, s.schemas.faults = nil, nil
	var fresh []source.Fault
	for _, f := range found {
		key := toldFault{f.At, f.Text}
		if !s.told[key] {
			s.told[key] = true
			fresh = append(fresh, f)
		}
	}
	slices.SortStableFunc(fresh, func(a, b source.Fault) int { return orderSpans(a.At, b.At) })
	return fresh
}

// expand reads operations by name, as contract.Index.Expand says.
func (s *apiSpec) expand(names ...string) ([]*contract.Op, []source.Fault) {
	var fresh []*apiOp
	asked := map[*apiOp]bool{}
	for _, name := range names {
		if o := s.byName[name]; o != nil && o.read == nil && !asked[o] {
			asked[o] = true
			fresh = append(fresh, o)
		}
	}
	if len(fresh) > 0 {
		s.load(fresh)
	}
	var ops []*contract.Op
	for _, name := range names {
		if o := s.byName[name]; o != nil {
			ops = append(ops, o.read)
		}
	}
	return ops, s.news()
}
