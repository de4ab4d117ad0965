package contract

import "strings"

// TypeSet is a set of JSON types. JSON Schema's "number" is Integer|Fraction,
// so that containment is plain set inclusion.
type TypeSet uint8

// The JSON types.
const (
	NullType TypeSet = 1 << iota
	Boolean
	Integer
	Fraction
	StringType
	ArrayType
	ObjectType

	Number = Integer | Fraction
	Any    = NullType | Boolean | Number | StringType | ArrayType | ObjectType
)

// Has reports whether every type of u is in t.
func (t TypeSet) Has(u TypeSet) bool { return t&u == u }

// String is the set as a person writes it: "string or null"; "any type" for Any.
func (t TypeSet) String() string {
	if t == Any {
		return "any type"
	}
	var words []string
	for _, w := range []struct {
		set  TypeSet
		word string
	}{{StringType, "string"}, {Number, "number"}, {Integer, "integer"}, {Boolean, "boolean"}, {ArrayType, "array"}, {ObjectType, "object"}, {NullType, "null"}} {
		if t.Has(w.set) && !(w.set == Integer && t.Has(Fraction)) {
			words = append(words, w.word)
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, " or ")
}
