package bind

import "testing"

// Expressions that are compiled late would be found wrong late.
func TestLocalPhrasesCompile(t *testing.T) {
	authentic()
	for _, l := range local {
		l.phrase()
	}
}
