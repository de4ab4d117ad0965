package bind

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// shortKey is how many letters a name needs to be looked up at all.
const shortKey = 3

// nameKeys are the names by which a tool may call an operation, by their
// letters; the whole ones before those that leave a part out.
func nameKeys(h *contract.Head) (whole, part []string) {
	for _, alias := range append([]string{h.Name}, h.Aliases...) {
		if method, rest, found := strings.Cut(alias, " /"); found {
			w, p := routeKeys(method, route(" /"+rest))
			whole, part = append(whole, w...), append(part, p...)
			continue
		}
		whole = append(whole, contract.Letters(alias))
		part = append(part, tails(alias)...)
		if before, _, found := strings.Cut(alias, "__"); found {
			part = append(part, contract.Letters(before))
		}
		if key := withoutRoute(alias, h.Name); key != "" {
			part = append(part, key)
		}
	}
	return long(whole), long(part)
}

func long(keys []string) []string {
	kept := keys[:0]
	for _, k := range keys {
		if len(k) >= shortKey {
			kept = append(kept, k)
		}
	}
	return kept
}

// tails is what stands after each / and dot of a name.
func tails(name string) []string {
	var keys []string
	for i, r := range name {
		if r == '/' || r == '.' {
			keys = append(keys, contract.Letters(name[i+1:]))
		}
	}
	return keys
}

var version = regexp.MustCompile(`^(v\d+([a-z]+\d*)?|\d{4}-\d\d-\d\d|api|rest)$`)

// routeKeys is method and path in the ways that generators spell them: with and
// without the base of the path, with parameters, "by" before them, or without.
func routeKeys(method string, segments []segment) (whole, part []string) {
	base := 0
	for base < len(segments) && !segments[base].param && version.MatchString(segments[base].text) {
		base++
	}
	starts := []int{0}
	if base > 0 && base < len(segments) {
		starts = append(starts, base)
	}
	for _, start := range starts {
		key, by, bare := method, method, method
		params := false
		for _, s := range segments[start:] {
			key += s.text
			if s.param {
				by += "by" + s.text
				params = true
				continue
			}
			by += s.text
			bare += s.text
		}
		whole = append(whole, contract.Letters(key), contract.Letters(by))
		if params {
			part = append(part, contract.Letters(bare))
		}
	}
	return whole, part
}

// withoutRoute is an id that its framework made of a function's name, the path
// and the method (FastAPI: read_item_items__item_id__get), back to that name.
func withoutRoute(id, operation string) string {
	method, rest, found := strings.Cut(operation, " /")
	if !found {
		return ""
	}
	var path strings.Builder
	for _, s := range route(" /" + rest) {
		path.WriteString(contract.Letters(s.text))
	}
	key, found := strings.CutSuffix(contract.Letters(id), path.String()+strings.ToLower(method))
	if !found || path.Len() == 0 {
		return ""
	}
	return key
}

// commonPrefix is the words that all names begin with, three names at least;
// each keeps a word of its own.
func commonPrefix(names [][]string) int {
	if len(names) < 3 {
		return 0
	}
	n := len(names[0]) - 1
	for _, words := range names[1:] {
		n = min(n, len(words)-1)
		for i := range max(n, 0) {
			if words[i] != names[0][i] {
				n = i
				break
			}
		}
	}
	n = max(n, 0)
	// A verb that all tools of a small file share is no prefix.
	for n > 0 && verbGroup(names[0][n-1]) != "" {
		n--
	}
	return n
}

// prefixes is how many words of each tool's name are its file's prefix.
func prefixes(tools []*contract.Op) []int {
	group := groups(tools)
	byGroup := map[string][]int{}
	for i, t := range tools {
		byGroup[group(t)] = append(byGroup[group(t)], i)
	}
	skip := make([]int, len(tools))
	for _, members := range byGroup {
		var names [][]string
		for _, i := range members {
			names = append(names, contract.Words(tools[i].Name))
		}
		n := commonPrefix(names)
		for _, i := range members {
			skip[i] = n
		}
	}
	return skip
}

// names is the heads of a pool by what they are called.
type names struct {
	whole, part map[string][]*head
	sorted      []string // all keys, for names that a generator cut
}

func (n *names) add(h *head) {
	whole, part := nameKeys(&h.Head)
	for _, k := range whole {
		n.whole[k] = addHead(n.whole[k], h)
	}
	for _, k := range part {
		n.part[k] = addHead(n.part[k], h)
	}
}

func addHead(heads []*head, h *head) []*head {
	if len(heads) > 0 && heads[len(heads)-1] == h {
		return heads
	}
	return append(heads, h)
}

// called is the heads that have a tool's name: whole ones, and those of which
// it leaves a part out.
func (n *names) called(key string) (whole, part []*head) {
	if len(key) < shortKey {
		return nil, nil
	}
	return n.whole[key], n.part[key]
}

// FastMCP cuts names at 56 characters (its slugify; MCP clients allow 64), and
// numbers what then collides.
const cutAt = 56

var numbered = regexp.MustCompile(`_\d+$`)

// hashHead is what protoc-gen-go-mcp puts in place of the head of a name of
// more than 64 characters.
var hashHead = regexp.MustCompile(`^[0-9a-z]{6,10}_`)

const hashedLength = 60

// generated is the heads whose names a known generator turns into this one.
func (n *names) generated(tool string) []*head {
	if len([]rune(tool)) == cutAt {
		if heads := n.beginning(contract.Letters(tool)); heads != nil {
			return heads
		}
	}
	if at := numbered.FindStringIndex(tool); at != nil {
		if whole, part := n.called(contract.Letters(tool[:at[0]])); len(whole)+len(part) > 0 {
			return append(slices.Clone(whole), part...)
		}
	}
	if at := hashHead.FindStringIndex(tool); at != nil && len(tool) >= hashedLength {
		return n.ending(contract.Letters(tool[at[1]:]))
	}
	return nil
}

func (n *names) beginning(key string) []*head {
	var heads []*head
	for i := sort.SearchStrings(n.sorted, key); i < len(n.sorted) && strings.HasPrefix(n.sorted[i], key); i++ {
		for _, h := range n.whole[n.sorted[i]] {
			heads = addHead(heads, h)
		}
	}
	return heads
}

func (n *names) ending(key string) []*head {
	var heads []*head
	for _, k := range n.sorted {
		if strings.HasSuffix(k, key) {
			for _, h := range n.whole[k] {
				heads = addHead(heads, h)
			}
		}
	}
	return heads
}

func (n *names) sort() {
	for k := range n.whole {
		n.sorted = append(n.sorted, k)
	}
	sort.Strings(n.sorted)
}
