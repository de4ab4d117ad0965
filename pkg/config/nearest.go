package config

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Nearest is the known name that word is most likely a slip of, or "" where
// none is near: a third of the letters may differ, at least two of a word of four.
func Nearest(word string, known []string) string {
	allowed := utf8.RuneCountInString(word) / 3
	if utf8.RuneCountInString(word) >= 4 {
		allowed = max(allowed, 2)
	}
	best := ""
	for _, k := range known {
		d := levenshtein.ComputeDistance(fold(word), fold(k))
		if d < allowed || d == allowed && best == "" {
			best, allowed = k, d
		}
	}
	return best
}

var folded = strings.NewReplacer("-", "_", " ", "_")

// fold makes case and the choice of a separator no difference.
func fold(s string) string { return folded.Replace(strings.ToLower(s)) }
