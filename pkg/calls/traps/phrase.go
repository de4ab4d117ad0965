package traps

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// phrases are what people may call the fields of a tool, and how often: a name that
// two fields share names neither.
func phrases(tool *contract.Op, all []*target) map[string]int {
	count := map[string]int{}
	seen := map[*contract.Field]bool{}
	note := func(f *contract.Field) {
		if !seen[f] {
			seen[f] = true
			count[strings.Join(contract.Words(f.Name), " ")]++
		}
	}
	for _, t := range all {
		note(t.field)
	}
	for _, f := range contract.ObjectView(tool.Input).Fields {
		note(f)
	}
	return count
}

// prepositions end no name of a thing.
var prepositions = strings.Fields("in for to per of until after before by at from with on as is and or since every within over under than")

// called is the field as a person calls it: its words without the unit; ok is false
// where nothing is left that names it.
func (t *target) called(names map[string]int) (phrase string, plural, ok bool) {
	words := contract.Words(t.field.Name)
	if t.number.Field != nil && t.Stated[0].From == units.FromName {
		for _, unit := range [][]string{contract.Words(t.unit.Symbol), contract.Words(t.Stated[0].Text)} {
			words = without(words, unit)
		}
		if t.unit.Dim == units.Money && len(words) > 0 {
			words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains([]string{"usd", "eur", "gbp", "jpy"}, w) })
		}
	}
	if own := contract.Words(t.field.Name); len(words) < len(own) && (len(words) == 0 || !slices.Contains(things, words[len(words)-1])) {
		return "", false, false
	}
	if len(words) == 0 || slices.Contains(prepositions, words[len(words)-1]) || slices.Contains(prepositions, words[0]) {
		return "", false, false
	}
	for _, w := range words {
		if len(w) < 3 || strings.ContainsAny(w, "0123456789") {
			return "", false, false
		}
	}
	if slices.Contains(adjectives, words[len(words)-1]) {
		return "", false, false
	}
	phrase = strings.Join(words, " ")
	own := strings.Join(contract.Words(t.field.Name), " ")
	taken := names[phrase]
	if phrase == own {
		taken--
	}
	for other := range names { // "fee" beside "fee amount": which is meant?
		if other != own && other != phrase && strings.HasPrefix(other, phrase+" ") && units.IsUnit(other[len(phrase)+1:]) {
			taken++
		}
	}
	if taken > 0 {
		return "", false, false
	}
	return phrase, contract.IsPlural(words[len(words)-1]), true
}

// without is words less the last run of others in them.
func without(words, run []string) []string {
	for i := len(words) - len(run); i >= 0 && len(run) > 0; i-- {
		if slices.Equal(words[i:i+len(run)], run) {
			return slices.Delete(slices.Clone(words), i, i+len(run))
		}
	}
	return words
}

// things name what is measured, also where the unit is taken from behind them:
// wait_seconds is a wait, fat_percent is no fat.
var things = strings.Fields("amount price cost fee balance budget tip discount refund payment charge value total limit cap threshold deposit bid spend salary income tax markup commission surcharge bonus rent wage credit " +
	"timeout delay wait duration period interval ttl retention age pause cooldown grace lifetime lead latency window time length runtime backoff expiry expiration elapsed hold warmup " +
	"weight mass load width height depth distance radius diameter thickness altitude elevation route size capacity storage memory heap cache disk quota bandwidth bitrate rate speed wind " +
	"temperature temp oven chill lamp angle rotation heading area volume tank power energy pressure frequency clock draw share margin percentage progress usage utilization spread ratio steps limits amounts prices weights sizes")

// adjectives say nothing of what they belong to.
var adjectives = strings.Fields("max min maximum minimum total default custom new old current next last first low high lower upper recurring fixed net gross due all only off down up used left when expires end start not local")

// verbs begin the names of tools.
var (
	making   = strings.Fields("create add issue make new send post open start schedule book place record submit register begin draft initiate launch request order generate")
	changing = strings.Fields("update set get delete cancel change modify edit patch charge refund pay transfer adjust configure enable move resize scale capture confirm finalize void close archive list search find fetch query show run execute pause resume stop upload download ship deploy retry extend renew move quote estimate calculate convert export import apply assign approve reject release reserve trigger wait sleep crop trim rotate render")
)

// task is what a person asks for: "issue a refund"; ok is false where the tool's
// name does not say it in English.
func task(name string) (string, bool) {
	words := contract.Words(name)
	at := -1
	for i, w := range words {
		if i < 3 && (slices.Contains(making, w) || slices.Contains(changing, w)) {
			at = i
			break
		}
	}
	if at < 0 {
		return "", false
	}
	verb, things := words[at], words[at+1:]
	if len(things) == 0 || len(things) > 3 {
		return "", false
	}
	for _, w := range things {
		if len(w) < 3 || strings.ContainsAny(w, "0123456789") || !strings.ContainsAny(w, "aeiouy") || slices.Contains(prepositions, w) || slices.Contains(making, w) && w != "order" && w != "issue" && w != "request" && w != "post" {
			return "", false
		}
	}
	noun := strings.Join(things, " ")
	switch {
	case contract.IsPlural(things[len(things)-1]):
		return verb + " " + noun, true
	case slices.Contains(making, verb):
		return verb + " " + article(noun) + " " + noun, true
	}
	return verb + " the " + noun, true
}

func article(noun string) string {
	for _, spoken := range []string{"use", "uni", "eu", "uti"} { // with the sound of "you"
		if strings.HasPrefix(noun, spoken) {
			return "a"
		}
	}
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an"
	}
	return "a"
}

// prompt is what a model is asked. turn chooses the phrasing.
func (t *target) prompt(names map[string]int, r reading, others string, turn int) string {
	do, natural := task(t.tool.Name)
	if !natural {
		do = "call " + t.tool.Name
	}
	what, plural, ok := t.called(names)
	if !ok {
		what, plural = "`"+t.field.Name+"`", false
	} else {
		what = "the " + what
	}
	is, are := " is ", " should be "
	if plural {
		is = " are "
	}
	if where := t.around(); where != "" {
		what += where
	}
	var b strings.Builder
	switch turn % 4 {
	case 0:
		b.WriteString("Please " + do + ". " + upper(what) + is + r.said + ".")
	case 1:
		b.WriteString("I need you to " + do + "; " + what + are + r.said + ".")
	case 2:
		b.WriteString(upper(do) + ", please: " + what + is + r.said + ".")
	default:
		b.WriteString("Can you " + do + "? " + upper(what) + are + r.said + ".")
	}
	for _, more := range []string{r.care, others} {
		if more != "" {
			b.WriteString(" " + more)
		}
	}
	return b.String()
}

// around says where a nested field is: " of the shipment".
func (t *target) around() string {
	var outer []string
	for _, p := range t.number.Parents {
		words := contract.Words(p)
		if len(words) > 0 {
			outer = append(outer, strings.Join(words, " "))
		}
	}
	if len(outer) == 0 {
		return ""
	}
	return " in `" + strings.Join(t.number.Parents, ".") + "`"
}

func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
