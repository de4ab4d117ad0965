package bind

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// A segment is one step of an HTTP route: a word, or a parameter's name.
type segment struct {
	text  string
	param bool
}

// route is the segments of an operation's name, "POST /v1/refunds/{id}"; nil
// where it is no HTTP operation.
func route(operation string) []segment {
	_, path, found := strings.Cut(operation, " /")
	if !found {
		return nil
	}
	var all []segment
	for _, text := range strings.Split(path, "/") {
		for text != "" {
			before, after, found := strings.Cut(text, "{")
			if before != "" {
				all = append(all, segment{text: before})
			}
			if !found {
				break
			}
			name, rest, _ := strings.Cut(after, "}")
			all = append(all, segment{text: name, param: true})
			text = rest
		}
	}
	return all
}

// Last words of names that say which thing is meant: any of them may stand for another.
var idWords = map[string]bool{
	"gid": true, "guid": true, "id": true, "identifier": true, "oid": true, "pk": true, "sid": true, "uid": true, "uuid": true,
}

// Last words of names that can say which thing is meant.
var keyWords = map[string]bool{
	"code": true, "email": true, "handle": true, "hash": true, "key": true, "login": true, "name": true, "number": true, "ref": true, "sha": true,
	"slug": true, "symbol": true, "tag": true, "username": true,
}

// idOf is what a name is the id of ("task" for task_gid), by its stems; ok is
// false for a name that is no id.
func idOf(name string) (of string, ok bool) {
	words := contract.Words(name)
	if len(words) == 0 || !idWords[contract.Stem(words[len(words)-1])] {
		return "", false
	}
	return stems(words[:len(words)-1]), true
}

// stems is one key for words whatever their number: singular and plural are one.
func stems(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(contract.Stem(w))
	}
	return b.String()
}

// paths pairs what is left of the path parameters: with the id of the same
// thing under another word for id, and a lone one with the lone field that can
// say which thing is meant. An operation without a path has its id for one.
func (p *pairer) paths() {
	byThing := map[string][]*node{}
	for _, t := range inTurn(p.tool) {
		if of, ok := idOf(t.ref.Field.Name); ok && of != "" {
			byThing[of] = append(byThing[of], t)
		}
	}
	for _, a := range p.leftParams() {
		for _, t := range byThing[p.owner(a)] {
			if t.pair == nil && alikeKeys(t, a) {
				p.join(t, a, PairedByLonePath)
				break
			}
		}
	}
	params := p.leftParams()
	if len(params) != 1 {
		return
	}
	if t := p.loneKey(params[0]); t != nil {
		p.join(t, params[0], PairedByLonePath)
	}
}

// leftParams is the parameters that say which thing is meant.
func (p *pairer) leftParams() []*node {
	var params []*node
	for _, a := range left(p.api) {
		if p.route != nil && a.ref.Field.In == contract.Path {
			params = append(params, a)
		}
		if _, isID := idOf(a.ref.Field.Name); p.route == nil && isID && a.ref.Field.Required && a.level == 0 && (scalar(a) || list(a)) {
			params = append(params, a)
		}
	}
	return params
}

// owner is what a parameter is the id of, by its name or by the route's word before it.
func (p *pairer) owner(a *node) string {
	of, isID := idOf(a.ref.Field.Name)
	if isID && of != "" {
		return of
	}
	if before := p.before(a.ref.Field.Name); isID || before == stems(contract.Words(a.ref.Field.Name)) {
		return before
	}
	return ""
}

// loneKey is the only unpaired field that can say which thing is meant: one
// that is called after the thing or an id, before one that may be a key.
func (p *pairer) loneKey(a *node) *node {
	before := p.before(a.ref.Field.Name)
	var best *node
	rank, count := 0, 0
	for _, t := range left(p.tool) {
		if !alikeKeys(t, a) || !p.related(t, a) || p.route == nil && !isBareID(t) && !isBareID(a) {
			continue
		}
		r := keyRank(t, before)
		switch {
		case r > rank:
			best, rank, count = t, r, 1
		case r == rank && r > 0:
			count++
		}
	}
	if count != 1 {
		return nil
	}
	return best
}

// isBareID reports whether a name says that it is an id, and not of what: where a
// name is more than a place in a path, only such a one may stand for another.
func isBareID(n *node) bool {
	of, ok := idOf(n.ref.Field.Name)
	return ok && of == ""
}

