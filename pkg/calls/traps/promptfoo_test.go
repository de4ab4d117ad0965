package traps_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/calls/traps"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// judgeJS runs the assertion of each test of a promptfoo file as promptfoo does
// (src/assertions/javascript.ts: new Function("output", "context", ...)) on the right
// call, in the forms in which providers answer, and on the wrong ones.
const judgeJS = `
const [tests, cases] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const forms = {
  openai: (n, a) => [{ id: '1', type: 'function', function: { name: n, arguments: JSON.stringify(a) } }],
  anthropic: (n, a) => 'I will do that.\n\n' + JSON.stringify({ type: 'tool_use', id: 't', name: n, input: a }),
  gemini: (n, a) => [{ functionCall: { name: n, args: a } }],
  responses: (n, a) => JSON.stringify({ type: 'function_call', call_id: '1', name: n, arguments: JSON.stringify(a) }),
  bedrock: (n, a) => ({ output: { message: { content: [{ text: 'ok' }, { toolUse: { toolUseId: 't', name: n, input: a } }] } } }),
  mcp: (n, a) => [{ type: 'function', function: { name: 'mcp__shop__' + n, arguments: JSON.stringify(a) } }],
};
const faults = [];
tests.forEach((t, i) => {
  const c = cases[i];
  const assert = t.assert[0];
  const judge = new Function('output', 'context', 'process', assert.value);
  const run = (output) => judge(output, { config: assert.config, vars: t.vars, prompt: t.vars.prompt });
  for (const [form, make] of Object.entries(forms)) {
    const got = run(make(c.tool, c.arguments));
    if (!got.pass) faults.push(c.id + ': the right call fails as ' + form + ': ' + got.reason);
  }
  const copy = JSON.parse(JSON.stringify(c.arguments));
  copy.undeclared = 1;
  const wrong = [['one more argument', forms.openai(c.tool, copy)], ['another tool', forms.openai('x', c.arguments)], ['no call', 'Done.'],
    ['two calls', [...forms.openai(c.tool, c.arguments), ...forms.openai(c.tool, c.arguments)]]];
  if (c.wrong !== null && !c.field.includes('.')) {
    wrong.push(['the wrong value', forms.gemini(c.tool, { ...c.arguments, [c.field]: c.wrong.value })]);
  }
  for (const [what, output] of wrong) {
    const got = run(output);
    if (got.pass !== false || got.score !== 0 || !got.reason) faults.push(c.id + ': passes with ' + what);
    if (what === 'the wrong value' && !got.reason.includes(c.wrong.text)) faults.push(c.id + ': ' + got.reason);
  }
  for (const field of c.optional) {
    const less = { ...c.arguments };
    delete less[field];
    if (!run(forms.openai(c.tool, less)).pass) faults.push(c.id + ': fails without ' + field);
  }
  for (const [field, values] of Object.entries(c.accept)) {
    for (const v of values) if (!run(forms.openai(c.tool, { ...c.arguments, [field]: v })).pass) faults.push(c.id + ': ' + field + ' ' + v + ' fails');
  }
});
console.log(faults.length === 0 ? tests.length + ' tests' : faults.join('\n'));
`

func TestPromptfooAssertions(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run promptfoo's JavaScript")
	}
	set := shop(t)
	file := &source.File{Name: "traps.yaml", Data: traps.Promptfoo(set)}
	root, faults := source.ParseYAML(file)
	if len(faults) > 0 || root.Kind != source.Array || len(root.Items) != len(set.Cases) {
		t.Fatalf("the file is no list of %d tests: %v", len(set.Cases), faults)
	}
	cases := &source.Node{Kind: source.Array}
	for line := range lines(traps.JSONL(set)) {
		n, _ := source.ParseJSON(&source.File{Name: "cases.jsonl", Data: line})
		cases.Items = append(cases.Items, n)
	}
	input := (&source.Node{Kind: source.Array, Items: []*source.Node{root, cases}}).JSON()
	if !json.Valid([]byte(input)) {
		t.Fatal("no JSON")
	}
	script := filepath.Join(t.TempDir(), "judge.js")
	if err := os.WriteFile(script, []byte(judgeJS), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := pipe(exec.Command(node, script), input)
	if want := counted(len(set.Cases), "tests"); err != nil || out != want {
		t.Errorf("%v: %s, want %s", err, out, want)
	}
}
