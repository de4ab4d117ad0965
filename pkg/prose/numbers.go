package prose

import (
	"strings"
	"unicode/utf8"
)

// number reads the number that stands at i, in quotes or not, with the word
// right behind it. Thousands separators are dropped. ok is false for what only
// begins like a number: a date, a version, a range.
func (r *reading) number(i int) (c Claim, end int, ok bool) {
	quoted := i < len(r.low) && strings.IndexByte("`'\"", r.low[i]) >= 0
	start := i
	if quoted {
		start++
	}
	end = start
	if end < len(r.low) && (r.low[end] == '-' || r.low[end] == '+') {
		end++
	}
	digits := end
	for end < len(r.low) && (isDigit(r.low[end]) || strings.IndexByte(",._", r.low[end]) >= 0 && end+1 < len(r.low) && isDigit(r.low[end+1])) {
		end++
	}
	spelled := r.text[start:end]
	if end == digits || strings.Count(spelled, ".") > 1 || strings.Contains(spelled, ",") && !thousands.MatchString(spelled) {
		return Claim{}, 0, false
	}
	c = Claim{Text: strings.Map(ofNumber, spelled), At: r.span(start, end)}
	if quoted && end < len(r.low) {
		end++
	}
	rest := r.low[end:]
	if strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, ":") && len(rest) > 1 && isDigit(rest[1]) {
		return Claim{}, 0, false
	}
	m := behind.FindStringSubmatchIndex(rest)
	if m != nil && m[2] == 0 && m[1] < len(rest) && isDigit(rest[m[1]]) {
		return Claim{}, 0, false
	}
	if m == nil || notOf[rest[m[2]:m[3]]] && m[2] > 0 {
		return c, end, true
	}
	c.Of = rest[m[2]:m[3]]
	return c, end + m[1], true
}

// ofNumber drops what a number may be written with and is read without.
func ofNumber(r rune) rune {
	if r == ',' || r == '_' || r == '+' {
		return -1
	}
	return r
}

