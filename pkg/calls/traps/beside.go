package traps

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// beside are the other fields of the object that the target is in.
func (t *target) beside() []*contract.Field {
	s := t.tool.Input
	steps := bind.Steps(t.path)
	for len(steps) > 0 && steps[len(steps)-1].Elem {
		steps = steps[:len(steps)-1]
	}
	for i := 0; i < len(steps)-1; i++ {
		if s = inside(s, steps[i]); s == nil {
			return nil
		}
	}
	return slices.DeleteFunc(slices.Clone(contract.ObjectView(s).Fields), func(f *contract.Field) bool {
		return f == nil || f == t.field || f.Schema == nil || len(steps) > 0 && f.Name == steps[len(steps)-1].Name
	})
}

func inside(s *contract.Schema, step bind.Step) *contract.Schema {
	if step.Elem {
		return s.Elem
	}
	for _, f := range contract.ObjectView(s).Fields {
		if f.Name == step.Name {
			return f.Schema
		}
	}
	return nil
}

// chooser is the field beside the target that may choose its unit, whatever a name or a
// description says of it: weight_unit beside a weight "in kilograms by default"; "".
func (t *target) chooser() string {
	all := t.beside()
	own := contract.Words(t.field.Name)
	for _, f := range all {
		if len(f.Schema.Enum) == 1 || f.Schema.Types&^contract.NullType&^contract.StringType != 0 {
			continue
		}
		words := contract.Words(f.Name)
		asks := slices.ContainsFunc(words, func(w string) bool { return slices.Contains([]string{"unit", "units", "uom"}, w) })
		shared, rest := false, 0
		for _, w := range words {
			if slices.Contains(unitWords, w) {
				continue
			}
			rest++
			shared = shared || slices.Contains(own, w)
		}
		switch {
		case asks && shared, asks && rest == 0 && t.mayBeOf(f.Schema, true), (shared || rest == 0) && !asks && t.mayBeOf(f.Schema, false):
			return f.Name
		}
	}
	return ""
}

// unitWords are words of a name that chooses a unit which do not say of what.
var unitWords = []string{"unit", "units", "uom", "of", "measure", "measurement", "measurements", "system", "scale", "in", "type", "code", "name"}

// mayBeOf reports that the values of a field may be units of the target; an open list may.
func (t *target) mayBeOf(s *contract.Schema, open bool) bool {
	if len(s.Enum) == 0 {
		return open
	}
	n := 0
	for _, v := range s.Enum {
		if v.Lit == nil {
			continue
		}
		word := strings.ToLower(v.Lit.Text)
		if u := units.Conventional(word); u.Symbol != "" && u.Dim == t.unit.Dim || slices.Contains([]string{"metric", "imperial", "us", "uk", "si", "customary", "standard"}, word) || t.unit.Dim == units.Temperature && slices.Contains([]string{"c", "f", "k"}, word) {
			n++
		}
	}
	return n > 1
}

// severalCurrencies are the fields beside an amount that may each name its currency, of
// which none is more its own than the others: account_currency, target_currency.
func (t *target) severalCurrencies() []string {
	if t.unit.Dim != units.Money || t.code != "" {
		return nil
	}
	var all []string
	own := contract.Words(t.field.Name)
	for _, f := range t.beside() {
		words := contract.Words(f.Name)
		if !slices.Contains(words, "currency") || f.Schema.Types&^contract.NullType&^contract.StringType != 0 {
			continue
		}
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "currency" || w == "code" || w == "iso" })
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(own, w) }) {
			return nil
		}
		all = append(all, f.Name)
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// codesOf are the codes that a description closes a currency to: "only CHF"; ok is false
// where it does not.
func codesOf(doc string) (list []string, closed bool) {
	words := proseWords(doc)
	has := func(all ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
	}
	if !has("only", "must", "supported", "supports", "accepts", "accepted", "allowed", "either", "one", "always", "except", "not", "or") {
		return nil, false
	}
	if has("example", "e", "like", "such") && !has("only", "must", "except", "not") {
		return nil, false
	}
	for _, w := range strings.FieldsFunc(doc, func(r rune) bool { return r < 'A' || r > 'Z' && r < 'a' || r > 'z' }) {
		if _, ok := units.Exponent(w); ok && len(w) == 3 && w == strings.ToUpper(w) {
			list = append(list, w)
		}
	}
	if len(list) > 0 && has("except", "not") { // which of them are meant?
		return nil, true
	}
	return list, len(list) > 0
}
