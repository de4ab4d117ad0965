package diff

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Excludes reports whether a value that fits several alternatives of a schema may be
// refused for it. Authors write oneOf where they mean anyOf, so that it is no fault;
// where a discriminator chooses among them, the others are not asked.
func Excludes(s *contract.Schema) bool { return s.OneOf && s.Discriminator == "" }

// another reports whether one of several alternatives surely takes a value.
func (c *checker) another(alts []*contract.Schema, v *source.Node, at *way, depth int) bool {
	for _, alt := range alts {
		try := checker{Judging: c.Judging, left: c.left, tried: true, shallow: c.shallow, around: true}
		try.value(alt, v, at, depth+1)
		if len(try.faults) == 0 && !try.unsure {
			return true
		}
	}
	return false
}
