package prose

import (
	"slices"
	"strings"
)

// argWords call a name an argument; fieldWords do too, unless they speak of an answer.
const (
	argWords   = `(?:parameters?|params?|arguments?|args|inputs?|filters?|flags?)`
	fieldWords = `(?:fields?|propert(?:y|ies)|attributes?|keys?)`
)

var (
	glue = newPattern(`^[\s,/|&]*(?:[\w-]+\s*[,/|]\s*){0,4}(?:or|and|nor|then)?[\s,]*$`)

	// What stands right before a name and says what it is.
	beforeArg    = newPattern(`\b(?:(?:` + argWords + `|` + fieldWords + `)(?:\s+(?:named|called|are|is|include))?\s*:?|(?:set|pass|provide|specify|supply|omit|use|using|with|without|by|via the)(?: the| a| an| your| only| both| either)?)\s*\(?$`)
	beforeTool   = newPattern(`\btools?\s*(?:named|called|are|is)?\s*[:(]?\s*$`)
	beforeCall   = newPattern(`(?:^|[.,:;(*>→-]|\b(?:then|first|must|and|or|please|by|before|after|from))\s*(?:call|calls|calling|invoke|invokes|invoking|run|runs|running|execute)\s+(?:the\s+)?$`)
	beforeFormer = newPattern(`\b(?:formerly|previously|renamed from|used to be|(?:old|legacy|former) name|deprecated (?:alias|name|field|parameter|argument|synonym)|replaces|supersedes|originally)\s*(?:called|named|known as|was|is|the)?\s*[:(]?\s*$`)
	beforeNew    = newPattern(`\b(?:renamed to|replaced (?:by|with)|superseded by|in favou?r of|(?:alias|synonym) (?:for|of))\s+(?:the\s+)?$`)
	beforeUse    = newPattern(`\b(?:use|prefer|see)\s+(?:the\s+)?$`)
	beforeValue  = newPattern(`(?:\b(?:one of|either|values?|options?|can be|could be|be|is|are|was|were|equals?|equal to|e\.g\.?|i\.e\.?|eg|ex|for example|for instance|examples?|such as|like|including|includes?|defaults?|default to|defaults to|default is|default of|supports?|accepts?|as|type|types|of type|status|state|mode|methods?|actions?|operations?|kind|columns?|literal|string|word|keyword|prefix|suffix|event|events|scope|scopes|permission|header|format|role|from|than|contains?|matches|return|returns|in)|[=:~]|>=|<=)\s*[,:(\[]*\s*$`)
	beforeSort   = newPattern(`\b(?:order|sort|group|rank)(?:ed|ing)?\s+by\b[^.]{0,20}$`)
	beforeTo     = newPattern(`\b(?:set|sets|setting|changed?|equal|defaults?|switch|maps?|mapped|converted|resolves?|refers?|corresponds?)\b[^.]{0,40}\bto\s*$`)
	beforeResult = newPattern(`\b(?:returns?|returned|returning|responses?|responds?|outputs?|results?|yields?|previous|prior)\b[^.;]{0,80}$`)

	// An entry of a list that is no list of arguments: values, fields of an answer.
	listed      = newPattern(`^\s*(?:[-*•+]|\d+[.)])\s*\*{0,2}$`)
	afterListed = newPattern(`^\*{0,2}\s*(?:\([^)]*\)\s*)?(?:$|\n|[:=]|\s?[–—-]\s|,|\()`)

	// What stands right behind it.
	afterArg    = newPattern(`^\s+(?:(?:query|path|body|input|tool|optional|required)\s+)?` + argWords + `\b`)
	afterField  = newPattern(`^\s+` + fieldWords + `\b`)
	afterTool   = newPattern(`^\*{0,2}\s+(?:mcp\s+)?tools?\b`)
	afterFormer = newPattern(`^\s*(?:(?:argument|parameter|field|option)\s+)?(?:\(|,|is|was|are|were|has been|have been)?\s*(?:now\s+)?(?:deprecated|renamed|removed|obsolete|no longer (?:supported|accepted|used|available))\b`)
	afterResult = newPattern(`^\s*(?:(?:value|values|field|fields|token|cursor|id|ids|property)\s+)?(?:(?:that (?:is|was|were) )?returned\b|(?:in|from|of)\s+(?:the|a|an|each|its|your)?\s*(?:previous|last|prior|earlier|first)?\s*(?:[a-z_-]+\s+)?(?:responses?|results?|outputs?|reply|replies|page)\b|[a-z]+ (?:response|output)\b)`)
)

