package prose

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Claim is one thing that a description says of its field.
type Claim struct {
	Text string // the value as spelled, without quotes: "100", "open", "date-time"
	// Of is the word right behind a number: "seconds", "characters", "results".
	// A number of something is no statement on the bare value.
	Of        string
	Exclusive bool        // of a bound: the value itself is not allowed
	At        source.Span // of the value, or of the words that make the claim
}

// Claims is what a description says of its field. What it says twice and
// differently, or under a condition, it does not claim.
type Claims struct {
	Default  *Claim
	Min, Max *Claim
	Values   []Claim // a closed list: two values at least
	Required *Claim
	Optional *Claim
	Null     *Claim // null is accepted
	NotNull  *Claim
	Absent   *Claim // what becomes of a field that is left out: "uses the default if not provided"
	Several  *Claim // one string that holds several values: "comma-separated"
	// Formats are alternatives: "date", "date-time", "iso-8601" (either of the
	// two), "duration", "time", "unix-time", "uuid", "hex", "base64", "json", "free".
	Formats []Claim
	Types   contract.TypeSet // of "(number, optional)" at the head of a documented argument; 0: no claim
	TypesAt source.Span
}

// Read reads the claims of one field's description, or of Param.Doc.
func Read(t contract.Text) Claims {
	r := read(t)
	c := Claims{
		Default:  r.defaultClaim(),
		Values:   r.values(),
		Required: r.required(),
		Optional: r.optional(),
		Null:     r.first([]string{"null"}, nullable),
		NotNull:  r.first([]string{"null"}, notNullable),
		Absent:   r.first([]string{"if", "when", "default"}, absent),
		Several:  r.first([]string{"separated", "delimited"}, several),
		Formats:  r.formats(),
	}
	c.Min, c.Max = r.bounds()
	if c.Default != nil {
		c.Absent = nil // that is what becomes of it
	}
	if c.NotNull != nil {
		c.Null = nil
	}
	if c.Required != nil && c.Optional != nil {
		c.Required, c.Optional = nil, nil
	}
	c.Types, c.TypesAt = r.types()
	return c
}

var (
	nullable    = newPattern("[`'\"]?\\bnull\\b[`'\"]?\\s+(?:to|clears|removes|means|unsets|resets|disables)\\b|\\b(?:set to|pass|send|can be|may be|to be|or)\\s+[`'\"]?null\\b|\\bnullable\\b")
	notNullable = newPattern("\\b(?:cannot|can't|can not|must not|may not|must never|never|should not)\\s+be\\s+(?:empty or\\s+)?[`'\"]?null\\b|(?:^\\W*|\\b(?:is|be|are|a)\\s+)(?:non-null|not null|non-nullable)\\b|\\bnot nullable\\b")
	absent      = newPattern(`\b(?:if|when)\s+(?:it is\s+)?(?:not\s+(?:provided|specified|given|set|supplied|passed|included)|omitted|unspecified|unset|left\s+(?:out|blank|empty))\b|\bdefaults\s+to\b`)
	several     = newPattern(`\b(?:comma|space|semicolon|pipe|newline)[- ](?:separated|delimited)\b|\bseparated by (?:a )?(?:commas?|spaces?|semicolons?|pipes?)\b`)
)

// first is the first match of a pattern, as a claim in its own words; words are
// such that one of them stands in every match.
func (r *reading) first(words []string, pattern *pattern) *Claim {
	if !r.has(words...) {
		return nil
	}
	if m := pattern.FindStringIndex(r.low); m != nil {
		return &Claim{Text: r.text[m[0]:m[1]], At: r.span(m[0], m[1])}
	}
	return nil
}

// Requiredness is said at the head, at the end, or in brackets that end a
// sentence; "required when x" is a condition, "required permissions" are
// something else, and "name (string, required)" in a list speaks of a member.
var (
	requiredWords = requiredness("(?:required|mandatory)\\b\\s*(?:[.:;,)\\]*]|-\\s|$)", "(?:required|mandatory)")
	optionalWords = requiredness("(?:an? )?optional(?:ly)?\\b", "optional")
	conditional   = newPattern(`^[\s,:(*_-]*(?:only\s+)?(?:when|if|for|unless|with|without|in case|by|on|in|to|while|except)\b`)
	underFor      = newPattern(`(?:^|[.;\n])\s*(?:for|when|if|on|in)\b[^.;\n]*$`)
)

func requiredness(atHead, word string) *pattern {
	return newPattern("^\\W{0,4}" + atHead +
		`|^[\s*]*\([a-z<>\[\]| ]{1,20}[,;]\s*` + word + `\b[^()]{0,40}\)` +
		`|[(\[]` + word + `(?:\s*[,;][^()\[\]]{0,30})?[)\]]\s*(?:$|[.:\n])` +
		`|^\W{0,2}(?:this|the) (?:[a-z_]+ )?(?:field|parameter|argument|property|value|option) is ` + word + `\s*(?:[.,;)]|$)` +
		`|[.;,(]\s*` + word + `\s*[.!]?\s*$`)
}

func (r *reading) required() *Claim { return r.unconditional(requiredWords, "required", "mandatory") }
func (r *reading) optional() *Claim { return r.unconditional(optionalWords, "optional") }

func (r *reading) unconditional(pattern *pattern, words ...string) *Claim {
	if !r.has(words...) {
		return nil
	}
	m := pattern.FindStringIndex(r.low)
	if m == nil || conditional.MatchString(r.low[m[1]:]) || underFor.MatchString(r.before(m[0])) {
		return nil
	}
	for _, word := range words {
		start := strings.Index(r.low[m[0]:m[1]], word)
		if start < 0 {
			continue
		}
		start += m[0]
		end := start + len(word)
		if conditional.MatchString(r.low[end:]) {
			return nil
		}
		return &Claim{Text: r.text[start:end], At: r.span(start, end)}
	}
	return nil
}

// typeHead is "(number, optional)" or "number, optional:" in brackets at the head.
var typeHead = newPattern(`^[\s*]*\(\s*(?:optional\[)?(str|string|int|integer|number|float|bool|boolean|array|list|object|dict)\b[^()]*\)`)

var typeNames = map[string]contract.TypeSet{
	"str": contract.StringType, "string": contract.StringType, "int": contract.Integer, "integer": contract.Integer,
	"number": contract.Number, "float": contract.Number, "bool": contract.Boolean, "boolean": contract.Boolean,
	"array": contract.ArrayType, "list": contract.ArrayType, "object": contract.ObjectType, "dict": contract.ObjectType,
}

func (r *reading) types() (contract.TypeSet, source.Span) {
	m := typeHead.FindStringSubmatchIndex(r.low)
	if m == nil || strings.ContainsAny(r.low[m[0]:m[1]], "|/") || strings.Contains(r.low[m[0]:m[1]], " or ") {
		return 0, source.Span{}
	}
	return typeNames[r.low[m[2]:m[3]]], r.span(m[2], m[3])
}