func keyRank(t *node, thing string) int {
	if t.ref.Field.Schema.Enum != nil {
		return 0
	}
	words := contract.Words(t.ref.Field.Name)
	of, isID := idOf(t.ref.Field.Name)
	rank := 0
	switch {
	case thing != "" && (stems(words) == thing || isID && of == thing):
		rank = 5
	case isID:
		rank = 3
	case len(words) > 0 && keyWords[words[len(words)-1]]:
		rank = 1
	default:
		return 0
	}
	if t.ref.Field.Required {
		rank++
	}
	return rank
}

// Things that may be any thing.
var anything = map[string]bool{"entity": true, "item": true, "object": true, "parent": true, "record": true, "resourc": true, "target": true}

// related reports whether a tool's field may say which thing a parameter is
// about: it is called after nothing, after that thing, or after one that the
// route mentions before it.
func (p *pairer) related(t, a *node) bool {
	of := thing(t.ref.Field.Name)
	if of == "" || anything[of] || keyWords[of] || contract.Letters(a.ref.Field.Name) == of {
		return true
	}
	for _, about := range append([]string{thing(a.ref.Field.Name)}, p.mentioned(a)...) {
		if about != "" && strings.HasSuffix(of, about) {
			return true // task, or parent_task
		}
	}
	return false
}

// mentioned is what stands before a parameter in the route, by its stems, or
// what an operation without a route is about.
func (p *pairer) mentioned(a *node) []string {
	if p.route == nil {
		return p.about
	}
	var words []string
	for _, s := range p.route {
		if s.param && s.text == a.ref.Field.Name {
			break
		}
		if !s.param {
			words = append(words, stems(contract.Words(s.text)))
		}
	}
	return words
}

// before is the stems of the route's word before a parameter, or "".
func (p *pairer) before(param string) string {
	for i, s := range p.route {
		if s.param && s.text == param && i > 0 && !p.route[i-1].param {
			return stems(contract.Words(p.route[i-1].text))
		}
	}
	return ""
}

// saysWhich reports whether a name is that of an id or a number.
func saysWhich(name string) bool {
	words := contract.Words(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return idWords[last] || last == "number" && len(words) > 1
}

// thing is what a name is an id, a number, a key of, by its stems: "issue" for
// issue_number, "channel" for channel itself; "" where it says of nothing.
func thing(name string) string {
	words := contract.Words(name)
	switch n := len(words); {
	case n == 0:
		return ""
	case idWords[contract.Stem(words[n-1])], keyWords[words[n-1]] && (n > 1 || plainKeys[words[0]]):
		words = words[:n-1]
	}
	return stems(words)
}

// Keys that do not say by themselves what they are the key of.
var plainKeys = map[string]bool{"code": true, "hash": true, "key": true, "name": true, "number": true, "ref": true, "sha": true}

// scalar reports whether a field can hold a lone string or integer.
func scalar(n *node) bool { return holdsKey(n.ref.Field.Schema) }

func holdsKey(s *contract.Schema) bool {
	return s.Types&(contract.StringType|contract.Integer) != 0 && len(members(s)) == 0
}

// alikeKeys reports whether both fields hold one key, or both several.
func alikeKeys(t, a *node) bool {
	return scalar(t) && (scalar(a) || !list(a)) || list(t) && list(a)
}

// list reports whether a field holds strings or integers, and several of them.
func list(n *node) bool {
	elem := element(n.ref.Field.Schema)
	return elem != nil && holdsKey(elem) && !scalar(n)
}

// Names that say which thing is meant without naming the thing.
var ownKeys = map[string]bool{"email": true, "handle": true, "key": true, "login": true, "name": true, "slug": true, "username": true}

// otherKeys excuses what may be given in place of an optional key: a tool that
// takes an id or an email for one path parameter needs a field for each.
func otherKeys(r *Pairing) {
	optional := map[string]bool{}
	for _, pair := range r.Pairs {
		if pair.API.Field.In == contract.Path && pair.API.Field.Required && !pair.Tool.Field.Required {
			optional[thing(pair.API.Field.Name)] = true
		}
	}
	if len(optional) == 0 {
		return
	}
	for _, ref := range r.ToolOnly {
		_, isID := idOf(ref.Field.Name)
		if ref.Handled == "" && !ref.Field.Required && holdsKey(ref.Field.Schema) &&
			(ownKeys[contract.Letters(ref.Field.Name)] || isID && optional[thing(ref.Field.Name)]) {
			ref.Handled = HandledOtherKey
		}
	}
}
