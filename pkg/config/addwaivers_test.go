package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var converts = contract.Waiver{Rule: "type-mismatch", Tool: "create_refund", Fields: []string{"amount"}, Value: "50", Reason: `the "server" converts: #7`, Until: "2027-03-01", Owner: "@pay"}

// TestAddWaivers puts a waiver into configs of every form. Whatever the form, the
// result parses to what was there and the waiver.
func TestAddWaivers(t *testing.T) {
	const entry = `{rule: type-mismatch, tool: create_refund, field: amount, value: "50", reason: "the \"server\" converts: #7", until: 2027-03-01, owner: "@pay"}`
	const inJSON = `{"rule": "type-mismatch", "tool": "create_refund", "field": "amount", "value": "50", "reason": "the \"server\" converts: #7", "until": "2027-03-01", "owner": "@pay"}`
	const old = `{rule: null-rejected, tool: t, reason: "nulls are dropped"}`
	for _, c := range []struct{ name, text, want string }{
		{"no waivers yet", "version: 1\ncontracts: []  # none\n# the end\n", "version: 1\ncontracts: []  # none\n# the end\nwaivers:\n  - " + entry + "\n"},
		{"behind those that are there",
			"version: 1\nwaivers:\n  # old\n  - " + old + " # since 2024\n  # - left out\n\nfail_on: note\n",
			"version: 1\nwaivers:\n  # old\n  - " + old + " # since 2024\n  # - left out\n  - " + entry + "\n\nfail_on: note\n"},
		{"items at the key's own column", "version: 1\nwaivers:\n- " + old + "\nfail_on: note\n", "version: 1\nwaivers:\n- " + old + "\n- " + entry + "\nfail_on: note\n"},
		{"items of several lines", "version: 1\nwaivers:\n  - rule: null-rejected\n    tool: t\n    reason: >\n      nulls\n      are dropped\n",
			"version: 1\nwaivers:\n  - rule: null-rejected\n    tool: t\n    reason: >\n      nulls\n      are dropped\n  - " + entry + "\n"},
		{"nothing behind the key", "version: 1\nwaivers: # none yet\nfail_on: note\n", "version: 1\nwaivers: # none yet\n  - " + entry + "\nfail_on: note\n"},
		{"null", "version: 1\nwaivers: ~\n", "version: 1\nwaivers:\n  - " + entry + "\n"},
		{"empty brackets", "version: 1\nwaivers: [] # none\n", "version: 1\nwaivers: [" + entry + "] # none\n"},
		{"brackets", "version: 1\nwaivers: [" + old + "]\n", "version: 1\nwaivers: [" + old + ", " + entry + "]\n"},
		{"brackets over lines", "version: 1\nwaivers: [\n  " + old + " # first\n]\n", "version: 1\nwaivers: [\n  " + old + ", # first\n  " + entry + "\n]\n"},
		{"brackets over lines, a comma behind the last", "version: 1\nwaivers: [\n  " + old + ",\n]\n", "version: 1\nwaivers: [\n  " + old + ",\n  " + entry + ",\n]\n"},
		{"a config in JSON", "{\"version\": 1, \"waivers\": []}\n", "{\"version\": 1, \"waivers\": [" + inJSON + "]}\n"},
		{"a config in JSON without waivers", "{\n  \"version\": 1\n}\n", "{\n  \"version\": 1,\n  \"waivers\": [" + inJSON + "]\n}\n"},
		{"CRLF, and no end of the last line", "version: 1\r\nfail_on: note", "version: 1\r\nfail_on: note\r\nwaivers:\r\n  - " + entry},
		{"an alias", "version: 1\nunits: {dimensionless: &w []}\nwaivers: *w\n", ".tooldrift.yaml:3:1: the waivers are an alias; write them where its anchor is"},
		{"an anchor", "version: 1\nwaivers: &w\n  - " + old + "\n", ".tooldrift.yaml:2:1: the waivers are an anchor, which others may share; write them by hand"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := func(text string) *source.File { return &source.File{Name: FileName, Data: []byte(text)} }
			a, fault := AddWaivers(file(c.text), []contract.Waiver{converts})
			if fault != nil {
				if got := fault.Error(); got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
				return
			}
			if diff := cmp.Diff(c.want, string(a.Text)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			after, faults := Parse(file(string(a.Text)), ".")
			if after == nil {
				t.Fatal(faults)
			}
			got := after.Waivers[len(after.Waivers)-1]
			if diff := cmp.Diff(converts, got, cmpopts.IgnoreFields(contract.Waiver{}, "At")); diff != "" {
				t.Errorf("the waiver is read as another (-want +got)\n%s", diff)
			}
		})
	}
}

// TestAddWaiversOfAnyText writes what tools, fields and reasons may be called.
func TestAddWaiversOfAnyText(t *testing.T) {
	for _, s := range []string{"yes", "a: b", "- x", "#x", "{a}", "[0].b", "*", "&a", "line\nbreak", "\u202e", "\"", "'", "ключ", "1.10", "~", " ", "a,b", "%x", "@x", "`x`", "!x"} {
		w := contract.Waiver{Rule: "type-mismatch", Tool: s, Fields: []string{s, "x"}, Value: s, Reason: "r" + s, Owner: s}
		a, fault := AddWaivers(&source.File{Name: FileName, Data: []byte("version: 1\n")}, []contract.Waiver{w, w})
		if fault != nil {
			t.Errorf("%q: %v", s, fault)
			continue
		}
		if a.Entries != 2 {
			t.Errorf("%q: %d entries, want 2", s, a.Entries)
		}
		if s == " " {
			continue // no tool is called so, and the config says it
		}
		got, faults := Parse(&source.File{Name: FileName, Data: a.Text}, ".")
		if got == nil {
			t.Errorf("%q: %v\n%s", s, faults, a.Text)
			continue
		}
		if diff := cmp.Diff([]contract.Waiver{w, w}, got.Waivers, cmpopts.IgnoreFields(contract.Waiver{}, "At")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", s, diff)
		}
	}
}

// A reason that is still to be written has its place.
func TestWaiverEntryWithoutReason(t *testing.T) {
	got := WaiverEntry(contract.Waiver{Rule: "bare-number", Tool: "pay", Fields: []string{"amount"}})
	if want := `{rule: bare-number, tool: pay, field: amount, reason: ""}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
