package prose

import (
	"regexp"
	"sync"
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
