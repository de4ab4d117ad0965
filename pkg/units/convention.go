package units

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Conventions are a project's answers for all its numbers of a dimension. A nil
// field, and a nil *Conventions, says nothing.
type Conventions struct {
	Money, Durations, Instants *Convention
	Dimensionless              []string // names, or paths, of fields that are no quantity
}

// Convention is how a project counts one dimension.
type Convention struct {
	Unit Unit   // the zero Unit where no number will do: points in time are RFC 3339 strings
	Text string // as the config says it: "money: minor"
	At   source.Span
}

// Conventional is the unit that a word of the config stands for; "rfc3339" is none.
func Conventional(word string) Unit {
	switch word {
	case "minor":
		return minorUnits
	case "major":
		return majorUnits
	}
	if w := lexicon()[word]; w != nil && len(w.units) > 0 {
		return *w.units[0]
	}
	return Unit{}
}

// Judge is Judge for a number of a project. What is bare elsewhere is answered
// here; what states another unit than the project's contradicts itself.
func (c *Conventions) Judge(n Number) Judgement {
	j := Judge(n)
	if c == nil || j.Verdict == Conflicting && !c.lists(n) {
		return j
	}
	if c.lists(n) {
		return Judgement{Verdict: None, Convention: "dimensionless in the config", Fraction: j.Fraction}
	}
	own := c.of(j.Dim)
	if own == nil || j.Verdict == None {
		return j
	}
	if own.Unit == majorUnits { // decimals are what this project counts money in
		j.Fraction = false
	}
	said := Statement{own.Unit, FromConfig, own.Text, own.At}
	u, ok := j.Unit()
	switch {
	case j.Verdict == SelfDescribing && !ok, ok && !own.governs(u, j):
		return j
	case own.Unit.Symbol == "":
		if types := element(n.Field.Schema).Types; types&contract.Number != 0 {
			j.Verdict, j.Conflict = Conflicting, &Conflict{Kind: AgainstConvention, A: said, B: strongestOf(j), Why: "a number, where points in time are RFC 3339 strings"}
		}
		return j
	case !ok:
		j.Verdict, j.Stated = Settled, []Statement{said}
		return j
	}
	if factor, conflict := own.compare(u, j); conflict {
		j.Verdict, j.Conflict = Conflicting, &Conflict{Kind: AgainstConvention, A: said, B: strongestOf(j), Factor: factor,
			Why: "counted in " + u.Noun() + ", against " + own.Text + " in the config"}
		return j
	}
	if j.Verdict == Prose {
		j.Verdict = Settled
	}
	j.Stated = append(j.Stated, said)
	return j
}

// lists reports a field that the config calls dimensionless: by its name in any
// case style, or by its path.
func (c *Conventions) lists(n Number) bool {
	return slices.ContainsFunc(c.Dimensionless, func(entry string) bool { return Lists(entry, n) })
}

// Lists reports whether an entry of dimensionless means a number.
func Lists(entry string, n Number) bool {
	if contract.Letters(entry) == contract.Letters(n.Name) {
		return true
	}
	path := ""
	for _, p := range n.Parents {
		path += p + "."
	}
	return len(n.Parents) > 0 && entry == path+n.Name
}

func (c *Conventions) of(d Dimension) *Convention {
	switch d {
	case Money:
		return c.Money
	case Duration:
		return c.Durations
	case Instant:
		return c.Instants
	}
	return nil
}

// governs reports whether the convention is about a number counted in u: no
// project that counts money in cents counts bitcoin so, and none that counts its
// waits in ms means a name that says days.
func (c *Convention) governs(u Unit, j Judgement) bool {
	switch {
	case u.Dim == Money:
		return isCurrency(&u) || isMinor(u) || u.Scale != 0 || u.Symbol == majorUnits.Symbol
	case u.Dim != Duration:
		return false
	case j.Dim == Instant:
		return true
	}
	calendar := u.Scale >= 86400 || u.Scale == 0
	return !(calendar && j.Verdict == Named) && u.Scale != 0
}

func (c *Convention) compare(u Unit, j Judgement) (factor string, conflict bool) {
	if u.Dim == Money {
		return convertMoney(u, c.Unit, j.Code)
	}
	return u.Convert(c.Unit)
}

func strongestOf(j Judgement) Statement {
	for _, s := range j.Stated {
		if s.Unit.Symbol != "" {
			return s
		}
	}
	return Statement{}
}
