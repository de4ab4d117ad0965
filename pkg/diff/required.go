package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// requiredPair reports a field that the API needs and the tool leaves optional.
// A field that bind found at another depth is not judged: whether it is needed
// depends on objects that the tool server builds.
func (w *walk) requiredPair(pair *bind.Pair, pairing *bind.Pairing, holder *contract.Schema, p place) {
	tool, api := pair.Tool.Field, pair.API.Field
	if tool.Required && (api.Required || isOnlyOne(pair, pairing, holder)) {
		w.nullLeft(tool.Schema, api.Schema, p)
	}
	if !api.Required || tool.Required || pair.How == bind.PairedByNesting || api.Credential {
		return
	}
	if !tool.RequiredAt.IsZero() && api.Schema.Types.Has(contract.NullType) && !api.Schema.NullLeft {
		return // strict mode: the model sends null where it has no value, and the API takes it
	}
	with := ""
	if api.LooseBody {
		if with = w.companion(pairing, pair, p.path); with == "" {
			return // whoever leaves it out sends no body at all
		}
	}
	def := defaultOf(tool, api)
	if api.Name == holder.Discriminator {
		def = nil // a server that has not chosen the variant has no default of it yet
	}
	if pair.API.Within != "" {
		if with = beside(pairing, pair.API); with == "" {
			return // the object that needs it may be left out
		}
	}
	absent := ""
	if c := prose.Read(tool.Doc).Absent; c != nil {
		absent = c.Text
	}
	w.add(p, &Drift{
		Kind: Required, ToolSchema: tool.Schema, APISchema: api.Schema, SpecAt: api.RequiredAt, ToolAt: tool.At,
		Need: NeedFact{With: with, Absent: absent, Instead: standIn(pairing, pair)}, Default: def, Witness: w.without(p.path, with),
	})
}

// nullLeft reports null for a field that the API requires and reads null as left
// out: ProtoJSON takes it, and then the field is missing.
func (w *walk) nullLeft(t, a *contract.Schema, p place) {
	if !a.NullLeft || !t.Types.Has(contract.NullType) || t.NullLeft || isUntyped(t) || usableZero(a.Enum) != nil {
		return
	}
	w.add(p, &Drift{Kind: NullRejected, ToolSchema: t, APISchema: a, Value: "null", Witness: w.arguments(p.path, null())})
}

// companion is another field that the tool offers of the same optional body, best
// one that surely can be sent without the field at path.
func (w *walk) companion(pairing *bind.Pairing, but *bind.Pair, path string) string {
	first := ""
	for _, pair := range pairing.Pairs {
		holder, _ := bind.Parent(pair.Tool.Path)
		if pair == but || !pair.API.Field.LooseBody || slices.ContainsFunc(bind.Steps(pair.Tool.Path), func(s bind.Step) bool { return s.Elem }) {
			continue
		}
		if beside, _ := bind.Parent(path); beside != holder && path != "" {
			continue
		}
		if isWitness(w.tool, w.without(path, pair.Tool.Path)) {
			return pair.Tool.Path
		}
		first = cmp.Or(first, pair.Tool.Path)
	}
	return first
}

// beside is another field that the tool offers of the same optional object.
func beside(pairing *bind.Pairing, api *bind.Ref) string {
	for _, pair := range pairing.Pairs {
		if pair.API != api && pair.API.Within == api.Within {
			return pair.Tool.Path
		}
	}
	return ""
}

// missing reports fields that the API needs and the tool does not have at all.
func (w *walk) missing(pairing *bind.Pairing, renames []rename, p place) {
	for _, ref := range pairing.APIOnly {
		f := ref.Field
		if !f.Required || isReadOnly(f) || f.Credential || !w.isLeftOver(ref, pairing, renames) {
			continue
		}
		with := ""
		if f.LooseBody {
			if with = w.companion(pairing, nil, ""); with == "" {
				continue // the tool offers nothing of that body, and may leave it out
			}
		}
		if ref.Within != "" {
			if with = beside(pairing, ref); with == "" {
				continue
			}
		}
		d := w.add(p.field(nil, ref), &Drift{
			Kind: Required, APISchema: f.Schema, SpecAt: f.At, Need: NeedFact{With: with}, Default: defaultOf(nil, f),
		})
		if p.tool != nil {
			d.ToolAt = p.tool.Field.At
		}
		if p.path == "" {
			d.Witness = w.proven(w.without("", with))
		} else {
			d.Witness = w.proven(w.sampledAt(p.path))
		}
	}
}

// lacking is what the API's object has of a group of which it must have one and
// the tool has nothing, neither by another name nor at another depth; nil where that
// is not so.
func (w *walk) lacking(g contract.Group, pairing *bind.Pairing, renames []rename) []*bind.Ref {
	if !g.Required {
		return nil
	}
	var out []*bind.Ref
	for _, ref := range pairing.APIOnly {
		if !slices.Contains(g.Fields, ref.Field.Name) {
			continue
		}
		if isReadOnly(ref.Field) || ref.Field.Credential || ref.Field.LooseBody || ref.Within != "" || !w.isLeftOver(ref, pairing, renames) {
			return nil
		}
		out = append(out, ref)
	}
	if len(out) < len(g.Fields) {
		return nil
	}
	return out
}

// isLeftOver reports whether an API field without a partner has found none by
// other ways either.
func (w *walk) isLeftOver(ref *bind.Ref, pairing *bind.Pairing, renames []rename) bool {
	return ref.Handled == "" && !w.moved[ref.Path] && !isRenamed(renames, ref) && !feeds(pairing, ref.Path)
}

