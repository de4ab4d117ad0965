package contract

// ObjectView is an object as one list of fields, also where it is a union of
// objects: a field of any alternative is there, required only where every
// alternative requires it; undeclared members are rejected only where all reject
// them. Alternatives may be unions themselves. A schema without any is its own view.
func ObjectView(s *Schema) *Schema {
	if len(s.AnyOf) == 0 {
		return s
	}
	return objectView(s, map[*Schema]*Schema{})
}

// objectView is ObjectView; views are those that are known, and of a union that
// leads back to itself the union as it stands.
func objectView(s *Schema, views map[*Schema]*Schema) *Schema {
	if len(s.AnyOf) == 0 {
		return s
	}
	if v := views[s]; v != nil {
		return v
	}
	views[s] = s
	var objects []*Schema
	unseen := 0 // alternatives that may be objects and cannot be seen through
	for _, alt := range s.AnyOf {
		switch {
		case !alt.Types.Has(ObjectType):
		case alt.Opaque == "":
			objects = append(objects, objectView(alt, views))
		default:
			unseen++
		}
	}
	all := len(objects) + unseen
	if len(objects) == 0 {
		return s
	}
	view := *s
	view.AnyOf = nil
	view.Fields = append([]*Field(nil), s.Fields...)
	view.Closed = true
	index := map[string]int{}
	for i, f := range view.Fields {
		index[f.Name] = i
	}
	own := len(view.Fields)
	in := map[string]int{} // alternatives that require the field
	for _, alt := range objects {
		view.Closed = view.Closed && alt.Closed
		for _, f := range alt.Fields {
			i, known := index[f.Name]
			if !known {
				index[f.Name] = len(view.Fields)
				copied := *f
				view.Fields = append(view.Fields, &copied)
			} else if i >= own {
				view.Fields[i].Schema = either(view.Fields[i].Schema, f.Schema)
			}
			if f.Required {
				in[f.Name]++
			}
		}
	}
	for _, f := range view.Fields[own:] {
		f.Required = in[f.Name] == all
	}
	for i, f := range view.Fields[:own] {
		if !f.Required && in[f.Name] == all {
			copied := *f
			copied.Required = true
			view.Fields[i] = &copied
		}
	}
	views[s] = &view
	return &view
}

// either allows what a or b allows. Two closed lists, such as the tags of two
// variants, become one.
func either(a, b *Schema) *Schema {
	switch {
	case a == b:
		return a
	case a.Types == b.Types && a.Enum != nil && b.Enum != nil:
		both := *a
		both.Enum = append(append([]Value(nil), a.Enum...), b.Enum...)
		return &both
	case len(a.AnyOf) > 0 && a.At == (Schema{}).At:
		both := *a
		both.AnyOf = append(append([]*Schema(nil), a.AnyOf...), b)
		both.Types |= b.Types
		return &both
	}
	return &Schema{Types: a.Types | b.Types, AnyOf: []*Schema{a, b}, ReadOnly: a.ReadOnly && b.ReadOnly, Doc: a.Doc, TypeAt: a.TypeAt}
}