// roleOf reads the words around text[from:to]; ok is false where they make it
// a value, a field of an answer or a placeholder.
func (s *scan) roleOf(from, to int) (role Role, ok bool) {
	sentence := s.low[s.sentence(from):from]
	before := sentence[max(0, len(sentence)-nearBefore):]
	after := s.low[to:min(len(s.low), to+80)]
	chained := s.last.end >= 0 && s.last.end <= from && glue.MatchString(s.low[s.last.end:from])
	switch {
	case afterArg.MatchString(after):
		return Argument, true
	case afterTool.MatchString(after):
		s.spread(from, Tool)
		return Tool, true
	case strings.Contains(before, "tool") && beforeTool.MatchString(before):
		return Tool, true
	case strings.HasPrefix(after, "()") || holds(before, "call", "invok", "run", "execute") && beforeCall.MatchString(before):
		return Called, true
	case holds(before, formerWords...) && beforeFormer.MatchString(before), holds(after, goneWords...) && afterFormer.MatchString(after):
		return Former, true
	case holds(before, " to", " by", "with", "favo", " for", " of") && beforeNew.MatchString(before),
		(s.deprecates || strings.HasPrefix(after, " instead")) && beforeUse.MatchString(before):
		return Successor, true
	case chained:
		return s.last.role, !s.last.dropped
	case afterField.MatchString(after):
		return Argument, !ofResult(sentence)
	case isSetTo(sentence), strings.Contains(before, "by") && beforeSort.MatchString(before),
		holds(after, "return", "respon", "result", "output", "repl", "page") && afterResult.MatchString(after):
		return "", false
	case beforeArg.MatchString(before):
		return Argument, true
	case ofResult(sentence):
		return "", false
	case listed.MatchString(before) && afterListed.MatchString(after):
		return "", false
	}
	return Argument, !beforeValue.MatchString(before)
}

// Words of which one must be there, so that a name can be a former one. Most
// texts hold none of them, and looking for them is quicker than any pattern.
var (
	formerWords = []string{"former", "previous", "renamed", "used to be", "old", "legacy", "deprecated", "replaces", "supersedes", "original"}
	goneWords   = []string{"deprecated", "renamed", "removed", "obsolete", "no longer"}
)

func holds(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// nearBefore is how many bytes the words right before a name may take.
const nearBefore = 56

// ofResult reports whether a sentence, up to a name, speaks of an answer.
func ofResult(sentence string) bool {
	for _, word := range []string{"return", "respon", "output", "result", "yield", "previous", "prior"} {
		if strings.Contains(sentence, word) {
			return beforeResult.MatchString(sentence)
		}
	}
	return false
}

func isSetTo(sentence string) bool {
	return strings.HasSuffix(strings.TrimRight(sentence, " "), "to") && beforeTo.MatchString(sentence)
}

// spread gives the names right before from, as in "a, b and c tools", the role of c.
func (s *scan) spread(from int, role Role) {
	for i := len(s.found) - 1; i >= 0; i-- {
		f := &s.found[i]
		if f.Kind == Parameter || f.end > from || !glue.MatchString(strings.Trim(s.low[f.end:from], "`'\"")) {
			return
		}
		f.Role, from = role, f.start
	}
}

// sentence is where the sentence that holds i begins, at most 200 bytes back.
func (r *reading) sentence(i int) int {
	least := max(0, i-200)
	for j := i - 1; j > least; j-- {
		switch r.low[j] {
		case '\n':
			rest := strings.TrimLeft(r.low[j+1:i], " \t")
			if rest != "" && strings.IndexByte("\n-*•#", rest[0]) >= 0 {
				return j + 1
			}
		case '.', '!', '?', ';':
			if isSpace(r.low[j+1]) && !abbreviated(r.low[:j+1]) {
				return j + 1
			}
		}
	}
	return least
}

func abbreviated(s string) bool {
	return strings.HasSuffix(s, "e.g.") || strings.HasSuffix(s, "i.e.") || strings.HasSuffix(s, "etc.") || strings.HasSuffix(s, "vs.")
}