// missingOneOf reports groups of which the API must have one and the tool has none.
func (w *walk) missingOneOf(pairing *bind.Pairing, renames []rename, a *contract.Schema, p place) {
	for _, g := range a.Groups {
		lacking := w.lacking(g, pairing, renames)
		if lacking == nil {
			continue
		}
		d := &Drift{Kind: Required, APISchema: lacking[0].Field.Schema, SpecAt: g.At}
		for _, ref := range lacking {
			d.Need.OneOf = append(d.Need.OneOf, ref.Field.Name)
		}
		d.Value = strings.Join(d.Need.OneOf, ", ")
		if p.tool != nil {
			d.ToolAt = p.tool.Field.At
		}
		w.add(p.field(nil, lacking[0]), d)
		if p.path == "" {
			d.Witness = w.proven(w.without("", ""))
		} else {
			d.Witness = w.proven(w.sampledAt(p.path))
		}
	}
}

// mapped says of what a tool lacks, or leaves optional, by which of its other
// fields a server that builds its requests by hand may come by it. Each such field
// explains one that is missing; what is optional may be so on account of another
// operation, which the names do not show.
func (w *walk) mapped(pairing *bind.Pairing, renames []rename, drifts []*Drift, missing int) {
	if w.built == nil {
		return
	}
	var left []*bind.Ref
	for _, t := range pairing.ToolOnly {
		if t.Handled == "" && !slices.ContainsFunc(renames, func(r rename) bool { return r.tool == t }) {
			left = append(left, t)
		}
	}
	apart := takenApart(pairing)
	guessed := w.how == bind.BySameName || w.how == bind.BySameWords
	for _, d := range drifts {
		if d.Kind != Required || len(bind.Steps(d.Path)) > 1 {
			continue
		}
		switch {
		case len(left) > 0 && (d.ToolField == nil && missing <= len(left) || d.ToolField != nil && guessed):
			d.Need.Mapped, d.Need.Built = left[0].Path, w.built
		case d.ToolField == nil && apart != "":
			d.Need.Mapped, d.Need.Built = apart, w.built
		case d.ToolField == nil && states[contract.Letters(d.APIField.Field.Name)]:
			d.Need.LookedUp, d.Need.Built = true, w.built
		}
	}
}

// takenApart is an object of the tool's whose members go to fields of the API's
// beside it, although its name is of its own and not that of a mere wrapper; "" where
// there is none.
func takenApart(pairing *bind.Pairing) string {
	for _, pair := range pairing.Pairs {
		if way := bind.Steps(pair.Tool.Path); len(way) > 1 && pair.How == bind.PairedByWrapper && !bind.IsWrapper(way[0].Name) {
			return way[0].Name
		}
	}
	return ""
}

// states are names of what tells one state of a thing from the next, which whoever
// changes it must send along.
var states = map[string]bool{"etag": true, "generation": true, "ifmatch": true, "lockversion": true, "metageneration": true, "resourceversion": true, "rev": true, "revision": true, "sha": true}

// feeds reports whether a tool's field goes somewhere below an API field, so
// that the tool server builds the object around it.
func feeds(pairing *bind.Pairing, path string) bool {
	for _, pair := range pairing.Pairs {
		if rest, ok := strings.CutPrefix(pair.API.Path, path); ok && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")) {
			return true
		}
	}
	return false
}

// defaultOf is the value that stands in for a field that is left out, as either
// side's schema or the tool's prose states it.
func defaultOf(tool, api *contract.Field) *source.Node {
	if api.Schema.Default != nil {
		return api.Schema.Default
	}
	if zero := usableZero(api.Schema.Enum); zero != nil {
		return zero
	}
	if tool == nil {
		return nil
	}
	if tool.Schema.Default != nil {
		return tool.Schema.Default
	}
	if c := prose.Read(tool.Doc).Default; c != nil {
		return str(c.Text)
	}
	return nil
}

// usableZero is the zero value of a protobuf enum where it is a choice like any
// other: a server cannot tell it from a field that was left out, REQUIRED or not.
// Enums of other dialects have no numbers beside their names.
func usableZero(list []contract.Value) *source.Node {
	for i, v := range list {
		if v.Lit.Kind != source.Number || v.Lit.Text != "0" || !v.Implied {
			continue
		}
		for _, name := range list[:i] {
			if name.Lit.Kind == source.String {
				if name.Implied {
					return nil // *_UNSPECIFIED
				}
				return name.Lit
			}
		}
	}
	return nil
}

// standIn is a field of the tool's that bind takes for another key of what the
// path names: an email where the path takes an id.
func standIn(pairing *bind.Pairing, pair *bind.Pair) string {
	if pair.API.Field.In != contract.Path {
		return ""
	}
	for _, t := range pairing.ToolOnly {
		if t.Handled == bind.HandledOtherKey {
			return t.Path
		}
	}
	// One that the API changes too may be either: "by id or email".
	for _, other := range pairing.Pairs {
		if other != pair && !other.Tool.Field.Required && ownNames[contract.Letters(other.Tool.Field.Name)] {
			return other.Tool.Path
		}
	}
	return ""
}

// ownNames say by themselves who or what is meant, as an id does.
var ownNames = map[string]bool{"email": true, "handle": true, "login": true, "slug": true, "username": true}
