package diff

import (
	"encoding/base64"
	"regexp"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// FormatFact is what a string holds, as one side states it.
type FormatFact struct {
	Name string // "date", "date-time", "uuid", "base64", "hex", ...; "" says nothing
	From string // "format", "pattern", "prose", "type"
	Text string // the author's words
	At   source.Span
}

const fromProse = "prose"

// canonical folds the spellings of formats that mean the same set of strings.
// Formats that are not here (int32, password, binary ...) say nothing of the text.
var canonical = map[string]string{
	"date":      "date", // RFC 3339 section 5.6, full-date
	"date-time": "date-time", "datetime": "date-time", "timestamp": "date-time",
	"time":     "time",
	"duration": "duration", // RFC 3339 appendix A
	"uuid":     "uuid", "guid": "uuid",
	"email": "email", "idn-email": "email",
	"uri": "uri", "url": "uri", "iri": "uri",
	"byte": "base64", "base64": "base64",
	"hex":  "hex",
	"ipv4": "ipv4", "ipv6": "ipv6",
	"unix-time": "unix-time", // of prose only: as a format it is a number's
}

// protoDuration is google.protobuf.Duration in JSON: "3.5s", no ISO 8601.
const protoDuration = "seconds duration"

// patternFormats are the patterns that people write for a format they do not name.
var patternFormats = []struct {
	format string
	re     *regexp.Regexp
}{
	{"hex", regexp.MustCompile(`^\^?(0x)?\[(0-9a-f|a-f0-9|0-9a-fA-F|a-fA-F0-9|0-9A-Fa-f|A-Fa-f0-9|0-9A-F|A-F0-9|\\da-f|\\dA-F|\\da-fA-F)\](\+|\*|\{\d+(,\d*)?\})\$?$`)},
	{"date", regexp.MustCompile(`^\^?(\\d|\[0-9\])\{4\}-(\\d|\[0-9\])\{2\}-(\\d|\[0-9\])\{2\}\$$`)},
	{"base64", regexp.MustCompile(`^\^?\[A-Za-z0-9\+/\](\*|\+)(={0,2}|=\{0,2\}|=\?=\?)\$?$`)},
}

// formatOf is what a schema states about its strings, strongest first: format,
// pattern.
func formatOf(s *contract.Schema) FormatFact {
	if s.Source == "google.protobuf.Duration" {
		return FormatFact{Name: protoDuration, From: "type", Text: s.Source, At: s.TypeAt}
	}
	if name := canonical[strings.ToLower(s.Format.Text)]; name != "" {
		return FormatFact{Name: name, From: "format", Text: s.Format.Text, At: s.Format.At}
	}
	for _, p := range patternFormats {
		if p.re.MatchString(s.Pattern.Text) {
			return FormatFact{Name: p.format, From: "pattern", Text: s.Pattern.Text, At: s.Pattern.At}
		}
	}
	return FormatFact{}
}

// proseFormat is the format that a field's description demands.
func proseFormat(f *contract.Field) FormatFact {
	if f == nil || f.Doc.Text == "" {
		return FormatFact{}
	}
	claims := prose.Read(f.Doc).Formats
	if len(claims) != 1 {
		return FormatFact{} // none, or the author leaves a choice
	}
	return FormatFact{Name: canonical[claims[0].Text], From: fromProse, Text: claims[0].Text, At: claims[0].At}
}

// disjoint reports whether no string, or none that people send, is in both.
// Hex digits are legal base64 and decode to other bytes, so they count.
func disjoint(a, b string) bool {
	return a != b && a != "" && b != ""
}

var (
	uuidShape     = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
	emailShape    = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)
	durationShape = regexp.MustCompile(`^P(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$`)
	secondsShape  = regexp.MustCompile(`^-?\d+(\.\d{1,9})?s$`)
	hexShape      = regexp.MustCompile(`^(0x)?[0-9a-fA-F]*$`)
	timeShape     = regexp.MustCompile(`^\d{2}:\d{2}:\d{2}(\.\d+)?([zZ]|[+-]\d{2}:\d{2})?$`)
)

// fitsFormat judges one string; known is false for formats that it does not judge.
func fitsFormat(format, v string) (fits, known bool) {
	switch format {
	case "date":
		_, err := time.Parse(time.DateOnly, v)
		return err == nil, true
	case "date-time":
		_, err := time.Parse(time.RFC3339Nano, strings.ToUpper(v))
		return err == nil, true
	case "time":
		return timeShape.MatchString(v), true
	case "uuid":
		return uuidShape.MatchString(v), true
	case "email":
		return emailShape.MatchString(v), true
	case "duration":
		return len(v) > 2 && durationShape.MatchString(v), true
	case protoDuration:
		return secondsShape.MatchString(v), true
	case "hex":
		return hexShape.MatchString(v), true
	case "base64":
		return isBase64(v), true
	}
	return true, false
}

// isBase64 takes the standard and the URL alphabet, padded or not, as protojson does.
func isBase64(v string) bool {
	v = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(v), "=")
	_, err := base64.RawStdEncoding.DecodeString(v)
	return err == nil
}

// FormatWords names a format in a message, with its shape.
func FormatWords(format string) string {
	switch format {
	case "date":
		return "date (YYYY-MM-DD)"
	case "date-time":
		return "date-time (RFC 3339, 2006-01-02T15:04:05Z)"
	case "time":
		return "time (15:04:05Z)"
	case "duration":
		return "ISO 8601 duration (PT30S)"
	case protoDuration:
		return `duration in seconds ("3.5s")`
	}
	return format
}

// sampleOf is a string of a format, as a model would send it.
func sampleOf(format string) string {
	switch format {
	case "date":
		return "2026-03-01"
	case "date-time":
		return "2026-03-01T09:00:00Z"
	case "time":
		return "09:00:00Z"
	case "duration":
		return "PT30S"
	case protoDuration:
		return "30s"
	case "uuid":
		return "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	case "email":
		return "ada@example.com"
	case "uri":
		return "https://example.com/a"
	case "hex":
		return "9f86d081"
	case "base64":
		return "aGVsbG8="
	}
	return "text"
}
