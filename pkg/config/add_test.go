package config

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// create, think and write are drafts of each kind: sure, in doubt, one operation a value.
var (
	create = Draft{Tool: "create_refund", Sure: true, Calls: []DraftCall{{Operation: "POST /v1/refunds"}}}
	get    = Draft{Tool: "get_refund", Sure: true, Calls: []DraftCall{{Operation: "GET /v1/refunds/{id}"}}}
	think  = Draft{Tool: "think", Calls: []DraftCall{{Operation: "POST /v1/thoughts", Score: 0.62}, {Operation: "pay.v1.Mind/Think", Score: 0.4}}}
	lost   = Draft{Tool: "lost"}
	write  = Draft{Tool: "issue_write", Sure: true, Calls: []DraftCall{
		{Operation: "POST /issues", When: []Cond{{"method", "create"}}},
		{Operation: "PATCH /issues/{id}", When: []Cond{{"method", "404"}}},
	}}
	read = Draft{Tool: "issue_read", Calls: []DraftCall{
		{Operation: "GET /issues/{id}", When: []Cond{{"method", "get"}}},
		{Operation: "GET /issues", When: []Cond{{"method", "list"}}, Score: 0.5},
		{When: []Cond{{"method", "get_parent"}}},
	}}
)

// added is the text of a config with drafts put into its contract pay, or the
// fault. It holds what must hold whatever the text: a second time changes
// nothing, the result parses, and what was bound before is bound to the same.
func added(t *testing.T, text string, drafts ...Draft) string {
	t.Helper()
	file := func(text string) *source.File { return &source.File{Name: FileName, Data: []byte(text)} }
	before, faults := Parse(file(text), ".")
	if before == nil {
		t.Fatal(faults)
	}
	all := []Drafts{{"pay", drafts}}
	out, fault := AddBindings(file(text), all)
	if fault != nil {
		return fault.Error()
	}
	again, fault := AddBindings(file(string(out.Text)), all)
	if fault != nil {
		t.Fatalf("the second time: %v\n%s", fault, out.Text)
	}
	if diff := cmp.Diff(string(out.Text), string(again.Text)); diff != "" {
		t.Errorf("the second time changes something (-first +second)\n%s", diff)
	}
	after, faults := Parse(file(string(out.Text)), ".")
	if after == nil {
		t.Fatalf("the result does not parse: %v\n%s", faults, out.Text)
	}
	for i, c := range before.Contracts {
		got := after.Contracts[i].Bindings
		if diff := cmp.Diff(c.Bindings, got[:min(len(c.Bindings), len(got))], withoutSpans, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("bindings of %s are not what they were (-before +after)\n%s", c.Name, diff)
		}
	}
	return string(out.Text)
}

