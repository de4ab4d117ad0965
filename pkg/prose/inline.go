package prose

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	longestShown = 4000 // bytes that an example in running text may take
	maxTries     = 200  // brackets in a row that are no example, after which none is looked for
)

// Pieces of the patterns below: what an example is of, a name that shows that it is
// one, and the marks that may stand between the words and the object.
const (
	ofCall       = `(?:usage|calls?|inputs?|arguments?|args|parameters|params|requests?|invocations?|payload|tool call|json|\d{1,2})`
	called       = "`?[a-z]\\w*[_-][\\w-]*`?"
	beforeObject = `\s*[*_]{0,2}[:,>-]?[*_]{0,2}\s*[("']?$`
)

// What stands before an example in running text and says that a call follows.
var (
	// leadsIn are such words right before it: alone in their sentence, or behind others
	// that tell what is called.
	leadsIn = newPattern(`(?:^|[^\w-])(?:(?:(?:for |usage |sample )?examples?|usage|e\.?g\.?|ex|for instance|such as|sample|inputs?|arguments|args|parameters)(?: ` + ofCall + `)*(?:\s*\([^(){}=]{1,40}\))?` +
		`|pass|(?:call|invoke|use)(?: (?:it|this|this tool|the tool|` + called + `))? (?:with|like)(?: this)?` +
		`|(?:examples?|usage|for example)(?: ` + ofCall + `)*[:,] ` + called + `)` + beforeObject)
	// leadWords are such that one of them stands in every match of these patterns.
	leadWords = []string{"example", "usage", "e.g", "eg", "ex", "for instance", "such as", "sample", "input", "arguments", "args", "parameters", "pass", "call", "invoke", "use"}

	toDo    = newPattern(`(?:^|[^\w-])(?:for example|example|e\.g\.)[:,]? (?:to|when)\b[^{}()=>]{1,80}(?::|,? (?:use|pass|call with|call it with))` + beforeObject)
	headsIt = newPattern(`^[\s#*_-]*(?:usage |sample )?(?:examples?|usage|sample)\b[^.{}()=>]{0,60}$`)

	// Where others stand before, the sentence is the text's first one, or tells what to do.
	tellsWhatToDo = newPattern(`^[\s*-]*(?:to|call|pass|use|invoke|send|provide|give|run)\b`)
	isBare        = newPattern(`^\W*(?:for |usage |sample )?(?:examples?|usage|e\.?g\.?|ex|for instance|such as|sample|inputs?|arguments|args|parameters)\b`)
	looksUp       = newPattern(`^[\s*-]*(?:gets?|fetch(?:es)?|reads?|lists?|finds?|search(?:es)?|looks?|retrieves?|shows?|quer(?:y|ies)|checks?)\b`)

	// What makes it something else than a call.
	ofOther = newPattern(`\b(?:get|gets|got|back|success|stored?|stores|saved|emits?|emitted|webhooks?|events?|records?|rows?|upstream|shape|items?|entry|entries)\b`)
	noCall  = newPattern(`n't\b|\b(?:not|never|wrong|bad|invalid|incorrect|errors?|fails?|instead|avoid|old|formerly|previously|deprecated|legacy|no longer|without)\b`)

	another = newPattern("^[`\\s,;*•-]*(?:\\b(?:or|and)\\b)?[`\\s:*•-]*$")
	// notAfter is what stands right behind a call that nobody should make.
	notAfter = newPattern("^[`'\"\\s]*(?:\\((?:wrong|bad|invalid|incorrect|deprecated|not)\\b|(?:is|are|was|were|will|would|gets?|has been)\\s+(?:returned|rejected|refused|not|never|no longer|obsolete|wrong|invalid|incorrect|deprecated|fail|be (?:rejected|refused|returned))|fails\\b|returned\\b|(?:does|do|did|will)(?:n't| not)\\b|no longer\\b)")
)

// inline lists the examples in running text: a JSON object behind words that
// introduce one, and a call by name, create_refund(payment_id="pay_1").
func (r *reading) inline() []example {
	if !r.has("{", "(") {
		return nil
	}
	fences := r.fences()
	var all []example
	for i, tries := 0, 0; i < len(r.text) && tries < maxTries; i++ {
		switch c := r.text[i]; {
		case c == '{' && (len(all) > 0 || holds(r.before(i), leadWords...)):
		case c == '(' && i > 0 && isWord(r.text[i-1]):
		default:
			continue
		}
		for len(fences) > 0 && fences[0].end <= i {
			fences = fences[1:]
		}
		fenced := len(fences) > 0 && fences[0].start <= i
		e, ok := example{}, false
		switch {
		case r.text[i] == '(':
			e, ok = r.callAt(i, fenced)
		case !fenced:
			e, ok = r.objectAt(i, all)
		}
		tries++
		if ok && !notAfter.MatchString(r.low[e.fence.end:min(len(r.low), e.fence.end+60)]) {
			all = append(all, e)
			i, tries = e.fence.end-1, 0
		}
	}
	return all
}

