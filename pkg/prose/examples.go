package prose

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Example is what a text shows as the arguments of a call: a JSON object in a fence,
// or one in running text, or a call by name.
type Example struct {
	Args *source.Node // the arguments; its spans are those of the file
	// Envelope is set where the example wraps the arguments as a call does on the
	// wire, {"name": ..., "arguments": {...}}: a model may copy that too.
	Envelope *source.Node
	Tool     string // the name in the envelope, or of the call, or ""
	At       source.Span

	Introduced bool // the words before it say that it is a call, or what one passes
	Inline     bool // it stands in no fence of its own
	// Lead is, of an example in running text, the words of its sentence before it: of
	// what it may be an example.
	Lead string
}

// Examples lists the arguments that a text shows: those in fences first. JSON that is
// introduced as an answer, and code in other languages, are no examples; JSON in
// running text is one only where the words before it say so.
func Examples(t contract.Text) []Example {
	r := read(t)
	var all []Example
	for _, e := range r.examples() {
		above := lastLine(r.low[:e.fence.start])
		out := r.exampleOf(e)
		out.Introduced = introducesCall.MatchString(above) && !introducesOther.MatchString(above)
		all = append(all, out)
	}
	for _, e := range r.inline() {
		out := r.exampleOf(e)
		out.Introduced, out.Inline, out.Lead = true, true, e.lead
		all = append(all, out)
	}
	return all
}

func (r *reading) exampleOf(e example) Example {
	out := Example{Tool: e.called, Args: r.relocate(e.args, e.fence.body), At: r.span(e.fence.start, e.fence.end)}
	if e.whole != e.args {
		out.Envelope = r.relocate(e.whole, e.fence.body)
		out.Tool, _ = e.whole.Value("name").Str()
	}
	return out
}

type fence struct {
	start, end int // with its ticks
	body, stop int
	language   string
}

var fenceMark = newPattern("(?m)^[ \t]*(?:```+|~~~+)[ \t]*([\\w+-]*)[^\n`]*$")

// fences lists the fenced blocks of a text; one that is never closed runs to its end.
func (r *reading) fences() []fence {
	if !r.has("```", "~~~") {
		return nil
	}
	var all []fence
	marks := fenceMark.FindAllStringSubmatchIndex(r.text, -1)
	for i := 0; i < len(marks); i += 2 {
		m := marks[i]
		f := fence{start: m[0], end: len(r.text), body: min(m[1]+1, len(r.text)), stop: len(r.text), language: r.low[m[2]:m[3]]}
		if i+1 < len(marks) {
			f.end, f.stop = marks[i+1][1], max(f.body, marks[i+1][0])
		}
		all = append(all, f)
	}
	return all
}

type example struct {
	fence       fence        // of an example in running text: where that stands
	whole, args *source.Node // spans are offsets into the fence's body
	called      string       // the name of a call, or ""
	lead        string       // what introduces it in running text
}

// unwrap takes the arguments out of an envelope.
func (e *example) unwrap() {
	for _, key := range []string{"arguments", "args", "input"} {
		inner := e.whole.Value(key)
		if _, ok := e.whole.Value("name").Str(); ok && inner != nil && inner.Kind == source.Object {
			e.args = inner
		}
	}
}

var introducesResult = newPattern(`\b(?:respon(?:se|ds?|ses)|returns?|returned|outputs?|results?|receives?|looks? like|schema)\b`)

// What a line above a fence says of it.
var (
	introducesCall  = newPattern(`\b(?:examples?|e\.g\.|usage|calls?|invoke|args|arguments|parameters|inputs?|pass|send)\b`)
	introducesOther = newPattern(`n't\b|\b(?:not|never|wrong|bad|invalid|incorrect|errors?|fails?|answers?|first|then|before|after|config(?:uration)?|server|instead)\b`)
)

func (r *reading) examples() []example {
	var all []example
	for _, f := range r.fences() {
		if f.language != "" && f.language != "json" && f.language != "jsonc" && f.language != "json5" || introducesResult.MatchString(lastLine(r.low[:f.start])) {
			continue
		}
		n, _ := source.ParseJSONC(&source.File{Data: []byte(r.text[f.body:f.stop])})
		if n == nil || n.Kind != source.Object || isSchema(n) {
			continue
		}
		e := example{fence: f, whole: n, args: n}
		e.unwrap()
		all = append(all, e)
	}
	return all
}

// isSchema reports whether an object is a JSON Schema of one.
func isSchema(n *source.Node) bool {
	properties, kind := n.Value("properties"), n.Value("type")
	return properties != nil && properties.Kind == source.Object && kind != nil && kind.Text == "object"
}

// lastLine is the last line of s that says anything.
func lastLine(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// relocate is n with spans in the description's file; n's own are offsets into
// the text from body on.
func (r *reading) relocate(n *source.Node, body int) *source.Node {
	moved := *n
	moved.At = r.span(body+n.At.Start, body+n.At.End)
	moved.Comments = nil
	moved.Members = make([]source.Member, len(n.Members))
	for i, m := range n.Members {
		moved.Members[i] = source.Member{Key: m.Key, KeyAt: r.span(body+m.KeyAt.Start, body+m.KeyAt.End), Value: r.relocate(m.Value, body)}
	}
	moved.Items = make([]*source.Node, len(n.Items))
	for i, item := range n.Items {
		moved.Items[i] = r.relocate(item, body)
	}
	return &moved
}

// JSON is what a text that is JSON says, with spans in its file; nil for another text.
func JSON(t contract.Text) *source.Node {
	n, faults := source.ParseJSON(&source.File{Data: []byte(t.Text)})
	if n == nil || len(faults) > 0 {
		return nil
	}
	return read(t).relocate(n, 0)
}
