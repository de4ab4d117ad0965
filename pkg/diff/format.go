package diff

import (
	"cmp"
	"encoding/base64"
	"net/netip"
	"regexp"
	"strings"
	"sync"
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

// fieldMask is google.protobuf.FieldMask in JSON, whose paths are camel case there.
const fieldMask = "field mask"

// patternFormats are the patterns that people write for a format they do not name.
var patternFormats = []struct {
	format string
	is     func(pattern string) bool
}{
	{"hex", shape(`^\^?(0x)?\[(0-9a-f|a-f0-9|0-9a-fA-F|a-fA-F0-9|0-9A-Fa-f|A-Fa-f0-9|0-9A-F|A-F0-9|\\da-f|\\dA-F|\\da-fA-F)\](\+|\*|\{\d+(,\d*)?\})\$?$`)},
	{"date", shape(`^\^?(\\d|\[0-9\])\{4\}-(\\d|\[0-9\])\{2\}-(\\d|\[0-9\])\{2\}\$$`)},
	{"base64", shape(`^\^?\[A-Za-z0-9\+/\](\*|\+)(={0,2}|=\{0,2\}|=\?=\?)\$?$`)},
}

// formatOf is what a schema states about its strings, strongest first: format,
// pattern.
func formatOf(s *contract.Schema) FormatFact {
	if s.Source == "google.protobuf.Duration" {
		return FormatFact{Name: protoDuration, From: "type", Text: s.Source, At: s.TypeAt}
	}
	if s.Source == "google.protobuf.FieldMask" {
		return FormatFact{Name: fieldMask, From: "type", Text: s.Source, At: s.TypeAt}
	}
	if name := canonical[strings.ToLower(s.Format.Text)]; name != "" {
		return FormatFact{Name: name, From: "format", Text: s.Format.Text, At: s.Format.At}
	}
	if s.Pattern.Text == "" {
		return FormatFact{}
	}
	for _, p := range patternFormats {
		if p.is(s.Pattern.Text) {
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

// contradict reports whether two formats can hold no string in common that people
// send. Hex digits are legal base64 and decode to other bytes, so they count.
func contradict(a, b string) bool { return a != b }

// stringFormat is what is known of the strings of a format.
type stringFormat struct {
	words  string                 // the name in a message, with its shape; "" is the name alone
	sample string                 // as a model would send it
	short  string                 // as short as they come; "" where all are as long
	fits   func(text string) bool // nil where it is not judged
}

var stringFormats = map[string]stringFormat{
	"date":        {"date (YYYY-MM-DD)", "2026-03-01", "", isTime(time.DateOnly)},
	"date-time":   {"date-time (RFC 3339, 2006-01-02T15:04:05Z)", "2026-03-01T09:00:00Z", "", isDateTime},
	"time":        {"time (15:04:05Z)", "09:00:00Z", "", shape(`^\d{2}:\d{2}:\d{2}(\.\d+)?([zZ]|[+-]\d{2}:\d{2})?$`)},
	"duration":    {"ISO 8601 duration (PT30S)", "PT30S", "P1D", isDuration},
	protoDuration: {`duration in seconds ("3.5s")`, "30s", "1s", shape(`^-?\d+(\.\d{1,9})?s$`)},
	fieldMask:     {"field mask in camel case (displayName,address.city)", "displayName", "a", shape(`^([a-zA-Z][a-zA-Z0-9]*([.,][a-zA-Z][a-zA-Z0-9]*)*)?$`)},
	"uuid":        {"", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "", shape(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)},
	"email":       {"", "ada@example.com", "a@b.co", shape(`^[^@\s]+@[^@\s]+$`)},
	"uri":         {"", "https://example.com/a", "a:b", shape(`^[a-zA-Z][a-zA-Z0-9+.-]*:|[{<]`)}, // or a template of one
	"ipv4":        {"", "192.0.2.1", "1.1.1.1", isAddress(netip.Addr.Is4)},
	"ipv6":        {"", "2001:db8::1", "::1", isAddress(netip.Addr.Is6)},
	"hex":         {"", "9f86d081", "0", shape(`^(0x)?[0-9a-fA-F]*$`)},
	"base64":      {"", "aGVsbG8=", "AA==", isBase64},
}

func isAddress(kind func(netip.Addr) bool) func(string) bool {
	return func(text string) bool {
		addr, err := netip.ParseAddr(text)
		return err == nil && kind(addr)
	}
}

// shape reports whether a text matches an expression, which is compiled when it is
// first asked for.
func shape(pattern string) func(string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return func(text string) bool { return compiled().MatchString(text) }
}

func isTime(layout string) func(string) bool {
	return func(text string) bool {
		_, err := time.Parse(layout, strings.ToUpper(text))
		return err == nil
	}
}

// isDateTime takes a leap second too, where one can be: at the end of a day of UTC
// (RFC 3339, section 5.7).
func isDateTime(text string) bool {
	const second = len("2006-01-02T15:04:")
	if isTime(time.RFC3339Nano)(text) {
		return true
	}
	if len(text) < second+2 || text[second:second+2] != "60" {
		return false
	}
	before, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text[:second]+"59"+text[second+2:]))
	return err == nil && before.UTC().Hour() == 23 && before.UTC().Minute() == 59
}

var durationShape = shape(`^P(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$`)

func isDuration(text string) bool { return len(text) > len("PT") && durationShape(text) }

// isBase64 takes the standard and the URL alphabet, padded or not, as protojson does.
func isBase64(text string) bool {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	_, err := base64.RawStdEncoding.DecodeString(text)
	return err == nil
}

// FormatWords names a format in a message, with its shape.
func FormatWords(format string) string { return cmp.Or(stringFormats[format].words, format) }

// sampleOf is a string of a format, as a model would send it.
func sampleOf(format string) string { return cmp.Or(stringFormats[format].sample, "text") }

// unlike are strings of a format that look unlike its sample.
var unlike = map[string]string{
	"date-time": "1999-12-31T23:59:59.5+02:00",
	"time":      "23:59:59.5+02:00",
	"duration":  "P1Y2M3DT4H5M6S",
	"uuid":      "9B2D8F10-1111-4ABC-8DEF-0123456789AB",
	"email":     "Ada.King+news@mail.example.org",
	"uri":       "urn:isbn:0451450523",
	"hex":       "0xA",
	"base64":    "-_8",
}

// samplesOf are some strings of a format, as different as they come; nil where
// nothing is known of it.
func samplesOf(format string) []string {
	var out []string
	for _, text := range []string{stringFormats[format].sample, stringFormats[format].short, unlike[format]} {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}
