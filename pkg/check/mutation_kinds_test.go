package check_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// drift is one kind of known drift. put puts it into a tool and says where; it
// returns false where the tool has no place for it.
type drift struct {
	kind  string
	rules []string       // any of them tells it
	least rules.Severity // the mildest severity that counts
	put   func(m *mutant) bool
}

// mutant is a tool that a drift is put into.
type mutant struct {
	*rand.Rand
	tool  *tool
	paths []string // fields on which the finding may stand; the first is the field itself
	api   string   // the name of the API's field on which it may stand as well, or ""
}

// spot is a field of the tool's, at any depth, and its neighbours.
type spot struct {
	path   string
	arg    *arg
	holder *shape // the object that it is a member of
	nested bool   // inside an object that is a copy of the API's
	text   bool   // its value travels as text
}

func (s spot) api() *contract.Field { return s.arg.api }

// spots are the fields that copy one of the API's, in an order by chance.
func (m *mutant) spots(wanted func(spot) bool) []spot {
	var out []spot
	var walk func(s *shape, path string, nested, text bool)
	walk = func(s *shape, path string, nested, text bool) {
		for _, a := range s.args {
			one := spot{bind.Join(path, a.name), a, s, nested, text || a.api != nil && a.api.In.IsText()}
			if a.api != nil && wanted(one) {
				out = append(out, one)
			}
			walk(a.schema, one.path, nested || a.api != nil, one.text)
			if a.schema.elem != nil {
				walk(a.schema.elem, bind.Elem(one.path), true, one.text)
			}
		}
	}
	walk(m.tool.input, "", false, false)
	m.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// spot is one field that is wanted, by chance.
func (m *mutant) spot(wanted func(spot) bool) (spot, bool) {
	all := m.spots(wanted)
	if len(all) == 0 {
		return spot{}, false
	}
	m.paths = []string{all[0].path}
	return all[0], true
}

// taken are the names, by their letters, that mean something to the API or the tool.
func (m *mutant) taken() map[string]bool {
	taken := map[string]bool{contract.Letters(m.tool.name): true}
	seen := map[*contract.Schema]bool{}
	var walk func(s *contract.Schema, depth int)
	walk = func(s *contract.Schema, depth int) {
		if s == nil || seen[s] || depth > 6 {
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			taken[contract.Letters(f.Name)] = true
			walk(f.Schema, depth+1)
		}
		walk(s.Elem, depth+1)
		for _, alt := range s.AnyOf {
			walk(alt, depth+1)
		}
	}
	walk(m.tool.op.Input, 0)
	for _, s := range m.spots(func(spot) bool { return true }) {
		taken[contract.Letters(s.arg.name)] = true
	}
	return taken
}

// spelledLike joins words in the case style of a name.
func spelledLike(words []string, like string) string {
	switch {
	case strings.Contains(like, "_"):
		return strings.Join(words, "_")
	case strings.Contains(like, "-"):
		return strings.Join(words, "-")
	case like != "" && like[0] >= 'A' && like[0] <= 'Z':
		name := camel(words)
		return strings.ToUpper(name[:1]) + name[1:]
	case strings.ToLower(like) != like:
		return camel(words)
	}
	return strings.Join(words, "_")
}

// isPlainName leaves out path parameters, whose names never travel, a lone id,
// which people call after the thing that it is the id of, and wrappers.
func isPlainName(s spot) bool {
	switch s.arg.name {
	case "id", "body", "data", "input", "request":
		return false
	}
	return s.api().In != contract.Path && !secret[contract.Letters(s.arg.name)] && strings.IndexFunc(s.arg.name, func(r rune) bool {
		return !(r == '_' || r == '-' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) < 0
}

// rename gives a field the first of the names made for it that means nothing else.
func (m *mutant) rename(made func(words []string) [][]string) bool {
	taken := m.taken()
	for _, s := range m.spots(isPlainName) {
		for _, words := range made(contract.Words(s.arg.name)) {
			name := spelledLike(words, s.arg.name)
			if len(words) == 0 || taken[contract.Letters(name)] {
				continue
			}
			m.api = s.api().Name
			renamed(m.tool, s.arg.name, name)
			s.arg.name = name
			m.paths = []string{strings.TrimSuffix(s.path, bind.Join("", lastName(s.path))) + name}
			return true
		}
	}
	return false
}

func lastName(path string) string {
	i := strings.LastIndexAny(path, ".]")
	return path[i+1:]
}

// renamed writes the new name wherever the tool documents the old one: a stale
// copy is stale in its descriptions too.
func renamed(t *tool, before, after string) {
	t.doc = strings.ReplaceAll(t.doc, "\n    "+before+": ", "\n    "+after+": ")
}

var (
	prefixes = strings.Fields("current target primary custom new source")
	suffixes = strings.Fields("value text info setting")

	// synonyms are words that people put in the place of one another.
	synonyms = map[string][]string{
		"name": {"title"}, "title": {"name", "subject"}, "description": {"summary", "details"}, "body": {"content", "text"}, "text": {"content"}, "message": {"text"},
		"limit": {"count"}, "start": {"begin"}, "end": {"finish"}, "from": {"sender"}, "to": {"recipient"}, "user": {"member"}, "member": {"user"}, "customer": {"client"},
		"owner": {"author"}, "email": {"mail"}, "phone": {"telephone"}, "url": {"link"}, "tag": {"label"}, "label": {"tag"}, "labels": {"tags"}, "tags": {"labels"},
		"status": {"state"}, "state": {"status"}, "type": {"kind"}, "kind": {"type"}, "cursor": {"position"}, "team": {"group"}, "group": {"team"}, "project": {"workspace"},
		"repo": {"repository"}, "org": {"organization"}, "date": {"day"}, "reason": {"cause"}, "comment": {"remark"}, "query": {"search"}, "language": {"locale"},
		"amount": {"sum"}, "price": {"cost"}, "address": {"location"}, "image": {"picture"}, "file": {"document"}, "parent": {"ancestor"}, "before": {"until"}, "after": {"since"},
		"filter": {"criteria"}, "sort": {"order"}, "order": {"sort"}, "page": {"offset"}, "key": {"code"}, "domain": {"host"}, "channel": {"room"}, "assignee": {"owner"},
	}
)

var nameKinds = []drift{
	{"rename: order", []string{"renamed-field"}, rules.Warning, func(m *mutant) bool {
		return m.rename(func(words []string) [][]string {
			if len(words) < 2 || words[0] == words[len(words)-1] {
				return nil
			}
			turned := append(slices.Clone(words[1:]), words[0])
			back := append([]string{words[len(words)-1]}, words[:len(words)-1]...)
			return [][]string{turned, back}
		})
	}},
	{"rename: word added", []string{"renamed-field", "unknown-field"}, rules.Warning, func(m *mutant) bool {
		return m.rename(func(words []string) [][]string {
			if len(words) == 0 {
				return nil
			}
			return [][]string{append([]string{pick(m.Rand, prefixes)}, words...), append(slices.Clone(words), pick(m.Rand, suffixes))}
		})
	}},
	{"rename: word dropped", []string{"renamed-field", "unknown-field"}, rules.Warning, func(m *mutant) bool {
		return m.rename(func(words []string) [][]string {
			if len(words) < 3 {
				return nil
			}
			i := m.IntN(len(words))
			return [][]string{slices.Delete(slices.Clone(words), i, i+1)}
		})
	}},
	{"rename: synonym", []string{"renamed-field", "unknown-field", "required-by-api"}, rules.Warning, func(m *mutant) bool {
		return m.rename(func(words []string) [][]string {
			var out [][]string
			for i, w := range words {
				for _, other := range synonyms[w] {
					next := slices.Clone(words)
					next[i] = other
					out = append(out, next)
				}
			}
			return out
		})
	}},
	{"rename: letter", []string{"renamed-field"}, rules.Warning, func(m *mutant) bool {
		return m.rename(func(words []string) [][]string {
			i := slices.IndexFunc(words, func(w string) bool { return len(w) > 5 && isLetters(w) })
			if i < 0 {
				return nil
			}
			next := slices.Clone(words)
			at := 1 + m.IntN(len(next[i])-3)
			next[i] = next[i][:at] + next[i][at+1:]
			return [][]string{next}
		})
	}},
	{"field removed", []string{"unknown-field"}, rules.Warning, func(m *mutant) bool {
		taken := m.taken()
		for range 10 {
			// Hardly ever three of one name: a field on many tools may be the tool server's.
			name := spelledLike([]string{
				pick(m.Rand, strings.Fields("legacy shadow turbo sandbox quiet eager brisk hollow mellow rugged sturdy vivid")),
				pick(m.Rand, strings.Fields("mode flavor region profile policy ledger canvas harbor lantern meadow")),
			}, nameOf(m.tool))
			if taken[contract.Letters(name)] {
				continue
			}
			m.tool.input.args = append(m.tool.input.args, &arg{name: name, schema: &shape{types: []string{"string"}}, required: m.tool.style.dialect == "strict"})
			m.paths = []string{name}
			return true
		}
		return false
	}},
	{"nesting: into an object", []string{"unknown-field", "renamed-field", "type-mismatch", "required-by-api"}, rules.Warning, func(m *mutant) bool {
		taken := m.taken()
		s, ok := m.spot(func(s spot) bool {
			return len(s.arg.schema.args) == 0 && isBody(s.api()) && slices.ContainsFunc(s.holder.args, func(a *arg) bool {
				return a != s.arg && a.api != nil && isBody(a.api) // else the object is a wrapper
			})
		})
		if !ok {
			return false
		}
		name := pick(m.Rand, strings.Fields("details settings attributes info extras particulars specifics facets traits"))
		if taken[name] {
			return false
		}
		inner := *s.arg
		*s.arg = arg{name: name, required: inner.required, schema: &shape{types: []string{"object"}, args: []*arg{&inner}, closed: s.holder.closed}}
		path := strings.TrimSuffix(s.path, bind.Join("", inner.name)) + name
		m.paths = []string{path, bind.Join(path, inner.name), s.path}
		return true
	}},
	{"nesting: out of an object", []string{"unknown-field", "renamed-field", "type-mismatch", "required-by-api"}, rules.Warning, func(m *mutant) bool {
		taken := map[string]int{}
		for _, s := range m.spots(func(spot) bool { return true }) {
			taken[contract.Letters(s.arg.name)]++
		}
		s, ok := m.spot(func(s spot) bool {
			return s.nested && len(s.arg.schema.args) > 1 && s.arg.schema.api != nil && !slices.ContainsFunc(s.arg.schema.args, func(a *arg) bool {
				return taken[contract.Letters(a.name)] > 1
			})
		})
		if !ok {
			return false
		}
		i := m.IntN(len(s.arg.schema.args))
		out := s.arg.schema.args[i]
		if slices.ContainsFunc(s.holder.api.Fields, func(f *contract.Field) bool {
			return contract.Letters(f.Name) == contract.Letters(out.name)
		}) {
			return false
		}
		s.arg.schema.args = slices.Delete(slices.Clone(s.arg.schema.args), i, i+1)
		s.holder.args = append(slices.Clone(s.holder.args), out)
		path := strings.TrimSuffix(s.path, bind.Join("", s.arg.name)) + out.name
		m.paths = []string{path, bind.Join(s.path, out.name), s.path}
		return true
	}},
}

func isLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

func isBody(f *contract.Field) bool { return f.In == contract.Body || f.In == contract.Form }

// nameOf is a name of several words, for the case style of the tool's names.
func nameOf(t *tool) string {
	for _, a := range t.input.args {
		if len(contract.Words(a.name)) > 1 {
			return a.name
		}
	}
	return ""
}
