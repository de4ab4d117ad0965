// Package prose reads what a description claims: the names it mentions, the
// examples it shows, and what it says of a field's default, bounds, values,
// format and requiredness. It understands a few set phrases and stays silent on
// all others: a claim that is not made is worse than one that is missed.
package prose

import (
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// reading is a description being read.
type reading struct {
	text string
	low  string // text with ASCII letters in lower case: as long as text, byte for byte
	at   source.Span
	// places says where each byte of text is spelled, as a range from the start
	// of at; nil where that is not known.
	places  []place
	aligned bool
}

type place struct{ start, end int }

func read(t contract.Text) *reading {
	return &reading{text: t.Text, low: lower(t.Text), at: t.At}
}

// lower maps A-Z only, so that offsets into the result are offsets into s.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// has reports whether one of the words stands anywhere in the text: cheap, so
// that the patterns run on few descriptions only.
func (r *reading) has(words ...string) bool {
	for _, w := range words {
		if strings.Contains(r.low, w) {
			return true
		}
	}
	return false
}

// before is what stands right before text[i:], as far as any pattern looks back:
// a description may be megabytes long and match one thousands of times.
func (r *reading) before(i int) string { return r.low[max(0, i-200):i] }

// span is where text[start:end] stands in the file, or the whole description
// where its author's spelling cannot be followed that far.
func (r *reading) span(start, end int) source.Span {
	if r.at.IsZero() || start >= end {
		return r.at
	}
	if !r.aligned {
		r.places, r.aligned = align(r.at.Text(), r.text), true
	}
	if r.places == nil {
		return r.at
	}
	return source.Span{File: r.at.File, Start: r.at.Start + r.places[start].start, End: r.at.Start + r.places[end-1].end}
}

// sub is a part of the description as a text of its own.
func (r *reading) sub(start, end int) contract.Text {
	return contract.Text{Text: r.text[start:end], At: r.span(start, end)}
}

// align finds each byte of text in raw, which spells it: with JSON or YAML
// escapes, or indented, folded, or behind comment markers. nil where it does not.
func align(raw, text string) []place {
	if places := alignWith(raw, text, false); places != nil {
		return places
	}
	return alignWith(raw, text, true)
}

// skipped are the bytes of a spelling that stand for nothing: indentation,
// quotes, the head of a block scalar, markers of comments.
const skipped = " \t\r\n\"'|>/*#-+"

func alignWith(raw, text string, escapes bool) []place {
	places := make([]place, 0, len(text))
	i := 0
	for j := 0; j < len(text); {
		if i >= len(raw) {
			return nil
		}
		if escapes && raw[i] == '\\' {
			size := escapeLen(raw[i:])
			if size == 0 || i+size > len(raw) {
				return nil
			}
			if next := raw[min(i+1, len(raw)-1)]; next != '\n' && next != '\r' {
				_, width := utf8.DecodeRuneInString(text[j:])
				for range width {
					places = append(places, place{i, i + size})
				}
				j += width
			}
			i += size
			continue
		}
		switch {
		case raw[i] == text[j], isSpace(raw[i]) && isSpace(text[j]):
			places = append(places, place{i, i + 1})
			i, j = i+1, j+1
		case strings.IndexByte(skipped, raw[i]) >= 0:
			i++
		default:
			return nil
		}
	}
	return places
}

// escapeLen is the length of the escape that s begins with; 0 where it is cut off.
func escapeLen(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case 'x':
		return 4
	case 'u':
		if len(s) >= 12 && (s[2] == 'd' || s[2] == 'D') && strings.ContainsRune("89abAB", rune(s[3])) && s[6] == '\\' {
			return 12
		}
		return 6
	case 'U':
		return 10
	}
	return 2
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= utf8.RuneSelf
}
