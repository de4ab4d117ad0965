package contract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func object(fields ...*Field) *Schema { return &Schema{Types: ObjectType, Fields: fields} }

func union(alternatives ...*Schema) *Schema { return &Schema{Types: ObjectType, AnyOf: alternatives} }

func needed(name string) *Field { return &Field{Name: name, Required: true, Schema: &Schema{}} }

// TestObjectView names the fields of a view, those that it requires with a "!".
func TestObjectView(t *testing.T) {
	loop := union(object(needed("id")))
	loop.AnyOf = append(loop.AnyOf, loop)
	for _, c := range []struct {
		name string
		s    *Schema
		want string
	}{
		{"no union", object(needed("id")), "id!"},
		{"in all alternatives", union(object(needed("id"), needed("a")), object(needed("id"))), "id! a"},
		{"in all alternatives of an alternative", union(object(needed("id")), union(object(needed("id"), needed("a")), object(needed("id"), needed("a")))), "id! a"},
		{"in one alternative of an alternative", union(object(needed("id")), union(object(needed("id")), object(needed("b")))), "id b"},
		{"a union of itself", loop, "id"},
	} {
		var names []string
		for _, f := range ObjectView(c.s).Fields {
			if f.Required {
				names = append(names, f.Name+"!")
			} else {
				names = append(names, f.Name)
			}
		}
		if diff := cmp.Diff(c.want, strings.Join(names, " ")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

// TestObjectViewOfLayers: unions that share their alternatives are looked into once,
// however many ways lead to them.
func TestObjectViewOfLayers(t *testing.T) {
	s := object(needed("id"))
	for range 100 {
		s = union(s, s, s)
	}
	if fields := ObjectView(s).Fields; len(fields) != 1 || !fields[0].Required {
		t.Errorf("the view has %d fields, not the one that all require", len(fields))
	}
}
