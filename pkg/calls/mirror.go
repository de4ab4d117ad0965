package calls

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// mirror turns what an operation takes into the tool's words: a schema of the
// tool's arguments, where each field is what the API says of the one that it feeds.
type mirror struct {
	of   *bind.Binding
	call *bind.Call
	on   *found
	made map[[2]*contract.Schema]*contract.Schema
	left int
	gone map[*contract.Schema]*rules.Finding
	need []need
}

// need is a field that the API must have once another is sent.
type need struct {
	path, with string // of fields of the tool, or of the API where the tool has none
	deep       bool   // one of them is no field of the arguments as a whole
}

func needOf(path, with string) need {
	return need{path, with, len(bind.Steps(path)) != 1 || len(bind.Steps(with)) != 1 || diff.Top(path) != path || diff.Top(with) != with}
}

func serve(b *bind.Binding, call *bind.Call, on *found) served {
	m := &mirror{of: b, call: call, on: on, made: map[[2]*contract.Schema]*contract.Schema{}, left: source.MaxPairs, gone: map[*contract.Schema]*rules.Finding{}}
	root := &contract.Schema{Types: contract.ObjectType, Opaque: call.Op.Input.Opaque, Source: call.Op.Input.Source}
	if root.Opaque == "" {
		m.top(root, call.Op.Input)
	}
	return served{op: call.Op, when: call.When, taken: root, needs: m.need, gone: m.gone, quick: quicken(root, true, false)}
}

// top fills in the arguments as a whole, whose pairing bind has made.
func (m *mirror) top(root, a *contract.Schema) {
	pairing := m.pairs(m.call.Fields)
	root.Unread = a.Unread
	u := m.unionOf(a, pairing)
	for _, p := range pairing.Pairs {
		if readOnly(p.API.Field) {
			continue
		}
		f := m.paired(p)
		if u.has(p) {
			u.names.held[p.API.Field.Name] = f.Required
			if !f.Required && fieldOf(a, p.API.Field.Name) == nil {
				continue // its alternatives say what it is
			}
			if fieldOf(a, p.API.Field.Name) == nil {
				f.Schema = &contract.Schema{Types: contract.Any}
			}
		}
		m.place(root, bind.Steps(p.Tool.Path), f)
	}
	for _, ref := range pairing.ToolOnly {
		if f := m.on.refusing(m.call.Op, ref); f != nil {
			m.place(root, bind.Steps(ref.Path), m.refused(ref, f))
		}
	}
	for _, ref := range pairing.APIOnly {
		if f := m.on.lacking(m.call.Op, ref); f != nil {
			m.lacks(root, ref, f)
		}
	}
	root.Groups = m.groups(a.Groups, pairing)
	m.choose(root, a, u)
}

// pairs adds what differs only by a unit in the tool's name. Numbers in two units
// are not held to each other's limits.
func (m *mirror) pairs(pairing *bind.Pairing) *bind.Pairing {
	pairing = diff.PairUnits(m.of, m.call, pairing)
	pairing.Pairs = slices.DeleteFunc(pairing.Pairs, func(p *bind.Pair) bool { return p.How == "unit" && m.on.conflicts(p.Tool) })
	return pairing
}

// lacks says that the operation needs a field which the tool has not.
func (m *mirror) lacks(root *contract.Schema, ref *bind.Ref, f *rules.Finding) {
	if with := f.Of.Need.With; with != "" {
		m.need = append(m.need, needOf(ref.Path, with))
		return
	}
	field := *ref.Field
	field.Required, field.LooseBody = true, false
	if fieldOf(root, field.Name) == nil && len(f.Of.Need.OneOf) == 0 {
		root.Fields = append(root.Fields, &field)
	}
}

// paired is an API field under the name of the tool's that feeds it.
func (m *mirror) paired(p *bind.Pair) *contract.Field {
	if f := m.on.refusing(m.call.Op, p.Tool); f != nil {
		return m.refused(p.Tool, f)
	}
	f := *p.API.Field
	f.Name, f.AltNames = p.Tool.Field.Name, nil
	f.Required = false
	if needed := m.on.needed(m.call.Op, p); needed != nil {
		if with := needed.Of.Need.With; with != "" {
			m.need = append(m.need, needOf(p.Tool.Path, with))
		} else {
			f.Required, f.LooseBody = true, false
		}
	}
	f.Schema = m.fed(p, p.API.Field)
	return &f
}

// fed is what a field of the API's takes, in the words of the tool's that feeds it. f
// is the field of the pair, or the same one of an alternative.
func (m *mirror) fed(p *bind.Pair, f *contract.Field) *contract.Schema {
	s := m.schema(p.Tool.Field.Schema, f.Schema, p.Tool.Path, p.API.Path)
	if !f.In.IsText() || !diff.JoinsList(f) {
		return s
	}
	joined := *s
	joined.Types |= contract.ArrayType
	return &joined
}

