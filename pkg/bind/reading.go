package bind

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// A reading is one way to say what a tool or an operation does: its words, folded.
type reading struct {
	words   []string // folded, in order, without small words; the words of one set once
	verb    string   // as it stands, or ""
	group   string   // of the verb
	several several  // whether it is about one thing or several
	batch   bool     // several things are written at once
	all     bool     // it is about all of them
	focus   string   // the noun before a preposition: "tag" of "get tags for task"; the last one where there is none
	dropped int      // words of the path or the tag that the reading leaves out
	noVerb  bool     // a query field: a read verb that the name lacks has been put before it
}

type several uint8

const (
	unsure several = iota
	one
	many
)

func (s several) contradicts(o several) bool { return s != unsure && o != unsure && s != o }

// fold is the form in which words are compared: a verb is its group, getting
// one and listing many are both "read", all other words lose their plural.
func fold(word string) string {
	switch g := verbs[word]; g {
	case "":
		word = contract.Stem(word)
		if whole := short[word]; whole != "" {
			return contract.Stem(whole)
		}
		return word
	case "get", "list":
		return "read"
	default:
		return g
	}
}

// Words for the caller of an API; they make the user beside them the caller.
var callers = map[string]bool{"me": true, "myself": true, "self": true, "viewer": true, "whoami": true, "authenticated": true, "current": true, "currently": true}

// asCaller says "me" for the authenticated user, the current user, the viewer.
func asCaller(words []string) []string {
	if !slices.ContainsFunc(words, func(w string) bool { return callers[w] }) {
		return words
	}
	var out []string
	for _, w := range words {
		switch {
		case callers[w] && slices.Contains(out, "me"), w == "user" || w == "users":
		case callers[w]:
			out = append(out, "me")
		default:
			out = append(out, w)
		}
	}
	return out
}

// maxWords is how many words of a name are read.
const maxWords = 24

// Words that people write for longer ones, by their stems.
var short = map[string]string{
	"config": "configuration", "db": "database", "doc": "document", "env": "environment", "info": "information", "msg": "message", "org": "organization",
	"repo": "repository",
}

// read is the reading of words as they stand.
func read(words []string) reading {
	words = asCaller(words[:min(len(words), maxWords)])
	var r reading
	verb := ""
	lastNoun := ""
	noun := true // no preposition so far: "tags" in "get tags for task"
	for i, w := range words {
		switch {
		case batchWords[w]:
			r.batch = true
			continue
		case w == "all":
			r.all = true
			continue
		case smallWords[w]:
			noun = noun && lastNoun == ""
			continue
		case i > 0 && words[i-1] == "by" && idWords[contract.Stem(w)]:
			continue
		}
		if verb == "" && verbGroup(w) != "" && (i == 0 || i == len(words)-1 || verbs[w] != "") {
			verb = w
		} else if noun {
			lastNoun = w
		}
		r.words = appendWord(r.words, fold(w))
	}
	r.focus = contract.Stem(lastNoun)
	r.verb, r.group = verb, verbGroup(verb)
	switch g := r.group; {
	case r.batch && (g == "get" || g == "list"):
		// several at once, or one after the other
	case g == "list":
		r.several = many
	case g == "get" && len(words) > 0 && words[len(words)-1] == "list":
		r.several = many
	case g == "get" && lastNoun != "" && contract.IsPlural(lastNoun):
		r.several = many
	case g == "get" && lastNoun != "":
		r.several = one
	}
	return r
}

// appendWord keeps words a set, but for verbs: "create post" is no "create".
func appendWord(words []string, w string) []string {
	if !isGroup(w) && slices.Contains(words, w) {
		return words
	}
	return append(words, w)
}

func isGroup(word string) bool {
	return word == "read" || word == "create" || word == "update" || word == "delete"
}

// namesThing reports whether any word says what a verb is done to.
func (r *reading) namesThing() bool {
	return slices.ContainsFunc(r.words, func(w string) bool { return !isGroup(w) })
}

