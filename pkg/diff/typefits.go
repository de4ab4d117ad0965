package diff

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func (c *checker) typeFits(s *contract.Schema, v *source.Node, typ contract.TypeSet) bool {
	if s.Types.Has(typ) {
		return true
	}
	if typ == contract.NullType {
		return s.NullLeft
	}
	if v.Plain && v.Kind != source.Null && s.Types.Has(contract.StringType) {
		return true // an unquoted YAML scalar is text where a string is expected
	}
	if !c.Text {
		return false
	}
	switch typ {
	case contract.Integer, contract.Fraction, contract.Boolean:
		return s.Types.Has(contract.StringType) || s.Types.Has(contract.ArrayType)
	case contract.StringType:
		isNumber := spellsNumber(v.Text)
		return s.Types.Has(contract.ArrayType) ||
			s.Types.Has(contract.Fraction) && isNumber ||
			s.Types.Has(contract.Integer) && isNumber && contract.IsWhole(v.Text) ||
			s.Types.Has(contract.Boolean) && (v.Text == "true" || v.Text == "false")
	}
	return false
}

// spellsNumber reports a number as JSON writes it: a server need not take 0x5, +5 or 05.
func spellsNumber(text string) bool {
	end, ok := source.NumberEnd(text, 0)
	return ok && end == len(text)
}
