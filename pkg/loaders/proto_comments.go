package loaders

import (
	"bytes"
	"regexp"
	"sort"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ir"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoComment is one comment, its markers included, its line ending not.
type protoComment struct{ start, end int }

// protoWords are the comments of a declaration.
type protoWords struct {
	doc     contract.Text
	waivers []contract.Waiver
}

// words finds the comment that leads a declaration or, where none does and
// trailing is set, the one that trails it. Which comment belongs to what is as
// in protoc (SourceCodeInfo.Location in descriptor.proto), except that a
// declaration with a body has no trailing comment.
func (f *protoFile) words(at source.Span, trailing bool) protoWords {
	var w protoWords
	lead := f.leading(at.Start)
	w.read(f, lead)
	if trailing {
		trail := f.trailing(at.End)
		var t protoWords
		t.read(f, trail)
		w.waivers = append(w.waivers, t.waivers...)
		if w.doc.Text == "" {
			w.doc = t.doc
		}
	}
	return w
}

// leading is the paragraph that ends on the line above start, or before it on
// the same line: line comments without a gap, or one block comment.
func (f *protoFile) leading(start int) []protoComment {
	last := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].end > start }) - 1
	if last < 0 || f.newlines(f.comments[last].end, start) > 1 || f.trailsCode(last) {
		return nil
	}
	first := last
	for f.isLine(last) && first > 0 && f.isLine(first-1) && !f.trailsCode(first-1) &&
		f.newlines(f.comments[first-1].end, f.comments[first].start) == 1 {
		first--
	}
	return f.comments[first : last+1]
}

// trailing is the comment that begins on the line where a declaration ends, or
// the paragraph on the next line that is not the next declaration's.
func (f *protoFile) trailing(end int) []protoComment {
	first := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].start >= end })
	if first == len(f.comments) {
		return nil
	}
	switch f.newlines(end, f.comments[first].start) {
	case 0:
		return f.comments[first : first+1]
	case 1:
	default:
		return nil
	}
	last := first
	for f.isLine(first) && last+1 < len(f.comments) && f.isLine(last+1) &&
		f.newlines(f.comments[last].end, f.comments[last+1].start) == 1 {
		last++
	}
	rest := f.file.Data[f.comments[last].end:]
	code := strings.TrimLeft(string(rest[:min(len(rest), 512)]), " \t\r\n")
	if f.gap(f.comments[last].end) > 1 || strings.HasPrefix(code, "}") {
		return f.comments[first : last+1]
	}
	return nil
}

func (f *protoFile) isLine(i int) bool {
	return bytes.HasPrefix(f.file.Data[f.comments[i].start:], []byte("//"))
}

// newlines counts the line ends between two offsets; many where anything but
// space stands between them.
func (f *protoFile) newlines(from, to int) int {
	n := 0
	for _, c := range f.file.Data[from:to] {
		switch c {
		case '\n':
			n++
		case ' ', '\t', '\r', '\f', '\v':
		default:
			return 1 << 30
		}
	}
	return n
}

// gap counts the line ends that follow an offset directly.
func (f *protoFile) gap(from int) int {
	to := from
	for to < len(f.file.Data) && strings.IndexByte(" \t\r\n\f\v", f.file.Data[to]) >= 0 {
		to++
	}
	return f.newlines(from, to)
}

// trailsCode reports whether a comment has code before it on its line, so that
// it belongs to that.
func (f *protoFile) trailsCode(i int) bool {
	for at := f.comments[i].start - 1; at >= 0 && f.file.Data[at] != '\n'; at-- {
		switch {
		case strings.IndexByte(" \t\r\f\v", f.file.Data[at]) >= 0:
		case i > 0 && at < f.comments[i-1].end:
			i--
			at = f.comments[i].start
		default:
			return !(at < len(bom) && strings.HasPrefix(string(f.file.Data), bom))
		}
	}
	return false
}

const bom = "\ufeff"

// internalComment is a remark that is not for readers of the API (AIP-192).
var internalComment = regexp.MustCompile(`(?s)[ \t]*\(--.*?--\)`)

// read takes the words out of comments, and the waivers out of the words.
func (w *protoWords) read(f *protoFile, comments []protoComment) {
	if len(comments) == 0 {
		return
	}
	var lines []string
	for _, c := range comments {
		text := string(f.file.Data[c.start:c.end])
		if line, ok := strings.CutPrefix(text, "//"); ok {
			lines = w.line(lines, f, c.start+2, line)
			continue
		}
		at := c.start + 2
		for line := range strings.SplitAfterSeq(strings.TrimSuffix(text[2:], "*/"), "\n") {
			star := len(line) - len(strings.TrimPrefix(strings.TrimLeft(line, " \t"), "*"))
			if !strings.Contains(line[:star], "*") {
				star = 0
			}
			lines = w.line(lines, f, at+star, line[star:])
			at += len(line)
		}
	}
	doc := strings.Join(lines, "\n")
	if strings.Contains(doc, "(--") {
		doc = internalComment.ReplaceAllString(doc, "")
	}
	if doc = strings.TrimSpace(doc); doc != "" {
		w.doc = contract.Text{Text: doc, At: source.Span{File: f.file, Start: comments[0].start, End: comments[len(comments)-1].end}}
	}
}

// line appends one line of a comment that begins at an offset, or takes the
// waiver that it holds.
func (w *protoWords) line(lines []string, f *protoFile, at int, text string) []string {
	trimmed := strings.TrimSpace(text)
	start := at + strings.Index(text, trimmed)
	note := source.Comment{Text: trimmed, At: source.Span{File: f.file, Start: start, End: start + len(trimmed)}}
	if waiver, ok := contract.ParseWaiver(note); ok {
		w.waivers = append(w.waivers, waiver)
		return lines
	}
	return append(lines, strings.TrimPrefix(strings.TrimRight(text, " \t\r\n"), " "))
}

// deprecationNote begins the words that say what to use instead.
var deprecationNote = regexp.MustCompile(`(?i)(?:\bdeprecated\s*[:.,]|@deprecated\b)`)

// deprecation is why a declaration is deprecated: the words after "Deprecated:"
// in its comment, else "true".
func (f *protoFile) deprecation(option ir.Value, doc string) contract.Text {
	if option.IsZero() {
		return contract.Text{}
	}
	text := contract.Text{Text: "true"}
	if span := option.OptionSpan(); span != nil {
		text.At = f.at(span.Span())
	}
	if i := deprecationNote.FindStringIndex(doc); i != nil {
		why, _, _ := strings.Cut(doc[i[1]:], "\n\n")
		if words := strings.Fields(why); len(words) > 0 {
			text.Text = strings.Join(words, " ")
		}
	}
	return text
}
