package units

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names and descriptions beyond these sizes are read only so far: inputs are hostile.
const (
	maxName   = 96
	maxTokens = 2560
	maxDoc    = 16 << 10
)

// What most descriptions have at most, for which there is room beforehand.
const (
	usualTokens = 160
	usualDoc    = 1024
)

// token is a word, a number or a mark. Text is lower case for words of names.
type token struct {
	text  []byte
	word  *word // of a word that the lexicon knows
	num   float64
	start int  // byte offset in the source text
	isNum bool // num holds
	frac  bool // the number is spelled with a decimal point
	mark  rune // of a token that is neither
	glued bool // no space before it
}

func (t *token) is(r role) bool { return t.word.is(r) }

// Words splits a name into lower-case words: networkBandwidthGbps is network
// bandwidth gbps, wind_speed_40m is wind speed 40 m, IPAddress is ip address.
func Words(name string) []string {
	var buf [maxName]byte
	var toks [maxName]token
	var words []string
	for _, t := range splitName(name, buf[:0], toks[:0]) {
		words = append(words, string(t.text))
	}
	return words
}

// splitName appends the words of a name to toks, their lower-case letters to buf.
func splitName(name string, buf []byte, toks []token) []token {
	if len(name) > maxName {
		name = name[:maxName]
	}
	for i := 0; i < len(name); {
		c := name[i]
		if !isLetter(c) && !isDigit(c) {
			i++
			continue
		}
		j := nameWord(name, i)
		from := len(buf)
		for _, b := range []byte(name[i:j]) {
			buf = append(buf, lower(b))
		}
		t := token{text: buf[from:], start: i, glued: i > 0 && (isLetter(name[i-1]) || isDigit(name[i-1]))}
		if isDigit(c) {
			t.isNum = true
			t.num, _ = strconv.ParseFloat(name[i:j], 64)
		} else {
			t.word = find(t.text)
			if n := len(t.text); t.word == nil && n == 3 && t.text[2] == 's' && isUpper(name[i+1]) {
				t.word = lexicon()[string(t.text[:2])]
			}
			if j-i == 4 && cased[name[i:j]] != nil {
				t.word = cased[name[i:j]]
			}
		}
		toks = append(toks, t)
		i = j
	}
	return toks
}

// nameWord is the end of the word that begins at name[i].
func nameWord(name string, i int) int {
	j := i + 1
	if isDigit(name[i]) {
		for j < len(name) && isDigit(name[j]) {
			j++
		}
		return j
	}
	if n := mixedUnit(name, i); n > 0 {
		return i + n
	}
	upper := isUpper(name[i])
	for j < len(name) && isLetter(name[j]) {
		switch {
		case upper && isUpper(name[j]): // an acronym goes on, unless the next letter begins a word
			if j+1 < len(name) && isLower(name[j+1]) && !(name[j+1] == 's' && (j+2 == len(name) || !isLower(name[j+2]))) {
				return j
			}
		case isUpper(name[j]):
			return j
		default:
			upper = false
		}
		j++
	}
	return j
}

// mixedUnit is the length of a unit whose case camel splitting would tear
// apart, at name[i:]: MiBps, GiB, kWh, hPa, KBps. 0 where there is none.
func mixedUnit(name string, i int) int {
	var low [8]byte
	best, uppers := 0, 0
	for n := 0; n < len(low) && i+n < len(name) && isLetter(name[i+n]); n++ {
		low[n] = lower(name[i+n])
		if n > 0 && isUpper(name[i+n]) {
			uppers++
		}
		ends := i+n+1 == len(name) || !isLower(name[i+n+1])
		if !ends || n < 2 || uppers == 0 {
			continue
		}
		w := lexicon()[string(low[:n+1])]
		if w == nil && name[i+n] == 's' { // sizeInGBs
			w = lexicon()[string(low[:n])]
		}
		if w != nil && len(w.units) > 0 && !w.short {
			best = n + 1
		}
	}
	return best
}

