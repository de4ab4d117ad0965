package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestJUnit(t *testing.T) {
	r := sample(t)
	twin := *r.Findings[0]
	r.Findings = append(r.Findings, &twin)
	golden(t, "junit.golden", JUnit(r, View{Least: rules.Note, Fail: rules.Error, ShowWaived: true}))
	golden(t, "junit_refused.golden", JUnit(&rules.Report{}, View{Fail: rules.Error, Incomplete: "an input was refused"}))
}

func TestCheckstyle(t *testing.T) {
	golden(t, "checkstyle.golden", Checkstyle(sample(t), View{Least: rules.Note, ShowWaived: true}))
}

// TestJUnitCounts holds that the counts of a report are those of its cases, and that
// what fails the run is a failure, what is milder is none.
func TestJUnitCounts(t *testing.T) {
	for fail, want := range map[rules.Severity][]string{
		rules.Off:     nil,
		rules.Error:   {"renamed-field payment_ref"},
		rules.Warning: {"renamed-field payment_ref", "bare-number größe"},
		rules.Note:    {"renamed-field payment_ref", "bare-number größe", "open-object"},
	} {
		var got junitReport
		if err := xml.Unmarshal(JUnit(sample(t), View{Fail: fail, ShowWaived: true}), &got); err != nil {
			t.Fatal(err)
		}
		var failed []string
		tests, skipped := 0, 0
		for _, s := range got.Suites {
			for _, c := range s.Cases {
				tests++
				if c.Skipped != nil {
					skipped++
				}
				if c.Failure != nil {
					failed = append(failed, c.Name)
				}
			}
		}
		if diff := cmp.Diff(want, failed); diff != "" {
			t.Errorf("fail on %v (-want +got)\n%s", fail, diff)
		}
		if got.Tests != tests || got.Failures != len(failed) || got.Skipped != skipped {
			t.Errorf("fail on %v: it counts %d tests, %d failures, %d skipped, and has %d, %d, %d", fail, got.Tests, got.Failures, got.Skipped, tests, len(failed), skipped)
		}
	}
}

// TestJUnitAccepted holds that what the baseline accepts is skipped by another word
// than what a waiver accepts, and that a rule too new to fail a run fails no test.
func TestJUnitAccepted(t *testing.T) {
	r := sample(t)
	r.Findings[0].Held = true
	r.Findings[3].Waived = &rules.Waived{Reason: "there from the first", Baseline: true}
	var got junitReport
	if err := xml.Unmarshal(JUnit(r, View{Fail: rules.Error, ShowWaived: true}), &got); err != nil {
		t.Fatal(err)
	}
	outcomes := map[string]string{}
	for _, c := range got.Suites[0].Cases {
		switch {
		case c.Failure != nil:
			outcomes[c.Name] = "failure"
		case c.Skipped != nil:
			outcomes[c.Name] = c.Skipped.Message
		default:
			outcomes[c.Name] = "passes"
		}
	}
	want := map[string]string{
		"compared with POST /v1/refunds": "passes", "compared": "it calls no operation that it could be compared with",
		"renamed-field payment_ref": "passes", "bare-number größe": "passes", "open-object": "passes",
		"enum-value-unknown reason": "baselined: there from the first",
	}
	if diff := cmp.Diff(want, outcomes); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestJUnitBase holds that what the base has too fails no test, and is told where it
// is asked for.
func TestJUnitBase(t *testing.T) {
	for _, c := range []struct {
		old  bool
		want string
	}{{false, ""}, {true, "agents/refunds.json:5:2: warning: create_refund: größe states no unit [bare-number]"}} {
		var got junitReport
		if err := xml.Unmarshal(JUnit(against(t), View{Fail: rules.Note, ShowOld: c.old}), &got); err != nil {
			t.Fatal(err)
		}
		output, failures := "", 0
		for _, one := range got.Suites[0].Cases {
			if one.Name == "bare-number größe" {
				output, _, _ = strings.Cut(one.Output, "\n")
			}
			if one.Failure != nil {
				failures++
			}
		}
		if output != c.want || failures != 1 {
			t.Errorf("old ones shown %v: it says %q and has %d failures, want %q and 1", c.old, output, failures, c.want)
		}
	}
}

// TestXMLHostile holds that an XML parser reads back every text as it is shown, and
// finds no element but ours.
func TestXMLHostile(t *testing.T) {
	shown := source.Escape(evil)
	var junit junitReport
	data := JUnit(hostile(), View{Fail: rules.Error, ShowWaived: true})
	if err := xml.Unmarshal(data, &junit); err != nil {
		t.Fatal(err)
	}
	if got := junit.Suites[0].Name; got != shown {
		t.Errorf("the suite is called %q, want %q", got, shown)
	}
	if got := junit.Suites[0].Cases[1].Failure.Message; got != shown {
		t.Errorf("the failure says %q, want %q", got, shown)
	}
	if got := junit.Suites[0].Cases[2].Skipped.Message; got != "waived: "+source.Escape(waiverWords(hostile().Findings[1].Waived)) {
		t.Errorf("the waived one says %q", got)
	}
	ours := map[string]bool{"testsuites": true, "testsuite": true, "testcase": true, "failure": true, "skipped": true, "system-out": true}
	onlyElements(t, "junit", data, ours)

	var style checkstyleReport
	data = Checkstyle(hostile(), View{})
	if err := xml.Unmarshal(data, &style); err != nil {
		t.Fatal(err)
	}
	if got := style.Files[0].Errors[0].Message; !strings.HasPrefix(got, shown+": "+shown) {
		t.Errorf("the error says %q, want it to begin with %q twice", got, shown)
	}
	onlyElements(t, "checkstyle", data, map[string]bool{"checkstyle": true, "file": true, "error": true})
}

func onlyElements(t *testing.T, name string, data []byte, ours map[string]bool) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && !ours[e.Name.Local] {
			t.Errorf("%s has an element %s", name, e.Name.Local)
		}
	}
}
