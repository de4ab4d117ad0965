package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// The sentences that the formats for people share. They hold the words of inputs as
// they are: each format escapes them.

// headline is what a log shows, in one line.
func headline(r *tally.Report) string {
	s := r.Summary
	switch {
	case s.Calls == 0:
		return "no call of any tool was found"
	case s.Judged == 0:
		return grouped(s.Calls, "call") + ", none of a tool that the contracts have"
	}
	tools := 0
	for _, t := range r.Tools {
		if t.Calls > 0 {
			tools++
		}
	}
	text := fmt.Sprintf("%s of %s: %s valid", grouped(s.Judged, "call"), counted(tools, "tool"), portion(s.Valid, s.Judged))
	if s.Invalid > 0 {
		text += "; " + triage(s.Explained, s.Invalid)
	}
	return text
}

// triage is how many failures drift explains.
func triage(explained, invalid int64) string {
	switch explained {
	case invalid:
		return fmt.Sprintf("%s contract drift", allAre(invalid))
	case 0:
		if invalid == 1 {
			return "the 1 failure is not explained by drift"
		}
		return fmt.Sprintf("none of %s failures is explained by drift", group(invalid))
	}
	are := "are"
	if explained == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s of %s failures %s contract drift, %s unexplained", group(explained), group(invalid), are, group(invalid-explained))
}

func allAre(n int64) string {
	if n == 1 {
		return "the 1 failure is"
	}
	return "all " + group(n) + " failures are"
}

// judged is what was judged, the end of a report: a reader must see from it when
// little or nothing was.
func judged(s tally.Summary, v View) string {
	text := fmt.Sprintf("judged %s of %s in %s", group(s.Judged), grouped(s.Calls, "call"), grouped(s.Logs, "log"))
	text += fmt.Sprintf(" (%s", grouped(s.Records, "record"))
	if s.Broken > 0 {
		text += fmt.Sprintf(", %s more not read", group(s.Broken))
	}
	text += ")"
	if span := spanOf(s); span != "" {
		text += " " + span
	}
	var parts []string
	if s.Judged > 0 {
		parts = append(parts, group(s.Invalid)+" invalid")
	}
	if s.Unsure > 0 {
		parts = append(parts, group(s.Unsure)+" valid as far as can be seen")
	}
	if n := s.Calls - s.Judged; n > 0 {
		parts = append(parts, group(n)+" of unknown tools")
	}
	if v.FailUnder > 0 && s.Judged > 0 {
		parts = append(parts, gateWords(s.Share, v.FailUnder))
	}
	if len(parts) == 0 {
		return text
	}
	return text + ": " + strings.Join(parts, ", ")
}

// gateWords hold the share of valid calls against the least that is asked for. It
// has as many digits as it takes to see which is less.
func gateWords(share, least float64) string {
	word := "not under"
	if share < least {
		word = "under"
	}
	written := func(v float64, digits int) string { return strconv.FormatFloat(v*100, 'f', digits, 64) + " %" }
	digits := 1
	for digits < 6 && share != least && written(share, digits) == written(least, digits) {
		digits++
	}
	return fmt.Sprintf("%s valid is %s the %s asked for", written(share, digits), word, written(least, digits))
}

// spanOf is when the calls were made: "from 2026-01-01 to 2026-12-31"; "".
func spanOf(s tally.Summary) string {
	from, to := day(s.From), day(s.To)
	switch {
	case from == "":
		return ""
	case from == to:
		return "of " + from
	}
	return "from " + from + " to " + to
}

// day is the day of a time.
func day(at string) string {
	date, _, _ := strings.Cut(at, "T")
	return date
}

// moment is a time as exactly as the buckets are.
func moment(at, bucket string) string {
	date, clock, found := strings.Cut(at, "T")
	if bucket != "hour" || !found {
		return date
	}
	return date + " " + strings.TrimSuffix(strings.TrimSuffix(clock, "Z"), ":00")
}

// stepWords are a step and how sure it is: "since 2026-03-14: 0.2 % -> 18.1 % invalid (p < 1e-9)".
func stepWords(s *tally.Step, bucket string) string {
	return fmt.Sprintf("since %s: %s -> %s invalid (%s)", moment(s.At, bucket), percent(s.Before), percent(s.After), chance(s.P))
}

// methodWords say once how all steps of a report were found; "" where there is none.
func methodWords(r *tally.Report) string {
	var methods []string
	for _, t := range r.Tools {
		of := [][]tally.Step{t.Steps}
		for _, f := range t.Fields {
			of = append(of, f.Steps)
		}
		for _, s := range slices.Concat(of...) {
			if !slices.Contains(methods, s.Method) {
				methods = append(methods, s.Method)
			}
		}
	}
	if len(methods) == 0 {
		return ""
	}
	return "steps were found by " + strings.Join(methods, ", and by ")
}

// kindWords are what is wrong and for whom: "out-of-bounds for the API".
func kindWords(f *tally.Fault) string {
	switch f.Side {
	case "":
		return f.Kind
	case "api":
		return f.Kind + " for the API"
	}
	return f.Kind + " for the " + f.Side
}

// sentWords are what an example sent and what it should have, as far as the words of
// its fault have not said it.
func sentWords(f *tally.Fault, e *tally.Example) (got, send string) {
	got, send = e.Got, e.Send
	if says(f.Text, got) {
		got = ""
	}
	if says(f.Text, "send "+send) {
		send = ""
	}
	return got, send
}

