package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// fieldPairs lists the fields of a tool and of what it calls, operation by operation.
func fieldPairs(b *bind.Binding) []FieldPair {
	var out []FieldPair
	for _, call := range b.Calls {
		call.Fields.Each(func(tool, api *bind.Ref, row bind.Row) {
			excused := row.How != bind.Unpaired && (tool == nil || api == nil)
			out = append(out, FieldPair{call.Op.Name, fieldSide(tool), fieldSide(api), row.Why, excused})
		})
	}
	return out
}

func fieldSide(ref *bind.Ref) FieldSide {
	if ref == nil {
		return FieldSide{}
	}
	f := ref.Field
	return FieldSide{ref.Path, saysType(f.Schema), f.Required, f.At}
}

// saysType is what a schema allows, in a few words.
func saysType(s *contract.Schema) string {
	const most = 4
	words := s.Types.String()
	if s.Opaque != "" && s.Types == contract.Any {
		words = "cannot be seen through"
	}
	if s.Elem != nil && s.Types.Has(contract.ArrayType) {
		words += " of " + s.Elem.Types.String()
	}
	var more []string
	if s.Format.Text != "" {
		more = append(more, s.Format.Text)
	}
	for i, v := range s.Enum {
		if i == most {
			more = append(more, fmt.Sprintf("%d more", len(s.Enum)-most))
			break
		}
		more = append(more, v.Lit.JSON())
	}
	if len(more) > 0 {
		words += " (" + strings.Join(more, ", ") + ")"
	}
	return words
}
