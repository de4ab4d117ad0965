package traps

import (
	_ "embed"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
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
	first := true
	for _, c := range s.Cases {
		expected := string(config.AppendFlow(nil, c.expected()))
		if isTemplate(c.ID + c.Prompt + expected) {
			b.WriteString("# left out, for promptfoo would read its words as a template: " + quoted(c.ID) + "\n")
			continue
		}
		b.WriteString("- description: " + quoted(c.ID) + "\n")
		b.WriteString("  vars: {prompt: " + quoted(c.Prompt) + "}\n")
		b.WriteString("  metadata: {tool: " + quoted(c.Tool) + ", field: " + quoted(c.Field) + ", kind: " + quoted(c.Kind) + ", crossing: " + quoted(c.Crossing) + "}\n")
		b.WriteString("  assert:\n    - type: javascript\n")
		if first {
			b.WriteString("      value: &exact |\n" + indented(promptfooAssert, "        "))
		} else {
			b.WriteString("      value: *exact\n")
		}
		first = false
		b.WriteString("      config: " + expected + "\n")
	}
	if first {
		b.WriteString("[]\n")
	}
	return []byte(b.String())
}

// expected is what promptfoo.js holds a call against.
func (c *Case) expected() *source.Node {
	n, all := &source.Node{Kind: source.Object}, c.node()
	for _, key := range []string{"tool", "arguments", "accept", "optional", "field", "note", "wrong"} {
		set(n, key, all.Value(key))
	}
	return n
}

func quoted(s string) string { return config.Quoted(s) }

// isTemplate reports a text that promptfoo would read as a template, which may run
// code (Nunjucks). It renders a variable more than once: no escape lasts.
func isTemplate(s string) bool {
	return strings.Contains(s, "{{") || strings.Contains(s, "{%") || strings.Contains(s, "{#")
}

func indented(s, by string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(by + line)
	}
	return b.String()
}
