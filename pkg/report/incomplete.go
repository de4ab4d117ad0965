package report

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The rules that an incomplete report breaks, in formats that know of findings only.
const (
	refusedInput    = "refused-input"
	nothingCompared = "nothing-compared"
)

// gaps are what keeps a report from being the whole truth, as findings at their
// places: without them a list of findings that is empty would look clean.
func (v View) gaps(r *rules.Report) []*rules.Finding {
	var out []*rules.Finding
	for _, f := range v.Faults {
		at := f.At
		if at.IsZero() {
			at = source.Span{File: &source.File{Name: f.File}}
		}
		out = append(out, gap(refusedInput, f.Text, at))
	}
	if len(out) > 0 || v.Incomplete == "" {
		return out
	}
	at := source.Span{File: &source.File{Name: "."}} // no tool was read
	if len(r.Bindings) > 0 && !r.Bindings[0].At.IsZero() {
		at = r.Bindings[0].At
	}
	return []*rules.Finding{gap(nothingCompared, v.Incomplete, at)}
}

func gap(rule, text string, at source.Span) *rules.Finding {
	sum := sha256.Sum256([]byte(rule + "\x00" + at.File.Name + "\x00" + text))
	return &rules.Finding{
		Rule: rule, Category: "input", Severity: rules.Error, Message: text, At: at, Fingerprint: hex.EncodeToString(sum[:8]),
		Why: "what is found is not the whole truth",
	}
}

// findings are those of a report, after what keeps it from being the whole truth.
func (v View) findings(r *rules.Report) []*rules.Finding {
	return append(v.gaps(r), r.Findings...)
}