// equal reports whether two readings are the same set of words.
func (r *reading) equal(o *reading) bool {
	if len(r.words) != len(o.words) {
		return false
	}
	for _, w := range r.words {
		if count(r.words, w) != count(o.words, w) {
			return false
		}
	}
	return true
}

func count(words []string, word string) int {
	n := 0
	for _, w := range words {
		if w == word {
			n++
		}
	}
	return n
}

// readings is the ways to say what an operation does: by its id, with and
// without the tag before it, by method and path, by its summary.
func readings(h *contract.Head) []reading {
	var all []reading
	ids := h.Aliases
	kind, name := kindOf(h.Name)
	if kind != http && kind != other {
		ids = append([]string{name}, ids...)
	}
	path, isHTTP := pathReadings(h.Name)
	for _, id := range ids {
		if strings.Contains(id, " /") {
			more, _ := pathReadings(id)
			all = append(all, more...)
			continue
		}
		all = append(all, idReadings(id, kind)...)
	}
	if isHTTP {
		// What the path says of one or several is surer than a verb.
		for i := range all {
			if path[0].several != unsure {
				all[i].several = path[0].several
			}
		}
		all = append(all, path...)
	}
	if summary := summaryWords(h.Doc); len(summary) > 1 {
		r := read(summary)
		if isHTTP && path[0].several != unsure {
			r.several = path[0].several
		}
		all = append(all, r)
	}
	return append(all, ofAnyCaller(all)...)
}

// ofAnyCaller is the readings that speak of the caller, without it: a tool
// rarely says that it creates a thing for the user who asks.
func ofAnyCaller(all []reading) []reading {
	var without []reading
	for _, r := range all {
		i := slices.Index(r.words, "me")
		if i < 0 || len(r.words) < 3 {
			continue
		}
		r.words = slices.Delete(slices.Clone(r.words), i, i+1)
		r.dropped++
		if r.focus == "me" {
			r.focus = ""
		}
		without = append(without, r)
	}
	return without
}

// A nature is what becomes of the data: nothing, or something.
type nature uint8

const (
	reads nature = iota + 1
	writes
)

// Verbs that may do either.
var either = map[string]bool{"check": true, "download": true, "export": true, "run": true, "execute": true, "test": true, "validate": true, "request": true}

func (r *reading) nature() nature {
	switch g := r.group; {
	case g == "" || either[g]:
		return 0
	case g == "get" || g == "list":
		return reads
	}
	return writes
}

// nature is what an operation does by its protocol, else by its verb.
func (h *head) nature() nature {
	method, _, _ := strings.Cut(h.Name, " ")
	switch k, _ := kindOf(h.Name); {
	case k == query || k == http && method == "GET":
		return reads
	case k == http && method == "POST":
		for i := range h.readings {
			if h.readings[i].nature() == reads {
				return 0 // a search that needs a body
			}
		}
		return writes
	case k == mutation || k == http:
		return writes
	case len(h.readings) > 0:
		return h.readings[0].nature()
	}
	return 0
}

type kind uint8

const (
	other kind = iota
	http
	rpc
	query
	mutation
)

// kindOf is the API that an operation's name belongs to, and the last part of its name.
func kindOf(operation string) (k kind, name string) {
	if strings.Contains(operation, " /") {
		return http, ""
	}
	if _, method, found := strings.Cut(operation, "/"); found {
		return rpc, method
	}
	switch root, name, _ := strings.Cut(operation, "."); root {
	case "Query":
		return query, name
	case "Mutation", "Subscription":
		return mutation, name
	}
	return other, operation
}

func idReadings(id string, k kind) []reading {
	words := contract.Words(id)
	r := read(words)
	all := []reading{r}
	if k == query && len(words) > 0 && !hasVerb(words) {
		r := read(append([]string{"get"}, words...))
		r.noVerb = true
		all = []reading{r}
	}
	if at := tagEnd(id); at > 0 {
		rest := contract.Words(id[at:])
		short := read(rest)
		short.dropped = len(r.words) - len(short.words)
		if len(rest) > 1 {
			all = append(all, short)
		}
	}
	return all
}

