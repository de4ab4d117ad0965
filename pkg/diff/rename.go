package diff

import (
	"slices"
	"sort"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// rename is a field of the tool's and the API field that took its place.
type rename struct {
	tool, api *bind.Ref
	evidence  string
	score     int
}

func (r rename) isWeak() bool { return r.score <= byNumber }

// findRenames folds what is left over on both sides of one object into renames, one
// to one, strongest evidence first.
func findRenames(pairing *bind.Pairing, a *contract.Schema, past []contract.Past, text bool) []rename {
	var tools, apis []*leftover
	for _, t := range pairing.ToolOnly {
		// A field on many tools is the tool server's own as a rule, but not where it
		// is a misspelt or former name of the API's.
		if t.Handled == "" || t.Handled == bind.HandledOnAllTools {
			tools = append(tools, newLeftover(t))
		}
	}
	for _, f := range pairing.APIOnly {
		if (f.Handled == "" || f.Handled == bind.HandledConstant) && !isReadOnly(f.Field) && !f.Field.Credential && !feeds(pairing, f.Path) {
			apis = append(apis, newLeftover(f))
		}
	}
	var all []rename
	for _, t := range tools {
		for _, f := range apis {
			if was := outdated(past, t.ref, f.ref); was != nil {
				all = append(all, rename{t.ref, f.ref, pastEvidence(was), byRecord})
				continue
			}
			if !compatible(t.ref.Field, f.ref.Field, text) {
				continue
			}
			score, evidence := succession(t, f)
			if score > byWord || score > 0 && t.ref.Handled == "" && f.ref.Handled == "" {
				all = append(all, rename{t.ref, f.ref, evidence, score})
			}
		}
		if len(all) > maxRenames {
			break // two lists of thousands of names that all look alike prove nothing
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].score > all[j].score })
	out := oneToOne(all)
	return append(out, reservedSuccessors(pairing, a, out, text)...)
}

// maxRenames bounds the candidates of one object.
const maxRenames = 20_000

// oneToOne takes the strongest candidates, strongest first. Where two are as
// strong as one another for the same field, neither is taken.
func oneToOne(all []rename) []rename {
	type rank struct {
		ref   *bind.Ref
		score int
	}
	count := map[rank]int{}
	for _, r := range all {
		count[rank{r.tool, r.score}]++
		count[rank{r.api, r.score}]++
	}
	taken := map[*bind.Ref]bool{}
	var out []rename
	for _, r := range all {
		if taken[r.tool] || taken[r.api] || count[rank{r.tool, r.score}] > 1 || count[rank{r.api, r.score}] > 1 {
			continue
		}
		taken[r.tool], taken[r.api] = true, true
		out = append(out, r)
	}
	return out
}

// leftover is a field without a partner, with its name's words.
type leftover struct {
	ref   *bind.Ref
	words []string
	stems []string // sorted
}

func newLeftover(ref *bind.Ref) *leftover {
	words := contract.Words(ref.Field.Name)
	return &leftover{ref, words, stems(words)}
}

// reservedSuccessors give reserved (deleted) names their successors where the
// words do not: the only field of its type that is left over.
func reservedSuccessors(pairing *bind.Pairing, a *contract.Schema, found []rename, text bool) []rename {
	var out []rename
	for _, t := range pairing.ToolOnly {
		if t.Handled != "" || !isReserved(a, t.Field.Name) || slices.ContainsFunc(found, func(r rename) bool { return r.tool == t }) {
			continue
		}
		var fits []*bind.Ref
		for _, f := range pairing.APIOnly {
			if f.Handled == "" && !isRenamed(found, f) && compatible(t.Field, f.Field, text) {
				fits = append(fits, f)
			}
		}
		if len(fits) == 1 {
			out = append(out, rename{t, fits[0], "the name is reserved in the API, and no other field of its type is left over", byElimination})
		}
	}
	return out
}

