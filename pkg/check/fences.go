package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Fence is a fence of the config at a field that it is about.
type Fence struct {
	*config.Fence
	Contract string
	Tool     *contract.Op
	// Field, and what Fence.NotAbove and NotBelow name, as findings spell paths:
	// "lines[].cents"; "" where nothing is named.
	Field, AboveField, BelowField string
}

// Fences are those of the config, each at every tool and field that it names, in
// the order of the config. The faults are of fences that keep nothing out: of no
// tool, of no field, of a field without numbers. Whoever lets calls through must not
// do so while there are any.
func (r *Run) Fences() (all []Fence, faults []source.Fault) {
	blind := r.Left || r.named || source.Refused(r.Faults)
	place := func(fences []config.Fence, contracts []*Contract) {
		for i := range fences {
			f := placer{fence: &fences[i], blind: blind}
			f.place(contracts)
			all, faults = append(all, f.placed...), append(faults, f.faults...)
		}
	}
	place(r.Config.Fences, r.Contracts)
	for _, c := range r.Contracts {
		place(c.Fences, []*Contract{c})
	}
	return all, faults
}

// idleFences says aloud which fences keep nothing out.
func (r *Run) idleFences() {
	_, faults := r.Fences()
	for _, f := range faults {
		f.Dirt = true
		r.Faults = append(r.Faults, f)
	}
}

// placer looks for what one fence is about.
type placer struct {
	fence  *config.Fence
	blind  bool // there may be tools that were not read
	placed []Fence
	faults []source.Fault
}

func (p *placer) fault(at source.Span, format string, args ...any) {
	p.faults = append(p.faults, source.Fault{At: at, Text: fmt.Sprintf(format, args...)})
}

// place finds the fence's field in every tool whose name begins the fence's: names
// of tools may hold dots, so that the tool is known by the field that it has.
func (p *placer) place(contracts []*Contract) {
	var lacking *contract.Op
	var names []string
	rest := ""
	for _, c := range contracts {
		for _, list := range c.Lists {
			for _, tool := range list.Ops {
				names = append(names, tool.Name)
				field, ok := cutTool(p.fence.Name, tool.Name)
				if !ok {
					continue
				}
				if !p.at(c, tool, field) {
					lacking, rest = tool, field
				}
			}
		}
	}
	switch {
	case len(p.placed) > 0 || len(p.faults) > 0:
	case lacking != nil:
		p.unknown(p.fence.At, lacking, rest, "the fence "+p.fence.Name)
	case !p.blind:
		text := fmt.Sprintf("the fence %s is of no tool", p.fence.Name)
		name, _, _ := strings.Cut(p.fence.Name, ".")
		if near := config.Nearest(name, names); near != "" {
			text += "; did you mean " + near + "?"
		}
		p.fault(p.fence.At, "%s", text)
	}
}

// cutTool is what follows a tool's name in the name of a fence.
func cutTool(fence, tool string) (field string, ok bool) {
	rest, ok := strings.CutPrefix(fence, tool)
	switch {
	case !ok || rest == "":
		return "", false
	case rest[0] == '.':
		return rest[1:], len(rest) > 1
	}
	return rest, rest[0] == '['
}

// at places the fence at a field of a tool, or says why it cannot stand there; it is
// false where there is no such field.
func (p *placer) at(c *Contract, tool *contract.Op, field string) bool {
	path, schema, ok := number(tool, field)
	if !ok {
		return false
	}
	if !holdsNumbers(schema, 0) {
		p.fault(p.fence.At, "the fence %s keeps nothing out: %s is %s, and a fence holds numbers", p.fence.Name, path, schema.Types)
		return true
	}
	f := Fence{Fence: p.fence, Contract: c.Name, Tool: tool, Field: path}
	var fine [2]bool
	f.AboveField, fine[0] = p.other(tool, path, p.fence.NotAbove, "not_above_field")
	f.BelowField, fine[1] = p.other(tool, path, p.fence.NotBelow, "not_below_field")
	if fine[0] && fine[1] {
		p.placed = append(p.placed, f)
	}
	return true
}

// other is the path of the field that a number is held against: one beside it, else
// one from the top.
func (p *placer) other(tool *contract.Op, own string, named config.FenceField, key string) (path string, ok bool) {
	if named.Path == "" {
		return "", true
	}
	way, _ := bind.Parent(strings.TrimSuffix(own, "[]"))
	path, schema, ok := number(tool, way+"."+named.Path)
	if way == "" || !ok {
		path, schema, ok = number(tool, named.Path)
	}
	switch {
	case !ok:
		p.unknown(named.At, tool, named.Path, key)
	case path == own:
		p.fault(named.At, "%s names the field of the fence itself", key)
	case !holdsNumbers(schema, 0):
		p.fault(named.At, "%s: %s is %s, and a fence holds numbers", key, path, schema.Types)
	case !sameElement(own, path):
		p.fault(named.At, "%s: %s is many numbers beside one %s", key, path, own)
	default:
		return path, true
	}
	return "", false
}

// sameElement reports whether every list on the way to the other field is on the way
// to the own one: then each number has one to be held against.
func sameElement(own, other string) bool {
	mine, theirs := bind.Steps(own), bind.Steps(other)
	for i, s := range theirs {
		if (s.Elem || s.Name == "*") && (i >= len(mine) || !slices.Equal(mine[:i+1], theirs[:i+1])) {
			return false
		}
	}
	return true
}

func (p *placer) unknown(at source.Span, tool *contract.Op, field, what string) {
	text := fmt.Sprintf("%s: %s has no field %s", what, tool.Name, field)
	if near := config.Nearest(field, bind.Paths(tool.Input)); near != "" {
		text += "; did you mean " + near + "?"
	}
	p.fault(at, "%s", text)
}

// number finds a field, and of a list of numbers its elements.
func number(tool *contract.Op, field string) (path string, schema *contract.Schema, ok bool) {
	path, schema, ok = bind.Lookup(tool.Input, field)
	for range maxNested {
		if !ok || holdsNumbers(schema, 0) {
			break
		}
		elem, inner, is := bind.Lookup(tool.Input, bind.Elem(path))
		if !is || !strings.HasPrefix(elem, path) {
			break
		}
		path, schema = elem, inner
	}
	return path, schema, ok
}

// holdsNumbers reports whether a value may be a number, or a string that spells one.
func holdsNumbers(s *contract.Schema, depth int) bool {
	switch {
	case s == nil:
		return true
	case s.Types&(contract.Number|contract.StringType) == 0:
		return false
	case len(s.AnyOf) == 0 || depth == maxNested:
		return true
	}
	return slices.ContainsFunc(s.AnyOf, func(alt *contract.Schema) bool { return holdsNumbers(alt, depth+1) })
}

// maxNested is how deep unions in unions and lists in lists are looked at: a schema
// that leads back to itself has no end.
const maxNested = 8
