package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
)

// demanded reports fields that the tool requires and the API does not: the model
// must fill them in, also when the user said nothing.
func (w *walk) demanded(pairing *bind.Pairing, a *contract.Schema, p place) {
	var forced []*bind.Pair
	optional := 0
	for _, pair := range pairing.Pairs {
		api := pair.API.Field
		if api.Required || pair.How == bind.PairedByNesting || isReadOnly(api) || prose.Read(api.Doc).Required != nil {
			continue // needed, by the API's schema or by its words
		}
		optional++
		if pair.Tool.Field.Required {
			forced = append(forced, pair)
		}
	}
	for _, pair := range forced {
		if inForcedGroup(pair, pairing, a) || isOnlyOne(pair, pairing, a) {
			continue
		}
		tool, api := pair.Tool.Field, pair.API.Field
		w.add(p.field(pair.Tool, pair.API), &Drift{
			Kind: RequiredByTool, ToolSchema: tool.Schema, APISchema: api.Schema, ToolAt: firstPlace(tool.RequiredAt, tool.At), SpecAt: api.At,
			Demand: DemandFact{Invented: isInvented(tool) && tool.Schema.Default == nil, All: optional > 1 && len(forced) == optional},
		})
	}
}

// inForcedGroup reports whether the field is one of several that the tool
// requires and of which the API takes one: that is what is wrong with it.
func inForcedGroup(pair *bind.Pair, pairing *bind.Pairing, a *contract.Schema) bool {
	for _, g := range a.Groups {
		if !slices.Contains(g.Fields, pair.API.Field.Name) {
			continue
		}
		for _, other := range pairing.Pairs {
			if other != pair && other.Tool.Field.Required && slices.Contains(g.Fields, other.API.Field.Name) {
				return true
			}
		}
	}
	return false
}

// isOnlyOne reports whether the field is the only one that the tool offers of those
// of which the API must have one: then it is needed.
func isOnlyOne(pair *bind.Pair, pairing *bind.Pairing, a *contract.Schema) bool {
	return slices.ContainsFunc(a.Groups, func(g contract.Group) bool {
		return g.Required && slices.Contains(g.Fields, pair.API.Field.Name) && !slices.ContainsFunc(pairing.Pairs, func(other *bind.Pair) bool {
			return other != pair && slices.Contains(g.Fields, other.API.Field.Name)
		})
	})
}

// isInvented reports whether a value is one that nobody can know before an
// earlier answer gave it: a cursor, a page token.
func isInvented(f *contract.Field) bool {
	words := contract.Words(f.Name)
	if slices.Contains(words, "cursor") {
		return true
	}
	if len(words) < 2 || words[len(words)-1] != "token" {
		return false
	}
	return slices.ContainsFunc(words, func(s string) bool { return pagingWords[s] })
}

// pagingWords beside "token" tell a place in a list from a credential.
var pagingWords = map[string]bool{
	"page": true, "next": true, "from": true, "start": true, "continuation": true, "sync": true, "prev": true, "previous": true,
}

// exclusive reports fields of which the API takes one, and of which the tool
// requires two or offers several.
func (w *walk) exclusive(pairing *bind.Pairing, a *contract.Schema, p place) {
	for _, g := range a.Groups {
		var offered, required []string
		first := p
		for _, pair := range pairing.Pairs {
			if !slices.Contains(g.Fields, pair.API.Field.Name) {
				continue
			}
			if len(offered) == 0 {
				first = p.field(pair.Tool, pair.API)
			}
			offered = append(offered, pair.Tool.Field.Name)
			if pair.Tool.Field.Required {
				required = append(required, pair.Tool.Field.Name)
			}
		}
		d := &Drift{Kind: Exclusive, Fields: offered, SpecAt: g.At}
		switch {
		case len(required) > 1:
			d.Fields, d.Forced = required, true
		case len(offered) == 1 && g.Required && len(required) == 0:
			// The tool offers one of those of which the API must have one.
			w.add(first, &Drift{
				Kind: Required, ToolSchema: first.tool.Field.Schema, APISchema: first.api.Field.Schema, SpecAt: g.At, ToolAt: first.tool.Field.At,
				Witness: w.without(first.path, ""),
			})
			continue
		case len(offered) < 2:
			continue
		}
		d.Value = strings.Join(d.Fields, ", ")
		w.add(first, d)
	}
}

// omit collects optional API fields that the tool does not offer; those of which
// it must have one have been told.
func (w *walk) omit(pairing *bind.Pairing, renames []rename, a *contract.Schema) {
	var told []*bind.Ref
	for _, g := range a.Groups {
		told = append(told, w.lacking(g, pairing, renames)...)
	}
	for _, ref := range pairing.APIOnly {
		f := ref.Field
		if f.Required || isReadOnly(f) || f.Deprecated.Text != "" || f.Hidden.Text != "" || f.Credential || w.holdsMoved(ref.Path) || !w.isLeftOver(ref, pairing, renames) || slices.Contains(told, ref) {
			continue
		}
		w.omitted = append(w.omitted, ref)
	}
}

// omission is one drift for all that a tool leaves out.
func (w *walk) omission() {
	if len(w.omitted) == 0 || w.calls > 1 {
		return
	}
	d := &Drift{Kind: Omitted, ToolAt: w.tool.At, SpecAt: w.omitted[0].Field.At}
	for _, ref := range w.omitted {
		d.Fields = append(d.Fields, ref.Path)
	}
	d.Value = strings.Join(slices.Sorted(slices.Values(d.Fields)), ", ") // the order of the spec is no news
	w.add(place{}, d)
}