// lastOnes is the field that the tool demands and the API does not have, with the
// one that the API demands and the tool does not have, where nothing else of the
// kind is left over: what is sent under the one name is asked for under the other.
func lastOnes(pairing *bind.Pairing, found []rename, moves []move) []rename {
	var tools, apis []*bind.Ref
	for _, t := range pairing.ToolOnly {
		if t.Handled == "" && len(unmoved(t, moves)) == 1 && !slices.ContainsFunc(found, func(r rename) bool { return r.tool == t }) {
			tools = append(tools, t)
		}
	}
	for _, f := range pairing.APIOnly {
		if f.Handled == "" && f.Field.Required && !isReadOnly(f.Field) && !f.Field.Credential && !isRenamed(found, f) && !isMoved(moves, f.Path) && !feeds(pairing, f.Path) {
			apis = append(apis, f)
		}
	}
	if len(tools) != 1 || len(apis) != 1 || !tools[0].Field.Required || !compatible(tools[0].Field, apis[0].Field, false) {
		return nil
	}
	return []rename{{tools[0], apis[0], "nothing else is left over on either side", byRest}}
}

func isReserved(a *contract.Schema, name string) bool {
	return slices.ContainsFunc(a.Reserved, func(r contract.Text) bool { return r.Text == name })
}

func isRenamed(renames []rename, api *bind.Ref) bool {
	return slices.ContainsFunc(renames, func(r rename) bool { return r.api == api })
}

// compatible reports whether the tool's field could be sent as the API's.
func compatible(t, a *contract.Field, text bool) bool {
	tool, api := t.Schema.Types&^contract.NullType, a.Schema.Types&^contract.NullType
	if tool&api != 0 {
		return true
	}
	return (text || a.In.IsText()) && tool&scalars != 0 && api&scalars != 0
}

// The scores of evidence for a rename. Only their order counts.
const (
	byRecord      = 7 // the spec says so
	byOrder       = 6 // the same words in another order
	bySpelling    = 5 // a letter or two
	byNumber      = 4 // one of them, or several
	byWord        = 3 // one word added or dropped
	byKey         = 2 // another word for "identifier" at the end, or none
	byRest        = 0 // the only one that the tool demands, and the only one that the API does
	byElimination = 1 // nothing else is left over for a name that the spec once had
)

// succession is the evidence that API field f took the place of the tool's t.
func succession(t, f *leftover) (score int, evidence string) {
	for _, former := range f.ref.Field.Former {
		if former.Text == t.ref.Field.Name {
			return byRecord, "the spec says that it was called so"
		}
	}
	switch {
	case slices.Equal(singular(t.ref.Field.Name), singular(f.ref.Field.Name)):
		return byNumber, "the names differ by a plural"
	case len(t.words) > 1 && slices.Equal(t.stems, f.stems):
		return byOrder, "the same words in another order"
	case misspelt(t.words, f.words):
		return bySpelling, "the names differ by a letter"
	case oneMore(t.stems, f.stems) || oneMore(f.stems, t.stems):
		shared := min(len(t.words), len(f.words))
		if shared > 1 || f.ref.Field.Required && shared == 1 && t.ref.Field.Required {
			return byWord, "the names differ by one word"
		}
	}
	if sameButKey(t.words, f.words) {
		return byKey, "the names differ by the word for an identifier"
	}
	return 0, ""
}

// keyWords are words for an identifier at the end of a name.
var keyWords = map[string]bool{"id": true, "ref": true, "reference": true, "key": true, "gid": true, "uid": true, "uuid": true, "guid": true, "identifier": true, "token": true, "handle": true, "number": true, "sid": true}

// sameButKey reports whether two names are the same words but for the word for
// an identifier at their end: payment_ref, payment_id, payment.
func sameButKey(x, y []string) bool {
	trim := func(words []string) []string {
		if n := len(words); n > 1 && keyWords[words[n-1]] {
			return words[:n-1]
		}
		return words
	}
	a, b := trim(x), trim(y)
	return (len(a) < len(x) || len(b) < len(y)) && slices.Equal(a, b)
}

func stems(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = contract.Stem(w)
	}
	sort.Strings(out)
	return out
}

func sameWords(x, y []string) bool { return slices.Equal(stems(x), stems(y)) }