// objectAt is the JSON object at i, where what stands before says that it is an
// example, or another one right behind those above.
func (r *reading) objectAt(i int, above []example) (example, bool) {
	var lead string
	if n := len(above); n > 0 && above[n-1].called == "" && another.MatchString(r.low[above[n-1].fence.end:i]) {
		lead = above[n-1].lead
	} else {
		start, end, ok := r.leadOf(i)
		if !ok {
			return example{}, false
		}
		lead = r.text[start:end]
	}
	end := closing(r.text, i)
	if end < 0 {
		return example{}, false
	}
	n, faults := source.ParseJSON(&source.File{Data: []byte(r.text[i:end])})
	if len(faults) > 0 {
		n = pythonObject(r.text[i:end])
	}
	if n == nil || n.Kind != source.Object || isSchema(n) || len(n.Members) == 0 {
		return example{}, false
	}
	e := example{fence: fence{start: i, end: end, body: i, stop: end}, whole: n, args: n, lead: lead}
	e.unwrap()
	return e, true
}

// leadOf is where the words stand that come before i in its sentence, or on the line
// above where it has lines of its own; ok where they introduce an example of a call.
func (r *reading) leadOf(i int) (start, end int, ok bool) {
	start = r.sentence(i)
	end = start + len(strings.TrimRight(r.low[start:i], "`"))
	headed := strings.Trim(r.low[r.lineStart(end):end], " \t-*•") == ""
	if headed {
		end = len(strings.TrimRight(r.low[:i], "` \t\r\n-*•"))
		start = max(r.lineStart(end), end-200)
	}
	lead := r.low[start:end]
	switch {
	case headed && headsIt.MatchString(lead), toDo.MatchString(lead):
	case !leadsIn.MatchString(lead):
		return 0, 0, false
	case !isBare.MatchString(lead) && !tellsWhatToDo.MatchString(lead) && (start > 0 || looksUp.MatchString(lead)):
		return 0, 0, false
	}
	return start, end, !introducesResult.MatchString(lead) && !introducesOther.MatchString(lead) && !noCall.MatchString(lead) && !ofOther.MatchString(lead)
}

// lineStart is where the line begins in which text[:end] ends.
func (r *reading) lineStart(end int) int { return strings.LastIndexByte(r.low[:end], '\n') + 1 }

// callAt is the call whose bracket opens at i: each argument with its name, or all
// in one object. Positional arguments name nothing, and a type is no value.
func (r *reading) callAt(i int, fenced bool) (example, bool) {
	start := i
	for start > 0 && (isWord(r.text[start-1]) || r.text[start-1] == '-') {
		start--
	}
	if start == i || start > 0 && strings.IndexByte("./:$#@", r.text[start-1]) >= 0 || r.text[start] == '-' {
		return example{}, false
	}
	end := closing(r.text, i)
	if end < 0 {
		return example{}, false
	}
	lead := r.low[r.sentence(start):start]
	if fenced {
		lead = lastLine(lead)
	}
	if noCall.MatchString(lead) {
		return example{}, false
	}
	from, stop := i+1, end-1
	for from < stop && isSpace(r.text[from]) {
		from++
	}
	sep := byte('=')
	if from < stop && r.text[from] == '{' {
		inner := closing(r.text, from)
		if inner < 0 || strings.TrimSpace(r.text[inner:stop]) != "" {
			return example{}, false
		}
		from, stop, sep = from+1, inner-1, ':'
	}
	n := members(r.text[from:stop], sep, true)
	if n == nil {
		return example{}, false
	}
	return example{fence: fence{start: start, end: end, body: from, stop: stop}, whole: n, args: n, called: r.text[start:i]}, true
}

// closing is the end of the bracket that opens at i; -1 where it does not close
// within what an example may take.
func closing(s string, i int) int {
	var open []byte
	for j := i; j < len(s) && j < i+longestShown; j++ {
		switch c := s[j]; c {
		case '"', '\'':
			if c == '\'' && j > 0 && isWord(s[j-1]) {
				continue // an apostrophe
			}
			if j = endOfQuote(s, j); j < 0 {
				return -1
			}
		case '{':
			open = append(open, '}')
		case '[':
			open = append(open, ']')
		case '(':
			open = append(open, ')')
		case '}', ']', ')':
			if len(open) == 0 || open[len(open)-1] != c {
				return -1
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return j + 1
			}
		}
	}
	return -1
}

