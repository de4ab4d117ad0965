package bind

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// What people write for the signs that some APIs have in parameter names
// (DateCreated<, price>=) and that a tool's schema may not hold.
var signs = []struct {
	sign  string
	words []string
}{
	{"<=", []string{"before", "max", "lte", "until", "to"}},
	{">=", []string{"after", "min", "gte", "since", "from"}},
	{"<", []string{"before", "max", "lt", "until", "to"}},
	{">", []string{"after", "min", "gt", "since", "from"}},
}

// folds is the keys under which a name equals others in another case style or
// with other separators. A name with a sign has a key for each reading of it.
func folds(name string) []string {
	for _, s := range signs {
		base, rest, found := strings.Cut(name, s.sign)
		if !found {
			continue
		}
		if rest != "" && contract.Letters(rest) != "" {
			break
		}
		keys := []string{contract.Letters(base) + s.sign}
		stems := []string{contract.Letters(base)}
		if words := contract.Words(base); len(words) > 1 && words[0] == "date" {
			stems = append(stems, strings.Join(words[1:], ""))
		}
		for _, stem := range stems {
			for _, w := range s.words {
				keys = append(keys, stem+w, w+stem)
			}
		}
		return keys
	}
	if key := contract.Letters(name); key != "" {
		return []string{key}
	}
	return nil
}

// pairShort pairs the one abbreviation that search APIs share, q, with what
// tools write for it.
func (p *pairer) pairShort() {
	full := func(n *node) []string {
		if key := contract.Letters(n.ref.Field.Name); key != "q" {
			return []string{key}
		}
		return []string{"query"}
	}
	p.pairEqual(PairedByShort, full, full)
}

// locationWords are the words by which generators and people say where a
// parameter travels.
var locationWords = map[string]string{
	"path": "path", "query": "query", "header": "header", "headers": "header", "cookie": "cookie", "body": "body", "form": "body",
}

// affix is a name without the location that it names first or last
// ("query_zone", "ref__path"); how is "prefix", "suffix", or "" where it names none.
func affix(name string) (rest, location, how string) {
	words := contract.Words(name)
	if len(words) < 2 {
		return "", "", ""
	}
	if l := locationWords[words[0]]; l != "" {
		return strings.Join(words[1:], ""), l, PairedByPrefix
	}
	if l := locationWords[words[len(words)-1]]; l != "" {
		return strings.Join(words[:len(words)-1], ""), l, PairedBySuffix
	}
	return "", "", ""
}

// separated pairs names that carry a location because two API fields share the
// bare name, before that name goes to whichever comes first.
func (p *pairer) separated() { p.located(true) }

// located pairs names that differ by a location only. Unless it separates a
// collision, such a name must not be the API's own.
func (p *pairer) located(separates bool) {
	if !p.top {
		return
	}
	if p.shared == nil {
		p.shared = map[string]int{}
		for _, a := range left(p.api) {
			p.shared[contract.Letters(a.ref.Field.Name)]++
		}
	}
	byKey := map[string][]*node{}
	for _, a := range inTurn(p.api) {
		key := contract.Letters(a.ref.Field.Name)
		byKey[key] = append(byKey[key], a)
	}
	for _, t := range inTurn(p.tool) {
		rest, location, how := affix(t.ref.Field.Name)
		if how == "" || (p.shared[rest] > 1) != separates || p.shared[contract.Letters(t.ref.Field.Name)] > 0 {
			continue
		}
		for _, a := range byKey[rest] {
			if a.pair == nil && at(a, location) {
				p.join(t, a, how)
				t.pair.Separates = separates
				break
			}
		}
	}
}
