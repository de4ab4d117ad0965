package prose

import (
	"slices"
)

var (
	yearFirst = newPattern(`\byyyy-mm-dd(?:[t ]?['"]?t?['"]?hh:mm[\w:.+-]*)?`)
	isoWords  = newPattern(`\b(?:iso[- ]?8601|rfc[- ]?3339)(?:[- ](?:formatted|format|compliant))?(?:[- ](utc|date-?time|timestamp|date and time|duration|date|time)s?\b)?`)
	freeWords = newPattern(`\b(?:natural language|relative (?:time|date|format)s?|human[- ]readable)\b`)
	epoch     = newPattern(`\b(?:unix|epoch)[- ](?:time(?:stamp)?|epoch|seconds|milliseconds|millis)s?\b|\bseconds since (?:the )?(?:unix )?epoch\b`)
	uuidWords = newPattern(`\b(?:uuid|guid)(?:v4)?\b`)
	hexWords  = newPattern(`\bhex(?:adecimal)?(?:[- ](?:encoded|string|digits|format))?\b`)
	baseWords = newPattern(`\bbase[- ]?64(?:url)?\b`)
	jsonWords = newPattern(`\bjson[- ](?:encoded|stringified|serialized)\b|\bjson string\b|\bstringified json\b|\bencoded as json\b`)

	notFormat  = newPattern(`\b(?:not|no|non|without|instead of|rather than)\s+(?:an?\s+|the\s+|in\s+)?[(]?$`)
	alternates = newPattern(`\bor\s+(?:an?\s+|the\s+|in\s+|its\s+)?[(]?$`)
	orElse     = newPattern(`^[)\s,]*(?:strings?|ids?|values?|formats?|dates?)?\s*\bor\b`)
	exampleT   = newPattern(`\b\d{4}-\d\d-\d\dt\d\d:\d\d`)
)

// formats reads what a string holds. The result is a list of alternatives; a
// form that is offered beside one we cannot name ("a UUID or a slug") is no claim.
func (r *reading) formats() []Claim {
	var all []Claim
	all = append(all, r.dates()...)
	for _, f := range []struct {
		name, word string
		pattern    *pattern
	}{
		{"free", "natural", freeWords}, {"free", "relative", freeWords}, {"unix-time", "unix", epoch}, {"unix-time", "epoch", epoch},
		{"uuid", "uuid", uuidWords}, {"uuid", "guid", uuidWords}, {"hex", "hex", hexWords}, {"base64", "base", baseWords}, {"json", "json", jsonWords},
	} {
		if !r.has(f.word) {
			continue
		}
		m := f.pattern.FindStringIndex(r.low)
		if m == nil || slices.ContainsFunc(all, func(c Claim) bool { return c.Text == f.name }) || f.name == "hex" && r.has("color", "colour") {
			continue
		}
		dated := len(all) > 0
		if notFormat.MatchString(r.before(m[0])) || !dated && f.name != "free" && (alternates.MatchString(r.before(m[0])) || orElse.MatchString(r.low[m[1]:])) {
			continue
		}
		all = append(all, Claim{Text: f.name, At: r.span(m[0], m[1])})
	}
	return all
}

func (r *reading) dates() []Claim {
	if !r.has("yyyy", "8601", "3339") {
		return nil
	}
	var all []Claim
	add := func(name string, start, end int) {
		if !slices.ContainsFunc(all, func(c Claim) bool { return c.Text == name }) {
			all = append(all, Claim{Text: name, At: r.span(start, end)})
		}
	}
	for _, m := range yearFirst.FindAllStringIndex(r.low, -1) {
		name := "date"
		if m[1]-m[0] > len("yyyy-mm-dd") || m[1] < len(r.low) && r.low[m[1]] == 't' {
			name = "date-time"
		}
		add(name, m[0], m[1])
	}
	for _, m := range isoWords.FindAllStringSubmatchIndex(r.low, -1) {
		if notFormat.MatchString(r.before(m[0])) {
			continue
		}
		word := ""
		if m[2] >= 0 {
			word = r.low[m[2]:m[3]]
		}
		switch {
		case word == "duration":
			add("duration", m[0], m[1])
		case word == "time":
			add("time", m[0], m[1])
		case word == "datetime" || word == "date-time" || word == "timestamp" || word == "date and time" || word == "utc" || r.low[m[0]] == 'r' && word == "":
			add("date-time", m[0], m[1])
		case len(all) > 0: // "ISO 8601 (YYYY-MM-DD)": the pattern says it better
		case exampleT.MatchString(r.low):
			add("date-time", m[0], m[1])
		default:
			add("iso-8601", m[0], m[1])
		}
	}
	return all
}
