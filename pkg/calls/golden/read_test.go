package golden

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

const whole = `version: 1
about: refunds and bookings
cases:
  - id: refund-42
    prompt: "Refund $42 to the customer of pay_1."
    note: "the customer says dollars, the API counts cents"
    match: loose
    order: any
    extra: allowed
    tool: create_refund
    arguments:
      payment_id: pay_1
      amount_cents: 4200
      lines: [{"sku": "a", "count": 9007199254740993}, {"sku": "b"}]
    accept:
      payment_id: ["pay_01"]
      "lines[].sku": ["c", 1.50]
    optional: ["lines[0].count"]
    unscored: ["reason", "lines[].note"]
  - id: "7"
    order: given
    calls:
      - tool: cancel
        arguments:
          id: "1"
      - tool: book
        arguments: {}
        alternatives:
          - tool: rebook
            arguments:
              from: null
              to: true
  - id: nothing to do
    calls: []
`

func read(text string) (*Suite, []string) {
	s, faults := Read(&source.File{Name: "golden/a.yaml", Data: []byte(text)})
	var told []string
	for _, f := range faults {
		told = append(told, f.Error())
	}
	return s, told
}

// What Encode writes is what Read reads, and it writes it as people do.
func TestEncode(t *testing.T) {
	s, faults := read(whole)
	if s == nil {
		t.Fatal(faults)
	}
	if diff := cmp.Diff(whole, string(Encode(s))); diff != "" {
		t.Error(diff)
	}
}

// Texts that YAML would read as something else come back as they were.
func TestEncodeHostileTexts(t *testing.T) {
	text := func(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }
	for _, odd := range []string{"yes", "null", "1e3", "- a", "a: b", "#x", "a\nb", "\u2028\x1b[0m\ufeff", `"q'`, "{x}", " padded ", "0x1f", "2024-05-20", "&a", "*a", "!t", "~", "[", "@", "%", "日本"} {
		args := &source.Node{Kind: source.Object, Members: []source.Member{
			{Key: odd, Value: text(odd)},
			{Key: "deep", Value: &source.Node{Kind: source.Object, Members: []source.Member{{Key: odd, Value: &source.Node{Kind: source.Array, Items: []*source.Node{text(odd)}}}}}},
		}}
		s, faults := read(string(Encode(&Suite{Cases: []*Case{{ID: odd, Prompt: odd, Calls: []*Call{{Tool: odd, Args: args}}}}})))
		if s == nil {
			t.Errorf("%q: %q", odd, faults)
			continue
		}
		c := s.Cases[0]
		if c.ID != odd || c.Prompt != odd || c.Calls[0].Tool != odd || c.Calls[0].Args.JSON() != args.JSON() {
			t.Errorf("%q came back as %q, %q, %q, %s", odd, c.ID, c.Prompt, c.Calls[0].Tool, c.Calls[0].Args.JSON())
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{}", "1:1: no golden calls: expected cases of tooldrift, tasks or trajectories of tau-bench, or possible answers of BFCL"},
		{"about: x\ncases: []", "1:1: a golden file has no version; write version: 1"},
		{"version: 1", "1:1: a golden file has no cases"},
		{"version: 2\ncases: []", "1:10: version must be 1, the only one there is"},
		{"[]", "1:1: a golden file must be a mapping with the keys version, about, cases, match, order, extra, not a list"},
		{"version: 1\nversoin: 1\ncases: []", `2:1: unknown key "versoin" in a golden file; did you mean version?`},
		{"version: 1\ncases: [{id: a}]", "2:9: a case has one of tool or calls; calls: [] where the model is to call nothing"},
		{"version: 1\ncases: [{tool: a}]", "2:9: a case has no id: what the log names its prompt by"},
		{"version: 1\ncases: [{id: a, tool: b, calls: []}]", "2:9: a case has either one tool or calls"},
		{"version: 1\ncases: [{id: a, arguments: {}, calls: []}]", "2:17: arguments belongs to a call, and this case has several: write it into one of calls"},
		{"version: 1\ncases: [{id: a, tool: t, argument: {}}]", `2:26: unknown key "argument" in a case; did you mean arguments?`},
		{"version: 1\ncases: [{id: a, calls: [{arguments: {}}]}]", "2:25: a call has no tool"},
		{"version: 1\ncases: [{id: a, tool: t, arguments: [1]}]", "2:37: arguments must be a mapping of fields to values, not a list"},
		{"version: 1\ncases: [{id: a, tool: t, arguments: {amount: 1}, optional: [amuont]}]", "2:61: optional names amuont, which arguments do not have; did you mean amount?"},
		{"version: 1\ncases: [{id: a, tool: t, accept: {b: [1]}}]", "2:35: accept names b, which arguments do not have"},
		{"version: 1\ncases: [{id: a, tool: t, accept: {b: 1}}]", "2:38: what is accepted of b must be a list of values that are as right, not a number"},
		{"version: 1\nmatch: exakt\ncases: []", `2:8: match cannot be "exakt"; did you mean exact?`},
		{"version: 1\ncases:\n- {id: a, calls: []}\n- {id: a, calls: []}", "4:8: the id a is there twice, first at golden/a.yaml:3:8"},
		{"version: 1\ncases: [{id: a, tool: t, alternatives: [{tool: u, alternatives: []}]}]", `2:51: unknown key "alternatives" in an alternative, which has tool, arguments, accept, optional, unscored`},
	} {
		s, faults := read(c.text)
		got := strings.ReplaceAll(strings.Join(faults, "|"), "golden/a.yaml:", "")
		if got != strings.ReplaceAll(c.want, "golden/a.yaml:", "") || s != nil {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
