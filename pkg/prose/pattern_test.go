package prose

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A pattern is compiled late, so a wrong one would be found late.
func TestPatternsCompile(t *testing.T) {
	if len(patterns) == 0 {
		t.Fatal("no patterns")
	}
	for _, p := range patterns {
		p.compiled()
	}
}

// TestCuedPatterns: a pattern that looks for its cues first finds what its whole
// expression finds, in texts of cues, of words that the expressions go on with, and
// of what stands between words.
func TestCuedPatterns(t *testing.T) {
	words := strings.Fields("value values is are to of be set the following allowed types options either exactly length size than exceed equal limit: less more fewer 10 1-50 `a` 'b' invalid defaults default: must not cannot él µ\xff")
	between := []string{" ", " ", " ", "", "\n", ", ", ": ", " (", "é", "_"}
	for _, p := range cuedPatterns {
		words = append(words, p.cues...)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range cuedPatterns {
		whole := regexp.MustCompile(strings.TrimSuffix(strings.TrimPrefix(p.text, "^(?s:.)(?:"), ")"))
		matches := 0
		for range 3000 {
			var text strings.Builder
			for range random.IntN(20) {
				text.WriteString(words[random.IntN(len(words))] + between[random.IntN(len(between))])
			}
			want, got := whole.FindAllStringSubmatchIndex(text.String(), -1), p.all(text.String())
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s in %q (-expression +cued)\n%s", whole, text.String(), diff)
			}
			matches += len(got)
		}
		if matches == 0 {
			t.Errorf("%s matches nothing here", whole)
		}
	}
}
