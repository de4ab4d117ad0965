package diff

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Said is what a tool says, whatever it is bound to: the names in its prose, and
// what it says against itself.
type Said struct {
	texts  []doc
	shown  []shown
	drifts []*Drift
}

// Read reads a tool's texts and checks it against itself. That is half the time of
// a comparison, and needs no operation. transcript is its calls in the conversations that a model is given.
// The result is for one comparison.
func Read(tool *contract.Op, transcript []contract.Call) *Said {
	calls := shownTo(tool, transcript)
	return &Said{readDocs(tool), calls, selfContradictions(tool, calls)}
}

// selfContradictions are what a tool says against itself, in fields of every depth:
// schemas that are none, prose that its schema denies, values that break it.
func selfContradictions(tool *contract.Op, calls []shown) []*Drift {
	var out []*Drift
	if isMalformed(tool.Input) {
		out = append(out, &Drift{Kind: Malformed, Tool: tool, ToolSchema: tool.Input, ToolAt: firstPlace(tool.Input.At, tool.At), Why: malformedWhy(tool.Input)})
	}
	args := listedIn(tool)
	cut := eachField(tool.Input, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
		if s := ref.Field.Schema; isMalformed(s) {
			out = append(out, &Drift{
				Kind: Malformed, Tool: tool, ToolField: ref, Path: ref.Path, ToolSchema: s,
				ToolAt: firstPlace(s.At, ref.Field.At), Why: malformedWhy(s),
			})
		}
		out = append(out, claims(tool, ref, args)...)
		own := append(values(ref.Field.Schema), listed(ref.Field.Schema)...)
		for _, v := range append(own, shownAt(calls, ref.Path, ref.Field.Schema)...) {
			own, faults := Check(withoutList(ref.Field.Schema, v), v.lit, false)
			if own != Rejected {
				continue
			}
			d := example(v, own, faults, Accepted, nil)
			d.Tool, d.ToolField, d.Path, d.ToolSchema = tool, ref, ref.Path, ref.Field.Schema
			out = append(out, d)
		}
	})
	if cut != nil {
		cut.Tool, cut.ToolSchema, cut.ToolAt = tool, tool.Input, tool.At
		out = append(out, cut)
	}
	out = append(out, incomplete(tool, calls)...)
	return append(out, lenient(tool, args)...)
}

// eachField visits the fields of a schema at every depth, each schema once:
// with the names of the objects around it and its siblings. cut says why some
// were left out, nil where none were.
func eachField(s *contract.Schema, visit func(ref *bind.Ref, parents []string, siblings []*contract.Field)) (cut *Drift) {
	seen := map[*contract.Schema]bool{}
	left := source.MaxFields
	var walk func(s *contract.Schema, path string, parents []string)
	walk = func(s *contract.Schema, path string, parents []string) {
		switch {
		case s == nil || seen[s]:
			return
		case left <= 0:
			cut = beyondLimit("its schema holds more than ", &source.FieldsLimit)
			return
		case len(parents) > source.MaxPairDepth:
			cut = beyondLimit("its schema nests deeper than ", &source.PairDepthLimit)
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			left--
			ref := &bind.Ref{Path: bind.Join(path, f.Name), Field: f}
			visit(ref, parents, s.Fields)
			walk(f.Schema, ref.Path, append(parents[:len(parents):len(parents)], f.Name))
		}
		walk(s.Elem, bind.Elem(path), parents)
		if s.Extra != nil {
			walk(s.Extra, keys(path), parents)
		}
		for _, alt := range s.AnyOf {
			walk(alt, path, parents)
		}
	}
	walk(s, "", nil)
	return cut
}

const malformed = "malformed: "

// isMalformed reports a schema that no validator reads anything from: a loader
// says so in Opaque.
func isMalformed(s *contract.Schema) bool { return strings.HasPrefix(s.Opaque, malformed) }

func malformedWhy(s *contract.Schema) string { return strings.TrimPrefix(s.Opaque, malformed) }

func firstPlace(spans ...source.Span) source.Span {
	for _, s := range spans {
		if !s.IsZero() {
			return s
		}
	}
	return source.Span{}
}

// listed are the members of a schema's own list.
func listed(s *contract.Schema) []value {
	var out []value
	for _, e := range s.Enum {
		if e.Lit.Kind != source.Null && !e.Lit.Plain {
			out = append(out, value{e.Lit, "enum value"})
		}
	}
	return out
}

// withoutList is a schema as it judges the members of its own list.
func withoutList(s *contract.Schema, v value) *contract.Schema {
	if v.of != "enum value" {
		return s
	}
	open := *s
	open.Enum = nil
	return &open
}
