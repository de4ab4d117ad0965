package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// printed is a schema of an answer as ProtoJSON prints it: loaders read protobuf
// as ProtoJSON takes it in, which is more (https://protobuf.dev/programming-guides/json).
// An integer of 64 bits is printed as a string, a narrower one as a number, an
// enum by its names. loose reports that other printers of protobuf print a number.
// NaN and the infinities, strings too, are left out of what a float may be.
func printed(a *contract.Schema) (as *contract.Schema, loose bool) {
	p := *a
	switch {
	case a.Digits && strings.Contains(a.Source, "64"):
		p.Types, loose = contract.StringType, true
	case a.Digits:
		p.Types &^= contract.StringType
	case a.Types.Has(contract.StringType|contract.Integer) && slices.ContainsFunc(a.Enum, isEnumNumber):
		p.Types, loose = contract.StringType, true
	default:
		return a, false
	}
	p.Types |= a.Types & contract.NullType
	return &p, loose
}

// isEnumNumber reports whether a value is the number of a protobuf enum value.
func isEnumNumber(v contract.Value) bool { return v.Implied && v.Lit.Kind == source.Number }
