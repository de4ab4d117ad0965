package loaders

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// unread notes a keyword that limits values and has no place in the model.
func (b *frame) unread(key string, v *source.Node) {
	b.unreadText(contract.Text{Text: key + ": " + v.JSON(), At: v.At})
}

func (b *frame) unreadText(t contract.Text) {
	says := func(u contract.Text) bool { return u.Text == t.Text }
	if !slices.ContainsFunc(b.s.Unread, says) {
		b.s.Unread = append(b.s.Unread, t)
	}
}

// unreadKeywords notes what a node says beyond the model.
func (b *frame) unreadKeywords(n *source.Node) {
	for _, m := range n.Members {
		if unseenKeywords[m.Key] && b.unseen == "" {
			b.unseen = m.Key
		}
		if unseenKeywords[m.Key] && b.limits(n, m) {
			b.unread(m.Key, m.Value)
		}
	}
	if v := b.r.value(n, "uniqueItems"); v.True() {
		b.unread("uniqueItems", v)
	}
	for _, key := range []string{"minProperties", "maxProperties"} {
		if v := b.number(n, key); v != nil && !(key == "minProperties" && v.Text == "0") {
			b.unread(key, v)
		}
	}
}

// limits reports whether a keyword that the model has no place for rules any value out.
func (b *frame) limits(n *source.Node, m source.Member) bool {
	v := m.Value
	switch m.Key {
	case "not":
		return v.Kind != source.Bool // "not: true" allows nothing, and is read as such
	case "if":
		return n.Value("then") != nil || n.Value("else") != nil
	case "then", "else":
		return n.Value("if") != nil
	case "minContains", "maxContains":
		return n.Value("contains") != nil
	case "dependencies", "dependentRequired", "dependentSchemas":
		return len(v.Members) > 0
	case "propertyNames":
		// Names are strings anyway: zod says so of every record.
		return !allowsAll(v) && !(len(v.Members) == 1 && v.Members[0].Key == "type" && v.Members[0].Value.Text == "string")
	case "unevaluatedItems":
		return !allowsAll(v)
	case "unevaluatedProperties":
		// Beside additionalProperties there is nothing left for it.
		return !allowsAll(v) && b.r.value(n, "additionalProperties") == nil && b.r.closing(n) == nil
	}
	return true
}

// allowsAll reports whether a schema is true or {}.
func allowsAll(n *source.Node) bool {
	return n.True() || n.Kind == source.Object && len(n.Members) == 0
}

// unreadWords notes that of two patterns or formats that must both hold only the
// nearer one is kept.
func (b *frame) unreadWords(kept, left words) {
	for _, w := range []struct {
		key        string
		kept, left contract.Text
	}{{"pattern", kept.pattern, left.pattern}, {"format", kept.format, left.format}} {
		if w.kept.Text != "" && w.left.Text != "" && w.kept.Text != w.left.Text {
			b.unreadText(contract.Text{Text: w.key + ": " + source.Quote(w.left.Text), At: w.left.At})
		}
	}
}
