package traps

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// timeFormat is how a string field spells a time: "date-time", "date", "duration",
// "proto-duration"; "" where it does not.
func timeFormat(s *contract.Schema) string {
	if s.Types&^contract.NullType != contract.StringType {
		return ""
	}
	switch s.Source {
	case "google.protobuf.Duration":
		return "proto-duration"
	case "google.protobuf.Timestamp":
		return "date-time"
	}
	switch s.Format.Text {
	case "date-time", "date", "duration":
		return s.Format.Text
	}
	return ""
}

// formatOf is timeFormat of a field; a pattern says nothing that the API does not say
// better.
func formatOf(f *contract.Field, feeds []partner) string {
	format := timeFormat(f.Schema)
	for _, p := range feeds {
		if format == "" && f.Schema.Types&^contract.NullType == contract.StringType && f.Schema.Pattern.Text != "" && f.Schema.Format.Text == "" {
			format = timeFormat(p.ref.Field.Schema)
		}
	}
	return format
}

// settleTime is settle for a string that spells a time.
func (t *target) settleTime() (why string, told bool) {
	format := t.format
	for _, p := range t.partners {
		if other := timeFormat(p.ref.Field.Schema); other != "" && other != format {
			return "tool and API spell " + t.path + " differently", true
		}
	}
	if slices.Contains(contract.Words(t.field.Name), "local") {
		return "it is a time of a zone that nobody says", false
	}
	docs := []string{t.doc()}
	for _, p := range t.partners {
		docs = append(docs, p.ref.Field.Doc.Text)
	}
	for _, doc := range docs {
		if low := strings.ToLower(doc); strings.Contains(low, "unix") || strings.Contains(low, "epoch") || strings.Contains(low, "yyyy") && !strings.Contains(low, "thh") && format == "date-time" {
			return "its description spells the time in a way of its own", false
		}
	}
	t.Dim = units.Instant
	if strings.HasSuffix(format, "duration") {
		t.Dim = units.Duration
	}
	if why := t.obscure(); why != "" {
		return why, true
	}
	return "", false
}

// moment is a fixed point in time as people write it.
type moment struct {
	year, month, day, hour, minute int
	zone                           string // "UTC", "UTC-05:00"
	offset                         int    // minutes east of Greenwich
}

// moments are in the future of nobody's clock in particular: they are fixed.
var moments = []moment{
	{2027, 3, 4, 14, 30, "UTC", 0},
	{2027, 11, 15, 9, 0, "UTC-05:00", -300},
	{2028, 2, 29, 18, 45, "UTC+02:00", 120},
	{2027, 7, 1, 6, 0, "UTC", 0},
	{2027, 10, 9, 22, 15, "UTC+05:30", 330},
	{2028, 1, 1, 7, 5, "UTC-08:00", -480},
}

// at is the moment on the clock of its own zone.
func (m moment) at() time.Time {
	return time.Date(m.year, time.Month(m.month), m.day, m.hour, m.minute, 0, 0, time.FixedZone("", m.offset*60))
}

// said is the moment as a person writes it, by turns of the hand in one of three ways.
func (m moment) said(turn int) string {
	at := m.at()
	switch turn % 3 {
	case 1:
		return at.Format("2 January 2006, 15:04 ") + m.zone
	case 2:
		return at.Format("Monday, January 2, 2006 at 15:04 ") + m.zone
	}
	return at.Format("January 2, 2006 at 3:04 pm ") + m.zone
}

// instants are points in time for a number of seconds, or of parts of them, since 1970.
func (t *target) instants() []reading {
	if !t.sinceEpoch() {
		return nil
	}
	own := measureOf(t.unit.Symbol, units.Duration)
	if own == nil || own.size().Cmp(big.NewRat(1, 1)) > 0 {
		return nil
	}
	var all []reading
	for i, m := range moments {
		seconds := m.at().Unix()
		v, ok := decimal(new(big.Rat).Quo(big.NewRat(seconds, 1), own.size()))
		if !ok {
			continue
		}
		other, means := "", ""
		switch own.symbol {
		case "s":
			other, means = v+"000", "a time 50,000 years away"
		default:
			other, means = strconv.FormatInt(seconds, 10), "a day in January 1970"
		}
		wrong := &Wrong{number(other), "a model that sends " + other + " means " + means}
		if m.offset != 0 {
			local := time.Date(m.year, time.Month(m.month), m.day, m.hour, m.minute, 0, 0, time.UTC).Unix()
			v, _ := decimal(new(big.Rat).Quo(big.NewRat(local, 1), own.size()))
			hours := fmt.Sprintf("%+d minutes", -m.offset)
			wrong = &Wrong{number(v), "a model that leaves out the zone sends " + v + ", which is off by " + strings.TrimLeft(hours, "+-")}
		}
		all = append(all, reading{
			crossing: "a date at epoch " + own.all, said: m.said(i), value: number(v),
			note: m.said(i) + " is " + v + " " + own.all + " after 1970 began in UTC", wrong: wrong,
		})
	}
	return all
}

