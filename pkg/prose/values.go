package prose

import (
	"strings"
)

var (
	// strongList announces a list of values, so that bare words count.
	strongList = newCued(`\b(?:one of(?: the following(?: values)?)?|(?:allowed|valid|possible|accepted|supported|available|permitted)\s+(?:values?|options?|choices|types?|statuses|states|modes)(?: are| is| include)?|(?:options|values|enum|choices)(?: are)?:)\s*:?\s*`,
		"one of", "allowed", "valid", "possible", "accepted", "supported", "available", "permitted", "options", "values", "enum", "choices")
	// weakList does so only before quoted words.
	weakList = newCued(`\b(?:(?:can|must|may|should|could) be(?: either| set to)?|either)\s*:?\s*`,
		"can be", "must be", "may be", "should be", "could be", "either")
	notAList  = newPattern(`\b(?:at least|exactly|only|any|specify|provide|send|pass|use|include|plus|requires?|needs?|e\.g\.|such as)\s*$`)
	openEnded = newPattern(`^[\s,]*(?:or|and)?\s*(?:etc\b|\.\.\.|…|and (?:more|others|so on)|or (?:any|an?|other|another|custom|your)\b|others?\b|more\b)`)
	separator = newPattern(`^\s*(?:,\s*(?:or|and)\b|,|\bor\b|\band\b|\||/)\s*`)
	remark    = newPattern(`^\s*\([^()\n]{0,120}\)`)
	bareItem  = newPattern(`^[a-z0-9][\w+-]*(?:\.[\w+-]+)*`)
	bullet    = newPattern(`^[ \t]*(?:[-*•]|\d+[.)])\s+`)
)

// values reads a closed list: "one of a, b or c", "can be: `a` or `b`", or one
// value a line. A list that ends in "etc" or in other words is none.
func (r *reading) values() []Claim {
	for _, list := range []struct {
		words *cued
		bare  bool
	}{{strongList, true}, {weakList, false}} {
		for _, m := range list.words.all(r.low) {
			if notAList.MatchString(r.before(m[0])) {
				continue
			}
			if all := r.listAt(m[1], list.bare); len(all) > 1 {
				return all
			}
		}
	}
	return nil
}

func (r *reading) listAt(i int, bare bool) []Claim {
	if i > 0 && r.low[i-1] == '\n' || bullet.MatchString(r.low[i:]) && strings.Contains(r.low[max(0, i-3):i], "\n") {
		return r.bulletsAt(i)
	}
	var all []Claim
	quoted := true
	for {
		c, end, q, ok := r.itemAt(i)
		if !ok || !q && !bare {
			return nil
		}
		all, quoted = append(all, c), quoted && q
		end += len(remark.FindString(r.low[end:]))
		if openEnded.MatchString(r.low[end:]) {
			return nil
		}
		sep := separator.FindString(r.low[end:])
		next := end + len(sep)
		if sep == "" || quoted && !startsQuoted(r.low[next:]) {
			if !quoted && !ends(r.low[end:]) {
				return nil
			}
			return all
		}
		i = next
	}
}

func (r *reading) itemAt(i int) (c Claim, end int, quoted, ok bool) {
	if start, stop, end, ok := r.quotedAt(i); ok {
		return Claim{Text: r.text[start:stop], At: r.span(start, stop)}, end, true, true
	}
	m := bareItem.FindString(r.low[i:])
	end = i + len(m)
	if m == "" || notOf[m] && !(mayBeValue[m] && afterItem.MatchString(r.low[end:])) {
		return c, 0, false, false
	}
	return Claim{Text: r.text[i:end], At: r.span(i, end)}, end, false, true
}

// mayBeValue are words that mean something else before a number, and are values of
// a list where the list goes on, or ends, right behind them.
var (
	mayBeValue = set("default max maximum min minimum all none")
	afterItem  = newPattern(`^\s*(?:$|[,.;)|/\n]|(?:or|and)\b)`)
)

// bulletsAt reads one value a line. Each must be quoted or stand apart from what explains it.
func (r *reading) bulletsAt(i int) []Claim {
	var all []Claim
	for start, line := range lines(r.low[i:]) {
		m := bullet.FindString(line)
		if m == "" {
			if strings.TrimSpace(line) == "" && len(all) == 0 {
				continue
			}
			break
		}
		c, end, quoted, ok := r.itemAt(i + start + len(m))
		if !ok || !quoted && !explained.MatchString(r.low[end:i+start+len(line)]) {
			return nil
		}
		all = append(all, c)
	}
	return all
}

var explained = newPattern(`^\s*(?:$|:|\s[–—-]\s|\()`)

func startsQuoted(s string) bool {
	return strings.HasPrefix(s, "`") || strings.HasPrefix(s, `"`) || strings.HasPrefix(s, "'") || strings.HasPrefix(s, "“") || strings.HasPrefix(s, "‘")
}

func ends(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s == "" || strings.IndexByte(".;)]\n", s[0]) >= 0
}
