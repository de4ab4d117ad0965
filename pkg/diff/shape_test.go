package diff

import "testing"

// TestFormatsKnowTheirSamples also compiles the expressions of formats, which would
// otherwise be found wrong when one is first asked for.
func TestFormatsKnowTheirSamples(t *testing.T) {
	for name, f := range stringFormats {
		for _, text := range samplesOf(name) {
			if f.fits != nil && !f.fits(text) {
				t.Errorf("%q is no %s", text, name)
			}
		}
	}
	for _, p := range patternFormats {
		if p.is("x") {
			t.Errorf("the pattern x is taken for one of %s", p.format)
		}
	}
}