// endOfQuote is where the quote that opens at i closes; -1 where it does not.
func endOfQuote(s string, i int) int {
	for j := i + 1; j < len(s) && j < i+longestShown; j++ {
		switch s[j] {
		case '\\':
			j++
		case s[i]:
			return j
		}
	}
	return -1
}

// pythonObject is an object as Python prints one, {'a': 'b', 'c': True}; nil for other text.
func pythonObject(s string) *source.Node {
	if !strings.HasPrefix(strings.TrimLeft(s[1:], " \t\r\n"), "'") {
		return nil
	}
	n := members(s[1:len(s)-1], ':', false)
	if n != nil {
		shift(n, 1)
	}
	return n
}

func shift(n *source.Node, by int) {
	n.At.Start, n.At.End = n.At.Start+by, n.At.End+by
	for i := range n.Members {
		m := &n.Members[i]
		m.KeyAt.Start, m.KeyAt.End = m.KeyAt.Start+by, m.KeyAt.End+by
		shift(m.Value, by)
	}
	for _, item := range n.Items {
		shift(item, by)
	}
}

// members reads `a="x", b=2` or `"a": "x", 'b': 2`, with names that need no quotes
// where bare is set; nil where anything is no pair of the kind.
func members(s string, sep byte, bare bool) *source.Node {
	n := &source.Node{Kind: source.Object, At: source.Span{End: len(s)}}
	for _, part := range split(s) {
		text := s[part.start:part.end]
		if strings.TrimSpace(text) == "" {
			if part.end == len(s) && len(n.Members) > 0 {
				break // a comma behind the last
			}
			return nil
		}
		m, ok := member(text, part.start, sep, bare)
		if !ok {
			return nil
		}
		n.Members = append(n.Members, m)
	}
	if len(n.Members) == 0 {
		return nil
	}
	return n
}

// split cuts at the commas that stand in no bracket and in no quotes.
func split(s string) []place {
	var parts []place
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{', '[', '(':
			if end := closing(s, i); end > 0 {
				i = end - 1
			}
		case '"', '\'':
			if end := endOfQuote(s, i); end > 0 {
				i = end
			}
		case ',':
			parts = append(parts, place{from, i})
			from = i + 1
		}
	}
	return append(parts, place{from, len(s)})
}

// member reads one pair; base is where text begins.
func member(text string, base int, sep byte, bare bool) (m source.Member, ok bool) {
	i := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	start, key := i, ""
	switch {
	case text[i] == '"' || text[i] == '\'':
		end := endOfQuote(text, i)
		if sep == '=' || end < 0 {
			return m, false
		}
		key, i = text[i+1:end], end+1
	case bare:
		for i < len(text) && isWord(text[i]) {
			i++
		}
		key = text[start:i]
	}
	m.KeyAt = source.Span{Start: base + start, End: base + i}
	i += len(text[i:]) - len(strings.TrimLeft(text[i:], " \t\r\n"))
	if key == "" || i >= len(text) || text[i] != sep || sep == '=' && strings.HasPrefix(text[i:], "==") {
		return m, false
	}
	i++
	i += len(text[i:]) - len(strings.TrimLeft(text[i:], " \t\r\n"))
	value := strings.TrimRight(text[i:], " \t\r\n")
	if value == "" {
		return m, false
	}
	m.Key, m.Value = key, literalOf(value)
	shift(m.Value, base+i)
	return m, true
}

// unwritten stands for the value of an expression that is no literal.
const unwritten = "..."

// literalOf is a value as JSON or Python spell it; that of any other expression is
// nobody's to know.
func literalOf(s string) *source.Node {
	if n, faults := source.ParseJSON(&source.File{Data: []byte(s)}); n != nil && len(faults) == 0 {
		return n
	}
	n := &source.Node{Kind: source.String, Text: unwritten, At: source.Span{End: len(s)}}
	switch {
	case s == "True" || s == "False":
		n.Kind, n.Text = source.Bool, strings.ToLower(s)
	case s == "None":
		n.Kind, n.Text = source.Null, "null"
	case s[0] == '\'' && endOfQuote(s, 0) == len(s)-1 && !strings.Contains(s, `\`):
		n.Text = s[1 : len(s)-1]
	}
	return n
}
