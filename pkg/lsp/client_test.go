package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/lsp"
)

// client is an editor as the tests play it.
type client struct {
	t      *testing.T
	dir    string // root of the workspace
	in     *io.PipeWriter
	frames chan map[string]any
	kept   []map[string]any // received, not asked for yet
	code   chan int
	log    *safeBuffer
	ids    int
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// start begins a conversation over files, by slash path, without a word said yet.
func start(t *testing.T, files map[string]string) *client {
	t.Helper()
	dir := t.TempDir()
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t: t, dir: dir, in: inW, frames: make(chan map[string]any, 1000), code: make(chan int, 1), log: &safeBuffer{}}
	for name, text := range files {
		c.write(name, text)
	}
	s := &lsp.Server{In: inR, Out: outW, Log: c.log, Version: "test"}
	go func() {
		c.code <- s.Run()
		outW.Close()
	}()
	go func() {
		defer close(c.frames)
		r := bufio.NewReader(outR)
		for {
			var length int
			if _, err := fmt.Fscanf(r, "Content-Length: %d\r\n\r\n", &length); err != nil {
				return
			}
			content := make([]byte, length)
			if _, err := io.ReadFull(r, content); err != nil {
				return
			}
			var m map[string]any
			if err := json.Unmarshal(content, &m); err != nil {
				panic(err)
			}
			c.frames <- m
		}
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

func (c *client) write(name, text string) {
	c.t.Helper()
	full := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) uri(name string) string {
	return "file:///" + strings.TrimPrefix(filepath.ToSlash(c.dir), "/") + "/" + name
}

// raw sends bytes as they are.
func (c *client) raw(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) frame(content string) {
	c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(content), content))
}

func (c *client) send(v any) {
	c.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	c.frame(string(data))
}

type object = map[string]any
type list = []any

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.send(object{"jsonrpc": "2.0", "method": method, "params": params})
}

// ask sends a request without waiting for its answer.
func (c *client) ask(method string, params any) (id float64) {
	c.t.Helper()
	c.ids++
	c.send(object{"jsonrpc": "2.0", "id": c.ids, "method": method, "params": params})
	return float64(c.ids)
}

// call sends a request and returns the whole answer.
func (c *client) call(method string, params any) object {
	c.t.Helper()
	id := c.ask(method, params)
	return c.answer(id)
}

func (c *client) answer(id any) object {
	c.t.Helper()
	return c.wait(func(m object) bool { got, ok := m["id"]; return ok && got == id && m["method"] == nil })
}

// wait is the first message, of those not waited for yet, that is as asked for.
func (c *client) wait(is func(object) bool) object {
	c.t.Helper()
	for i, m := range c.kept {
		if is(m) {
			c.kept = append(c.kept[:i:i], c.kept[i+1:]...)
			return m
		}
	}
	late := time.After(20 * time.Second)
	for {
		select {
		case m, ok := <-c.frames:
			if !ok {
				c.t.Fatalf("the server is gone; it said:\n%s", c.log)
			}
			if is(m) {
				return m
			}
			c.kept = append(c.kept, m)
		case <-late:
			c.t.Fatalf("no such message within 20 seconds; others: %v\nlog:\n%s", c.kept, c.log)
		}
	}
}

// published is the next diagnostics of a file.
func (c *client) published(name string) list {
	c.t.Helper()
	uri := c.uri(name)
	m := c.wait(func(m object) bool {
		return m["method"] == "textDocument/publishDiagnostics" && m["params"].(object)["uri"] == uri
	})
	return m["params"].(object)["diagnostics"].(list)
}

// everything is what a modern client can do.
var everything = object{
	"general": object{"positionEncodings": list{"utf-16"}},
	"window":  object{"showDocument": object{"support": true}},
	"workspace": object{
		"workspaceEdit": object{"documentChanges": true},
	},
	"textDocument": object{
		"hover":              object{"contentFormat": list{"plaintext"}},
		"codeAction":         object{"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": list{"quickfix"}}}},
		"publishDiagnostics": object{"relatedInformation": true},
	},
}

// begin initializes with the workspace as the only folder.
func (c *client) begin(capabilities object) object {
	c.t.Helper()
	result := c.call("initialize", object{
		"processId": nil, "rootUri": nil, "capabilities": capabilities,
		"workspaceFolders": list{object{"uri": strings.TrimSuffix(c.uri(""), "/"), "name": "w"}},
	})
	c.notify("initialized", object{})
	return result["result"].(object)
}

func (c *client) open(name, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": c.uri(name), "languageId": "x", "version": 1, "text": text}})
}

// end says shutdown and exit, and holds that the server ends with 0.
func (c *client) end() {
	c.t.Helper()
	c.call("shutdown", nil)
	c.notify("exit", nil)
	c.ended(0)
}

func (c *client) ended(want int) {
	c.t.Helper()
	select {
	case got := <-c.code:
		if got != want {
			c.t.Errorf("the server ended with %d, want %d; it said:\n%s", got, want, c.log)
		}
	case <-time.After(20 * time.Second):
		c.t.Fatal("the server does not end")
	}
}

// compact is a value as JSON on one line, with the workspace's address cut off.
func (c *client) compact(v any) string {
	c.t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		c.t.Fatal(err)
	}
	return strings.ReplaceAll(strings.TrimSpace(b.String()), c.uri(""), "")
}
