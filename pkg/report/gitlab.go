package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type gitlabFinding struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

// gitlabLocation has lines and no positions: the Code Climate format has one or the
// other, and GitLab looks for lines first.
type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab is the report as a Code Quality artifact of GitLab, which knows no waivers:
// what is waived is not in it. GitLab tells new from old by the fingerprints, and
// drops all but one of those that are the same.
func GitLab(r *rules.Report, v View) []byte {
	v.ShowWaived, v.ShowOld = false, true // it compares branches itself, and would take what is missing for mended
	out, seen := []gitlabFinding{}, map[string]int{}
	for _, f := range v.findings(r) {
		if !v.shows(f) {
			continue
		}
		seen[f.Fingerprint]++
		out = append(out, gitlabFinding{
			Description: oneLine(f), CheckName: f.Rule, Severity: gitlabSeverity(f),
			Fingerprint: gitlabFingerprint(f.Fingerprint, seen[f.Fingerprint]),
			Location: gitlabLocation{source.Escape(slash(f.At.File.Name)), gitlabLines{
				f.At.File.Position(f.At.Start).Line, f.At.File.Position(f.At.End).Line,
			}},
		})
	}
	return Encode(out)
}

// gitlabFingerprint is the finding's own; of a second one that has it too, another
// that stays the same from run to run.
func gitlabFingerprint(own string, nth int) string {
	if nth == 1 {
		return own
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", own, nth))
	return hex.EncodeToString(sum[:8])
}

func gitlabSeverity(f *rules.Finding) string {
	switch {
	case f.Rule == refusedInput, f.Rule == nothingCompared:
		return "blocker"
	case f.Severity == rules.Error:
		return "major"
	case f.Severity == rules.Warning:
		return "minor"
	}
	return "info"
}
