package lsp_test

import (
	"fmt"
	"strings"
	"testing"
)

func code(m object) any {
	wrong, ok := m["error"].(object)
	if !ok {
		return nil
	}
	return wrong["code"]
}

// Messages that are none, or come out of turn, are answered with an error, and the
// conversation goes on.
func TestMalformed(t *testing.T) {
	c := start(t, shop())
	next := func() object { return c.wait(func(m object) bool { return m["method"] == nil }) }
	for _, one := range []struct {
		content  string
		id, code any
	}{
		{`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}`, 7.0, -32002.0},
		{`{"jsonrpc":"2.0",`, nil, -32700.0},
		{"\xff\xfe", nil, -32700.0},
		{strings.Repeat("[", 20000) + strings.Repeat("]", 20000), nil, -32700.0},
		{`[]`, nil, -32600.0},
		{`"x"`, nil, -32600.0},
		{`{"id":"a","method":"x"}`, "a", -32600.0},
		{`{"jsonrpc":"2.0","id":"a","method":1}`, "a", -32600.0},
		{`{"jsonrpc":"2.0","id":{},"method":"x"}`, nil, -32600.0},
		{`{"jsonrpc":"2.0"}`, nil, -32600.0},
		{`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, 1.0, -32602.0},
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"workspaceFolders":3}}`, 1.0, -32602.0},
		{`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"capabilities":{}}}`, 2.0, nil},
		{`{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"capabilities":{}}}`, 3.0, -32600.0},
		{`{"jsonrpc":"2.0","id":"s","method":"textDocument/rename","params":{}}`, "s", -32601.0},
		{`{"jsonrpc":"2.0","id":4,"method":"textDocument/hover"}`, 4.0, -32602.0},
		{`{"jsonrpc":"2.0","id":4,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"},"position":{"line":-1,"character":0}}}`, 4.0, -32602.0},
		{`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///%zz"},"position":{}}}`, 5.0, nil},
		{`{"jsonrpc":"2.0","id":6,"method":"workspace/executeCommand","params":{"command":"rm","arguments":[]}}`, 6.0, -32602.0},
		{`{"jsonrpc":"2.0","id":6,"method":"workspace/executeCommand","params":{"command":"tooldrift.reason","arguments":[{"uri":"https://evil.example"}]}}`, 6.0, -32602.0},
	} {
		c.frame(one.content)
		m := next()
		if m["id"] != one.id || code(m) != one.code {
			t.Errorf("%.80s: %s", one.content, c.compact(m))
		}
	}
	// Notifications have no answer; those that make no sense change nothing.
	for _, content := range []string{
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x","version":1},"contentChanges":[]}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[]}`,
		`{"jsonrpc":"2.0","method":"textDocument/didClose"}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}}`,
		`{"jsonrpc":"2.0","method":"$/whatever"}`,
		`{"jsonrpc":"2.0","id":"tooldrift-1","result":null}`,
	} {
		c.frame(content)
	}
	c.call("shutdown", nil)
	if m := c.call("textDocument/hover", object{}); code(m) != -32600.0 {
		t.Errorf("after shutdown: %s", c.compact(m))
	}
	c.notify("exit", nil)
	c.ended(0)
	for _, m := range c.kept {
		t.Errorf("a message that nobody asked for: %s", c.compact(m))
	}
}

// A message beyond the limit is skipped; a header that cannot be read ends it.
func TestFraming(t *testing.T) {
	c := start(t, nil)
	const size = 129 << 20
	c.raw(fmt.Sprintf("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: %d\r\n\r\n", size))
	block := strings.Repeat("x", 1<<20)
	for range size >> 20 {
		c.raw(block)
	}
	m := c.wait(func(object) bool { return true })
	if code(m) != -32600.0 || !strings.Contains(c.compact(m), "larger than 128 MiB") {
		t.Error(c.compact(m))
	}
	c.begin(object{})
	c.end()

	for _, header := range []string{
		"Content-Length: -1\r\n\r\n", "Content-Length: ten\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n", "Accept: x\r\n\r\n", "\r\n\r\n",
		"X: " + strings.Repeat("x", 5000) + "\r\n", strings.Repeat("X: y\r\n", 2000),
	} {
		c := start(t, nil)
		go c.in.Write([]byte(header)) // what comes behind the fault is not read
		c.ended(1)
	}
}

// Without shutdown, or without exit, the server ends with 1.
func TestEnd(t *testing.T) {
	c := start(t, nil)
	c.notify("exit", nil)
	c.ended(1)

	c = start(t, nil)
	c.begin(object{})
	c.notify("exit", nil)
	c.ended(1)

	c = start(t, nil)
	c.begin(object{})
	c.call("shutdown", nil)
	c.in.Close()
	c.ended(1)

	c = start(t, nil)
	c.raw("Content-Length: 10\r\n\r\n{}")
	c.in.Close()
	c.ended(1)
}

// A request that waits for a run can be called off; shutdown calls off the rest.
func TestCancel(t *testing.T) {
	// A tool list that takes a while to judge.
	var fields []string
	for i := range 3000 {
		fields = append(fields, fmt.Sprintf(`"field_%d": {"type": "string", "description": "The size of part %d in bytes, see field_%d."}`, i, i, i+1))
	}
	files := shop()
	files["tools.json"] = strings.Replace(shopTools, `"payment_ref": {"type": "string"}`, strings.Join(fields, ",\n"), 1)
	c := start(t, files)
	c.begin(everything)
	first := c.ask("textDocument/hover", c.at("tools.json", files["tools.json"], `"create_refund"`))
	second := c.ask("textDocument/hover", c.at("tools.json", files["tools.json"], `"create_refund"`))
	c.notify("$/cancelRequest", object{"id": first})
	if m := c.answer(first); code(m) != -32800.0 {
		t.Errorf("cancelled: %s", c.compact(m))
	}
	c.ask("shutdown", nil)
	if m := c.answer(second); code(m) != -32800.0 {
		t.Errorf("waiting at shutdown: %s", c.compact(m))
	}
	c.notify("exit", nil)
	c.ended(0)
}
