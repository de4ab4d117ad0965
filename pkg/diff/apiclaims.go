package diff

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// apiClaims reports what a tool's description says and the API's schema denies,
// where the tool's own schema is silent. What the API's description says as well
// is for the API's authors to mend.
func (w *walk) apiClaims(p place, t, a *contract.Schema) {
	f := p.tool.Field
	if f.Doc.Text == "" || a.Default == nil && a.Enum == nil {
		return
	}
	said, own := prose.Read(f.Doc), prose.Read(p.api.Field.Doc)
	if c := listedDefault(a, said.Default); c != nil && c.Of == "" && isSilent(t.Default) && !isSilent(a.Default) && isValueOf(a, c.Text) {
		if value := LiteralWords(a.Default); !sameText(c.Text, value) && (own.Default == nil || !sameText(own.Default.Text, c.Text)) {
			w.addClaim(p, "default", c, c.Text, value, a.Default.At)
		}
	}
	if t.Enum != nil || a.Enum == nil || len(own.Values) > 0 {
		return
	}
	for i := range said.Values {
		if v := &said.Values[i]; !inEnum(a.Enum, str(v.Text), true) && Twin(a.Enum, v.Text) == "" {
			w.addClaim(p, "value", v, v.Text, EnumWords(a.Enum), a.EnumAt)
		}
	}
}

func isSilent(def *source.Node) bool { return def == nil || def.Kind == source.Null }

func (w *walk) addClaim(p place, of string, claim *prose.Claim, said, api string, at source.Span) {
	f := p.tool.Field
	w.add(p, &Drift{
		Kind: ProseClaim, ToolSchema: f.Schema, APISchema: p.api.Field.Schema, ToolAt: firstPlace(claim.At, f.Doc.At, f.At), SpecAt: at,
		Prose: ProseFact{Of: of, Said: said, Schema: api, API: true}, Value: of + " " + said + "/" + api,
	})
}
