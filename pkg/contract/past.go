package contract

import "github.com/tooldrift/tooldrift/pkg/source"

// Past is a field that an operation had at an earlier revision of its spec, under a
// name that it does not have now.
type Past struct {
	Revision string // as whoever compares with it calls it: "origin/main"
	Name     string
	Holder   string      // path of the object that it was in, as that is called now; "" at the top
	Now      string      // path of the field that took its place; "" where it is gone
	At       source.Span // where it stood, in the file of that revision
	Here     source.Span // the line that is now where it stood; zero where that is not known
}
