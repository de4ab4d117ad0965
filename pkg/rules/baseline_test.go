package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// TestBaselineText writes what it reads, sorted, a line an entry, and nothing
// that an editor would act on.
func TestBaselineText(t *testing.T) {
	entry := func(tool, value, reason string) BaselineEntry {
		e := BaselineEntry{Contract: "pay", Rule: "type-mismatch", Tool: tool, Field: "größe", Value: value, Reason: reason}
		e.Fingerprint = fingerprint(e.finding())
		return e
	}
	b := &Baseline{Entries: []BaselineEntry{entry("b", "x\u202ey\U000e0001", ""), entry("a", "", "old \"friend\"\n")}}
	b.Entries[0].Count, b.Entries[0].Severity = 2, Warning
	const want = `{
  "version": 1,
  "findings": [
    {"rule": "type-mismatch", "contract": "pay", "tool": "a", "field": "größe", "fingerprint": "794c5320e425c16b", "reason": "old \"friend\"\n"},
    {"rule": "type-mismatch", "contract": "pay", "tool": "b", "field": "größe", "value": "x\u202ey\udb40\udc01", "fingerprint": "d7343265f07801f6", "severity": "warning", "count": 2}
  ]
}
`
	got := b.Text()
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	read, faults := ParseBaseline(&source.File{Name: "b.json", Data: got})
	if read == nil {
		t.Fatal(faults)
	}
	if diff := cmp.Diff([]BaselineEntry{b.Entries[1], b.Entries[0]}, read.Entries, cmpopts.IgnoreFields(BaselineEntry{}, "At")); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	if empty := string((&Baseline{}).Text()); empty != "{\n  \"version\": 1,\n  \"findings\": []\n}\n" {
		t.Errorf("the empty baseline is written as %q", empty)
	}
}

// TestStale holds that an entry is stale only where the run would have found it.
func TestStale(t *testing.T) {
	tool := &contract.Op{Name: "t"}
	bound := &bind.Binding{Tool: tool, Calls: []*bind.Call{{Op: &contract.Op{Name: "GET /t"}}}}
	doubtful := &bind.Binding{Tool: tool, Calls: bound.Calls, Doubt: &bind.Doubt{}}
	unseen := func(path, apiPath string) []*diff.Drift {
		return []*diff.Drift{{Kind: diff.NotComparable, Tool: tool, Path: path, APIPath: apiPath}}
	}
	for _, test := range []struct {
		name     string
		entry    BaselineEntry
		compared Compared
		settings Settings
		want     bool
	}{
		{"bound", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{}, true},
		{"a contract that is gone", BaselineEntry{Contract: "other", Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{}, true},
		{"a contract that was not read", BaselineEntry{Contract: "other", Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{Partial: true}, false},
		{"a contract that is gone, of a rule that was skipped", BaselineEntry{Contract: "other", Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{Skip: []string{"type-mismatch"}}, false},
		{"one of several that may be elsewhere", BaselineEntry{Rule: "type-mismatch", Tool: "t", Count: 2}, Compared{Bindings: []*bind.Binding{bound}}, Settings{Partial: true}, false},
		{"skipped", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{Skip: []string{"type-mismatch"}}, false},
		{"not among the only ones", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{Only: []string{"bare-number"}}, false},
		{"a rule that is gone", BaselineEntry{Rule: "type-clash", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{}, true},
		{"a tool that is gone", BaselineEntry{Rule: "type-mismatch", Tool: "gone"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{}, true},
		{"a tool that was not read", BaselineEntry{Rule: "type-mismatch", Tool: "gone"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{Partial: true}, false},
		{"a tool that may be in a file that was passed over", BaselineEntry{Rule: "type-mismatch", Tool: "gone"}, Compared{Unread: true, Bindings: []*bind.Binding{bound}}, Settings{}, false},
		{"in what cannot be seen through", BaselineEntry{Rule: "type-mismatch", Tool: "t", Field: "a.b", APIField: "c.b"}, Compared{Bindings: []*bind.Binding{bound}, Drifts: unseen("a", "c")}, Settings{}, false},
		{"beside what cannot be seen through", BaselineEntry{Rule: "type-mismatch", Tool: "t", Field: "ab"}, Compared{Bindings: []*bind.Binding{bound}, Drifts: unseen("a", "")}, Settings{}, true},
		{"all of it cannot be seen through", BaselineEntry{Rule: "type-mismatch", Tool: "t", Field: "a"}, Compared{Bindings: []*bind.Binding{bound}, Drifts: unseen("", "")}, Settings{}, false},
		{"a number of the tool's there", BaselineEntry{Rule: "bare-number", Tool: "t", Field: "a"}, Compared{Bindings: []*bind.Binding{bound}, Drifts: unseen("", "")}, Settings{}, true},
		{"what could be seen through then", BaselineEntry{Rule: "not-comparable", Tool: "t", Field: "a"}, Compared{Bindings: []*bind.Binding{bound}, Drifts: unseen("a", "a")}, Settings{}, true},
		{"unbound", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{{Tool: tool}}}, Settings{}, false},
		{"unbound, as it was", BaselineEntry{Rule: "unbound-tool", Tool: "t"}, Compared{Bindings: []*bind.Binding{bound}}, Settings{}, true},
		{"in doubt", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{doubtful}}, Settings{}, false},
		{"local", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{Bindings: []*bind.Binding{{Tool: tool, Local: "calls nothing"}}}, Settings{}, true},
		{"without a spec", BaselineEntry{Rule: "type-mismatch", Tool: "t"}, Compared{NoSpec: true, Bindings: []*bind.Binding{{Tool: tool}}}, Settings{}, false},
		{"a number without a spec", BaselineEntry{Rule: "bare-number", Tool: "t"}, Compared{NoSpec: true, Bindings: []*bind.Binding{{Tool: tool}}}, Settings{}, true},
		{"a number of both sides without a spec", BaselineEntry{Rule: "bare-number", Tool: "t", APIField: "n"}, Compared{NoSpec: true, Bindings: []*bind.Binding{{Tool: tool}}}, Settings{}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.settings.couldFind(&test.entry, []Compared{test.compared}); got != test.want {
				t.Errorf("stale: %v, want %v", got, test.want)
			}
		})
	}
}

// FuzzParseBaseline reads any bytes: what is accepted is written and read again as
// the same entries.
func FuzzParseBaseline(f *testing.F) {
	e := BaselineEntry{Contract: "pay", Rule: "type-mismatch", Tool: "a", Value: "x\u202e"}
	e.Fingerprint = fingerprint(e.finding())
	f.Add((&Baseline{Entries: []BaselineEntry{e}}).Text())
	f.Add([]byte(`{"version": 1, "findings": [{"rule": 1}, null, {"why": ""}]}`))
	e.Count, e.Severity = 2, Note
	f.Add((&Baseline{Entries: []BaselineEntry{e}}).Text())
	f.Add([]byte("{\"version\": 2}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, faults := ParseBaseline(&source.File{Name: "b.json", Data: data})
		if b == nil {
			if len(faults) == 0 {
				t.Fatal("refused without a fault")
			}
			return
		}
		text := b.Text()
		again, faults := ParseBaseline(&source.File{Name: "b.json", Data: text})
		if again == nil {
			t.Fatalf("what is written cannot be read: %v\n%s", faults, text)
		}
		if diff := cmp.Diff(string(text), string(again.Text())); diff != "" {
			t.Errorf("written twice (-first +second):\n%s", diff)
		}
	})
}
