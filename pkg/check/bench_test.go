package check_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// operations is how many the generated spec has: with answers as long as those
// of large published APIs, some 8 MB.
const operations = 1200

var (
	qualities = strings.Fields("active annual blocked brief central closed common daily direct early equal final first fixed free full global hidden inner joint large late local lost main minor narrow native open outer past plain prime public quick rare ready remote rough shared")
	things    = strings.Fields("account archive badge batch branch bucket budget campaign channel cluster contract coupon domain event folder gateway image invoice ledger message order package payment policy project report review ticket volume wallet")
)

// thing is a name of two words; operations of them are all different.
func thing(i int) string { return qualities[i/len(things)] + "_" + things[i%len(things)] }

// bigSpec is an OpenAPI document of many operations, each with a body of its own
// and a long answer that no tool needs.
func bigSpec() string {
	var b strings.Builder
	b.WriteString("{\n  \"openapi\": \"3.0.3\",\n  \"info\": {\"title\": \"Big\", \"version\": \"1\"},\n  \"paths\": {\n")
	for i := range operations {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "    \"/%s/{thing_id}/parts\": {\n      \"post\": {\n        \"operationId\": \"create_%s\",\n", thing(i), thing(i))
		b.WriteString("        \"parameters\": [{\"name\": \"thing_id\", \"in\": \"path\", \"required\": true, \"schema\": {\"type\": \"string\"}}],\n")
		fmt.Fprintf(&b, "        \"requestBody\": {\"content\": {\"application/json\": {\"schema\": {\"$ref\": \"#/components/schemas/Part%d\"}}}},\n", i)
		b.WriteString("        \"responses\": {\"201\": {\"description\": \"created\", \"content\": {\"application/json\": {\"schema\": {\"type\": \"object\", \"properties\": {\n")
		for j := range 40 {
			fmt.Fprintf(&b, "          \"answer_%d\": {\"type\": \"string\", \"description\": \"what is answered, in some words that nobody reads\", \"example\": \"text\"},\n", j)
		}
		b.WriteString("          \"last\": {\"type\": \"string\"}}}}}}}\n      }\n    }")
	}
	b.WriteString("\n  },\n  \"components\": {\"schemas\": {\n")
	for i := range operations {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "    \"Part%d\": {\"type\": \"object\", \"required\": [\"label\"], \"properties\": {\"label\": {\"type\": \"string\", \"maxLength\": 80}, \"state\": {\"type\": \"string\", \"enum\": [\"open\", \"closed\"]}, \"tags\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}}", i)
	}
	b.WriteString("\n  }}\n}\n")
	return b.String()
}

// someTools are n tools, each for an operation of its own.
func someTools(n int) string {
	var b strings.Builder
	b.WriteString(`{"tools": [`)
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"name": "create_%s", "description": "Create it.", "inputSchema": {"type": "object", "required": ["thing_id", "label"], "properties": {`, thing(i))
		b.WriteString(`"thing_id": {"type": "string"}, "label": {"type": "string", "maxLength": 80}, "state": {"type": "string", "enum": ["open", "closed"]}, "tags": {"type": "array", "items": {"type": "string"}}}}}`)
	}
	b.WriteString("]}\n")
	return b.String()
}

// bindings is a config that binds the first n tools, so that no name is guessed.
func bindings(spec string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\ncontracts:\n  - name: big\n    tools: [tools.json]\n    spec: [%s]\n    bindings:\n", spec)
	for i := range n {
		fmt.Fprintf(&b, "      create_%s: POST /%s/{thing_id}/parts\n", thing(i), thing(i))
	}
	return b.String()
}

func write(b *testing.B, files map[string]string) string {
	b.Helper()
	dir := b.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// compare is a whole run but for printing; it must have bound every tool.
func compare(b *testing.B, in check.Inputs, tools int) {
	b.Helper()
	in.Root = in.Dir
	r, err := check.Open(in)
	if err != nil {
		b.Fatal(err)
	}
	r.Match()
	r.Compare()
	if s := r.Judge(rules.Settings{Today: "2026-01-01"}).Summary; s.Bound != tools || s.Errors > 0 {
		b.Fatalf("%d of %d tools bound, %d errors", s.Bound, tools, s.Errors)
	}
}

// yamlOf spells a JSON document as block YAML, indented as people do.
func yamlOf(text string) string {
	var b strings.Builder
	var spell func(v any, indent string)
	spell = func(v any, indent string) {
		switch v := v.(type) {
		case map[string]any:
			b.WriteString("\n")
			for _, k := range sortedKeys(v) {
				b.WriteString(indent + quoted(k) + ":")
				spell(v[k], indent+"  ")
			}
		case []any:
			b.WriteString("\n")
			for _, e := range v {
				b.WriteString(indent + "-")
				spell(e, indent+"  ")
			}
		default:
			text, _ := json.Marshal(v)
			b.WriteString(" " + string(text) + "\n")
		}
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		panic(err)
	}
	for _, k := range sortedKeys(doc) {
		b.WriteString(quoted(k) + ":")
		spell(doc[k], "  ")
	}
	return b.String()
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// ratio reports how many times as long work takes as the reference, the two
// measured in turn in the same run.
func ratio(b *testing.B, name string, work, reference func()) {
	var worked, referred time.Duration
	for b.Loop() {
		start := time.Now()
		work()
		worked += time.Since(start)
		start = time.Now()
		reference()
		referred += time.Since(start)
	}
	b.ReportMetric(float64(worked)/float64(referred), name)
	b.ReportMetric(0, "ns/op") // the time of the two together says nothing
}

// BenchmarkBigSpec compares 100 tools, bound by a config, with a big spec,
// against decoding the spec with encoding/json into any: in JSON, and in YAML
// against the same JSON.
func BenchmarkBigSpec(b *testing.B) {
	text := bigSpec()
	decode := func() {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			b.Fatal(err)
		}
	}
	dir := write(b, map[string]string{
		"tools.json": someTools(100), "api.json": text, "api.yaml": yamlOf(text),
		"json.yaml": bindings("api.json", 100), "yaml.yaml": bindings("api.yaml", 100),
	})
	for _, kind := range []string{"json", "yaml"} {
		b.Run(kind, func(b *testing.B) {
			ratio(b, "x-encoding/json", func() { compare(b, check.Inputs{Dir: dir, Config: kind + ".yaml"}, 100) }, decode)
		})
	}
}

// BenchmarkTools compares more and more tools, bound by their names, with one
// big spec, against one tool.
func BenchmarkTools(b *testing.B) {
	text := bigSpec()
	files := []string{"tools.json", "api.json"}
	one := write(b, map[string]string{"tools.json": someTools(1), "api.json": text})
	for _, n := range []int{10, 100, 1000} {
		dir := write(b, map[string]string{"tools.json": someTools(n), "api.json": text})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ratio(b, "x-one-tool", func() { compare(b, check.Inputs{Dir: dir, Files: files}, n) },
				func() { compare(b, check.Inputs{Dir: one, Files: files}, 1) })
		})
	}
}
