package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

const waiveMark = "tooldrift:waive"

// ParseWaiver reads a comment of the form
//
//	tooldrift:waive RULE until=2027-03-01 owner=@pay value=cents -- reason
//
// ok is false for every other comment. The keys may stand in any order, a value
// with spaces in double quotes; tool= and field= narrow it further. What it does
// not understand becomes part of Rule, so that the waiver is reported as one of
// an unknown rule and waives nothing. A missing reason leaves Reason empty.
func ParseWaiver(c source.Comment) (w Waiver, ok bool) {
	text := strings.TrimSpace(c.Text)
	rest, ok := strings.CutPrefix(text, waiveMark)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], " \t:") {
		return Waiver{}, false
	}
	w.At = c.At
	head, reason, _ := cutReason(strings.TrimPrefix(rest, ":"))
	w.Reason = strings.TrimSpace(reason)
	var rule []string
	for _, word := range quotedWords(head) {
		if !w.set(word) {
			rule = append(rule, word)
		}
	}
	w.Rule = strings.Join(rule, " ")
	return w, true
}

// Comment is the waiver as a comment that ParseWaiver reads: its tool is left for
// its place to say. ok is false for one that a comment cannot say.
func (w Waiver) Comment() (text string, ok bool) {
	words := []string{waiveMark, w.Rule}
	for _, m := range []struct{ key, value string }{
		{"field", strings.Join(w.Fields, ",")}, {"value", w.Value}, {"until", w.Until}, {"owner", w.Owner},
	} {
		switch {
		case m.value == "":
		case strings.ContainsAny(m.value, " \t"):
			words = append(words, m.key+`="`+m.value+`"`)
		default:
			words = append(words, m.key+"="+m.value)
		}
	}
	text = strings.Join(words, " ") + " -- " + w.Reason
	read, ok := ParseWaiver(source.Comment{Text: text})
	same := read.Rule == w.Rule && slices.Equal(read.Fields, w.Fields) && read.Value == w.Value && read.Until == w.Until && read.Owner == w.Owner && read.Reason == w.Reason
	return text, ok && same && source.Escape(text) == text
}

// cutReason cuts at the first "--" that stands alone.
func cutReason(s string) (head, reason string, ok bool) {
	from := 0
	for {
		i := strings.Index(s[from:], "--")
		if i < 0 {
			return s, "", false
		}
		i += from
		end := i + len("--")
		before := i == 0 || strings.ContainsAny(s[i-1:i], " \t")
		after := end == len(s) || strings.ContainsAny(s[end:end+1], " \t")
		if before && after {
			return s[:i], s[end:], true
		}
		from = end
	}
}

// set takes one key=value; ok is false for anything else.
func (w *Waiver) set(word string) (ok bool) {
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		return false
	}
	switch key {
	case "until":
		w.Until = value
	case "owner":
		w.Owner = value
	case "value":
		w.Value = value
	case "tool":
		w.Tool = value
	case "field":
		w.Fields = append(w.Fields, strings.Split(value, ",")...)
	default:
		return false
	}
	return true
}

// quotedWords splits at spaces, but not inside double quotes, which are dropped.
func quotedWords(s string) []string {
	var words []string
	var word strings.Builder
	inWord, quoted := false, false
	for _, r := range s {
		switch {
		case r == '"':
			quoted, inWord = !quoted, true
		case (r == ' ' || r == '\t') && !quoted:
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}

// WaiversFromNode reads what x-tooldrift-waive or _meta["tooldrift/waive"] holds:
// an object with rule, reason and, if need be, value, until, owner, tool and
// field, or a list of such. One with a key that a waiver does not have waives
// nothing: "untill" must not become a waiver for ever.
func WaiversFromNode(n *source.Node) ([]Waiver, []source.Fault) {
	if n == nil {
		return nil, nil
	}
	items := []*source.Node{n}
	if n.Kind == source.Array {
		items = n.Items
	}
	var waivers []Waiver
	var faults []source.Fault
	for _, item := range items {
		w, fault := waiverFromObject(item)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		waivers = append(waivers, w)
	}
	return waivers, faults
}

func waiverFromObject(n *source.Node) (Waiver, *source.Fault) {
	w := Waiver{At: n.At}
	dirt := func(at source.Span, format string, args ...any) (Waiver, *source.Fault) {
		return w, &source.Fault{At: at, Text: fmt.Sprintf(format, args...) + "; this waiver does not count", Dirt: true}
	}
	if n.Kind != source.Object {
		return dirt(n.At, "a waiver is an object with rule and reason")
	}
	text := map[string]*string{
		"rule": &w.Rule, "reason": &w.Reason, "until": &w.Until, "owner": &w.Owner, "value": &w.Value, "tool": &w.Tool,
	}
	for _, m := range n.Members {
		to, known := text[m.Key]
		switch {
		case m.Key == "field":
			w.Fields = stringsOf(m.Value)
		case !known:
			return dirt(m.KeyAt, "a waiver has no key %q, only rule, reason, value, until, owner, tool, field", m.Key)
		case m.Value.Kind == source.Array || m.Value.Kind == source.Object:
			return dirt(m.Value.At, "%s must be a text", m.Key)
		case m.Value.Kind != source.Null:
			*to = m.Value.Text
		}
	}
	return w, nil
}

// stringsOf is a text or a list of texts.
func stringsOf(n *source.Node) []string {
	if s, ok := n.Str(); ok {
		return []string{s}
	}
	var all []string
	for _, item := range n.Items {
		if s, ok := item.Str(); ok {
			all = append(all, s)
		}
	}
	return all
}