// oneMore reports whether a sorted list of words is another and one word more.
func oneMore(more, less []string) bool {
	if len(more) != len(less)+1 || len(less) == 0 {
		return false
	}
	spare := 0
	for i, j := 0, 0; i < len(more); i++ {
		if j < len(less) && more[i] == less[j] {
			j++
			continue
		}
		spare++
	}
	return spare == 1
}

// misspelt reports whether two names differ by a slip of the keyboard in one
// word: a letter of it, two where it is long, and no digit: field3 is not field4.
func misspelt(x, y []string) bool {
	if len(x) != len(y) {
		return false
	}
	slips := 0
	for i := range x {
		if x[i] != y[i] {
			slips++
			if !slipped(x[i], y[i]) {
				return false
			}
		}
	}
	return slips == 1
}

func slipped(a, b string) bool {
	shorter := min(len(a), len(b))
	if digits(a) != digits(b) || shorter < 4 {
		return false
	}
	switch levenshtein.ComputeDistance(a, b) {
	case 1:
		return true
	case 2:
		return shorter >= 8 || transposed(a, b)
	}
	return false
}

// transposed reports whether two neighbouring letters changed places: feild, field.
func transposed(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// leftovers reports the tool's fields that found no partner: renamed, or unknown.
func (w *walk) leftovers(pairing *bind.Pairing, renames []rename, moves []move, a *contract.Schema, p place) {
	var built *bind.Translation
	if p.path == "" {
		built = w.built
	}
	for _, m := range moves {
		w.counts.Fields++
		weak := m.holder == nil && bind.SaysLittle(m.tool.Field.Name) && !m.api.Field.Required
		w.add(p.field(m.tool, m.api), &Drift{
			Kind: Renamed, ToolAt: m.tool.Field.At, SpecAt: m.api.Field.At, Value: m.api.Path,
			Name: NameFact{Evidence: "the same name at another depth", Moved: true, Weak: weak, Closed: a.Closed, Built: built}, Witness: w.arguments(m.tool.Path, sample(m.tool.Field.Schema, 1)),
		})
	}
	for _, r := range renames {
		w.counts.Fields++
		w.add(p.field(r.tool, r.api), &Drift{
			Kind: Renamed, ToolAt: r.tool.Field.At, SpecAt: r.api.Field.At, Value: r.api.Field.Name,
			Name: NameFact{Evidence: r.evidence, Weak: r.isWeak(), Rest: r.score == byRest, Closed: a.Closed, Built: w.built}, Witness: w.arguments(r.tool.Path, sample(r.tool.Field.Schema, 1)),
		})
	}
	var left []*bind.Ref
	for _, t := range pairing.ToolOnly {
		if !slices.ContainsFunc(renames, func(r rename) bool { return r.tool == t }) {
			left = append(left, unmoved(t, moves)...)
		}
	}
	unexplained := 0
	for _, t := range left {
		if t.Handled == "" {
			unexplained++
		}
	}
	objects := holders(pairing, p.apiPath)
	sure := w.how == bind.ByConfig || w.how == bind.ByAnnotation || w.how == bind.BySameName
	for _, t := range left {
		if t.Handled != "" && t.Handled != bind.HandledOnAllTools && t.Handled != bind.HandledSaidLocal {
			continue
		}
		d := w.add(p.field(t, nil), &Drift{
			Kind: Unknown, ToolAt: t.Field.At,
			Name:    NameFact{Closed: a.Closed, Built: built, Only: unexplained == 1 && t.Handled == "" && w.calls == 1 && sure && p.path == "" && !hasAkin(t, pairing)},
			Witness: w.arguments(t.Path, sample(t.Field.Schema, 1)),
		})
		if p.api != nil {
			d.SpecAt = p.api.Field.At
		}
		if d.Name.Past = removed(w.call.Op.Past, t.Field.Name, objects); d.Name.Past != nil && !d.Name.Past.Here.IsZero() {
			d.SpecAt = d.Name.Past.Here
		}
		for _, r := range a.Reserved {
			if r.Text == t.Field.Name {
				d.Name.Reserved, d.SpecAt = true, r.At
			}
		}
	}
}
