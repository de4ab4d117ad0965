package prose

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Param is one argument that a text documents: ":param x: ...", or an entry
// below "Args:".
type Param struct {
	Name  string
	Under string        // the entry that it is listed below, or ""
	Doc   contract.Text // all that follows the name, "(number, optional): the amount" included
	At    source.Span   // of the name
}

// Params lists the arguments that a text documents one by one.
func Params(t contract.Text) []Param {
	r := read(t)
	var all []Param
	for _, p := range r.params() {
		all = append(all, Param{Name: p.name, Under: p.under, Doc: r.sub(p.end, p.stop), At: r.span(p.start, p.end)})
	}
	return all
}

type param struct {
	name, under      string
	start, end, stop int // of the name, and where its documentation ends
	indent           int
}

var (
	fieldList  = newPattern(`^\s*(?::param(?:eter)?\s+(?:[^:]*\s)?([A-Za-z_$][\w.$-]*)\s*:|@param\s+(?:\{[^}]*\}\s+)?\[?([A-Za-z_$][\w.$-]*))`)
	argsHeader = newPattern(`(?:^|[\s*#])(?:args|arguments|parameters|params|inputs?)\s*(?:\([^)]*\)\s*)?[*_]*:[*_]*\s*$`)
	otherHead  = newPattern(`^[\s*#_]*(?:returns?|yields?|raises?|throws|outputs?|response|result|results|examples?|usage|usage example|notes?|errors?|error handling|see also|warnings?|important|tips?|limitations|use cases|prompt example|common use cases|when to use|best for|permissions?)\b[^:\n]{0,40}[*_]*:?[*_]*\s*(?:$|:)`)
	entry      = newPattern("^(\\s*(?:[-*•+]\\s+)?)[`*\"'<]{0,3}([A-Za-z_$][\\w.$\\[\\]-]*)[`*\"'>]{0,3}\\s*(?:(?:\\([^)\\n]*\\)|\\[[^\\]\\n]*\\])?\\s*[*_]{0,2}(?::|\\s[–—-]\\s)|\\s+\\((?:str|string|int|integer|number|float|bool|boolean|object|dict|array|list)\\b[^)\\n]*\\)\\s*$)")
)

// typed is an entry that gives its type: "- amount (int, optional): ...".
var typed = newPattern("^\\s*[-*•+]\\s+[`*\"']{0,3}[\\w.$]+[`*\"']{0,3}\\s*\\((?:str|string|int|integer|number|float|bool|boolean|array|list|object|dict)\\b[^)]*\\)")

// params reads ":param x:", "@param x" and entries with a type anywhere, and the
// entries below a line that ends in "Args:", "Parameters:" or the like, until
// another heading.
func (r *reading) params() []param {
	if !r.has("param", "arg", "input", "(str", "(int", "(num", "(bool", "(arr", "(list", "(obj") {
		return nil
	}
	var all []param
	var open []param // entries above by indentation
	listing := false
	for start, line := range lines(r.text) {
		low := r.low[start : start+len(line)]
		if m := fieldList.FindStringSubmatchIndex(line); m != nil {
			from, to := max(m[2], m[4]), max(m[3], m[5])
			all = append(all, param{name: line[from:to], start: start + from, end: start + to, stop: start + len(line)})
			listing = false
			continue
		}
		switch m := entry.FindStringSubmatchIndex(line); {
		case argsHeader.MatchString(low) && (m == nil || m[2] == m[3]):
			listing, open = true, nil
		case !listing && m != nil && typed.MatchString(low):
			all = append(all, param{name: line[m[4]:m[5]], start: start + m[4], end: start + m[5], stop: start + len(line)})
		case !listing:
		case otherHead.MatchString(low):
			listing = false
		case m != nil:
			p := param{name: strings.TrimSuffix(line[m[4]:m[5]], "[]"), start: start + m[4], end: start + m[5], stop: start + len(line), indent: indent(line)}
			for len(open) > 0 && open[len(open)-1].indent >= p.indent {
				open = open[:len(open)-1]
			}
			if len(open) > 0 {
				p.under = open[len(open)-1].name
			}
			open = append(open, p)
			all = append(all, p)
		case len(all) > 0 && len(open) > 0 && strings.TrimSpace(line) != "" && indent(line) > open[len(open)-1].indent:
			all[len(all)-1].stop = start + len(line)
		}
	}
	return all
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// lines yields each line of s, without its line feed, and where it begins.
func lines(s string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		start := 0
		for line := range strings.SplitSeq(s, "\n") {
			if !yield(start, line) {
				return
			}
			start += len(line) + 1
		}
	}
}
