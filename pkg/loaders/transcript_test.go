package loaders

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestTranscripts(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"OpenAI Chat", `{"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "a", "arguments": "{\"x\": 1}"}}]}]}`, `a {"x": 1}`},
		{"OpenAI Responses", `[{"type": "message", "role": "user"}, {"type": "function_call", "call_id": "1", "name": "a", "arguments": "{}"}, {"type": "function_call_output", "output": "{}"}]`, `a {}`},
		{"Anthropic", `{"messages": [{"role": "assistant", "content": [{"type": "text", "text": "y"}, {"type": "tool_use", "id": "1", "name": "a", "input": {"x": 1}}]}]}`, `a {"x": 1}`},
		{"Bedrock", `[{"role": "assistant", "content": [{"toolUse": {"toolUseId": "1", "name": "a", "input": {"x": 1}}}]}]`, `a {"x": 1}`},
		{"Gemini", `{"contents": [{"role": "model", "parts": [{"functionCall": {"name": "a", "args": {"x": 1}}}]}]}`, `a {"x": 1}`},
		{"a message a line", "{\"role\": \"user\"}\n{\"tool_calls\": [{\"function\": {\"name\": \"a\", \"arguments\": {\"x\": 1}}}]}\n", `a {"x": 1}`},
		{"YAML", "- role: assistant\n  content:\n    - {type: tool_use, name: a, input: {x: 1}}\n", `a {"x": 1}`},
		{"no call", `{"messages": [{"role": "user", "content": "tool_use"}]}`, "t.json:1:1: a transcript without any call of a tool"},
		{"Gemini, without arguments", `[{"role": "model", "parts": [{"functionCall": {"name": "a"}}]}]`, `a {}`},
		{"a call that is demanded", `{"function_call": {"name": "a"}}`, "t.json:1:1: a transcript without any call of a tool"},
		{"Anthropic, without input", `[{"type": "tool_use", "id": "1", "name": "a"}]`, `t.json:1:42: the transcript calls a without input; a call without arguments has "input": {}`},
		{"Bedrock, without input", `[{"toolUse": {"name": "a"}}]`, `t.json:1:23: the transcript calls a without input; a call without arguments has "input": {}`},
		{"OpenAI Responses, without arguments", `[{"type": "function_call", "name": "a"}]`, `t.json:1:36: the transcript calls a without arguments; a call without arguments has "arguments": "{}"`},
		{"a tool, not a call", `{"tools": [{"type": "function", "function": {"name": "a", "parameters": {}}}]}`, "t.json:1:1: a transcript without any call of a tool"},
	} {
		t.Run(test.name, func(t *testing.T) {
			calls, faults := Transcripts(&source.Store{FS: fstest.MapFS{"t.json": {Data: []byte(test.text)}}}, config.Source{Glob: "t.json"})
			got := ""
			for _, c := range calls {
				args := c.Text.Text
				if c.Args != nil {
					args = c.Args.JSON()
				}
				got += fmt.Sprintf("%s %s", c.Tool, args)
			}
			for _, f := range faults {
				got += f.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