// refused is a field of the tool's that the operation does not know.
func (m *mirror) refused(ref *bind.Ref, f *rules.Finding) *contract.Field {
	none := &contract.Schema{}
	m.gone[none] = f
	return &contract.Field{Name: ref.Field.Name, Schema: none}
}

// place puts a field where the tool has it, in objects that say nothing else.
func (m *mirror) place(root *contract.Schema, way []bind.Step, f *contract.Field) {
	at := holderAt(root, way[:len(way)-1])
	if fieldOf(at, f.Name) == nil {
		at.Fields = append(at.Fields, f)
	}
}

// holderAt is the object at the end of a way, which is made as far as it is not there.
func holderAt(root *contract.Schema, way []bind.Step) *contract.Schema {
	at := root
	for _, step := range way {
		switch {
		case step.Elem:
			if at.Elem == nil {
				at.Elem = &contract.Schema{Types: contract.Any}
			}
			at = at.Elem
		case step.Name == "*":
			if at.Extra == nil {
				at.Extra = &contract.Schema{Types: contract.Any}
			}
			at = at.Extra
		default:
			inner := fieldOf(at, step.Name)
			if inner == nil {
				inner = &contract.Field{Name: step.Name, Schema: &contract.Schema{Types: contract.Any}}
				at.Fields = append(at.Fields, inner)
			}
			at = inner.Schema
		}
	}
	return at
}