func hasVerb(words []string) bool {
	for _, w := range words {
		if verbGroup(w) != "" {
			return true
		}
	}
	return false
}

// tagEnd is where an id's own name begins after its tag: "issues/list-comments",
// "chat_postMessage". 0 where it has none.
func tagEnd(id string) int {
	if at := strings.LastIndexAny(id, "/.:"); at >= 0 {
		return at + 1
	}
	at := strings.IndexByte(id, '_')
	if at > 0 && strings.Count(id, "_") == 1 && len(contract.Words(id[at:])) > 1 {
		return at + 1
	}
	return 0
}

// pathReadings is what method and path say; the whole path first, then without
// the groups of words before its last parameters.
func pathReadings(operation string) ([]reading, bool) {
	method, rest, found := strings.Cut(operation, " /")
	if !found {
		return nil, false
	}
	segments := route(" /" + rest)
	var groups [][]string
	var group []string
	for _, s := range segments {
		if s.param {
			if group != nil {
				groups, group = append(groups, group), nil
			}
			continue
		}
		text := strings.TrimSuffix(strings.TrimSuffix(s.text, ".json"), ".xml")
		if version.MatchString(strings.ToLower(text)) || text == "json" {
			continue
		}
		group = append(group, contract.Words(text)...)
	}
	item := len(segments) > 0 && segments[len(segments)-1].param
	tail := group
	if group != nil {
		groups = append(groups, group)
	}
	var all []reading
	for _, verb := range methodVerbs(strings.ToUpper(method), item, tail) {
		for i := range max(len(groups), 1) {
			var words []string
			if verb != "" {
				words = append(words, verb)
			}
			for _, g := range groups[min(i, len(groups)):] {
				words = append(words, g...)
			}
			r := read(words)
			r.several = severalOf(strings.ToUpper(method), item, tail)
			for _, g := range groups[:min(i, len(groups))] {
				r.dropped += len(g)
			}
			all = append(all, r)
		}
	}
	return all, len(all) > 0
}

// methodVerbs is the verbs that a method stands for. A path that ends in a verb
// of its own needs none: POST /invoices/{id}/finalize.
func methodVerbs(method string, item bool, tail []string) []string {
	if !item && len(tail) > 0 {
		first, last := verbGroup(tail[0]), verbGroup(tail[len(tail)-1])
		if first != "" && (method == "POST" || len(tail) > 1) || first == "list" || last == "list" {
			return []string{""}
		}
	}
	switch {
	case method == "GET" || method == "HEAD":
		return []string{"get"}
	case method == "DELETE":
		return []string{"delete"}
	case method == "PATCH":
		return []string{"update"}
	case method == "PUT" && item:
		return []string{"update", "create", "set"}
	case method == "PUT":
		return []string{"set", "replace"}
	case method == "POST" && item:
		return []string{"update", "create"}
	case method == "POST":
		return []string{"create"}
	}
	return []string{""}
}

func severalOf(method string, item bool, tail []string) several {
	switch {
	case method != "GET":
		return unsure
	case item:
		return one
	case len(tail) > 0 && (contract.IsPlural(tail[len(tail)-1]) || verbGroup(tail[len(tail)-1]) == "list"):
		return many
	}
	return unsure
}

// summaryWords is the words of a summary's first sentence, its verb in the
// form that names have: "Lists all issues." is list, issues.
func summaryWords(doc string) []string {
	for _, end := range []string{". ", "\n", " (", ": ", "; "} {
		doc, _, _ = strings.Cut(doc, end)
	}
	words := contract.Words(doc)
	if len(words) > 10 {
		return nil
	}
	if len(words) > 0 {
		w := words[0]
		for _, verb := range []string{strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
			if w != verb && verbGroup(verb) != "" {
				words[0] = verb
				break
			}
		}
		if w == "return" || w == "returns" {
			words[0] = "get"
		}
	}
	return words
}
