package loaders

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// readLeftOut finds the fields of a tool for which null means "left out", and
// makes them optional and not nullable, with NullLeft for whoever must know:
//
//   - an optional field whose default is null: what Pydantic and FastMCP write
//     for every optional argument;
//   - where strict, a required and nullable field of a closed object that requires
//     all its properties: OpenAI's strict mode has no other way to say optional.
//     RequiredAt stays: the model always sends the field, if need be as null.
//
// A schema that other fields share is copied first.
func readLeftOut(input *contract.Schema, strict bool) {
	seen := map[*contract.Schema]bool{}
	for todo := []*contract.Schema{input}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		all := strict && s.Closed && requiresAll(s)
		for _, f := range s.Fields {
			null := f.Schema.Default != nil && f.Schema.Default.Kind == source.Null
			switch {
			case !f.Required && null, all && f.Schema.Types.Has(contract.NullType) && f.Schema.Types != contract.Any:
				f.Required = false
				f.Schema = leftOut(f.Schema)
			}
			todo = append(todo, f.Schema)
		}
		todo = append(todo, s.Extra, s.Elem)
		todo = append(todo, s.Tuple...)
		todo = append(todo, s.AnyOf...)
	}
}

func requiresAll(s *contract.Schema) bool {
	for _, f := range s.Fields {
		if !f.Required {
			return false
		}
	}
	return true
}

// leftOut is a schema without null, but with the word that null is left out.
func leftOut(s *contract.Schema) *contract.Schema {
	c := *s
	c.NullLeft = true
	if c.Types != contract.Any && c.Types != contract.NullType {
		c.Types &^= contract.NullType
	}
	if c.Default != nil && c.Default.Kind == source.Null {
		c.Default = nil
	}
	return &c
}