// says reports whether a sentence has a value, and not only as a part of another.
func says(sentence, value string) bool {
	for _, after := range []string{" ", ",", ";"} {
		if strings.Contains(" "+sentence+" ", " "+value+after) {
			return true
		}
	}
	return false
}

// chance is a probability as papers write it.
func chance(p float64) string {
	const least = 1e-9
	if p < least {
		return "p < 1e-9"
	}
	return "p = " + strconv.FormatFloat(p, 'g', 2, 64)
}

// commitWords are a commit near a step: "1a2b3c4d5e6f 2026-03-14 api/openapi.yaml: words".
func commitWords(c *tally.Commit, file string) string {
	return fmt.Sprintf("%s %s %s: %s", c.Hash, day(c.Time), file, c.Subject)
}

// mixupWords say which values of a field mix, and what they should be.
func mixupWords(field string, m *tally.Mixup) string {
	text := field
	if m.Currency != "" {
		text += " in " + m.Currency
	}
	text += fmt.Sprintf(": %s near %s and %s near %s, %s apart", grouped(m.Low.Calls, "value"), m.Low.Median, group(m.High.Calls), m.High.Median, m.Factor)
	if m.Reading != "" {
		text += ": " + m.Reading
	}
	switch {
	case m.States == "":
		return text + "; the contract states no unit"
	case m.API != "":
		return text + "; the tool says " + m.States + ", the API " + m.API
	}
	return text + "; the contract says " + m.States
}

// periodWords say since or until when values of one cluster come, where that of the
// other differs: "those near 4200 since 2026-05-04"; "".
func periodWords(m *tally.Mixup) string {
	var all []string
	for _, c := range []struct {
		this, other *tally.Cluster
	}{{&m.Low, &m.High}, {&m.High, &m.Low}} {
		text := ""
		if muchLater(c.this.From, c.other.From) {
			text += " since " + day(c.this.From)
		}
		if muchLater(c.other.To, c.this.To) {
			text += " until " + day(c.this.To)
		}
		if text != "" {
			all = append(all, "those near "+c.this.Median+text)
		}
	}
	return strings.Join(all, ", ")
}

// muchLater reports whether a time is more than a week after another: what comes
// seldom is seen some days late.
func muchLater(at, than string) bool {
	a, err := time.Parse(time.RFC3339, at)
	b, err2 := time.Parse(time.RFC3339, than)
	return err == nil && err2 == nil && a.Sub(b) > 7*24*time.Hour
}

// retryWords are what callers did about failures.
func retryWords(t *tally.Tool) string {
	text := fmt.Sprintf("%s a failure in the same turn, %s valid", following(t.Retries), ofThem(t.Repaired))
	if t.Intents > 0 {
		text += fmt.Sprintf("; of %s %s end valid", grouped(t.Intents, "intent"), percent(t.IntentShare))
	}
	return text
}

// answerWords are what servers made of calls that was not to be expected; "".
func answerWords(t *tally.Tool) string {
	var all []string
	if t.Tolerated > 0 {
		all = append(all, grouped(t.Tolerated, "invalid call")+" answered with success")
	}
	if t.Failed > 0 {
		all = append(all, grouped(t.Failed, "valid call")+" answered with an error")
	}
	return strings.Join(all, ", ")
}

func ofThem(n int64) string {
	if n == 0 {
		return "none of them"
	}
	return group(n) + " of them"
}

func following(n int64) string {
	if n == 1 {
		return "1 call repeats"
	}
	return group(n) + " calls repeat"
}

// strangers are the names that were called and are no tool's, a line each.
func strangers(r *tally.Report) (lines []string) {
	for _, u := range r.Unknown {
		text := fmt.Sprintf("%s: %s, but no tool is called so", u.Name, grouped(u.Calls, "call"))
		if u.Nearest != "" {
			text += "; the nearest is " + u.Nearest
		}
		lines = append(lines, text)
	}
	return lines
}

// brokenRecords are the records that could not be read, a line each.
func brokenRecords(r *tally.Report) (lines []string) {
	for _, b := range r.Broken {
		lines = append(lines, fmt.Sprintf("%s:%d: not read: %s", b.Log, b.Line, b.Why))
	}
	return lines
}

// grouped is "1 call", "12,031 calls".
func grouped(n int64, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return group(n) + " " + word + "s"
}

// group is a number with a comma after each three digits.
func group(n int64) string {
	digits := strconv.FormatInt(n, 10)
	first := len(digits) % 3
	var parts []string
	if first > 0 {
		parts = append(parts, digits[:first])
	}
	for i := first; i < len(digits); i += 3 {
		parts = append(parts, digits[i:i+3])
	}
	return strings.Join(parts, ",")
}

// portion is how much part is of whole.
func portion(part, whole int64) string {
	switch part {
	case whole:
		return "100 %"
	case 0:
		return "0 %"
	}
	return percent(float64(part) / float64(whole))
}

// percent is a share to a tenth. What is not all is never rounded to 100 %, nor
// what is something to 0 %.
func percent(share float64) string {
	switch tenths := math.Round(share * 1000); {
	case share <= 0 || math.IsNaN(share):
		return "0 %"
	case share >= 1:
		return "100 %"
	case tenths == 0:
		return "under 0.1 %"
	case tenths == 1000:
		return "over 99.9 %"
	default:
		return strconv.FormatFloat(tenths/10, 'f', 1, 64) + " %"
	}
}

// shares are the least and the most of a curve: "0 % to 18.4 %".
func shares(least, most float64) string {
	if least == most {
		return percent(most)
	}
	return percent(least) + " to " + percent(most)
}
