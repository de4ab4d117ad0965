package lsp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// The edit between two texts makes the one of the other, and cuts no character and
// no line end in two.
func TestDifference(t *testing.T) {
	for _, one := range []struct{ before, after, old, new string }{
		{"a\nb\n", "a\nx\nb\n", "", "x\n"},
		{"a\r\n", "a\r\nb\r\n", "", "b\r\n"},
		{"a\r\n", "a\n", "\r\n", "\n"},
		{"é", "è", "é", "è"},
		{"x🍕", "x🍔", "🍕", "🍔"},
		{"[a]", "[a, a]", "", ", a"},
		{"aa", "a", "a", ""},
		{"", "a", "", "a"},
		{"a", "a", "", ""},
	} {
		before, after := &source.File{Data: []byte(one.before)}, &source.File{Data: []byte(one.after)}
		e := difference(before, after)
		if diff := cmp.Diff([]string{one.old, one.new}, []string{e.At.Text(), e.New}); diff != "" {
			t.Errorf("%q to %q: %s", one.before, one.after, diff)
		}
		if got, err := source.Apply(before, []source.Edit{e}); err != nil || string(got) != one.after {
			t.Errorf("%q to %q makes %q, %v", one.before, one.after, got, err)
		}
	}
}