// lexDoc appends the tokens of a description to toks; lower-case letters go to buf.
func lexDoc(doc string, buf []byte, toks []token) []token {
	if len(doc) > maxDoc {
		doc = doc[:maxDoc]
	}
	space := true
	for i := 0; i < len(doc) && len(toks) < maxTokens; {
		r, size := rune(doc[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(doc[i:])
		}
		switch {
		case r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '*' || r == '`' || r == '"' || r == '_':
			space = space || r != '*' && r != '`' && r != '"' && r != '_'
			i += size
			continue
		case r < utf8.RuneSelf && isDigit(doc[i]):
			j, frac := numberEnd(doc, i)
			if c := strings.IndexByte(doc[i:j], ','); c > 0 && inBrackets(toks) { // [-180,180] is no number of thousands
				j, frac = i+c, false
			}
			t := token{start: i, isNum: true, frac: frac, glued: !space, text: []byte(nil)}
			t.num = parseNumber(doc[i:j])
			if len(toks) > 0 && toks[len(toks)-1].mark == '-' && !space && (!toks[len(toks)-1].glued || opens(toks[:len(toks)-1])) {
				t.num = -t.num
				t.glued = false
				t.start = toks[len(toks)-1].start
				toks = toks[:len(toks)-1]
			}
			toks = append(toks, t)
			i = j
		case wordRune(r):
			j := i + size
			for j < len(doc) {
				r, size := rune(doc[j]), 1
				if r >= utf8.RuneSelf {
					r, size = utf8.DecodeRuneInString(doc[j:])
				}
				if !wordRune(r) && r != '_' && !(r < utf8.RuneSelf && isDigit(doc[j])) {
					break
				}
				j += size
			}
			for doc[j-1] == '_' { // __cents__ is a word in bold
				j--
			}
			from := len(buf)
			for _, b := range []byte(doc[i:j]) {
				buf = append(buf, lower(b))
			}
			t := token{text: buf[from:], start: i, glued: !space}
			if w := cased[doc[i:j]]; w != nil && j-i < 5 {
				t.word = w
			} else {
				t.word = find(t.text)
			}
			toks = append(toks, t)
			i = j
			if i+1 < len(doc) && doc[i] == '\'' && isLetter(doc[i+1]) { // a possessive s is no unit
				for i++; i < len(doc) && isLetter(doc[i]); {
					i++
				}
			}
		default:
			t := token{mark: r, start: i, glued: !space}
			if r == '%' || r == '°' {
				t.word = find([]byte(string(r)))
			}
			toks = append(toks, t)
			i += size
		}
		space = false
	}
	return toks
}

func numberEnd(s string, i int) (end int, frac bool) {
	for j := i; ; j++ {
		switch {
		case j == len(s):
			return j, frac
		case isDigit(s[j]):
		case s[j] == ',' && j+3 < len(s) && isDigit(s[j+1]) && isDigit(s[j+2]) && isDigit(s[j+3]) && (j+4 == len(s) || !isDigit(s[j+4])) && !frac:
		case s[j] == '.' && !frac && j+1 < len(s) && isDigit(s[j+1]):
			frac = true
		default:
			return j, frac
		}
	}
}

// parseNumber is the value of digits with thousands separators.
func parseNumber(s string) float64 {
	var f, scale float64
	for i := range len(s) {
		switch {
		case s[i] == '.':
			scale = 1
		case isDigit(s[i]):
			f = f*10 + float64(s[i]-'0')
			scale *= 10
		}
	}
	if scale > 1 {
		return f / scale
	}
	return f
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isLetter(byte(r))
	}
	return r == '°' || r == '²' || r == '³' || unicode.IsLetter(r)
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }

func lower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// opens reports that a minus behind these tokens is a sign: "[-180, 180]".
func opens(toks []token) bool {
	if len(toks) == 0 {
		return true
	}
	switch toks[len(toks)-1].mark {
	case '[', '(', ',', ':', '=', '<', '>', '.', '…':
		return true
	}
	return false
}

// inBrackets reports that the next number begins an interval.
func inBrackets(toks []token) bool {
	n := len(toks)
	if n > 0 && toks[n-1].mark == '-' {
		n--
	}
	return n > 0 && (toks[n-1].mark == '[' || toks[n-1].mark == '(')
}
