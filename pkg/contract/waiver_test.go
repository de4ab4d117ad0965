package contract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestParseWaiver(t *testing.T) {
	tests := []struct {
		comment string
		want    Waiver
	}{
		{"tooldrift:waive bare-number -- the server converts", Waiver{Rule: "bare-number", Reason: "the server converts"}},
		{"  tooldrift:waive bare-number until=2027-03-01 owner=@pay value=cents -- r ", Waiver{Rule: "bare-number", Until: "2027-03-01", Owner: "@pay", Value: "cents", Reason: "r"}},
		{"tooldrift:waive value=\"10 to 20\" bound-too-wide -- r", Waiver{Rule: "bound-too-wide", Value: "10 to 20", Reason: "r"}},
		{"tooldrift:waive unknown-field tool=a field=x,y.z -- r", Waiver{Rule: "unknown-field", Tool: "a", Fields: []string{"x", "y.z"}, Reason: "r"}},
		{"tooldrift:waive: bare-number -- r -- and more", Waiver{Rule: "bare-number", Reason: "r -- and more"}},
		{"tooldrift:waive bare-number", Waiver{Rule: "bare-number"}},
		{"tooldrift:waive bare-number --", Waiver{Rule: "bare-number"}},
		{"tooldrift:waive", Waiver{}},
		{"tooldrift:waive a--b -- r", Waiver{Rule: "a--b", Reason: "r"}},
		{"tooldrift:waive bare-number untill=2027-01-01 -- r", Waiver{Rule: "bare-number untill=2027-01-01", Reason: "r"}},
		{"tooldrift:waive bare-number please -- r", Waiver{Rule: "bare-number please", Reason: "r"}},
	}
	at := source.Span{File: &source.File{Name: "f"}, Start: 1, End: 2}
	for _, test := range tests {
		got, ok := ParseWaiver(source.Comment{Text: test.comment, At: at})
		if !ok {
			t.Errorf("%q is no waiver", test.comment)
			continue
		}
		if got.At != at {
			t.Errorf("%q stands at %v", test.comment, got.At)
		}
		if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(Waiver{}, "At")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.comment, diff)
		}
	}
	for _, comment := range []string{"", "waive bare-number", "see tooldrift:waive", "tooldrift:waiver bare-number -- r", "tooldrift:waived"} {
		if got, ok := ParseWaiver(source.Comment{Text: comment}); ok {
			t.Errorf("%q is read as a waiver: %+v", comment, got)
		}
	}
}

func TestWaiversFromNode(t *testing.T) {
	tests := []struct {
		json   string
		want   []Waiver
		faults []string
	}{
		{`{"rule": "r", "reason": "why", "until": "2027-01-01", "owner": "@a", "value": 5, "tool": "t", "field": "f"}`,
			[]Waiver{{Rule: "r", Reason: "why", Until: "2027-01-01", Owner: "@a", Value: "5", Tool: "t", Fields: []string{"f"}}}, nil},
		{`[{"rule": "r", "field": ["a", "b"]}, {"rule": "s", "reason": null}]`, []Waiver{{Rule: "r", Fields: []string{"a", "b"}}, {Rule: "s"}}, nil},
		{`[{"rule": "r", "untill": "2027-01-01", "reason": "why"}, {"rule": "s"}]`, []Waiver{{Rule: "s"}},
			[]string{`f:1:16: a waiver has no key "untill", only rule, reason, value, until, owner, tool, field; this waiver does not count`}},
		{`{"rule": ["r"]}`, nil, []string{`f:1:10: rule must be a text; this waiver does not count`}},
		{`["bare-number"]`, nil, []string{`f:1:2: a waiver is an object with rule and reason; this waiver does not count`}},
	}
	for _, test := range tests {
		root, parseFaults := source.Parse(&source.File{Name: "f", Data: []byte(test.json)})
		if len(parseFaults) > 0 {
			t.Fatal(parseFaults)
		}
		got, faults := WaiversFromNode(root)
		if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(Waiver{}, "At")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.json, diff)
		}
		var texts []string
		for _, f := range faults {
			if !f.Dirt {
				t.Errorf("%v refuses the file", f)
			}
			texts = append(texts, f.Error())
		}
		if diff := cmp.Diff(test.faults, texts); diff != "" {
			t.Errorf("faults of %s (-want +got)\n%s", test.json, diff)
		}
	}
	if got, faults := WaiversFromNode(nil); got != nil || faults != nil {
		t.Errorf("nothing holds %v, %v", got, faults)
	}
}