func fieldOf(s *contract.Schema, name string) *contract.Field {
	for _, f := range s.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// schema is what the API says of a value, a, in the words of the tool's schema t of
// the same value.
func (m *mirror) schema(t, a *contract.Schema, toolPath, apiPath string) *contract.Schema {
	if t == nil || a == nil || t == a || a.Opaque != "" || isLeaf(a) {
		return a
	}
	key := [2]*contract.Schema{t, a}
	if s := m.made[key]; s != nil {
		return s
	}
	if m.left--; m.left < 0 || len(bind.Steps(toolPath)) > source.MaxPairDepth {
		return &contract.Schema{Types: contract.Any, Opaque: "its schemas meet too often"}
	}
	out := *a
	m.made[key] = &out
	if elem := elemOf(t); elem != nil && a.Elem != nil {
		out.Elem = m.schema(elem, a.Elem, bind.Elem(toolPath), bind.Elem(apiPath))
	}
	if len(a.Tuple) > 0 {
		out.Tuple = slices.Clone(a.Tuple)
		for i := range out.Tuple {
			if i < len(t.Tuple) {
				out.Tuple[i] = m.schema(t.Tuple[i], a.Tuple[i], bind.Elem(toolPath), bind.Elem(apiPath))
			}
		}
	}
	tool, api := contract.ObjectView(t), contract.ObjectView(a)
	if t.Extra != nil && a.Extra != nil {
		out.Extra = m.schema(t.Extra, a.Extra, others(toolPath), others(apiPath))
	}
	if len(tool.Fields) == 0 || len(api.Fields) == 0 {
		m.alternatives(&out, a, func(alt *contract.Schema) *contract.Schema { return m.schema(t, alt, toolPath, apiPath) })
		return &out
	}
	names := m.rename(tool, api, toolPath, apiPath)
	m.object(&out, a, names, true)
	return &out
}

// isLeaf reports a schema without parts.
func isLeaf(a *contract.Schema) bool {
	return len(a.Fields) == 0 && len(a.AnyOf) == 0 && a.Elem == nil && a.Extra == nil && len(a.Tuple) == 0
}

// elemOf is what the elements of an array must be, also where the array is one of
// several alternatives.
func elemOf(t *contract.Schema) *contract.Schema {
	if t.Elem != nil {
		return t.Elem
	}
	for _, alt := range t.AnyOf {
		if alt.Elem != nil {
			return alt.Elem
		}
	}
	return nil
}

func (m *mirror) alternatives(out, a *contract.Schema, each func(*contract.Schema) *contract.Schema) {
	if len(a.AnyOf) == 0 {
		return
	}
	out.AnyOf = make([]*contract.Schema, len(a.AnyOf))
	for i, alt := range a.AnyOf {
		out.AnyOf[i] = each(alt)
	}
}

// naming is which field of an object of the API's each field of the tool's feeds.
type naming struct {
	toolPath, apiPath string
	pairs             map[string]*bind.Pair // by the API's name
	tool              []*bind.Ref           // those that feed none
	api               map[string]*bind.Ref  // those that none feeds
	held              map[string]bool       // by the API's name: it is required beside all alternatives
}

// own reports whether the tool has a field of a name that feeds none here.
func (n naming) own(name string) bool {
	return slices.ContainsFunc(n.tool, func(ref *bind.Ref) bool { return ref.Path == bind.Join(n.toolPath, name) })
}

func (m *mirror) rename(tool, api *contract.Schema, toolPath, apiPath string) naming {
	pairing := m.pairs(bind.Fields(tool, api, toolPath, apiPath, m.call.Fields))
	n := naming{toolPath, apiPath, map[string]*bind.Pair{}, pairing.ToolOnly, map[string]*bind.Ref{}, map[string]bool{}}
	for _, p := range pairing.Pairs {
		if p.Tool.Path == bind.Join(toolPath, p.Tool.Field.Name) && p.API.Path == bind.Join(apiPath, p.API.Field.Name) {
			n.pairs[p.API.Field.Name] = p
		}
	}
	for _, ref := range pairing.APIOnly {
		n.api[ref.Field.Name] = ref
	}
	return n
}

// object renames the fields of an object, and of its alternatives. What the tool may
// send and the API does not know is no fault unless a finding says so.
func (m *mirror) object(out, a *contract.Schema, names naming, whole bool) {
	out.Fields = nil
	for _, f := range a.Fields {
		copied := *f
		copied.AltNames = nil
		switch pair := names.pairs[f.Name]; {
		case pair != nil:
			copied.Name = pair.Tool.Field.Name
			copied.Schema = m.fed(pair, f)
			copied.Required = f.Required && !names.held[f.Name] && (!whole || m.on.needed(m.call.Op, pair) != nil || pair.Tool.Field.Required) && (whole || !hasDefault(pair.Tool.Field, f))
			if readOnly(f) {
				copied.Required, copied.Schema = false, &contract.Schema{Types: contract.Any}
			}
		default:
			ref := names.api[f.Name]
			copied.Required = f.Required && !names.held[f.Name] && ref != nil && m.on.lacking(m.call.Op, ref) != nil
			if !copied.Required && names.own(f.Name) {
				continue // the tool means something else by the name
			}
		}
		out.Fields = append(out.Fields, &copied)
	}
	for _, ref := range names.tool {
		if ref.Path != bind.Join(names.toolPath, ref.Field.Name) || fieldOf(out, ref.Field.Name) != nil {
			continue
		}
		if f := m.on.refusing(m.call.Op, ref); f != nil && whole {
			out.Fields = append(out.Fields, m.refused(ref, f))
			continue
		}
		out.Fields = append(out.Fields, &contract.Field{Name: ref.Field.Name, Schema: &contract.Schema{Types: contract.Any}})
	}
	out.Groups = nil
	for _, g := range a.Groups {
		if g = names.group(g); len(g.Fields) > 0 && !m.on.waives("exclusive-fields") {
			out.Groups = append(out.Groups, g)
		}
	}
	m.alternatives(out, a, func(alt *contract.Schema) *contract.Schema { return m.alternative(alt, names) })
}

// alternative is one of an object's, whose fields are the object's too.
func (m *mirror) alternative(alt *contract.Schema, names naming) *contract.Schema {
	if !alt.Types.Has(contract.ObjectType) || alt.Opaque != "" {
		return alt
	}
	if m.left--; m.left < 0 {
		return alt
	}
	inner := *alt
	m.object(&inner, alt, names, false)
	return &inner
}

// hasDefault reports whether either side says what stands in for a field of an
// alternative that is left out. A tag that is left out chooses none.
func hasDefault(tool, api *contract.Field) bool {
	return tool.Schema.Default != nil || api.Schema.Default != nil && len(api.Schema.Enum) != 1
}

// group is a group of the API's by the names of the tool's.
func (n naming) group(g contract.Group) contract.Group {
	var fields []string
	for _, name := range g.Fields {
		if p := n.pairs[name]; p != nil {
			fields = append(fields, p.Tool.Field.Name)
		}
	}
	g.Fields = fields
	return g
}

// groups are those of the arguments as a whole. That one of a group must be there is
// a fault only where check says so: a body that is left out needs none.
func (m *mirror) groups(all []contract.Group, pairing *bind.Pairing) []contract.Group {
	if m.on.waives("exclusive-fields") {
		return nil
	}
	var out []contract.Group
	for _, g := range all {
		var fields []string
		loose := false
		for _, p := range pairing.Pairs {
			if slices.Contains(g.Fields, p.API.Field.Name) && p.Tool.Path == bind.Join("", p.Tool.Field.Name) {
				fields = append(fields, p.Tool.Field.Name)
				loose = loose || p.API.Field.LooseBody || p.API.Within != ""
			}
		}
		if len(fields) == 0 || len(fields) == 1 && !g.Required {
			continue
		}
		g.Fields, g.Required = fields, g.Required && !loose && !m.on.waives("required-by-api")
		out = append(out, g)
	}
	return out
}

// readOnly reports a field that the API only ever returns. In a path or a query the
// mark says nothing: it comes along with a schema shared with answers.
func readOnly(f *contract.Field) bool {
	return f.Schema.ReadOnly && (f.In == contract.Body || f.In == contract.Form)
}
