package lsp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// at is the params of a request on a place: line and character are those of the
// first place that a text stands at, in UTF-16.
func (c *client) at(name, text, what string) object {
	c.t.Helper()
	before, _, ok := strings.Cut(text, what)
	if !ok {
		c.t.Fatalf("%s does not hold %s", name, what)
	}
	line := strings.Count(before, "\n")
	character := 0
	for _, r := range before[strings.LastIndexByte(before, '\n')+1:] {
		character++
		if r > 0xffff {
			character++
		}
	}
	p := object{"line": line, "character": character}
	return object{
		"textDocument": object{"uri": c.uri(name)}, "position": p,
		"range": object{"start": p, "end": p}, "context": object{"diagnostics": list{}},
	}
}

func (c *client) hover(name, text, what string) string {
	c.t.Helper()
	result := c.call("textDocument/hover", c.at(name, text, what))["result"]
	if result == nil {
		return ""
	}
	return result.(object)["contents"].(object)["value"].(string)
}

const (
	hoverTools = `{"tools": [{"name": "create_refund", "inputSchema": {"type": "object", "additionalProperties": false, "properties": {
  "payment_ref": {"type": "string"},
  "timeout_ms": {"type": "integer", "exclusiveMinimum": 5, "maximum": 4000, "default": 1000}}}}]}
`
	hoverSpec = `openapi: 3.1.0
info: {title: shop, version: "1"}
paths:
  /refunds:
    post:
      operationId: createRefund
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              properties:
                payment_id: {type: string}
                timeout_ms: {type: integer, minimum: 1, exclusiveMaximum: 5000, default: 1000}
                mode: {enum: [fast, slow], default: slow}
`
)

// Under the cursor stands what the other side has there, findings first.
func TestHover(t *testing.T) {
	c := start(t, map[string]string{".tooldrift.yaml": shopConfig, "tools.json": hoverTools, "api.yaml": hoverSpec})
	c.begin(everything)
	for _, one := range []struct{ name, text, what, want string }{
		{"tools.json", hoverTools, `"payment_ref"`, `tools.json:2:3: error: create_refund: payment_ref was renamed; the API calls it payment_id [renamed-field]
  tool  tools.json:2:3    "payment_ref": {"type": "string"},
  spec  api.yaml:15:17    payment_id: {type: string}
  why   a model sends {"payment_ref": "text"}; POST /refunds does not know that field
  fix   rename payment_ref to payment_id`},
		{"tools.json", hoverTools, `"timeout_ms"`, `timeout_ms is timeout_ms of POST /refunds: equal names
  spec  api.yaml:16:17    timeout_ms: {type: integer, minimum: 1, exclusiveMaximum: 5000, default: 1000}
  takes integer, at least 1, less than 5000, default 1000, optional
  unit  ms (name: ms)`},
		{"api.yaml", hoverSpec, `timeout_ms: {`, `timeout_ms is timeout_ms of the tool create_refund: equal names
  tool  tools.json:3:3    "timeout_ms": {"type": "integer", "exclusiveMinimum": 5, "maximum": 4000, "default": 1000}}}}]}
  takes integer, more than 5, at most 4000, default 1000, optional
  unit  ms (name: ms)`},
		{"api.yaml", hoverSpec, `mode: {`, `tools.json:1:21: note: create_refund: the API also has mode [omitted-field]
  tool  tools.json:1:21    (not offered)
  spec  api.yaml:17:17     mode: {enum: [fast, slow], default: slow}
  why   a model cannot ask for what mode does, and says that it is impossible
  fix   offer it, or list it under omitted: in the binding with the reason`},
		{"api.yaml", hoverSpec, `post:`, `POST /refunds is called by the tool create_refund
  tool  tools.json:1:21    {"tools": [{"name": "create_refund", "inputSchema": {"type": "object", "additionalProperties": false, "properties": {`},
		{"api.yaml", hoverSpec, `shop`, ``},
	} {
		got := c.hover(one.name, one.text, one.what)
		if diff := cmp.Diff(one.want, got); diff != "" {
			t.Errorf("%s: %s\n%s", one.name, one.what, diff)
		}
	}
	c.end()
}

// Text of an input is shown, never rendered, though it be written to break out.
func TestHoverMarkdown(t *testing.T) {
	const evil = "![](https://evil.example/x.png) ``` ~~~ \u202e"
	files := shop()
	files["tools.json"] = strings.Replace(shopTools, "{\"type\": \"string\"}", `{"type": "string", "description": "`+evil+`"}`, 1)
	c := start(t, files)
	c.begin(object{"textDocument": object{"hover": object{"contentFormat": list{"markdown", "plaintext"}}}})
	got := c.hover("tools.json", files["tools.json"], `"payment_ref"`)
	if !strings.HasPrefix(got, "````text\n") || !strings.HasSuffix(got, "\n````") || !strings.Contains(got, "evil.example") || strings.Contains(got, "\u202e") {
		t.Errorf("%q", got)
	}
	c.end()
}

