package loaders

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// serverMode is the variable that makes the test binary a server.
const serverMode = "TOOLDRIFT_TEST_SERVER"

func TestMain(m *testing.M) {
	mode := os.Getenv(serverMode)
	if mode == "" {
		os.Exit(m.Run())
	}
	servers[mode]()
}

// servers are what the test binary can be in place of a test.
var servers = map[string]func(){
	"many": func() { serveStdio(manyTools()) },
	"loud": func() {
		fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 1<<20))
		serveStdio(manyTools())
	},
	"dead": func() {
		fmt.Fprintln(os.Stderr, "loading\n\n\x1b[31mError: no database\x1b[0m\n  at server.js:3")
		os.Exit(7)
	},
	"silent": func() { serveByHand(map[string]string{}) },
	"raw":    func() { serveByHand(old(rawList)) },
	"new": func() {
		serveByHand(map[string]string{
			"initialize":      `"error":{"code":-32601,"message":"no method initialize"}`,
			"server/discover": `"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`,
			"tools/list":      `"result":` + rawList,
		})
	},
	"curious": func() { serveByHand(old(`{"tools":[$FIRST]}`)) },
	"refusing": func() {
		serveByHand(map[string]string{"initialize": old("")["initialize"], "tools/list": `"error":{"code":-32603,"message":"no \u001b[31mdatabase"}`})
	},
	"endless":  func() { serveByHand(old(`{"tools":[],"nextCursor":"again"}`)) },
	"toolless": func() { serveByHand(old(`{"tools":{}}`)) },
	"environment": func() {
		env := os.Environ()
		slices.Sort(env)
		doc, _ := json.Marshal(strings.Join(env, " "))
		serveByHand(old(fmt.Sprintf(`{"tools":[{"name":"env","description":%s,"inputSchema":{"type":"object"}}]}`, doc)))
	},
	"unending": func() {
		signal.Ignore(syscall.SIGTERM)
		child := exec.Command("/bin/sh", "-c", "trap '' TERM; while :; do /bin/sleep 1; done")
		if err := child.Start(); err != nil {
			panic(err)
		}
		serveByHand(old(fmt.Sprintf(`{"tools":[{"name":"%d %d"}]}`, os.Getpid(), child.Process.Pid)))
		time.Sleep(time.Hour)
	},
	"print":   func() { fmt.Print(`{"tools":[{"name":"printed","inputSchema":{"type":"object"}}]}`) },
	"fail":    func() { fmt.Print(`{"tools":[]}`); fmt.Fprintln(os.Stderr, "no such module"); os.Exit(1) },
	"lost":    func() { fmt.Fprintln(os.Stderr, "env: node: No such file or directory"); os.Exit(127) },
	"forever": func() { fmt.Fprintln(os.Stderr, "thinking"); time.Sleep(time.Hour) },
	"huge": func() {
		fmt.Print(`{"jsonrpc":"2.0","id":1,"result":"`)
		flood()
	},
	"flood": flood,
}

// flood prints without end.
func flood() {
	for line := []byte(strings.Repeat("x", 1<<20)); ; {
		if _, err := os.Stdout.Write(line); err != nil {
			os.Exit(1)
		}
	}
}

// manyTools is a server of 2500 tools, 400 a page.
func manyTools() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "many", Version: "1"}, &mcp.ServerOptions{PageSize: 400})
	for i := range 2500 {
		s.AddTool(&mcp.Tool{Name: fmt.Sprintf("tool_%04d", i), InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	}
	return s
}

func serveStdio(s *mcp.Server) {
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// old is the answers of a server of the first revision of MCP.
func old(list string) map[string]string {
	return map[string]string{
		"initialize": `"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"by hand","version":"1"}}`,
		"tools/list": `"result":` + list,
	}
}

// serveByHand is a server as people write them in an afternoon: it prints a
// banner, and what has no answer it leaves without one. $FIRST in an answer is the
// parameters of the first call.
func serveByHand(answers map[string]string) {
	fmt.Println("\n> server@1.0.0 start\n[info] listening")
	lines := bufio.NewScanner(os.Stdin)
	first := ""
	for lines.Scan() {
		var call struct {
			ID     json.RawMessage
			Method string
			Params json.RawMessage
		}
		if json.Unmarshal(lines.Bytes(), &call) != nil || answers[call.Method] == "" {
			continue
		}
		if first == "" {
			first = string(call.Params)
		}
		answer := strings.ReplaceAll(answers[call.Method], "$FIRST", first)
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\n[debug] answered\n", call.ID, answer)
	}
}