var (
	thousands = newPattern(`^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	behind    = newPattern(`^[ \t-]?(%|µs|[a-z]+)`)
)

// notOf are words behind a number that do not say what it counts.
var notOf = set("and or to for per if when by in inclusive exclusive is the at are with on as unless while where but so default defaults max maximum min minimum respectively then otherwise which this it a an from not can must will representing indicating meaning before after")

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

const connector = `\s*(?:(?:value|values|number|limit|allowed|of|is|are|to|be)\s*)*[:=(\[]*\s*`

var (
	maxWords = newCued(`\bmax(?:imum)?\b\.?(?:\s+(?:length|size))?`+connector+
		`|\b(?:at most|up to|no more than|not (?:be )?(?:more|greater|larger|longer) than|(?:not|cannot|can't|never) exceed|less than or equal to|limited to|capped at|upper limit(?: of| is))\s+`+
		`|\bmust be\s*(?:<=|≤)\s*`,
		"max", "at most", "up to", "no more than", "not ", "cannot ", "can't ", "never ", "less than or", "limited to", "capped at", "upper limit", "must be")
	minWords = newCued(`\bmin(?:imum)?\b\.?(?:\s+(?:length|size))?`+connector+
		`|\b(?:at least|no (?:less|fewer) than|not (?:be )?(?:less|fewer|smaller|lower|shorter) than|greater than or equal to|lower limit(?: of| is))\s+`+
		`|\bmust be\s*(?:>=|≥)\s*`,
		"min", "at least", "no less", "no fewer", "not ", "greater than or", "lower limit", "must be")
	belowWords = newCued(`\bmust be (?:strictly )?(?:less|smaller|lower) than\s+`, "must be")
	aboveWords = newCued(`\bmust be (?:strictly )?(?:greater|more|larger|higher) than\s+`, "must be")
	rangeWords = newCued(`\bbetween\s+|\brang(?:e|es|ing)\b\s*(?:(?:is|of|from|between|can|allowed|values?)\s*)*[:(\[]*\s*|\bmust be (?:from )?|\bvalues? (?:are |is )?(?:from )?|\(`,
		"between", "rang", "must be", "value", "(")
	rangeLink = newPattern(`^\s*(?:to|and|-|–|—|\.\.\.?|through)\s*`)
)

// bounds reads limits on the value, the length or the count; Of says which.
func (r *reading) bounds() (lower, upper *Claim) {
	if strings.IndexFunc(r.low, func(c rune) bool { return '0' <= c && c <= '9' }) < 0 {
		return nil, nil
	}
	var lows, highs []Claim
	for _, m := range rangeWords.all(r.low) {
		if lo, hi, ok := r.rangeAt(m[0], m[1]); ok {
			lows, highs = append(lows, lo), append(highs, hi)
		}
	}
	highs = append(highs, r.limits(maxWords, false)...)
	highs = append(highs, r.limits(belowWords, true)...)
	lows = append(lows, r.limits(minWords, false)...)
	lows = append(lows, r.limits(aboveWords, true)...)
	return agreed(lows), agreed(highs)
}

func (r *reading) limits(words *cued, exclusive bool) []Claim {
	var all []Claim
	for _, m := range words.all(r.low) {
		c, end, ok := r.number(m[1])
		if !ok || c.Of == "of" || afterLimit.MatchString(r.low[end:]) {
			continue
		}
		if cue := r.low[m[0]:m[1]]; c.Of == "" && strings.Contains(cue, "length") {
			c.Of = "characters"
		}
		c.Exclusive = exclusive
		all = append(all, c)
	}
	return all
}

// afterLimit turns a limit into one on something else, or into a condition.
var afterLimit = newPattern(`^\s*(?:when|if|for|unless|while|with|of|in case|per (?:second|minute|hour|day|user|account))\b`)

func (r *reading) rangeAt(start, i int) (lo, hi Claim, ok bool) {
	lo, end, ok := r.bareNumber(i)
	if !ok {
		return lo, hi, false
	}
	link := rangeLink.FindString(r.low[end:])
	if link == "" {
		return lo, hi, false
	}
	hi, end, ok = r.number(end + len(link))
	if !ok || isYear(lo.Text) && isYear(hi.Text) || conditional.MatchString(r.low[end:]) && !strings.HasPrefix(r.low[end:], " in") {
		return lo, hi, false
	}
	dash := strings.TrimSpace(link)
	if r.low[start] == '(' && (dash != "-" && dash != "–" || end < len(r.low) && strings.IndexByte(",;)", r.low[end]) < 0) {
		return lo, hi, false
	}
	lo.Of = hi.Of
	return lo, hi, true
}

// bareNumber is the lower end of a range: only digits, no word behind them.
func (r *reading) bareNumber(i int) (c Claim, end int, ok bool) {
	m := rangeStart.FindStringSubmatchIndex(r.low[i:])
	if m == nil {
		return Claim{}, 0, false
	}
	text := strings.ReplaceAll(r.text[i+m[2]:i+m[3]], ",", "")
	return Claim{Text: text, At: r.span(i+m[2], i+m[3])}, i + m[1], true
}

var rangeStart = newPattern("^[`'\"]?([-+]?\\d[\\d,]*(?:\\.\\d+)?)[`'\"]?")

func isYear(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }

// agreed is the claim that all of them make, or nil.
func agreed(all []Claim) *Claim {
	if len(all) == 0 {
		return nil
	}
	for _, c := range all[1:] {
		if c.Text != all[0].Text || c.Of != all[0].Of && c.Of != "" && all[0].Of != "" {
			return nil
		}
	}
	return &all[0]
}

var (
	defaultWords = newCued(`\bdefault(?:s|ed)?(?:\s+value)?\*{0,2}\s*((?:(?:is|are|to|of|as|will be)\b|[:=])?)\s*(?:(?:set )?to\s+)?`, "default")
	isDefault    = newPattern("(?:^|[\\s(,:|])[`'\"]?([\\w.-]+)[`'\"]?\\s*\\(\\s*(?:the\\s+)?default\\s*[,;)]")
	bareValue    = newPattern(`^([a-z][\w/+-]*(?:\.[\w/+-]+)*)\s*(?:[,.;:)\]]|$|\n)`)
)

// notDefault are words behind "default" that name no value.
var notDefault = set("the a an none null nil empty current unset undefined disabled enabled on off yes no based unlimited user server optional required this that value values your its latest blank nothing automatic automatically now today used set applied chosen")

func (r *reading) defaultClaim() *Claim {
	if !r.has("default") {
		return nil
	}
	var all []Claim
	for _, m := range defaultWords.all(r.low) {
		c, end, ok := r.literal(m[1], m[2] < m[3])
		if !ok || m[0] > 0 && strings.IndexByte("`'\"", r.low[m[0]-1]) >= 0 {
			continue
		}
		before := r.before(m[0])
		apart := isUpper(r.text[m[0]]) || m[0] > 0 && r.text[m[0]-1] == '(' // a sentence of its own, or a remark
		if conditional.MatchString(r.low[end:]) || !apart && underIf.MatchString(before) && !leftOut.MatchString(before) {
			return nil
		}
		all = append(all, c)
	}
	for _, m := range isDefault.FindAllStringSubmatchIndex(r.low, -1) {
		all = append(all, Claim{Text: r.text[m[2]:m[3]], At: r.span(m[2], m[3])})
	}
	return agreed(all)
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

var (
	// underIf begins a sentence that speaks of one case; leftOut says that the case is
	// the one that a default is for.
	underIf = newPattern(`(?:^|[.;:\n])[\s*_]*(?:if|when|unless)\b[^.;\n]*$`)
	leftOut = newPattern(`\b(?:(?:not|isn't|is not|never) (?:be )?(?:set|provided|specified|given|supplied|present|passed|included|defined)|omitted|unset|unspecified|absent|missing|empty|blank|null|left out|no [a-z]+ (?:is|are|was) (?:set|provided|specified|given|supplied|passed))\b[^.;\n]*$`)
)

// literal reads the value at i: quoted, a number, true or false; a bare word
// only behind "is", "to" or a colon, and only where the sentence ends with it.
func (r *reading) literal(i int, linked bool) (c Claim, end int, ok bool) {
	if c, end, ok := r.number(i); ok {
		return c, end, true
	}
	if start, stop, end, ok := r.quotedAt(i); ok {
		return Claim{Text: r.text[start:stop], At: r.span(start, stop)}, end, true
	}
	m := bareValue.FindStringSubmatchIndex(r.low[i:])
	if m == nil {
		return c, 0, false
	}
	word := r.low[i+m[2] : i+m[3]]
	if !linked && word != "true" && word != "false" || notDefault[word] {
		return c, 0, false
	}
	return Claim{Text: r.text[i+m[2] : i+m[3]], At: r.span(i+m[2], i+m[3])}, i + m[3], true
}

// quotedAt is the inside of the quotes that open at i, and where they end.
func (r *reading) quotedAt(i int) (start, stop, end int, ok bool) {
	for _, q := range [][2]string{{"`", "`"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}} {
		if !strings.HasPrefix(r.low[i:], q[0]) {
			continue
		}
		start = i + len(q[0])
		n := strings.Index(r.low[start:min(start+longestQuote, len(r.low))], q[1])
		if n <= 0 || strings.ContainsRune(r.low[start:start+n], '\n') || !utf8.ValidString(r.low[start:start+n]) {
			return 0, 0, 0, false
		}
		return start, start + n, start + n + len(q[1]), true
	}
	return 0, 0, 0, false
}
