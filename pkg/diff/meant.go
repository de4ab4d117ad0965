package diff

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// meant tells what is wrong with a value that no alternative takes, by the one that
// was meant: one that takes it but for undeclared members, the only one of its type,
// the one that its tag names, or the only one that a single fault parts it from. tries are the faults by each.
func (c *checker) meant(s *contract.Schema, v *source.Node, at *way, tries [][]Fault) {
	var types contract.TypeSet
	var typed []int
	for i, alt := range s.AnyOf {
		types |= alt.Types
		if alt.Types.Has(typeOf(v)) || alt.Lone {
			typed = append(typed, i)
		}
	}
	if len(typed) == 0 {
		c.fail(&contract.Schema{Types: types & s.Types}, v, at, Fault{Kind: WrongType})
		return
	}
	near := undeclaring(tries)
	if near == nil {
		near = typed
	}
	if len(near) > 1 {
		near = tagNamed(s, v, typed)
	}
	if len(near) != 1 {
		near = single(tries, typed)
	}
	if len(near) != 1 {
		c.fail(s, v, at, Fault{Kind: NoAlternative})
		return
	}
	c.faults = append(c.faults, tries[near[0]]...)
}

// undeclaring is the alternative that takes the value but for members which it does
// not declare, the one with the fewest; nil where there is none.
func undeclaring(tries [][]Fault) []int {
	best := -1
	for i, faults := range tries {
		only := true
		for _, f := range faults {
			only = only && f.Kind == UndeclaredMember && !f.Schema.Closed
		}
		if only && (best < 0 || len(faults) < len(tries[best])) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return []int{best}
}

// single are the alternatives that one fault parts a value from.
func single(tries [][]Fault, of []int) (out []int) {
	for _, i := range of {
		if len(tries[i]) == 1 {
			out = append(out, i)
		}
	}
	return out
}

// tagNamed are the alternatives whose tag, a field of one value, has that value in v.
func tagNamed(s *contract.Schema, v *source.Node, of []int) (out []int) {
	for _, i := range of {
		tagged, fits := false, true
		for _, f := range s.AnyOf[i].Fields {
			if len(f.Schema.Enum) != 1 && f.Name != s.Discriminator {
				continue
			}
			if sent := v.Value(f.Name); sent != nil && f.Schema.Enum != nil {
				tagged = true
				fits = fits && inEnum(f.Schema.Enum, sent, false)
			}
		}
		if tagged && fits {
			out = append(out, i)
		}
	}
	return out
}
