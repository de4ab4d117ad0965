package loaders

import (
	"slices"
	"strconv"
	"strings"
)

// protoReader reads source text by its tokens, without a tree.
type protoReader struct {
	text []byte
	at   int  // behind the last token that was read
	odd  bool // something stood where it is not understood; it was stepped over
}

// next is the next token that is no comment and no space; kind is 0 at the end.
func (r *protoReader) next() (kind byte, token []byte) {
	for r.at < len(r.text) {
		kind, n := protoToken(r.text[r.at:])
		r.at += n
		if kind != ' ' && kind != '/' {
			return kind, r.text[r.at-n : r.at]
		}
	}
	return 0, nil
}

func (r *protoReader) peek() (kind byte) {
	at := r.at
	kind, _ = r.next()
	r.at = at
	return kind
}

func (r *protoReader) expect(kind byte) {
	if r.peek() != kind {
		r.odd = true
		return
	}
	r.next()
}

// word is the next token if it is one.
func (r *protoReader) word() string {
	if r.peek() != 'w' {
		r.odd = true
		return ""
	}
	_, token := r.next()
	return string(token)
}

// words are all words that come next, as one: a name may hold spaces.
func (r *protoReader) words() string {
	all := ""
	for r.peek() == 'w' {
		all += r.word()
	}
	return all
}

// strings are all texts that come next, as one: they may be cut into several.
func (r *protoReader) strings() string {
	all := ""
	for r.peek() == '"' {
		_, token := r.next()
		text := string(token[1:max(1, len(token)-1)])
		if plain, err := strconv.Unquote(`"` + text + `"`); err == nil {
			text = plain
		}
		all += text
	}
	return all
}

// argument is the type in the parentheses of an RPC.
func (r *protoReader) argument() string {
	r.expect('(')
	first := r.word()
	rest := r.words()
	r.expect(')')
	if first == "stream" && rest != "" {
		return rest
	}
	return first + rest
}

// skip skips to the bracket that closes the one just read.
func (r *protoReader) skip() {
	for depth := 1; depth > 0; {
		switch kind, _ := r.next(); kind {
		case 0:
			r.odd = true
			return
		case '{', '[', '(', '<':
			depth++
		case '}', ']', ')', '>':
			depth--
		}
	}
}

// protoOption is what the heads read of options.
type protoOption struct {
	deprecated bool
	http       []string // as "GET /v1/x"
}

// options reads the options of a body, to the brace that closes it.
func (r *protoReader) options() (all protoOption) {
	for {
		kind, token := r.next()
		switch {
		case kind == 0, kind == '}':
			return all
		case string(token) == "option":
			o := r.option()
			all.deprecated = all.deprecated || o.deprecated
			all.http = append(all.http, o.http...)
		default:
			r.odd = r.odd || kind != ';'
		}
	}
}

// option reads an option behind its keyword, with its semicolon.
func (r *protoReader) option() (o protoOption) {
	name := ""
	for kind := r.peek(); kind == 'w' || kind == '(' || kind == ')'; kind = r.peek() {
		_, token := r.next()
		name += string(token)
	}
	r.expect('=')
	name = strings.Replace(name, "(.", "(", 1)
	verb, ok := strings.CutPrefix(name, "(google.api.http).")
	switch {
	case name == "deprecated":
		o.deprecated = r.word() == "true"
	case name == "(google.api.http)" && r.peek() == '{':
		r.next()
		o.http = r.httpRule()
	case ok:
		o.http = httpBinding(verb, r.strings())
	}
	for kind := r.peek(); kind != ';'; kind = r.peek() {
		if kind == 0 || kind == '}' {
			r.odd = true
			return o
		}
		if r.next(); kind == '{' || kind == '[' || kind == '(' || kind == '<' {
			r.skip()
		}
	}
	r.next()
	return o
}

// httpRule reads a google.api.HttpRule (google/api/http.proto) to the bracket
// that closes it.
func (r *protoReader) httpRule() (found []string) {
	for {
		kind, token := r.next()
		switch kind {
		case 0, '}', '>':
			return found
		case 'w':
			key := string(token)
			if r.peek() == ':' {
				r.next()
			}
			found = append(found, r.httpField(key)...)
		}
	}
}

// httpField reads the value of one field of a rule.
func (r *protoReader) httpField(key string) (found []string) {
	switch r.peek() {
	case '"':
		return httpBinding(key, r.strings())
	case '{', '<':
		if r.next(); key == "additional_bindings" {
			return r.httpRule()
		}
		r.skip()
	case '[':
		r.next()
		for r.peek() != ']' && r.peek() != 0 {
			if kind := r.peek(); kind == '{' || kind == '<' {
				found = append(found, r.httpField(key)...)
			} else {
				r.next()
			}
		}
		r.next()
	default:
		r.next()
	}
	return found
}

func httpBinding(verb, path string) []string {
	if path == "" || !slices.Contains([]string{"get", "put", "post", "delete", "patch"}, verb) {
		return nil
	}
	return []string{strings.ToUpper(verb) + " " + path}
}

// fields reads statements up to the brace that closes them, and adds the names
// of the fields of all messages to found, by the messages' full names. Fields
// outside of other messages are those of message, if there is one.
func (r *protoReader) fields(scope, message string, found map[string][]string) {
	var first, last string
	assigns := false
	for {
		kind, token := r.next()
		switch kind {
		case 0, '}':
			return
		case 'w':
			name := string(token)
			if last == "group" {
				name = strings.ToLower(name) // a group names its message, and its field after it
			}
			if last = name; first == "" {
				first = last
			}
		case '=':
			if !assigns && message != "" && first != "option" {
				found[message] = append(found[message], last)
			}
			assigns = true
		case '[', '(', '<':
			r.skip()
		case '{':
			switch {
			case assigns:
				r.skip()
			case first == "oneof":
				r.fields(scope, message, found)
			case first == "message" || first == "export" || first == "local":
				name := joinName(scope, last)
				found[name] = []string{}
				r.fields(name, name, found)
			default:
				r.skip()
			}
			first, last, assigns = "", "", false
		case ';':
			first, last, assigns = "", "", false
		}
	}
}
