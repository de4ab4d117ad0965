package check

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// strays are the waivers in a contract's tool lists and specs that no loader gave to
// a tool, an operation or a field: they waive nothing, and their author believes that
// they do. What stands in an operation that no tool is bound to, or in a schema that
// none of the bound ones needs, is none: it was not read.
func (r *Run) strays(c *Contract) []contract.Waiver {
	var out []contract.Waiver
	for _, s := range c.Specs {
		for _, w := range s.Strays {
			if !slices.Contains(r.live, w.At.File) {
				out = append(out, w)
			}
		}
	}
	var known *claims
	for _, f := range c.files() {
		marks := waiverMarks(f.Data)
		if len(marks) == 0 || slices.Contains(r.live, f) {
			continue // a live source's waivers do not count anywhere
		}
		if known == nil {
			known = c.claims()
		}
		if !slices.ContainsFunc(marks, func(at int) bool { return !known.has(f, at) }) {
			continue
		}
		if strings.HasSuffix(f.Name, ".proto") {
			out = append(out, protoStrays(f, known)...)
			continue
		}
		root := parsed(f)
		if root == nil {
			continue
		}
		s := strayFinder{claims: known, file: f, root: root}
		s.walk(root, nil)
		out = append(out, s.found...)
	}
	return out
}

// files are those that the tools and the operations of a contract stand in, in the
// order met.
func (c *Contract) files() []*source.File {
	var all []*source.File
	add := func(at source.Span) {
		if !at.IsZero() && !slices.Contains(all, at.File) {
			all = append(all, at.File)
		}
	}
	for _, l := range c.Lists {
		for _, op := range l.Ops {
			add(op.At)
		}
	}
	for _, b := range c.Bindings {
		for _, call := range b.Calls {
			add(call.Op.At)
		}
	}
	return all
}

// waiverMarks is where a text may say that something is waived. It is gone through
// for the rarer word: a spec of ten megabytes is full of the other's letters.
func waiverMarks(data []byte) []int {
	var all []int
	for from := 0; ; {
		i := bytes.Index(data[from:], []byte("waive"))
		if i < 0 {
			return all
		}
		before := data[:from+i]
		from += i + len("waive")
		for _, mark := range []string{"tooldrift:", "tooldrift-", "tooldrift/"} {
			if bytes.HasSuffix(before, []byte(mark)) {
				all = append(all, from)
			}
		}
	}
}

// claims is what the loaders have read: the waivers that they gave a place, and
// where the parts of what is bound stand.
type claims struct {
	waivers map[*source.File][]source.Span
	read    map[*source.File][]int
	seen    map[*contract.Schema]bool
}

func (c *Contract) claims() *claims {
	k := &claims{map[*source.File][]source.Span{}, map[*source.File][]int{}, map[*contract.Schema]bool{}}
	for _, l := range c.Lists {
		for _, op := range l.Ops {
			k.op(op)
		}
	}
	for _, b := range c.Bindings {
		for _, call := range b.Calls {
			k.op(call.Op)
		}
	}
	return k
}

func (k *claims) op(op *contract.Op) {
	k.note(op.At)
	k.take(op.Waivers)
	k.schema(op.Input)
	k.schema(op.Output)
}

func (k *claims) take(all []contract.Waiver) {
	for _, w := range all {
		k.waivers[w.At.File] = append(k.waivers[w.At.File], w.At)
	}
}

func (k *claims) note(at source.Span) {
	if !at.IsZero() {
		k.read[at.File] = append(k.read[at.File], at.Start)
	}
}

func (k *claims) schema(s *contract.Schema) {
	if s == nil || k.seen[s] {
		return
	}
	k.seen[s] = true
	k.note(s.At)
	for _, f := range s.Fields {
		k.note(f.At)
		k.take(f.Waivers)
		k.schema(f.Schema)
	}
	k.schema(s.Elem)
	k.schema(s.Extra)
	for _, t := range slices.Concat(s.Tuple, s.AnyOf) {
		k.schema(t)
	}
}

// has reports whether a waiver that is read stands at a mark, or is the value of the
// key that ends there.
func (k *claims) has(f *source.File, mark int) bool {
	return slices.ContainsFunc(k.waivers[f], func(at source.Span) bool {
		if at.Start >= mark {
			return len(bytes.Trim(f.Data[mark:at.Start], "\"' \t\r\n:[-")) == 0
		}
		return mark <= at.End
	})
}

// within reports whether something that is read stands between two offsets.
func (k *claims) within(f *source.File, start, end int) bool {
	return slices.ContainsFunc(k.read[f], func(at int) bool { return start <= at && at < end })
}

// parsed is the tree of a file in JSON or YAML, or nil.
func parsed(f *source.File) *source.Node {
	if loaders.IsGraphQLName(f.Name) {
		return nil // the loader says itself which comments have no place
	}
	root, faults := source.Parse(f)
	if len(faults) > 0 {
		return nil
	}
	return root
}

// strayFinder looks for waivers in a tree that no loader has read.
type strayFinder struct {
	*claims
	file  *source.File
	root  *source.Node
	found []contract.Waiver
}

// walk looks at n, which the members of path lead to.
func (s *strayFinder) walk(n *source.Node, path []source.Member) {
	if n.At.File != s.file || len(path) > source.MaxDepth {
		return
	}
	for _, c := range n.Comments {
		if w, ok := contract.ParseWaiver(c); ok {
			s.add(w, path)
		}
	}
	for _, m := range n.Members {
		if m.Key == "x-tooldrift-waive" || m.Key == "tooldrift/waive" {
			waivers, _ := contract.WaiversFromNode(m.Value)
			for _, w := range waivers {
				s.add(w, path)
			}
			continue
		}
		s.walk(m.Value, append(path[:len(path):len(path)], m))
	}
	for _, item := range n.Items {
		s.walk(item, path)
	}
}

func (s *strayFinder) add(w contract.Waiver, path []source.Member) {
	twice := func(x contract.Waiver) bool { return x.At == w.At } // an alias leads to one place by several ways
	if !slices.Contains(s.waivers[s.file], w.At) && !slices.ContainsFunc(s.found, twice) && s.told(path) {
		s.found = append(s.found, w)
	}
}

// told reports whether what stands at a path was there to be read: it is outside
// of what is read only where it is needed, or in a part that was.
func (s *strayFinder) told(path []source.Member) bool {
	depth := 0 // of the part that is read as a whole
	switch {
	case len(path) == 0:
	case s.root.Value("openapi") == nil && s.root.Value("swagger") == nil:
		depth = 1
	case path[0].Key == "paths":
		depth = 2
		if len(path) > 2 && isMethod(path[2].Key) {
			depth = 3
			if len(path) > 3 && (path[3].Key == "responses" || path[3].Key == "callbacks") {
				depth = 4
			}
		}
	case path[0].Key == "components":
		depth = 3
	case slices.Contains([]string{"definitions", "parameters", "responses"}, path[0].Key):
		depth = 2
	}
	if depth == 0 || len(path) < depth {
		return true
	}
	part := path[depth-1]
	return s.within(s.file, part.KeyAt.Start, max(part.KeyAt.End, part.Value.At.End))
}

func isMethod(key string) bool {
	return slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}, key)
}
