package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// spelledLike is a name with the quotes that the span's text has; without quotes
// only where the name means itself so.
func spelledLike(at source.Span, name string) string {
	switch words := at.Text(); {
	case strings.HasPrefix(words, `"`):
		return quotedIn(at.File, name)
	case strings.HasPrefix(words, "'") && source.Escape(name) == name:
		return "'" + strings.ReplaceAll(name, "'", "''") + "'"
	case strings.HasPrefix(words, "'"), strings.ContainsAny(name, "{}") && !strings.ContainsAny(words, "{}"):
		return quotedIn(at.File, name) // braces: it may stand between some itself
	}
	return config.Scalar(name)
}

// spelledValue is a scalar in the spelling of the one that it takes the place of.
func spelledValue(old, v *source.Node) string {
	if v.Kind == source.String && old.Kind == source.String {
		return spelledLike(old.At, v.Text)
	}
	return spelledIn(old.At.File, v)
}

// spelledIn is a value in the language of a file.
func spelledIn(f *source.File, v *source.Node) string {
	var parts []string
	switch v.Kind {
	case source.String:
		return quotedIn(f, v.Text)
	case source.Array:
		for _, item := range v.Items {
			parts = append(parts, spelledIn(f, item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case source.Object:
		for _, m := range v.Members {
			parts = append(parts, quotedIn(f, m.Key)+": "+spelledIn(f, m.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case source.Number:
		if isYAML(f) {
			return yamlNumber(v.JSON())
		}
	}
	return v.JSON()
}

// yamlNumber is a number of JSON's as readers of YAML 1.1 know it too: to them
// 1e30 is a string, since it lacks the point and the sign (yaml.org/type/float).
func yamlNumber(number string) string {
	i := strings.IndexAny(number, "eE")
	if i < 0 {
		return number
	}
	digits, exponent := number[:i], number[i+1:]
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return digits + number[i:i+1] + exponent
}

// quotedIn is a text in double quotes. What a terminal or an editor would act on,
// or not show, is escaped: a spec's words do not come into a tool unseen.
func quotedIn(f *source.File, s string) string {
	var b strings.Builder
	for _, r := range quoted(s) {
		switch {
		case r < 0x80 || source.Escape(string(r)) == string(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		case isYAML(f):
			fmt.Fprintf(&b, `\U%08x`, r)
		default: // JSON escapes no more than 16 bits at a time (RFC 8259, 7)
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// isYAML reports whether a file is read as YAML by somebody.
func isYAML(f *source.File) bool {
	if slices.Contains([]string{".yaml", ".yml"}, source.Ext(f.Name)) {
		return true
	}
	start := bytes.TrimLeft(bytes.TrimPrefix(f.Data, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(start) > 0 && !bytes.ContainsRune([]byte("{[/"), rune(start[0]))
}
