package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// doc is one description of a tool: its own, or a field's.
type doc struct {
	text  contract.Text
	field *bind.Ref       // nil for the tool's own
	names []prose.Mention // where it was read
}

// stale reports names in a tool's descriptions that the tool's schema does not
// have and the API once had, or has under another order of the same words. That
// a name is merely unknown is no evidence: prose is full of names of other things.
func stale(tool *contract.Op, texts []doc, call *bind.Call, found []*Drift) []*Drift {
	known := knownNames(tool)
	drifted := map[string]bool{}
	for _, d := range found {
		if d.ToolField != nil && (d.Kind == Renamed || d.Kind == Unknown) {
			drifted[d.ToolField.Field.Name] = true
		}
	}
	var out []*Drift
	for _, text := range texts {
		said := map[string]bool{}
		for _, m := range text.names {
			if said[m.Name] || m.Role == prose.Former || m.Role == prose.Tool || m.Role == prose.Called || known[contract.Letters(m.Name)] && !drifted[m.Name] {
				continue
			}
			s := successor(m, call)
			if s == nil || s.past == nil && (drifted[m.Name] || saysSo(call.Op, m.Name)) {
				continue // once the schema is mended, nothing but a revision would tell of the name
			}
			said[m.Name] = true
			d := &Drift{
				Kind: StaleName, Tool: tool, Ops: []*contract.Op{call.Op}, ToolField: text.field, APIField: s.api,
				ToolAt: m.At, SpecAt: s.at, Value: m.Name, Name: NameFact{Evidence: s.evidence, Past: s.past},
			}
			if s.api != nil {
				d.APIPath = s.api.Path
			}
			if text.field != nil {
				d.Path = text.field.Path
			}
			out = append(out, d)
		}
	}
	return out
}

// readDocs is docs with the names that they mention: reading these is half the
// time of a comparison, and each operation of a tool asks for them.
func readDocs(tool *contract.Op) []doc {
	texts := docs(tool)
	for i := range texts {
		texts[i].names = prose.Names(texts[i].text)
	}
	texts[0].names = append(texts[0].names, shownNames(tool)...)
	return texts
}

// shownNames are the arguments in the calls of a tool that its description shows in
// running text. Those in fences are among the names that are read there.
func shownNames(tool *contract.Op) []prose.Mention {
	var all []prose.Mention
	for _, e := range prose.Examples(tool.Doc) {
		if !e.Inline || !isCallOf(tool, &e) {
			continue
		}
		for _, m := range e.Args.Members {
			all = append(all, prose.Mention{Name: m.Key, Kind: prose.InExample, At: m.KeyAt})
		}
	}
	return all
}

// docs are a tool's descriptions, its own first.
func docs(tool *contract.Op) []doc {
	out := []doc{{text: tool.Doc}}
	eachField(tool.Input, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
		if ref.Field.Doc.Text != "" {
			out = append(out, doc{text: ref.Field.Doc, field: ref})
		}
	})
	return out
}

// knownNames are the names that a tool's prose may use: its own fields and
// values, itself. Compared by letters: prose says "order id" and "orderId".
func knownNames(tool *contract.Op) map[string]bool {
	known := map[string]bool{contract.Letters(tool.Name): true}
	for _, s := range []*contract.Schema{tool.Input, tool.Output} {
		eachField(s, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
			known[contract.Letters(ref.Field.Name)] = true
			for _, e := range ref.Field.Schema.Enum {
				known[contract.Letters(e.Lit.Text)] = true
			}
		})
	}
	return known
}

const reservedEvidence = "the name is reserved in the API"

// succeeded is what became of a name that prose still mentions.
type succeeded struct {
	api      *bind.Ref // nil where the name was removed without a successor
	at       source.Span
	evidence string
	past     *contract.Past // where an earlier revision is the evidence
}

// successor is what became of a name in prose, by evidence that leaves no
// doubt: the spec's own record, or the same words in another order.
func successor(m prose.Mention, call *bind.Call) *succeeded {
	var best *succeeded
	exact := false
	words := contract.Words(m.Name)
	eachField(call.Op.Input, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
		f := ref.Field
		exact = exact || contract.Letters(f.Name) == contract.Letters(m.Name)
		if best != nil || f.Schema.ReadOnly {
			return
		}
		if evidence := became(m, words, f); evidence != "" {
			best = &succeeded{api: ref, at: f.At, evidence: evidence}
		}
	})
	if exact {
		return nil // an API field that the tool does not offer: no stale name
	}
	if s := pastName(m, call.Op); s != nil {
		return s
	}
	if r := reserved(call.Op.Input, m); r != nil && best == nil {
		return &succeeded{at: r.At, evidence: reservedEvidence}
	}
	return best
}

func became(m prose.Mention, words []string, f *contract.Field) string {
	for _, former := range f.Former {
		if former.Text == m.Name {
			return "the spec says that it was called so"
		}
	}
	now := contract.Words(f.Name)
	switch {
	case len(words) < 2:
		return ""
	case isReordered(words, now):
		return "the same words in another order"
	case m.Kind != prose.Quote && misspelt(words, now) && !sameWords(words, now):
		return "the names differ by a letter"
	}
	return ""
}

// reserved is the record of a removed name, where the mention is surely of a
// field: an ordinary word ("the given currency") stays true after a removal.
func reserved(s *contract.Schema, m prose.Mention) *contract.Text {
	if m.Kind == prose.Quote && len(contract.Words(m.Name)) == 1 {
		return nil
	}
	for i := range s.Reserved {
		if s.Reserved[i].Text == m.Name {
			return &s.Reserved[i]
		}
	}
	return nil
}

// saysSo reports whether the API's own words use the name: then the tool's are
// no stale copy.
func saysSo(op *contract.Op, name string) bool {
	if strings.Contains(op.Doc.Text, name) {
		return true
	}
	said := false
	eachField(op.Input, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
		said = said || strings.Contains(ref.Field.Doc.Text, name)
	})
	return said
}

// isReordered reports whether two names are the same words in another order. A
// plural is none: "the promo_codes come from ..." speaks of values of promo_code.
func isReordered(x, y []string) bool {
	return !slices.Equal(x, y) && slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y)))
}
