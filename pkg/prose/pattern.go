package prose

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// pattern is a regular expression that is compiled when it is first asked for:
// compiling them all would take longer than reading most tool lists, and few
// texts ask for all.
type pattern struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

var patterns []*pattern

// newPattern is the pattern of an RE2 expression, which must be valid.
func newPattern(text string) *pattern {
	p := &pattern{text: text}
	patterns = append(patterns, p)
	return p
}

func (p *pattern) compiled() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.text) })
	return p.re
}

func (p *pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

func (p *pattern) FindString(s string) string { return p.compiled().FindString(s) }

func (p *pattern) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

func (p *pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

func (p *pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

func (p *pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

// cued is a pattern whose matches all begin with one of some words, which are
// looked for first: a description of some kilobytes holds few of them.
type cued struct {
	pattern
	cues []string
}

var cuedPatterns []*cued

// newCued is the pattern of an expression of which every match begins with a cue,
// is not empty, and can be told from the byte before it and cuedReach behind it.
func newCued(text string, cues ...string) *cued {
	p := &cued{pattern: pattern{text: "^(?s:.)(?:" + text + ")"}, cues: cues}
	cuedPatterns = append(cuedPatterns, p)
	return p
}

// cuedReach is how far a match goes at most, in bytes; only blanks make it longer
// than a few words.
const cuedReach = 256

// all are the matches in s, with those of groups, as FindAllStringSubmatchIndex says them.
func (p *cued) all(s string) [][]int {
	var found [][]int
	next := make([]int, len(p.cues))
	for pos := 0; pos < len(s); {
		at := len(s)
		for i, cue := range p.cues {
			if next[i] < pos || pos == 0 {
				next[i] = len(s)
				if n := strings.Index(s[pos:], cue); n >= 0 {
					next[i] = pos + n
				}
			}
			at = min(at, next[i])
		}
		if at == len(s) {
			break
		}
		pos = at + 1
		if m := p.at(s, at); m != nil {
			found = append(found, m)
			pos = m[1]
		}
	}
	return found
}

// at is the match at an offset, or nil.
func (p *cued) at(s string, at int) []int {
	_, before := utf8.DecodeLastRuneInString(s[:at])
	part, start := s[at-before:min(len(s), at+cuedReach)], at-before
	if at == 0 {
		part, start = " "+part, -1
	}
	m := p.FindStringSubmatchIndex(part)
	for i := range m {
		if m[i] >= 0 {
			m[i] += start
		}
	}
	if m != nil {
		m[0] = at
	}
	return m
}
