package calls

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// strictArgs reads arguments as I-JSON (RFC 7493): what another reader may read
// otherwise, or not at all, is refused and never judged. The lesson is nil where
// there is nothing to say.
func strictArgs(args []byte) (*source.Node, *Lesson) {
	root, _, lesson := strictJSON(args, "the arguments are") // the judge tells of keys
	switch {
	case lesson != nil:
		return nil, lesson
	case root.Kind != source.Object:
		text := fmt.Sprintf("the arguments are %s, not an object", kindWords[root.Kind])
		return nil, &Lesson{Kind: NotJSON, Got: short(string(args)), Want: "an object", Text: text}
	}
	n := numberer{left: source.MaxCallValues}
	n.look(root, nil)
	switch {
	case n.left < 0:
		return nil, &Lesson{Kind: TooLarge, Text: "the arguments hold more than " + source.CallValuesLimit.String()}
	case n.found != nil:
		return nil, n.found
	}
	return root, nil
}

// kindWords are the kinds of JSON as a person says them.
var kindWords = map[source.Kind]string{
	source.Null: "null", source.Bool: "a boolean", source.Number: "a number",
	source.String: "a string", source.Array: "a list", source.Object: "an object",
}

// strictJSON reads one JSON text that every reader reads alike, but for its numbers
// and for keys that are there twice, which it hands back; what begins messages: "the arguments are".
func strictJSON(data []byte, what string) (root *source.Node, keys []source.Fault, lesson *Lesson) {
	switch {
	case len(data) > source.MaxCall:
		return nil, nil, &Lesson{Kind: TooLarge, Text: fmt.Sprintf("%s beyond %s", what, source.CallLimit)}
	case len(bytes.TrimSpace(data)) == 0:
		return nil, nil, &Lesson{Kind: NotJSON, Want: "JSON", Text: what + " empty"}
	case bytes.HasPrefix(data, []byte("\ufeff")):
		return nil, nil, &Lesson{Kind: NotJSON, Want: "JSON", Text: what + " no JSON: a byte order mark comes first"}
	case !utf8.Valid(data):
		return nil, nil, &Lesson{Kind: NotJSON, Want: "UTF-8", Text: fmt.Sprintf("%s not UTF-8: byte %d is none of it", what, badByte(data))}
	}
	root, faults := source.ParseJSON(&source.File{Name: "-", Data: data})
	if root == nil {
		f := faults[len(faults)-1]
		return nil, nil, &Lesson{Kind: NotJSON, Want: "JSON", Text: fmt.Sprintf("%s no JSON: %s (at byte %d)", what, f.Text, f.At.Start)}
	}
	if at := halfSurrogate(data); at >= 0 {
		return nil, nil, &Lesson{Kind: Ambiguous, Got: string(data[at : at+6]), Want: "whole characters",
			Text: fmt.Sprintf("%s ambiguous: %s is half a character (at byte %d)", what, data[at:at+6], at)}
	}
	return root, faults, nil
}

// badByte is where the first byte stands that is no UTF-8.
func badByte(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// halfSurrogate is where valid JSON escapes one half of a surrogate pair without the
// other, which some readers replace, some keep and some refuse; -1 where it does not.
func halfSurrogate(data []byte) int {
	if !bytes.Contains(data, []byte(`\u`)) {
		return -1
	}
	unit := func(at int) uint64 {
		if at+6 > len(data) || data[at] != '\\' || data[at+1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(data[at+2:at+6]), 16, 16)
		return n
	}
	for i := 0; i+1 < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		switch first := unit(i); {
		case 0xd800 <= first && first < 0xdc00:
			if second := unit(i + 6); second < 0xdc00 || second > 0xdfff {
				return i
			}
			i += 11
		case 0xdc00 <= first && first <= 0xdfff:
			return i
		default:
			i++ // past what is escaped
		}
	}
	return -1
}

// numberer looks for a number that readers which compute with doubles, as nearly all
// do, take for infinity or for nothing, and counts values on its way.
type numberer struct {
	left  int
	found *Lesson
}

// look visits a value; at says where it stands, where that is asked.
func (n *numberer) look(v *source.Node, at func() string) {
	if n.left--; n.left < 0 || n.found != nil {
		return
	}
	switch v.Kind {
	case source.Number:
		if !plainNumber(v.Text) {
			n.found = strictNumber(v.Text, at)
		}
	case source.Array:
		for i, item := range v.Items {
			n.look(item, func() string { return indexed(place(at), i) })
		}
	case source.Object:
		for i := range v.Members {
			m := &v.Members[i]
			n.look(m.Value, func() string { return bind.Join(place(at), m.Key) })
		}
	}
}

func place(at func() string) string {
	if at == nil {
		return ""
	}
	return at()
}

// plainNumber reports a number of a few digits, which needs no closer look.
func plainNumber(text string) bool { return len(text) < 64 && !strings.ContainsAny(text, "eE") }

func strictNumber(text string, where func() string) *Lesson {
	lesson := func(why string) *Lesson {
		at := place(where)
		return &Lesson{Kind: Ambiguous, At: at, Got: short(text), Want: "a number that a double holds", Text: fmt.Sprintf("%s is the number %s, %s", at, short(text), why)}
	}
	if contract.IsLong(text) {
		return lesson("which is longer than " + source.DigitsLimit.Words())
	}
	v, _ := strconv.ParseFloat(text, 64)
	switch digits, _, _ := strings.Cut(strings.ToLower(text), "e"); {
	case math.IsInf(v, 0):
		return lesson("which most readers take for infinity")
	case v == 0 && strings.Trim(digits, "-0.") != "":
		return lesson("which most readers take for 0")
	}
	return nil
}
