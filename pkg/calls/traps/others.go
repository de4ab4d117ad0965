package traps

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// complete makes a call one that both contracts take: what the API needs besides is
// added where the tool offers it. Why says what is wrong with it all the same.
func (w *writer) complete(t *target, args *source.Node) (why string) {
	i := slices.IndexFunc(w.judges.Tools, func(j *calls.Tool) bool { return j.Contract == t.contract.Name && j.Name == t.tool.Name })
	if i < 0 {
		return "nobody can judge a call of " + t.tool.Name
	}
	for range maxOthers {
		var seen calls.Observation
		w.judges.Tools[i].Judge(args.AppendJSON(nil), &seen)
		switch {
		case len(seen.Faults) == 0 && seen.Unsure && t.call != nil:
			return "whether a call is right cannot be said: a schema cannot be seen through"
		case len(seen.Faults) == 0:
			return ""
		}
		f := seen.Faults[0]
		if f.Kind != calls.MissingField || !w.add(t, args, f.Field) {
			who := map[calls.Side]string{calls.ByTool: "the tool", calls.ByAPI: "the API"}[f.Side]
			return "no call is known that " + who + " takes: " + f.Text
		}
	}
	return "no call is known that both sides take"
}

// add puts a field at the top of a call, with a value of its own.
func (w *writer) add(t *target, args *source.Node, name string) bool {
	for _, f := range contract.ObjectView(t.tool.Input).Fields {
		if bind.Join("", f.Name) == name && args.Member(f.Name) == nil && !f.Schema.ReadOnly {
			set(args, f.Name, own(diff.Sample(f.Schema), nil))
			w.voice(t, t.tool.Input, args, "")
			return true
		}
	}
	return false
}

// voice puts words that a person would say where a call was made up with "text", and
// values that the API takes where it is the stricter side.
func (w *writer) voice(t *target, s *contract.Schema, v *source.Node, path string) {
	view := contract.ObjectView(s)
	for i := range v.Members {
		m := &v.Members[i]
		for _, f := range view.Fields {
			if at := bind.Join(path, m.Key); f.Name == m.Key && at != t.path {
				w.voiceField(t, f, m, at)
			}
		}
	}
}

func (w *writer) voiceField(t *target, f *contract.Field, m *source.Member, path string) {
	switch m.Value.Kind {
	case source.Object:
		w.voice(t, f.Schema, m.Value, path)
	case source.Array:
		if f.Schema.Elem != nil {
			for _, item := range m.Value.Items {
				w.voice(t, f.Schema.Elem, item, bind.Elem(path))
				if verdict, _ := diff.Check(f.Schema.Elem, text(invented(f.Name)), false); item.Kind == source.String && item.Text == "text" && verdict == diff.Accepted {
					item.Text = invented(f.Name)
				}
			}
		}
	}
	takes := func(v *source.Node) bool {
		if verdict, _ := diff.Check(f.Schema, v, false); verdict != diff.Accepted {
			return false
		}
		for _, p := range t.feeds[path] {
			if t.call != nil && p.call.Op != t.call.Op {
				continue
			}
			if verdict, _ := diff.Check(p.ref.Field.Schema, v, p.ref.Field.In.IsText()); verdict == diff.Rejected {
				return false
			}
		}
		return true
	}
	if m.Value.Kind == source.String && namesCurrency(f.Name) && t.spoken != "" {
		for _, code := range []string{t.spoken, strings.ToLower(t.spoken)} {
			for _, v := range append([]*source.Node{text(code)}, literals(f.Schema, code)...) {
				if takes(v) {
					m.Value = v
					return
				}
			}
		}
	}
	if m.Value.Kind == source.String && strings.HasPrefix(m.Value.Text, "0000-") { // of a pattern alone
		for _, day := range []string{"2027-05-03T09:00:00Z", "2027-05-03", "2027-05-03T09:00:00"} {
			if v := text(day); takes(v) {
				m.Value = v
				return
			}
		}
	}
	if m.Value.Kind == source.String && m.Value.Text == "text" {
		if said := text(invented(f.Name)); takes(said) {
			m.Value = said
			return
		}
	}
	if takes(m.Value) {
		return
	}
	for _, p := range t.feeds[path] {
		if v := own(diff.Sample(p.ref.Field.Schema), nil); takes(v) {
			m.Value = v
			return
		}
	}
}

func namesCurrency(name string) bool { return slices.Contains(contract.Words(name), "currency") }

// literals are the members of a closed list that spell a text.
func literals(s *contract.Schema, text string) []*source.Node {
	var all []*source.Node
	for _, v := range s.Enum {
		if v.Lit != nil && strings.EqualFold(v.Lit.Text, text) {
			all = append(all, v.Lit)
		}
	}
	return all
}

// clashes reports a call that names another currency than the one that is spoken of.
func (t *target) clashes(v *source.Node) bool {
	for _, m := range v.Members {
		code, ok := m.Value.Str()
		if ok && namesCurrency(m.Key) && t.spoken != "" && !strings.EqualFold(code, t.spoken) || t.clashes(m.Value) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items, t.clashes)
}

// invented is a value for a text of which only the name is known.
func invented(name string) string {
	words := contract.Words(name)
	if n := len(words); n > 1 && slices.Contains([]string{"id", "sid", "key", "ref", "reference", "uuid", "token", "code", "slug", "name"}, words[n-1]) {
		words = words[:n-1]
	}
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(prepositions, w) && len(words) > 1 })
	if len(words) == 0 {
		return "alpha"
	}
	last := words[len(words)-1]
	if last == "date" || last == "day" {
		return "2027-05-03"
	}
	return last + "-alpha"
}
