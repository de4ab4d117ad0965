package lsp_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/lsp"
)

// FuzzConversation: whatever a client says, a line a message, the server comes to
// its end.
func FuzzConversation(f *testing.F) {
	dir := f.TempDir()
	for name, text := range shop() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	uri := func(name string) string { return "file://" + filepath.ToSlash(dir) + "/" + name }
	first := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":%q,"capabilities":{"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}}}`, uri(""))
	for _, line := range []string{
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"URI","version":1,"text":"{}"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"URI","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":9}},"text":"x"}]}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"URI"},"position":{"line":1,"character":110}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"URI"},"range":{"start":{"line":9,"character":0},"end":{"line":0,"character":0}},"context":{"only":null}}}`,
		`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"URI","type":3}]}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`,
		`{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[],"removed":[{"uri":"URI"}]}}}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var in strings.Builder
		text = first + "\n" + `{"jsonrpc":"2.0","method":"initialized","params":{}}` + "\n" + strings.ReplaceAll(text, "URI", uri("tools.json"))
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(line), line)
		}
		s := &lsp.Server{In: strings.NewReader(in.String()), Out: io.Discard, Log: io.Discard}
		if code := s.Run(); code != 1 {
			t.Errorf("it ended with %d without shutdown and exit", code)
		}
	})
}
