package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// finding is one of a fingerprint, severity and file.
func finding(fingerprint string, severity rules.Severity, file string) *rules.Finding {
	return &rules.Finding{Rule: "type-mismatch", Category: "type", Fingerprint: fingerprint, Severity: severity, At: source.Span{File: &source.File{Name: file}}}
}

func waived(f *rules.Finding, baseline bool) *rules.Finding {
	f.Waived = &rules.Waived{Reason: "r", Baseline: baseline}
	return f
}

// TestAgainst holds which findings are old, and which of the base are fixed.
func TestAgainst(t *testing.T) {
	e, w := rules.Error, rules.Warning
	type list []*rules.Finding
	for _, c := range []struct {
		name     string
		was, now list
		old      []bool
		fixed    []int // of was
	}{
		{"as before", list{finding("a", e, "f")}, list{finding("a", e, "f")}, []bool{true}, nil},
		{"new", nil, list{finding("a", e, "f")}, []bool{false}, nil},
		{"fixed", list{finding("a", e, "f"), finding("b", w, "f")}, nil, nil, []int{0, 1}},
		{"worse", list{finding("a", w, "f")}, list{finding("a", e, "f")}, []bool{false}, nil},
		{"milder", list{finding("a", e, "f")}, list{finding("a", w, "f")}, []bool{true}, nil},
		{"in a file that was renamed", list{finding("a", e, "f")}, list{finding("a", e, "g")}, []bool{true}, nil},
		{"the same tool in a second file", list{finding("a", e, "g")}, list{finding("a", e, "f"), finding("a", e, "g")}, []bool{false, true}, nil},
		{"one of two is fixed", list{finding("a", e, "f"), finding("a", e, "g")}, list{finding("a", e, "g")}, []bool{true}, []int{0}},
		{"waived by the change", list{finding("a", e, "f")}, list{waived(finding("a", e, "f"), false)}, []bool{false}, nil},
		{"no longer waived", list{waived(finding("a", e, "f"), false)}, list{finding("a", e, "f")}, []bool{false}, nil},
		{"no longer in the baseline", list{waived(finding("a", e, "f"), true)}, list{finding("a", e, "f")}, []bool{false}, nil},
		{"mended although it was in the baseline", list{waived(finding("a", e, "f"), true)}, nil, nil, []int{0}},
		{"mended although it was waived", list{waived(finding("a", e, "f"), false)}, nil, nil, nil},
		{"still in the baseline", list{waived(finding("a", e, "f"), true)}, list{waived(finding("a", e, "f"), true)}, []bool{false}, nil},
	} {
		r, base := &rules.Report{Findings: c.now}, &rules.Base{Revision: "main"}
		r.Against(&rules.Report{Findings: c.was}, base)
		var old []bool
		for _, f := range r.Findings {
			old = append(old, f.Old)
		}
		if diff := cmp.Diff(c.old, old); diff != "" {
			t.Errorf("%s: old (-want +got)\n%s", c.name, diff)
		}
		var fixed []int
		for i, f := range c.was {
			for _, g := range base.Fixed {
				if f == g {
					fixed = append(fixed, i)
				}
			}
		}
		if diff := cmp.Diff(c.fixed, fixed); diff != "" || r.Base != base {
			t.Errorf("%s: fixed (-want +got)\n%s", c.name, diff)
		}
	}
}

// TestNewWaivers holds that a waiver that was there is not new, whatever its
// reason says now, and that one more of the same, or one with another day, is.
func TestNewWaivers(t *testing.T) {
	w := contract.Waiver{Rule: "type-mismatch", Tool: "t", Fields: []string{"a"}, Reason: "r", Until: "2027-01-01"}
	reworded, later, wider := w, w, w
	reworded.Reason, later.Until, wider.Fields = "because", "2028-01-01", []string{"a", "b"}
	for _, c := range []struct {
		name           string
		was, now, want []contract.Waiver
	}{
		{"the same", []contract.Waiver{w}, []contract.Waiver{w}, nil},
		{"reworded", []contract.Waiver{w}, []contract.Waiver{reworded}, nil},
		{"another day", []contract.Waiver{w}, []contract.Waiver{later}, []contract.Waiver{later}},
		{"one field more", []contract.Waiver{w}, []contract.Waiver{wider}, []contract.Waiver{wider}},
		{"one more of the same", []contract.Waiver{w}, []contract.Waiver{w, w}, []contract.Waiver{w}},
		{"taken out", []contract.Waiver{w, later}, []contract.Waiver{later}, nil},
	} {
		of := func(all []contract.Waiver) *rules.Report {
			r := &rules.Report{}
			for _, w := range all {
				r.Waivers = append(r.Waivers, &rules.WaiverUse{Waiver: w})
			}
			return r
		}
		base := &rules.Base{}
		of(c.now).Against(of(c.was), base)
		if diff := cmp.Diff(c.want, base.Waivers); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}
