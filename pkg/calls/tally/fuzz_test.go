package tally

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// FuzzRead holds that a summary from a stranger is refused, or counts like any other:
// it is written as it was read, merges, and makes a report.
func FuzzRead(f *testing.F) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := someTools(1 + int(seed))
		f.Add(count(New(c, "auto"), randomCalls(r, c, 40, 500*hour)).Encode())
	}
	f.Add([]byte(`{"version":1,"bucket":"day","heads":[{"fields":[{"path":"a"}]}],"tools":[{"calls":9,"curve":[[106751,9,1],[9999999,1,1]],"fields":[{"currencies":{"":[{"bin":-480,"calls":9223372036854775807},{"bin":3,"calls":9223372036854775807}]}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tally, err := Read(data)
		if err != nil {
			return
		}
		text := tally.Encode()
		again, err := Read(text)
		if err != nil {
			t.Fatalf("what was read is written as what is refused: %v\n%s", err, text)
		}
		if back := again.Encode(); !bytes.Equal(back, text) {
			t.Fatalf("written differently:\n%s\n%s", text, back)
		}
		tally.Report()
		if err := tally.Merge(again); err != nil {
			t.Fatal(err)
		}
		tally.Report()
	})
}
