package prose

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Lenience is what a description says of values that are taken although its
// schema has another spelling for them.
type Lenience struct {
	AnyCase *Claim // upper and lower case are one: "case-insensitive"
	// Searches, where there is an AnyCase: it speaks of text to search for, in which case is no spelling of a value.
	Searches bool
	AsText   *Claim // a number is also taken as a string: "number or numeric string"
	// Values is a list that is surely closed, and of the field's own values: no value
	// stands in quotes beside it, and it is said without a condition.
	Values []Claim
}

var (
	anyCase = newPattern(`\bcase[- ]?insensitive(?:ly)?\b|\bnot case[- ]?sensitive\b|\bcase (?:does not|doesn't|is not|isn't) (?:matter|important|significant|considered)\b|\bcase is ignored\b` +
		`|\b(?:ignoring|ignores|regardless of|irrespective of) (?:the )?(?:letter )?(?:case|capitali[sz]ation)\b` +
		`|\b(?:any|either|mixed) (?:letter )?(?:case|capitali[sz]ation)\b|\b(?:upper|lower)[- ]?(?:case)? or (?:upper|lower)[- ]?case\b`)
	searching = newPattern(`\b(?:sub-?strings?|search(?:es|ed|ing)?|contain(?:s|ing)?|partial(?:ly)?|fuzzy|regex(?:p|es)?|regular expressions?|wildcards?|globs?|keywords?|quer(?:y|ies)|prefix(?:es)?|full-text|match(?:es|ed|ing)?)\b`)
	asText    = newPattern(`\b(?:numbers?|integers?|ints?|floats?|numeric) or (?:an? )?(?:numeric |number )?strings?\b|\bstrings? or (?:an? )?(?:numbers?|integers?|ints?|floats?)\b` +
		`|\b(?:accepts?|takes?|allows?) (?:also )?(?:numbers?|integers?) (?:as|in) strings?\b|\b(?:may|can) (?:also )?be (?:passed|sent|given|provided|written|quoted)(?: as)? (?:an? )?(?:numeric )?strings?\b` +
		`|\bnumeric strings? (?:is|are) (?:also )?(?:accepted|allowed|fine|ok|supported|converted|coerced|parsed)\b|\bstrings? (?:is|are|will be|get|gets) (?:converted|coerced|parsed|cast)\b`)
	literal = newPattern("[`'\"“‘][a-z][\\w%-]*[`'\"”’]|\\b(?:auto|automatic|unlimited|infinite|infinity|latest|relative|inherit|percentages?|px|expressions?)\\b|\\d(?:%|px|em|ms|[smhd])\\b")
)

// Lenient reads what a field's description says of values in other spellings.
func Lenient(t contract.Text) Lenience {
	r := read(t)
	l := Lenience{AnyCase: r.anyCase(), AsText: r.first([]string{"string"}, asText), Values: r.closedList()}
	l.Searches = l.AnyCase != nil && searching.MatchString(r.low)
	return l
}

// ShowsWord reports whether a description shows a value in words, or a number with a
// unit, where a number could stand: "auto", `top`, 30s.
func ShowsWord(t contract.Text) bool { return literal.MatchString(lower(t.Text)) }

// anyCase leaves out the idiom: "in any case, the oldest is taken".
func (r *reading) anyCase() *Claim {
	c := r.first([]string{"case", "capital"}, anyCase)
	if c == nil || !strings.EqualFold(c.Text, "any case") {
		return c
	}
	i := strings.Index(r.low, "any case")
	before, after := strings.TrimRight(r.low[:i], " "), strings.TrimLeft(r.low[i+len(c.Text):], " ")
	idiom, in := strings.CutSuffix(before, "in")
	if in && (strings.HasPrefix(after, ",") || endsSentence(strings.TrimRight(idiom, " "))) {
		return nil
	}
	return c
}

func endsSentence(s string) bool {
	return s == "" || strings.IndexByte(".;!?\n", s[len(s)-1]) >= 0
}

var (
	onCondition = newPattern(`\b(?:if|when|unless|while|where|other|more|additional|special|example|sample|common|typical|some)\b[^.;\n]*$`)
	ownSubject  = newPattern(`(?:^|[.:;(\n-])\s*(?:(?:the |this |its )?(?:value|values|it|this|field|parameter|property|option)\s+)?$`)
	notAll      = newPattern(`\b(?:empty (?:value|string)|leave (?:it )?(?:empty|blank)|append(?:ed|ing)?|suffix|prefix(?:ed)?|short(?:hand)?|abbreviat\w+|custom|fully qualified|wildcards?|combine[ds]?|several|multiple|one or more)\b`)
)

// closedList is values with more care: what is said to be all may be put into a schema.
func (r *reading) closedList() []Claim {
	for _, list := range []struct {
		words *cued
		bare  bool
	}{{strongList, true}, {weakList, false}} {
		for _, m := range list.words.all(r.low) {
			before := r.before(m[0])
			if notAList.MatchString(before) || onCondition.MatchString(before) || strings.Contains(r.low[m[0]:m[1]], "include") || !list.bare && !ownSubject.MatchString(before) {
				continue
			}
			if all := r.listAt(m[1], list.bare); len(all) > 1 {
				if r.quotesMore(all) || notAll.MatchString(r.low) {
					return nil
				}
				return all
			}
		}
	}
	return nil
}

// quotesMore reports whether a word that is no member of a list, nor the name of a
// field by its spelling, stands in quotes in the same text.
func (r *reading) quotesMore(list []Claim) bool {
	for i := 0; i < len(r.low); i++ {
		if strings.IndexByte("`\"'", r.low[i]) < 0 || i > 0 && isWord(r.low[i-1]) {
			continue
		}
		start, stop, end, ok := r.quotedAt(i)
		if !ok {
			continue
		}
		word := r.text[start:stop]
		if !strings.ContainsAny(word, " _") && !marked(word) && !slices.ContainsFunc(list, func(c Claim) bool { return c.Text == word }) {
			return true
		}
		i = end - 1
	}
	return false
}
