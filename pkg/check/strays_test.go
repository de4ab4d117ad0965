package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// FuzzProtoStrays looks for waivers in any bytes: each that is found stands where it
// says, and nothing is read of a file of which nothing is read.
func FuzzProtoStrays(f *testing.F) {
	for _, text := range []string{
		"// tooldrift:waive a -- b\nmessage M { string s = 1; /* tooldrift:waive c -- d */ }",
		"/*", "//", "\"", "'\\", "} // tooldrift:waive x", "{ // tooldrift:waive x\n}", "/* a\n * tooldrift:waive y -- z */ rpc",
	} {
		f.Add([]byte(text), 3)
	}
	f.Fuzz(func(t *testing.T, data []byte, at int) {
		file := &source.File{Name: "a.proto", Data: data}
		if got := protoStrays(file, &claims{}); len(got) > 0 {
			t.Errorf("%v in a file that was not read", got)
		}
		known := &claims{read: map[*source.File][]int{file: {at}}}
		for _, w := range protoStrays(file, known) {
			if diff := cmp.Diff("tooldrift:waive", w.At.Text()[:len("tooldrift:waive")]); diff != "" {
				t.Errorf("a waiver stands elsewhere than it says (-want +got):\n%s", diff)
			}
		}
	})
}