// sinceEpoch reports that a number counts from 1970: the seconds of a video count
// from its beginning.
func (t *target) sinceEpoch() bool {
	words := append(contract.Words(t.field.Name), proseWords(t.doc())...)
	if slices.ContainsFunc([]string{"1601", "1900", "1904", "1980", "2000", "2001", "gps", "ntp", "cocoa", "windows", "excel", "custom", "midnight", "julian"}, func(w string) bool { return slices.Contains(words, w) }) {
		return false
	}
	if slices.ContainsFunc(t.Stated, func(s units.Statement) bool { return s.From == units.FromFormat }) {
		return true
	}
	return slices.ContainsFunc([]string{"epoch", "unix", "1970"}, func(w string) bool { return slices.Contains(words, w) })
}

// times are what people say for a string that spells a time.
func (t *target) times() []reading {
	var all []reading
	switch t.format {
	case "date-time":
		docs := proseWords(t.doc())
		for _, p := range t.partners {
			docs = append(docs, proseWords(p.ref.Field.Doc.Text)...)
		}
		onlyUTC := slices.ContainsFunc(docs, func(w string) bool { return slices.Contains([]string{"utc", "gmt", "zulu"}, w) })
		for i, m := range moments {
			all = append(all, instant(m, i, onlyUTC))
		}
	case "date":
		for i, m := range moments {
			day := m.at()
			said := day.Format([]string{"January 2, 2006", "2 January 2006", "Monday, January 2, 2006"}[i%3])
			all = append(all, reading{crossing: "a written date at ISO 8601", said: said, value: text(day.Format(time.DateOnly)), note: said + " is " + day.Format(time.DateOnly)})
		}
	case "duration":
		for _, d := range lengths {
			all = append(all, reading{crossing: "words at an ISO 8601 duration", said: d.said, value: text(d.iso[0]), accept: texts(d.iso[1:]), note: d.said + " is " + d.iso[0]})
		}
	case "proto-duration":
		for _, d := range lengths {
			v, _ := decimal(rat(d.seconds))
			r := reading{crossing: "words at a protobuf duration", said: d.said, value: text(v + "s"), note: d.said + " is " + v + "s"}
			if !strings.Contains(v, ".") { // protobuf prints 0, 3, 6 or 9 decimals, and reads any
				r.accept = texts([]string{v + ".000s", v + ".0s"})
			}
			all = append(all, r)
		}
	}
	return all
}

func texts(all []string) []*source.Node {
	var out []*source.Node
	for _, s := range all {
		out = append(out, text(s))
	}
	return out
}

// lengths are durations and the ways to spell them by ISO 8601 (5.5.2.2), in whole
// units; the first is the usual one.
var lengths = []struct {
	said, seconds string
	iso           []string
}{
	{"90 minutes", "5400", []string{"PT1H30M", "PT90M", "PT5400S"}},
	{"two days", "172800", []string{"P2D", "PT48H", "PT2880M", "PT172800S"}},
	{"45 seconds", "45", []string{"PT45S"}},
	{"half an hour", "1800", []string{"PT30M", "PT0.5H", "PT1800S"}},
	{"an hour and a half", "5400", []string{"PT1H30M", "PT90M", "PT1.5H", "PT5400S"}},
	{"five minutes", "300", []string{"PT5M", "PT300S"}},
	{"12 hours", "43200", []string{"PT12H", "PT720M", "PT43200S"}},
}

// instant is a moment at a string by RFC 3339, which may give it in UTC or in its own
// zone, with or without thousandths. A description that asks for UTC gets UTC.
func instant(m moment, turn int, onlyUTC bool) reading {
	at := m.at()
	const whole, milli = "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05.000Z07:00"
	utc := at.UTC().Format(whole)
	r := reading{crossing: "a date at RFC 3339", said: m.said(turn), value: text(utc)}
	spellings := []string{at.UTC().Format(milli), strings.Replace(utc, "Z", "+00:00", 1)}
	if m.offset != 0 {
		if !onlyUTC {
			spellings = append(spellings, at.Format(whole), at.Format(milli))
		}
		local := at.Format("2006-01-02T15:04:05") + "Z"
		r.wrong = &Wrong{text(local), "a model that leaves out the zone sends " + local}
	}
	r.accept = texts(spellings)
	r.note = r.said + " is " + utc
	return r
}
