package golden

import (
	"cmp"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/calls"
)

// scores adds up how golden calls were answered, by tool and field.
type scores struct {
	tools []*toolScore
	by    map[string]*toolScore
	// known are the tools of the contracts, for their units and the order of their
	// fields.
	known map[string]*calls.Tool
}

type toolScore struct {
	ToolScore
	fields map[string]*FieldScore
	cases  map[string]bool
}

func (s *scores) tool(name string) *toolScore {
	if s.by == nil {
		s.by = map[string]*toolScore{}
	}
	t := s.by[name]
	if t == nil {
		t = &toolScore{ToolScore: ToolScore{Tool: name}, fields: map[string]*FieldScore{}, cases: map[string]bool{}}
		s.by[name] = t
		s.tools = append(s.tools, t)
	}
	return t
}

func (s *scores) add(r CaseRun) {
	for _, c := range r.Calls {
		switch c.Verdict {
		case AllowedCall:
			continue
		case ExtraCall:
			s.tool(c.Got).Extra++
			continue
		}
		t := s.tool(c.Tool)
		t.cases[r.Case] = true
		t.Calls++
		switch c.Verdict {
		case RightCall:
			t.Right++
		case WrongFields:
			t.WrongFields++
		case WrongTool:
			t.WrongTool++
		case WrongOrder:
			t.WrongOrder++
		case NoCall:
			t.Missing++
		}
		for _, f := range c.Fields {
			t.field(f.Field).count(f.Verdict)
		}
	}
}

func (t *toolScore) field(path string) *FieldScore {
	f := t.fields[path]
	if f == nil {
		f = &FieldScore{Field: path}
		t.fields[path] = f
	}
	return f
}

func (f *FieldScore) count(v Verdict) {
	f.Scored++
	switch v {
	case Right:
		f.Exact++
	case Missing:
		f.Missing++
	case Unasked:
		f.Extra++
	case WrongValue:
		f.WrongValue++
	case WrongUnit:
		f.WrongUnit++
	case WrongType:
		f.WrongType++
	}
}

// sorted are the scores by name of the tool, their fields in the order of the
// tool's schema and then by name.
func (s *scores) sorted() []ToolScore {
	out := []ToolScore{}
	for _, t := range s.tools {
		t.Cases, t.Share, t.Fields = len(t.cases), share(t.Right, t.Calls), []FieldScore{}
		rank := map[string]int{}
		if tool := s.known[t.Tool]; tool != nil {
			for i, f := range tool.Fields {
				rank[f.Path] = i - len(tool.Fields)
				if known := t.fields[f.Path]; known != nil {
					known.Unit = f.Unit
				}
			}
		}
		for _, f := range t.fields {
			f.Share = share(f.Exact, f.Scored)
			t.Fields = append(t.Fields, *f)
		}
		slices.SortFunc(t.Fields, func(a, b FieldScore) int {
			return cmp.Or(rank[a.Field]-rank[b.Field], cmp.Compare(a.Field, b.Field))
		})
		out = append(out, t.ToolScore)
	}
	slices.SortFunc(out, func(a, b ToolScore) int { return cmp.Compare(a.Tool, b.Tool) })
	return out
}
