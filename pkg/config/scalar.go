package config

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// plainText is what stands in YAML without quotes and means itself, to every
// reader: no indicator begins it, no comment and no key hides in it.
var plainText = regexp.MustCompile(`^(\.\.?/)*[A-Za-z_][A-Za-z0-9_./\-]*( [A-Za-z0-9_./{}\-]+)*$`)

// Words that YAML 1.1 or 1.2 reads as something else than text.
var notText = map[string]bool{
	"true": true, "false": true, "null": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true,
}

// Scalar is a text as a value or a key of block YAML: without quotes where that
// is safe.
func Scalar(s string) string {
	if plainText.MatchString(s) && !notText[strings.ToLower(s)] {
		return s
	}
	return Quoted(s)
}

// flowScalar is Scalar between braces, where a brace is an indicator.
func flowScalar(s string) string {
	if strings.ContainsAny(s, "{} ") {
		return Quoted(s)
	}
	return Scalar(s)
}

// Quoted is s in double quotes. What an editor or a terminal would act on is
// escaped, and so are the line separators that YAML 1.1 knows.
func Quoted(s string) string {
	var b strings.Builder
	for _, r := range string(source.AppendQuoted(nil, s)) {
		switch {
		case r < 0x80 || source.Escape(string(r)) == string(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// AppendFlow appends a value on one line of YAML: JSON but for strings, which are
// Quoted.
func AppendFlow(b []byte, n *source.Node) []byte {
	switch n.Kind {
	case source.String:
		return append(b, Quoted(n.Text)...)
	case source.Array:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = AppendFlow(b, item)
		}
		return append(b, ']')
	case source.Object:
		b = append(b, '{')
		for i, m := range n.Members {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(append(b, Quoted(m.Key)...), ": "...)
			b = AppendFlow(b, m.Value)
		}
		return append(b, '}')
	}
	return n.AppendJSON(b)
}
