package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// A first config names what the command line does, from its own folder: read
// again it is the same sources.
func TestFirst(t *testing.T) {
	c := &Contract{
		Name:  "default",
		Tools: []Source{{Glob: "svc/tools.json"}, {Glob: "agents/*.json"}, {Glob: "svc/odd name [1].json"}},
		Spec: []Source{
			{Glob: "api.yaml"},
			{Proto: "proto", ImportPaths: []string{"proto", "svc/third_party"}},
			{Glob: "svc/one.proto", ImportPaths: []string{"proto"}},
		},
	}
	const want = `version: 1
contracts:
  - name: default
    tools: [tools.json, "../agents/*.json", "odd name [1].json"]
    spec:
      - ../api.yaml
      - {proto: ../proto, import_paths: [../proto, third_party]}
      - {proto: one.proto, import_paths: [../proto]}
`
	got := First([]Sketch{{Contract: c}}, "svc")
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	parsed, faults := Parse(&source.File{Name: "svc/" + FileName, Data: got}, "svc")
	if faults != nil {
		t.Fatal(faults)
	}
	c.Spec[2] = Source{Proto: "svc/one.proto", ImportPaths: []string{"proto"}}
	if diff := cmp.Diff(c, parsed.Contracts[0], withoutSpans); diff != "" {
		t.Errorf("read again (-want +got)\n%s", diff)
	}
}

func TestScalar(t *testing.T) {
	for _, c := range []struct{ text, block, flow string }{
		{"POST /v1/refunds", "POST /v1/refunds", `"POST /v1/refunds"`},
		{"GET /r/{id}", "GET /r/{id}", `"GET /r/{id}"`},
		{"pay.v1.Mind/Think", "pay.v1.Mind/Think", "pay.v1.Mind/Think"},
		{"../a/b.json", "../a/b.json", "../a/b.json"},
		{"No", `"No"`, `"No"`},
		{"404", `"404"`, `"404"`},
		{"-", `"-"`, `"-"`},
		{"", `""`, `""`},
		{"a #b", `"a #b"`, `"a #b"`},
		{"a: b", `"a: b"`, `"a: b"`},
		{"a\nb\u2028c\U000e0041", `"a\nb\u2028c\U000e0041"`, `"a\nb\u2028c\U000e0041"`},
	} {
		if got := Scalar(c.text); got != c.block {
			t.Errorf("Scalar(%q) is %s, want %s", c.text, got, c.block)
		}
		if got := flowScalar(c.text); got != c.flow {
			t.Errorf("flowScalar(%q) is %s, want %s", c.text, got, c.flow)
		}
		for _, doc := range []string{"k: " + Scalar(c.text) + "\n", Scalar(c.text) + ": v\n", "k: {" + flowScalar(c.text) + ": " + flowScalar(c.text) + "}\n"} {
			n, faults := source.ParseYAML(&source.File{Data: []byte(doc)})
			if n == nil || len(faults) > 0 {
				t.Errorf("%q does not parse: %v", doc, faults)
				continue
			}
			for m := n.Members[0]; ; m = m.Value.Members[0] {
				if m.Value.Kind != source.Object {
					if text, ok := m.Value.Str(); m.Key != c.text && text != c.text || !ok {
						t.Errorf("%q reads as %q: %q", doc, m.Key, text)
					}
					break
				}
			}
		}
	}
}
