package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// finding is one of a fingerprint, severity and file.
func finding(fingerprint string, severity Severity, file string) *Finding {
	return &Finding{Rule: "type-mismatch", Category: "type", Fingerprint: fingerprint, Severity: severity, At: source.Span{File: &source.File{Name: file}}}
}

func waived(f *Finding, baseline bool) *Finding {
	f.Waived = &Waived{Reason: "r", Baseline: baseline}
	return f
}

// TestAgainst holds which findings are old, and which of the base are fixed.
func TestAgainst(t *testing.T) {
	e, w := Error, Warning
	type list []*Finding
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
		r, base := &Report{Findings: c.now}, &Base{Revision: "main"}
		r.Against(&Report{Findings: c.was}, base, nil)
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

// TestAgainstNames holds that what is found on a field that has another name now is no
// news, that the field's new name hides what was found, and that this is not fixed.
func TestAgainstNames(t *testing.T) {
	on := func(rule, field, api string) *Finding {
		f := &Finding{Rule: rule, Severity: Error, Tool: "t", Field: field, APIField: api, At: source.Span{File: &source.File{Name: "f"}}}
		f.Fingerprint = fingerprint(f)
		return f
	}
	renamed := []Renamed{
		{Tool: "t", Was: "state", Now: "status"}, {Tool: "t", Was: "o", Now: "p"}, {Tool: "t", Was: "p.a", Now: "p.x"}, {Tool: "other", Was: "size", Now: "limit"},
	}
	for _, c := range []struct {
		name     string
		was, now *Finding
		old      bool
		fixed    int
	}{
		{"both sides have the new name", on("enum-open", "state", "state"), on("enum-open", "status", "status"), true, 0},
		{"the tool has it elsewhere", on("enum-open", "filter.state", "state"), on("enum-open", "filter.status", "status"), true, 0},
		{"inside what was renamed", on("enum-open", "o.b[].c", "o.b[].c"), on("enum-open", "p.b[].c", "p.b[].c"), true, 0},
		{"renamed inside what was renamed", on("enum-open", "o.a", "o.a"), on("enum-open", "p.x", "p.x"), true, 0},
		{"another name of the tool's", on("enum-open", "mode", "state"), on("enum-open", "mode", "status"), true, 0},
		{"another tool's field", on("enum-open", "size", "size"), on("enum-open", "limit", "limit"), false, 1},
		{"a name that begins alike", on("enum-open", "states", "states"), on("enum-open", "statuses", "statuses"), false, 1},
		{"the tool has not followed", on("enum-open", "state", "state"), on("renamed-field", "state", "status"), false, 0},
		{"nor inside it", on("enum-open", "state.x", "state.x"), on("unknown-field", "state", ""), false, 0},
		{"another field has not", on("enum-open", "mode", "mode"), on("renamed-field", "state", "status"), false, 1},
		{"the tool is bound to nothing", on("enum-open", "mode", "mode"), on("unbound-tool", "", ""), false, 0},
	} {
		r, base := &Report{Findings: []*Finding{c.now}}, &Base{}
		r.Against(&Report{Findings: []*Finding{c.was}}, base, renamed)
		if c.now.Old != c.old || len(base.Fixed) != c.fixed {
			t.Errorf("%s: old %v, %d fixed; want %v, %d", c.name, c.now.Old, len(base.Fixed), c.old, c.fixed)
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
		of := func(all []contract.Waiver) *Report {
			r := &Report{}
			for _, w := range all {
				r.Waivers = append(r.Waivers, &WaiverUse{Waiver: w})
			}
			return r
		}
		base := &Base{}
		of(c.now).Against(of(c.was), base, nil)
		if diff := cmp.Diff(c.want, base.Waivers); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

// TestFixedIsStillCompared: what nobody looks at any more is not mended.
func TestFixedIsStillCompared(t *testing.T) {
	bound := func(tool string) Binding { return Binding{Contract: "pay", Tool: tool, Operations: []string{"op"}} }
	loose := Binding{Contract: "pay", Tool: "a"}
	for _, c := range []struct {
		name     string
		was, now []Binding
		fixed    bool
	}{
		{"bound as before", []Binding{bound("a")}, []Binding{bound("a")}, true},
		{"bound now", []Binding{loose}, []Binding{bound("a")}, true},
		{"bound no more", []Binding{bound("a")}, []Binding{loose}, false},
		{"the tool is gone", []Binding{bound("a"), bound("b")}, []Binding{bound("b")}, false},
		{"an entry about no tool", []Binding{bound("b")}, []Binding{bound("b")}, true},
		{"the contract is gone", []Binding{bound("b")}, []Binding{{Contract: "other", Tool: "b"}}, false},
	} {
		f := finding("x", Error, "f")
		f.Contract, f.Tool = "pay", "a"
		r, base := &Report{Bindings: c.now}, &Base{}
		r.Against(&Report{Bindings: c.was, Findings: []*Finding{f}}, base, nil)
		if got := len(base.Fixed) == 1; got != c.fixed {
			t.Errorf("%s: fixed %v, want %v", c.name, got, c.fixed)
		}
	}
}
