package units

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// maxMentions bounds how often a name is looked up in the tool's description.
const maxMentions = 8

// inOpDoc is the unit that the tool's description states where it names this
// field: "timeout is in milliseconds", "Args: timeout: how long, in seconds". A
// unit that stands elsewhere in it belongs to something else.
func (e *evidence) inOpDoc() (Statement, bool) {
	if e.dim == Pure || e.n.OpDoc == "" || e.n.Name == "" {
		return Statement{}, false
	}
	doc := e.n.OpDoc
	for range maxMentions {
		i := mention(doc, e.n.Name)
		if i < 0 {
			break
		}
		text := clause(doc[i:])
		if isEntry(text) && headsLine(doc[:i]) {
			text = line(doc[i:]) // all of the line is about this field
		}
		if s, ok := e.saidAfter(text); ok {
			return s, true
		}
		doc = doc[i:]
	}
	return Statement{}, false
}

// saidAfter reads what stands behind a mention of the field.
func (e *evidence) saidAfter(text string) (Statement, bool) {
	var d description
	d.read(text, nil, nil)
	d.settle(e.dim)
	entry := isEntry(text)
	for _, c := range d.claims[:d.n] {
		if !c.strong || !fits(c.unit.Dim, e.dim) || !entry && !d.directly(c.from) {
			continue
		}
		end := len(text)
		if c.to < len(d.toks) {
			end = d.toks[c.to].start
		}
		return Statement{*c.unit, FromProse, strings.TrimSpace(text[d.toks[c.from].start:end]), source.Span{}}, true
	}
	return Statement{}, false
}

// directly reports whether nothing but linking words stands before token i:
// "(integer): in", "must be given in".
func (d *description) directly(i int) bool {
	for j := range d.toks[:i] {
		t := &d.toks[j]
		switch string(t.text) {
		case "integer", "int", "number", "float", "optional", "required", "value", "always", "values", "count":
			continue
		case "then", "and", "or", "with", "by", "that", "which", "when", "if", "for", "to", "of":
			return false
		}
		if t.isNum || t.mark == 0 && !t.is(linking|filler|measured) || t.mark == '.' {
			return false
		}
	}
	return true
}

// isEntry reports that the text behind a name is about that name alone: ": how
// long", " (int): how long", " - how long".
func isEntry(text string) bool {
	text = strings.TrimLeft(text, "`*\"' ")
	if strings.HasPrefix(text, "(") {
		if i := strings.IndexByte(text, ')'); i > 0 && i < 40 {
			text = strings.TrimLeft(text[i+1:], "`*\"' ")
		}
	}
	return strings.HasPrefix(text, ":") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "– ") || strings.HasPrefix(text, "— ")
}

// headsLine reports whether the name at the end of a text stands first on its line,
// as the entries of a list do.
func headsLine(text string) bool {
	text = strings.TrimLeft(text[strings.LastIndexByte(text, '\n')+1:], " \t-*+`")
	return !strings.ContainsRune(text, ' ')
}

// line is the text up to the end of its line, at most usualDoc long.
func line(text string) string {
	text, _, _ = strings.Cut(text[:min(len(text), usualDoc)], "\n")
	return text
}

// clause is the text up to the end of its line or sentence, at most usualDoc long.
func clause(text string) string {
	if len(text) > usualDoc {
		text = text[:usualDoc]
	}
	for _, end := range []string{"\n", ". ", "; "} {
		if i := strings.Index(text, end); i >= 0 {
			text = text[:i]
		}
	}
	return text
}

// mention is the end of the first place where doc says name as a whole word, or
// its plural ("amounts are in cents"); -1 where there is none.
func mention(doc, name string) int {
	part := func(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c >= 0x80 }
	for at := 0; at+len(name) <= len(doc); {
		i := indexFold(doc[at:], name)
		if i < 0 {
			return -1
		}
		from, to := at+i, at+i+len(name)
		if to < len(doc) && doc[to] == 's' && isLetter(doc[to-1]) {
			to++
		}
		if (from == 0 || !part(doc[from-1]) && doc[from-1] != '-' && doc[from-1] != '.') && (to == len(doc) || !part(doc[to]) && doc[to] != '-') {
			return to
		}
		at = from + 1
	}
	return -1
}

// indexFold is strings.Index that takes upper and lower case for one.
func indexFold(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if lower(s[i]) == lower(sub[0]) && strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}
