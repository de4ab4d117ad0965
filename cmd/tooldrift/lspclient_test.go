package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// lspClient is the command lsp-client FILE ARG... of the scripts: it starts
// tooldrift lsp ARG... and plays the conversation in FILE, line by line:
//
//	request METHOD PARAMS   sends one and prints what is answered
//	notify METHOD PARAMS    sends one
//	shown NAME              prints the next diagnostics of a file
//
// In PARAMS, $DIR is the URI of the working directory, and $TEXT(NAME) a file's text in JSON.
func lspClient() {
	c := startLSP()
	for line := range strings.Lines(string(readArgument())) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		method, params, _ := strings.Cut(rest, " ")
		switch verb {
		case "request":
			c.ids++
			c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.ids, method, c.fill(params)))
			c.print(func(m lspMessage) bool { return m.Method == "" && string(m.ID) == strconv.Itoa(c.ids) })
		case "notify":
			c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, c.fill(params)))
		case "shown":
			c.print(func(m lspMessage) bool {
				return m.Method == "textDocument/publishDiagnostics" && m.Params.URI == c.dir+"/"+method
			})
		}
	}
	c.in.Close()
	err := c.server.Wait()
	fmt.Println("it ended with", c.server.ProcessState.ExitCode())
	if err != nil {
		os.Exit(1)
	}
}

type lspConversation struct {
	dir    string // as a URI
	server *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	kept   []lspMessage
	ids    int
}

type lspMessage struct {
	ID     json.RawMessage
	Method string
	Params struct{ URI string }
	text   string
}

func startLSP() *lspConversation {
	dir, err := os.Getwd()
	must(err)
	c := &lspConversation{dir: "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/"), server: exec.Command("tooldrift", append([]string{"lsp", "--stdio"}, os.Args[2:]...)...)}
	c.in, err = c.server.StdinPipe()
	must(err)
	out, err := c.server.StdoutPipe()
	must(err)
	c.out, c.server.Stderr = bufio.NewReader(out), os.Stderr
	must(c.server.Start())
	return c
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func (c *lspConversation) fill(params string) string {
	params = strings.ReplaceAll(params, "$DIR", c.dir)
	for {
		before, rest, found := strings.Cut(params, "$TEXT(")
		if !found {
			return params
		}
		name, after, _ := strings.Cut(rest, ")")
		text, err := os.ReadFile(name)
		must(err)
		quoted, err := json.Marshal(string(text))
		must(err)
		params = before + string(quoted) + after
	}
}

func (c *lspConversation) send(content string) {
	_, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(content), content)
	must(err)
}

// print prints the first message, of those not printed yet, that is as asked for.
func (c *lspConversation) print(is func(lspMessage) bool) {
	for i, m := range c.kept {
		if is(m) {
			c.kept = append(c.kept[:i], c.kept[i+1:]...)
			fmt.Println(strings.ReplaceAll(m.text, c.dir, "$DIR"))
			return
		}
	}
	for {
		var length int
		_, err := fmt.Fscanf(c.out, "Content-Length: %d\r\n\r\n", &length)
		must(err)
		content := make([]byte, length)
		_, err = io.ReadFull(c.out, content)
		must(err)
		m := lspMessage{text: string(content)}
		must(json.Unmarshal(content, &m))
		c.kept = append(c.kept, m)
		if is(m) {
			c.print(is)
			return
		}
	}
}
