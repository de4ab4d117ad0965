package traps

import (
	_ "embed"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// promptfooAssert finds the calls in what a provider answers and holds the one call
// against the expected one: OpenAI's tool_calls, Anthropic's tool_use blocks,
// Gemini's functionCall, Bedrock's toolUse, as objects or as JSON in a text.
//
//go:embed promptfoo.js
var promptfooAssert string

// Promptfoo is the cases as a list of tests for promptfoo, a file that its config
// names: "tests: file://traps.yaml" (promptfoo.dev/docs/configuration/test-cases).
// The prompt of a case is the variable "prompt". Each test asserts the tool and its
// very arguments, in JavaScript that stands in the file once, at an anchor.
func Promptfoo(s *Set) []byte {
	var b strings.Builder
	b.WriteString("# promptfoo tests written by tooldrift: name this file as tests: file://FILE in a\n" +
		"# promptfoo config whose prompts hold {{prompt}} and whose provider has the tools.\n")
	for i, c := range s.Cases {
		b.WriteString("- description: " + quoted(c.ID) + "\n")
		b.WriteString("  vars: {prompt: " + quoted(unrendered(c.Prompt)) + "}\n")
		b.WriteString("  metadata: {tool: " + quoted(c.Tool) + ", field: " + quoted(c.Field) + ", kind: " + quoted(c.Kind) + ", crossing: " + quoted(c.Crossing) + "}\n")
		b.WriteString("  assert:\n    - type: javascript\n")
		if i == 0 {
			b.WriteString("      value: &exact |\n" + indented(promptfooAssert, "        "))
		} else {
			b.WriteString("      value: *exact\n")
		}
		b.WriteString("      config: " + c.expected().JSON() + "\n")
	}
	return []byte(b.String())
}

// expected is what promptfoo.js holds a call against.
func (c *Case) expected() *source.Node {
	n, all := &source.Node{Kind: source.Object}, c.node()
	for _, key := range []string{"tool", "arguments", "accept", "field", "note", "wrong"} {
		set(n, key, all.Value(key))
	}
	return n
}

func quoted(s string) string { return string(source.AppendQuoted(nil, s)) }

// unrendered keeps promptfoo from reading a template in a text (Nunjucks).
func unrendered(s string) string {
	if strings.Contains(s, "{{") || strings.Contains(s, "{%") || strings.Contains(s, "{#") {
		return "{% raw %}" + s + "{% endraw %}"
	}
	return s
}

func indented(s, by string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(by + line)
	}
	return b.String()
}