// What is waived is no diagnostic, and under the cursor it says why.
func TestHoverWaived(t *testing.T) {
	files := shop()
	files[".tooldrift.yaml"] += "waivers: [{rule: renamed-field, tool: create_refund, field: payment_ref, reason: the server maps it}]\n"
	c := start(t, files)
	c.begin(everything)
	got := c.hover("tools.json", shopTools, `"payment_ref"`)
	for _, want := range []string{"waived: create_refund: payment_ref was renamed", "waiver  .tooldrift.yaml:4:11    the server maps it"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
	c.end()
	for _, m := range c.kept {
		t.Errorf("a message that nobody asked for: %s", c.compact(m))
	}
}

// The fix of a finding is the edit that silences it, offered on both sides.
func TestFix(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.open("tools.json", shopTools)
	c.published("tools.json")
	for _, from := range []struct{ name, text, what string }{{"tools.json", shopTools, `"payment_ref"`}, {"api.yaml", shopSpec, `"payment_id"`}} {
		actions := c.call("textDocument/codeAction", c.at(from.name, from.text, from.what))["result"].(list)
		if len(actions) == 0 {
			t.Fatalf("no action on %s", from.name)
		}
		a := actions[0].(object)
		about := a["diagnostics"].(list)
		if len(about) != 1 || about[0].(object)["code"] != "renamed-field" {
			t.Errorf("the action is about %s", c.compact(about))
		}
		got := c.compact(list{a["title"], a["kind"], a["edit"]})
		want := `["rename payment_ref to payment_id","quickfix",{"documentChanges":[{"edits":[{"newText":"\"payment_id\"",` +
			`"range":{"end":{"character":117,"line":1},"start":{"character":104,"line":1}}}],"textDocument":{"uri":"tools.json","version":1}}]}]`
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", from.name, got, want)
		}
	}
	elsewhere := c.call("textDocument/codeAction", c.at("tools.json", shopTools, `"tools"`))
	if got := c.compact(elsewhere["result"]); got != "[]" {
		t.Error(got)
	}
	other := c.at("tools.json", shopTools, `"payment_ref"`)
	other["context"] = object{"diagnostics": list{}, "only": list{"refactor"}}
	if got := c.compact(c.call("textDocument/codeAction", other)["result"]); got != "[]" {
		t.Error(got)
	}
	c.end()
}

// A client without documentChanges gets its edits by file.
func TestFixWithoutVersions(t *testing.T) {
	c := start(t, shop())
	c.begin(object{"textDocument": everything["textDocument"]})
	a := c.call("textDocument/codeAction", c.at("tools.json", shopTools, `"payment_ref"`))["result"].(list)[0].(object)
	got := c.compact(a["edit"])
	want := `{"changes":{"tools.json":[{"newText":"\"payment_id\"","range":{"end":{"character":117,"line":1},"start":{"character":104,"line":1}}}]}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.end()
}

// A request is answered for the text as it is when it is asked, not as it was judged before.
func TestRequestsWait(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.open("tools.json", shopTools)
	c.published("tools.json")
	fixed := strings.ReplaceAll(shopTools, "payment_ref", "payment_id")
	c.notify("textDocument/didChange", object{
		"textDocument": object{"uri": c.uri("tools.json"), "version": 2}, "contentChanges": list{object{"text": fixed}},
	})
	want := `payment_id is payment_id of POST /refunds: equal names
  spec  api.yaml:14:17    "payment_id": {type: string, description: "💳 paid"}
  takes string, optional`
	if got := c.hover("tools.json", fixed, `"payment_id"`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.end()
}

// A finding is waived in the config, where the reason is still to be written; the
// cursor is sent to it. Until then nothing is waived, and then it is.
func TestWaive(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.published("api.yaml")
	actions := c.call("textDocument/codeAction", c.at("tools.json", shopTools, `"payment_ref"`))["result"].(list)
	if len(actions) != 2 {
		t.Fatalf("want a fix and a waiver: %s", c.compact(actions))
	}
	a := actions[1].(object)
	got := c.compact(list{a["title"], a["kind"], a["isPreferred"], a["edit"]})
	want := `["waive renamed-field on payment_ref: write the reason in .tooldrift.yaml","quickfix",null,{"documentChanges":[{"edits":[` +
		`{"newText":"waivers:\n  - {rule: renamed-field, tool: create_refund, field: payment_ref, value: payment_id, reason: \"\"}\n",` +
		`"range":{"end":{"character":0,"line":3},"start":{"character":0,"line":3}}}],"textDocument":{"uri":".tooldrift.yaml","version":null}}]}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	run := a["command"].(object)
	if m := c.call("workspace/executeCommand", object{"command": run["command"], "arguments": run["arguments"]}); code(m) != nil {
		t.Error(c.compact(m))
	}
	show := c.wait(func(m object) bool { return m["method"] == "window/showDocument" })
	c.send(object{"jsonrpc": "2.0", "id": show["id"], "result": object{"success": true}})
	edit := a["edit"].(object)["documentChanges"].(list)[0].(object)["edits"].(list)[0].(object)
	text := shopConfig + edit["newText"].(string)
	got = c.compact(show["params"])
	want = `{"selection":{"end":{"character":95,"line":4},"start":{"character":95,"line":4}},"takeFocus":true,"uri":".tooldrift.yaml"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	selection := show["params"].(object)["selection"].(object)
	if line := strings.Split(text, "\n")[4]; line[:int(selection["start"].(object)["character"].(float64))] != strings.TrimSuffix(line, `"}`) {
		t.Errorf("the cursor is not in the reason's quotes: %s", line)
	}

	c.open(".tooldrift.yaml", text)
	if got := c.published(".tooldrift.yaml"); len(got) != 1 || got[0].(object)["code"] != "waiver-without-reason" {
		t.Error(c.compact(got))
	}
	c.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": c.uri(".tooldrift.yaml"), "version": 2},
		"contentChanges": list{object{"range": selection, "text": "the server maps it"}},
	})
	for _, name := range []string{".tooldrift.yaml", "api.yaml"} {
		if got := c.compact(c.published(name)); got != "[]" {
			t.Errorf("%s: %s", name, got)
		}
	}
	c.end()
}