func TestAddBindings(t *testing.T) {
	for _, c := range additions {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, added(t, c.text, c.drafts...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

var additions = []struct {
	name   string
	text   string
	drafts []Draft
	want   string
}{
	{"no bindings yet", `version: 1
contracts:
  - name: pay
    tools: [t.json]
    spec: [s.yaml] # the public one
rules: {}
`, []Draft{create, think, lost}, `version: 1
contracts:
  - name: pay
    tools: [t.json]
    spec: [s.yaml] # the public one
    bindings:
      create_refund: POST /v1/refunds
      # think: POST /v1/thoughts  # 0.62
      # think: pay.v1.Mind/Think  # 0.40
      # lost: {local: "why it calls no operation"}
rules: {}
`},
	{"only candidates", "version: 1\ncontracts:\n- name: pay\n  tools: [t.json]\n", []Draft{lost},
		"version: 1\ncontracts:\n- name: pay\n  tools: [t.json]\n  bindings:\n    # lost: {local: \"why it calls no operation\"}\n"},
	{"after the entries and their comments, before those of what follows", `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:   # by hand

        # money
        list_refunds:   GET /v1/refunds    # all
        "odd tool": {local: x}
        # think: not now
        # more below?

      # about names
    names: exact

  # the other team
  - name: b
    tools: [u.json]
`, []Draft{create, think, write, read}, `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:   # by hand

        # money
        list_refunds:   GET /v1/refunds    # all
        "odd tool": {local: x}
        # think: not now
        # more below?
        create_refund: POST /v1/refunds
        issue_write:
          - {when: {method: create}, operation: "POST /issues"}
          - {when: {method: "404"}, operation: "PATCH /issues/{id}"}
        # issue_read:
        #   - {when: {method: get}, operation: "GET /issues/{id}"}
        #   - {when: {method: list}, operation: "GET /issues"}  # 0.50
        #   # when method is get_parent: no operation comes near

      # about names
    names: exact

  # the other team
  - name: b
    tools: [u.json]
`},
	{"an entry is never touched", `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:
      create_refund: POST /v2/refunds
      think: {local: it thinks}
`, []Draft{create, think}, `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:
      create_refund: POST /v2/refunds
      think: {local: it thinks}
`},
	{"what a comment names is left alone, however far it is indented", `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:
#     create_refund: POST /v2/refunds
      list_refunds: GET /v1/refunds
  ##  "think": {local: "tried"}

rules: {}
`, []Draft{create, think, get}, `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:
#     create_refund: POST /v2/refunds
      list_refunds: GET /v1/refunds
      get_refund: GET /v1/refunds/{id}
  ##  "think": {local: "tried"}

rules: {}
`},
	{"no line break at the end", "version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]", []Draft{create},
		"version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings:\n      create_refund: POST /v1/refunds"},
	{"lines of both kinds, and the new ones like those beside them", "version: 1\r\ncontracts:\n  - tools: [t.json]\n    name: pay\n    bindings:\n      a: GET /a\n", []Draft{create},
		"version: 1\r\ncontracts:\n  - tools: [t.json]\n    name: pay\n    bindings:\n      a: GET /a\n      create_refund: POST /v1/refunds\n"},
	{"the other way round, and the last line without an end", "version: 1\ncontracts:\n  - tools: [t.json]\n    name: pay\n    bindings:\r\n      a: GET /a", []Draft{create, think},
		"version: 1\ncontracts:\n  - tools: [t.json]\n    name: pay\n    bindings:\r\n      a: GET /a\r\n      create_refund: POST /v1/refunds\r\n      # think: POST /v1/thoughts  # 0.62\r\n      # think: pay.v1.Mind/Think  # 0.40"},
	{"CRLF and a byte order mark", "\ufeffversion: 1\r\ncontracts:\r\n  - tools: [t.json]\r\n    name: pay\r\n    bindings:\r\n      a: GET /a\r\n\r\n", []Draft{create, think},
		"\ufeffversion: 1\r\ncontracts:\r\n  - tools: [t.json]\r\n    name: pay\r\n    bindings:\r\n      a: GET /a\r\n      create_refund: POST /v1/refunds\r\n      # think: POST /v1/thoughts  # 0.62\r\n      # think: pay.v1.Mind/Think  # 0.40\r\n\r\n"},
	{"an empty bindings", "version: 1\ncontracts:\n  - name: pay\n    bindings:  # soon\n    # think: later\n    tools: [t.json]\n", []Draft{create, think},
		"version: 1\ncontracts:\n  - name: pay\n    bindings:  # soon\n      create_refund: POST /v1/refunds\n    # think: later\n    tools: [t.json]\n"},
	{"null", "version: 1\ncontracts:\n  - name: pay\n    bindings: null # soon\n    tools: [t.json]\n", []Draft{create},
		"version: 1\ncontracts:\n  - name: pay\n    bindings: # soon\n      create_refund: POST /v1/refunds\n    tools: [t.json]\n"},
	{"empty braces", "version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings: {}\n", []Draft{create, think},
		"version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings:\n      create_refund: POST /v1/refunds\n      # think: POST /v1/thoughts  # 0.62\n      # think: pay.v1.Mind/Think  # 0.40\n"},
	{"braces in a line", "version: 1\ncontracts:\n  - name: pay\n    bindings: { a: GET /a } # short\n    tools: [t.json]\n", []Draft{get, write, lost},
		"version: 1\ncontracts:\n  - name: pay\n    bindings: { a: GET /a, get_refund: \"GET /v1/refunds/{id}\", issue_write: [{when: {method: create}, operation: \"POST /issues\"}, {when: {method: \"404\"}, operation: \"PATCH /issues/{id}\"}] } # short\n      # lost: {local: \"why it calls no operation\"}\n    tools: [t.json]\n"},
	{"braces in lines", `version: 1
contracts:
  - name: pay
    bindings: {
      a: GET /a, # first
      b: GET /b # last
    }
    tools: [t.json]
`, []Draft{create, get, lost}, `version: 1
contracts:
  - name: pay
    bindings: {
      a: GET /a, # first
      b: GET /b, # last
      create_refund: "POST /v1/refunds",
      get_refund: "GET /v1/refunds/{id}"
    }
      # lost: {local: "why it calls no operation"}
    tools: [t.json]
`},
	{"braces in lines, a comma at the end", "version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings: {\n      a: GET /a,\n    }\n", []Draft{create},
		"version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings: {\n      a: GET /a,\n      create_refund: \"POST /v1/refunds\",\n    }\n"},
	{"a contract in braces", "version: 1\ncontracts: [{name: b, tools: [u.json]}, {name: pay, tools: [t.json]}]\n", []Draft{create, lost},
		"version: 1\ncontracts: [{name: b, tools: [u.json]}, {name: pay, tools: [t.json], bindings: {create_refund: \"POST /v1/refunds\"}}]\n"},
	{"JSON", "{\n  \"version\": 1,\n  \"contracts\": [\n    {\n      \"name\": \"pay\",\n      \"tools\": [\"t.json\"],\n      \"bindings\": {\n        \"a\": \"GET /a\"\n      }\n    }\n  ]\n}\n", []Draft{create, write},
		"{\n  \"version\": 1,\n  \"contracts\": [\n    {\n      \"name\": \"pay\",\n      \"tools\": [\"t.json\"],\n      \"bindings\": {\n        \"a\": \"GET /a\",\n        \"create_refund\": \"POST /v1/refunds\",\n        \"issue_write\": [{\"when\": {\"method\": \"create\"}, \"operation\": \"POST /issues\"}, {\"when\": {\"method\": \"404\"}, \"operation\": \"PATCH /issues/{id}\"}]\n      }\n    }\n  ]\n}\n"},
	{"JSON in a line", `{"version": 1, "contracts": [{"name": "pay", "tools": ["t.json"], "bindings": {}}]}`, []Draft{create},
		`{"version": 1, "contracts": [{"name": "pay", "tools": ["t.json"], "bindings": {"create_refund": "POST /v1/refunds"}}]}`},
	{"the last entry is long", `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:
      a:
        operation: GET /a
        omitted:
          # none of it
          x: >-
            a reason
            in lines
          # nor this
      # end
`, []Draft{create}, `version: 1
contracts:
  - name: pay
    tools: [t.json]
    bindings:
      a:
        operation: GET /a
        omitted:
          # none of it
          x: >-
            a reason
            in lines
          # nor this
      # end
      create_refund: POST /v1/refunds
`},
	{"a contract on the line of its dash, the spec last and in lines", "version: 1\ncontracts:\n  -\n    name: pay\n    tools:\n    - t.json\n    spec:\n    - {proto: p,\n       import_paths: [q]}\n    # more to come\n...\n", []Draft{create},
		"version: 1\ncontracts:\n  -\n    name: pay\n    tools:\n    - t.json\n    spec:\n    - {proto: p,\n       import_paths: [q]}\n    # more to come\n    bindings:\n      create_refund: POST /v1/refunds\n...\n"},
	{"names that YAML would read otherwise", "version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n",
		[]Draft{{Tool: "on", Sure: true, Calls: []DraftCall{{Operation: "GET /a:b #c"}}}, {Tool: "a: b", Calls: []DraftCall{{Operation: "q\u202e"}}}, {Tool: "é", Sure: true, Calls: []DraftCall{{Operation: "Query.é"}}}},
		"version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings:\n      \"on\": \"GET /a:b #c\"\n      # \"a: b\": \"q\\u202e\"\n      \"é\": \"Query.é\"\n"},
	{"an ampersand in comments before the first entry", "version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings: # R &D\n      # \"&x\": {local: \"y\"}\n      y: GET /x\n", []Draft{create},
		"version: 1\ncontracts:\n  - name: pay\n    tools: [t.json]\n    bindings: # R &D\n      # \"&x\": {local: \"y\"}\n      y: GET /x\n      create_refund: POST /v1/refunds\n"},
	{"an alias for the last value", "version: 1\ncontracts:\n  - name: b\n    tools: [u.json]\n    bindings: {x: &x GET /x}\n  - name: pay\n    tools: [t.json]\n    bindings:\n      y: *x # shared\n", []Draft{create},
		"version: 1\ncontracts:\n  - name: b\n    tools: [u.json]\n    bindings: {x: &x GET /x}\n  - name: pay\n    tools: [t.json]\n    bindings:\n      y: *x # shared\n      create_refund: POST /v1/refunds\n"},
}

// What cannot be edited is refused with its place, and nothing is written.
func TestAddBindingsRefuses(t *testing.T) {
	head := "version: 1\ncontracts:\n"
	for _, c := range []struct{ name, text, want string }{
		{"an alias", head + "  - name: b\n    tools: [u.json]\n    bindings: &shared {x: GET /x}\n  - name: pay\n    tools: [t.json]\n    bindings: *shared\n",
			".tooldrift.yaml:8:5: the bindings of contract pay are an alias; write the entries where its anchor is, or give the contract bindings of its own"},
		{"an anchor", head + "  - name: pay\n    tools: [t.json]\n    bindings: &shared\n      x: GET /x\n  - name: b\n    tools: [u.json]\n    bindings: *shared\n",
			".tooldrift.yaml:5:5: the bindings of contract pay are an anchor, which other contracts may share; write the entries by hand"},
		{"an anchor with a comment", head + "  - name: pay\n    tools: [t.json]\n    bindings: # ours\n      &shared # &theirs\n      x: GET /x\n  - name: b\n    tools: [u.json]\n    bindings: *shared\n",
			".tooldrift.yaml:5:5: the bindings of contract pay are an anchor, which other contracts may share; write the entries by hand"},
		{"merged in", head + "  - &base\n    name: b\n    tools: [u.json]\n    bindings: {x: GET /x}\n  - <<: *base\n    name: pay\n",
			".tooldrift.yaml:6:5: the bindings of contract pay are merged in from here, where other contracts may share them; give the contract bindings of its own"},
		{"bindings merged in", head + "  - name: b\n    tools: [u.json]\n    bindings: &b {x: GET /x}\n  - name: pay\n    tools: [t.json]\n    bindings:\n      <<: *b\n",
			".tooldrift.yaml:8:5: the bindings of contract pay are merged in from elsewhere; write the entries by hand"},
		{"explicit keys", head + "  - ? name\n    : pay\n    ? tools\n    : [t.json]\n    ? bindings\n    : ? a\n      : GET /a\n",
			".tooldrift.yaml:9:15: entries cannot be put in here without changing what is there; write them by hand"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, added(t, c.text, create)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestAddBindingsCounts(t *testing.T) {
	text := "version: 1\ncontracts:\n  - {name: b, tools: [u.json]}\n  - name: pay\n    tools: [t.json]\n    bindings:\n      # lost: {local: x}\n      a: GET /a\nrules: {}\n"
	out, fault := AddBindings(&source.File{Name: FileName, Data: []byte(text)}, []Drafts{{"b", []Draft{create, think}}, {"pay", []Draft{write, think, lost}}})
	if fault != nil {
		t.Fatal(fault)
	}
	got := fmt.Sprintf("lines %d, entries %d, comments %d, left %q, no place %q", out.Lines, out.Entries, out.Comments, out.Left, out.NoPlace)
	if want := `lines [3 9 10 11 12 13], entries 2, comments 1, left ["lost"], no place ["think"]`; got != want {
		t.Errorf("got  %s\nwant %s\n%s", got, want, out.Text)
	}
}

// Whatever a config looks like: what comes out parses, says what it said and the
// drafts besides, and does not change a second time; or the text is refused.
func FuzzAddBindings(f *testing.F) {
	for _, c := range additions {
		f.Add(c.text)
		f.Add(strings.ReplaceAll(c.text, "\n", "\r\n"))
	}
	f.Add("version: 1\ncontracts:\n  - &a {name: pay, tools: [t]}\n  - <<: *a\n    name: b\n    bindings: &b\n      x: GET /x\n  - {name: c, tools: [t], bindings: *b}\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := func(text []byte) *source.File { return &source.File{Name: FileName, Data: text} }
		if !utf8.ValidString(text) {
			t.Skip() // a store hands on no such file
		}
		before, _ := Parse(file([]byte(text)), ".")
		if before == nil {
			t.Skip()
		}
		var all []Drafts
		for _, c := range before.Contracts {
			all = append(all, Drafts{c.Name, []Draft{create, think, write, read, lost}})
		}
		out, fault := AddBindings(file([]byte(text)), all)
		if fault != nil {
			return
		}
		again, fault := AddBindings(file(out.Text), all)
		if fault != nil || string(again.Text) != string(out.Text) {
			t.Fatalf("the second time: %v\n%q\n%q", fault, out.Text, again.Text)
		}
		after, faults := Parse(file(out.Text), ".")
		if after == nil {
			t.Fatalf("the result does not parse: %v\n%q", faults, out.Text)
		}
		for i, c := range before.Contracts {
			got := after.Contracts[i].Bindings
			if diff := cmp.Diff(c.Bindings, got[:min(len(c.Bindings), len(got))], withoutSpans, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("bindings of %s are not what they were (-before +after)\n%s", c.Name, diff)
			}
		}
	})
}
