package contract

import (
	"strings"
	"unicode"
)

// Words is a name's words in lower case: "listHTTPServers_v2" is list, http,
// servers, v2. A digit belongs to the word before it, unless a capital follows.
func Words(name string) []string {
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

// Letters is a name without case and separators: perPage, per_page and
// "per page" are one.
func Letters(name string) string {
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

// IsPlural reports whether a word looks like a plural.
func IsPlural(word string) bool {
	if irregular[word] != "" {
		return true
	}
	return len(word) > 3 && strings.HasSuffix(word, "s") && !endInS[word] &&
		!strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is")
}

// Stem is one form for the singular and the plural of a word. It is for
// comparing, not for printing: "release" and "releases" are "releas".
func Stem(word string) string {
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
	case IsPlural(word):
		word = word[:len(word)-1]
	}
	if len(word) > 3 {
		word = strings.TrimSuffix(word, "e")
	}
	return word
}
