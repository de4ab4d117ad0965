package calls

import "github.com/tooldrift/tooldrift/pkg/source"

// explain is the finding that explains a fault; nil where none does.
func (v *variant) explain(f *Fault, root *source.Node) *Drift { return nil }

// excused reports whether a waiver accepts what the API finds wrong.
func (v *variant) excused(f *Fault, root *source.Node) bool { return false }
