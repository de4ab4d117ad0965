package prose

import "testing"

// A pattern is compiled late, so a wrong one would be found late.
func TestPatternsCompile(t *testing.T) {
	if len(patterns) == 0 {
		t.Fatal("no patterns")
	}
	for _, p := range patterns {
		p.compiled()
	}
}
