package check

import (
	"bytes"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoStrays are the waivers in comments of a protobuf file that stand at no field
// and no RPC, as one above a message does. One on a declaration of which nothing is
// read is none: its operation is not bound, or its message not needed.
func protoStrays(f *source.File, known *claims) []contract.Waiver {
	var out []contract.Waiver
	code, comments := splitProto(f.Data)
	for _, c := range comments {
		for _, w := range waiversIn(f, c) {
			if !known.has(f, w.At.Start+len("tooldrift:waive")) && known.told(f, code, c) {
				out = append(out, w)
			}
		}
	}
	return out
}

// told reports whether a part of what a comment stands at is read.
func (k *claims) told(f *source.File, code []byte, comment source.Span) bool {
	line := bytes.LastIndexByte(code[:comment.Start], '\n') + 1
	before := bytes.TrimRight(code[line:comment.Start], " \t")
	last := line + len(before) - 1
	switch {
	case len(bytes.TrimSpace(before)) > 0 && code[last] != '{': // beside a declaration
		start := bytes.LastIndexAny(code[:last], ";{}") + 1
		return k.within(f, start, last+1)
	case len(bytes.TrimSpace(before)) > 0: // beside the head of one
		return k.within(f, last, closing(code, last))
	}
	next := comment.End + len(code[comment.End:]) - len(bytes.TrimLeft(code[comment.End:], " \t\r\n"))
	if next == len(code) || code[next] == '}' { // at the end of one
		return k.within(f, opening(code, comment.Start), next)
	}
	end := bytes.IndexAny(code[next:], ";{")
	switch {
	case end < 0:
		return false
	case code[next+end] == '{':
		return k.within(f, next, closing(code, next+end))
	}
	return k.within(f, next, next+end)
}

// closing is where the block ends that opens at an offset.
func closing(code []byte, open int) int {
	depth := 0
	for i := open; i < len(code); i++ {
		switch code[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(code)
}

// opening is where the block begins that holds an offset.
func opening(code []byte, at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch code[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return 0
}

// splitProto is a protobuf file with blanks in place of comments and of what is in
// quotes, and where its comments stand.
func splitProto(data []byte) (code []byte, comments []source.Span) {
	code = bytes.Clone(data)
	blank := func(start, end int) {
		for i := start; i < end; i++ {
			if code[i] != '\n' {
				code[i] = ' '
			}
		}
	}
	for i := 0; i < len(data); i++ {
		end := i
		switch {
		case bytes.HasPrefix(data[i:], []byte("//")):
			end = endOf(data, i, "\n")
			comments = append(comments, source.Span{Start: i, End: end})
		case bytes.HasPrefix(data[i:], []byte("/*")):
			end = min(len(data), endOf(data, i+2, "*/")+2)
			comments = append(comments, source.Span{Start: i, End: end})
		case data[i] == '"' || data[i] == '\'':
			for end = i + 1; end < len(data) && data[end] != data[i] && data[end] != '\n'; end++ {
				if data[end] == '\\' {
					end++
				}
			}
			end = min(len(data), end+1)
		default:
			continue
		}
		blank(i, end)
		i = max(i, end-1)
	}
	return code, comments
}

// endOf is where the first mark from an offset on stands, or the end.
func endOf(data []byte, from int, mark string) int {
	if i := bytes.Index(data[from:], []byte(mark)); i >= 0 {
		return from + i
	}
	return len(data)
}

// waiversIn are the waivers in a comment, which may have several lines.
func waiversIn(f *source.File, comment source.Span) []contract.Waiver {
	var out []contract.Waiver
	at := comment.Start
	for line := range strings.Lines(string(f.Data[comment.Start:comment.End])) {
		start := at
		at += len(line)
		head := len(line) - len(strings.TrimLeft(line, "/* \t"))
		text := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(line[head:], "\r\n"), "*/"), " \t")
		note := source.Comment{Text: text, At: source.Span{File: f, Start: start + head, End: start + head + len(text)}}
		if w, ok := contract.ParseWaiver(note); ok {
			out = append(out, w)
		}
	}
	return out
}
