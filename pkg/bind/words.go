package bind

import (
	"strings"
	"unicode"
)

// split is a name's words in lower case: "listHTTPServers_v2" is list, http,
// servers, v2. A digit belongs to the word before it, unless a capital follows.
func split(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && startsWord(runes, i):
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}

// startsWord reports whether the capital at i begins a word: it follows a small
// letter or a digit, or ends a run of capitals (the S of HTTPServer). The s of
// a plural (IDs, URLsFor) begins none.
func startsWord(runes []rune, i int) bool {
	if i == 0 {
		return false
	}
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	if i+1 >= len(runes) || !unicode.IsLower(runes[i+1]) {
		return false
	}
	plural := runes[i+1] == 's' && (i+2 >= len(runes) || !unicode.IsLower(runes[i+2]))
	return !plural
}

// letters is a name without case and separators: perPage, per_page and
// "per page" are one.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

var irregular = map[string]string{
	"analyses": "analysis", "children": "child", "criteria": "criterion", "gids": "gid", "ids": "id", "indices": "index",
	"ips": "ip", "matrices": "matrix", "men": "man", "people": "person", "prs": "pr", "urls": "url", "uuids": "uuid",
	"vertices": "vertex", "vms": "vm",
}

// Words that end in s and are no plural, and words that are both.
var endInS = map[string]bool{
	"access": true, "alias": true, "analytics": true, "as": true, "atlas": true, "aws": true, "bias": true, "bus": true, "canvas": true, "chaos": true,
	"credentials": true, "css": true, "dns": true, "does": true, "gas": true, "gps": true, "has": true, "https": true, "ios": true, "is": true, "its": true,
	"kms": true, "kubernetes": true, "lens": true, "news": true, "os": true, "postgres": true, "redis": true, "rss": true,
	"sales": true, "series": true, "sms": true, "species": true, "ssh": true, "this": true, "tls": true, "was": true, "windows": true, "yes": true,
}

// plural reports whether a word looks like a plural.
func plural(word string) bool {
	if irregular[word] != "" {
		return true
	}
	return len(word) > 3 && strings.HasSuffix(word, "s") && !endInS[word] &&
		!strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is")
}

// stem is one form for the singular and the plural of a word. It is for
// comparing, not for printing: "release" and "releases" are "releas".
func stem(word string) string {
	if w := irregular[word]; w != "" {
		word = w
	}
	switch {
	case endInS[word]:
		return word
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && strings.HasSuffix(word, "ie"):
		return word[:len(word)-2] + "y"
	case plural(word):
		word = word[:len(word)-1]
	}
	if len(word) > 3 {
		word = strings.TrimSuffix(word, "e")
	}
	return word
}

// The verbs of tools and operations, by what they do to the thing named beside
// them. Only verbs that people use for one another share a group.
var verbs = map[string]string{
	"get": "get", "read": "get", "retrieve": "get", "fetch": "get", "show": "get", "view": "get", "describe": "get", "lookup": "get",
	"list": "list", "search": "list", "find": "list", "query": "list",
	"create": "create", "add": "create", "new": "create", "post": "create", "insert": "create", "make": "create",
	"update": "update", "edit": "update", "patch": "update", "modify": "update", "put": "update", "change": "update",
	"delete": "delete", "remove": "delete", "destroy": "delete",
}

// Verbs that belong to no group: they stand for themselves.
var ownVerbs = map[string]bool{
	"accept": true, "activate": true, "approve": true, "archive": true, "assign": true, "attach": true, "broadcast": true, "cancel": true, "capture": true,
	"check": true, "clear": true, "clone": true, "close": true, "complete": true, "confirm": true, "connect": true, "convert": true, "copy": true,
	"deactivate": true, "decline": true, "deploy": true, "detach": true, "disable": true, "disconnect": true, "dismiss": true, "download": true,
	"duplicate": true, "enable": true, "execute": true, "export": true, "finalize": true, "follow": true, "fork": true, "import": true, "install": true,
	"invite": true, "join": true, "leave": true, "link": true, "lock": true, "mark": true, "merge": true, "move": true, "open": true, "pause": true,
	"pay": true, "publish": true, "push": true, "reject": true, "rename": true, "reopen": true, "replace": true, "reply": true, "request": true,
	"rerun": true, "reset": true, "resolve": true, "restart": true, "restore": true, "resume": true, "revoke": true, "rotate": true, "run": true,
	"save": true, "schedule": true, "send": true, "set": true, "share": true, "star": true, "start": true, "stop": true, "submit": true, "subscribe": true,
	"sync": true, "test": true, "toggle": true, "transfer": true, "trigger": true, "unarchive": true, "unassign": true, "unfollow": true, "unlink": true,
	"unlock": true, "unresolve": true, "unstar": true, "unsubscribe": true, "upload": true, "upsert": true, "validate": true, "verify": true, "void": true, "watch": true,
}

// verbGroup is the group of a verb, itself for a verb without one, "" for other words.
func verbGroup(word string) string {
	if g := verbs[word]; g != "" {
		return g
	}
	if ownVerbs[word] {
		return word
	}
	return ""
}

// Words between the words that count.
var smallWords = map[string]bool{
	"a": true, "an": true, "and": true, "as": true, "at": true, "by": true, "for": true, "from": true, "in": true, "into": true, "of": true,
	"on": true, "or": true, "the": true, "this": true, "to": true, "with": true, "your": true, "via": true, "using": true, "all": true, "its": true,
}

// Words that say that several things are written at once.
var batchWords = map[string]bool{"batch": true, "bulk": true, "multiple": true, "many": true}

// sameWords reports whether two lists of words are equal, in order.
func sameWords(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
