package diff

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// matching is a string that a pattern matches, in which what may be repeated is
// repeated so often beyond the least; ok is false where the pattern is beyond us.
func matching(pattern string, repeat int) (text string, ok bool) {
	return speller{repeat: repeat}.text(pattern)
}

// speller is one way among others to write what a pattern matches.
type speller struct {
	repeat int // beyond the least
	choice int // 0: the plainest characters and the first alternatives; else others in turn

	sparse bool // what may be left out is, however often the rest is repeated
}

// maxMatching bounds the length of such a string, in bytes.
const maxMatching = 2000

func (s speller) text(pattern string) (text string, ok bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	ok = s.write(&b, re)
	return b.String(), ok
}

func (s speller) write(b *strings.Builder, re *syntax.Regexp) bool {
	if b.Len() > maxMatching {
		return false
	}
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
		return true
	case syntax.OpCharClass:
		b.WriteRune(s.character(re.Rune))
		return len(re.Rune) > 0
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
		return true
	case syntax.OpAlternate:
		return s.write(b, re.Sub[s.choice%len(re.Sub)])
	case syntax.OpStar:
		times = s.repeat
	case syntax.OpPlus:
		times = 1 + s.repeat
	case syntax.OpQuest:
		if times = min(s.repeat, 1); s.sparse {
			times = 0
		}
	case syntax.OpRepeat:
		times = re.Min + s.repeat
		if re.Max >= 0 {
			times = min(times, re.Max)
		}
	case syntax.OpNoMatch, syntax.OpNoWordBoundary:
		return false
	}
	for range times {
		for _, sub := range re.Sub {
			if !s.write(b, sub) {
				return false
			}
		}
	}
	return true
}

// character is one of a class given as pairs of ends.
func (s speller) character(class []rune) rune {
	if s.choice == 0 || len(class) == 0 {
		return plainest(class)
	}
	return class[(s.choice-1)*2%len(class)]
}

// plainest is a letter or digit of a class given as pairs of ends, else its first.
func plainest(class []rune) rune {
	for _, want := range "aA0xX1" {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= want && want <= class[i+1] {
				return want
			}
		}
	}
	if len(class) == 0 {
		return 'x'
	}
	return class[0]
}

// A pattern is judged by so many strings of each length, and so many lengths.
const (
	choices = 8
	lengths = 3
)

// matchesHold reports whether some strings that the tool's pattern matches are all
// of the API's format, also with more before and after them where the pattern lets it.
func matchesHold(t *contract.Schema, api FormatFact) bool {
	fits := stringFormats[api.Name].fits
	re, err := regexp.Compile(t.Pattern.Text)
	if err != nil {
		return false
	}
	for repeat := range lengths {
		for choice := range choices {
			text, ok := speller{repeat: repeat, choice: choice}.text(t.Pattern.Text)
			if !ok {
				return false
			}
			for _, longer := range []string{text, "-3 " + text, text + " -3"} {
				if fits != nil && re.MatchString(longer) && !fits(longer) {
					return false
				}
			}
		}
	}
	return true
}

// spells reports whether some string that a pattern matches is of a format; also
// where that is not known: of a pattern that leaves an end open, or a choice.
func spells(pattern, format string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	fits := stringFormats[format].fits
	if err != nil || fits == nil || !isWhole(re) || hasChoice(re) {
		return true
	}
	for repeat := range 12 {
		for choice := range choices {
			for _, sparse := range []bool{false, true} {
				if text, ok := (speller{repeat, choice, sparse}).text(pattern); !ok || fits(text) {
					return true
				}
			}
		}
	}
	return false
}

// isWhole reports whether a pattern speaks of all of a string.
func isWhole(re *syntax.Regexp) bool {
	return re.Op == syntax.OpConcat && re.Sub[0].Op == syntax.OpBeginText && re.Sub[len(re.Sub)-1].Op == syntax.OpEndText
}

func hasChoice(re *syntax.Regexp) bool {
	return re.Op == syntax.OpAlternate || slices.ContainsFunc(re.Sub, hasChoice)
}
