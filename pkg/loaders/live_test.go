package loaders

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// rawList has keys out of order, a number that no float64 holds, keys that MCP
// does not know, a schema that is none, and names out of order.
const rawList = `{"tools":[{"name":"b","x-own":[1,{}],"inputSchema":{"required":["z","a"],"properties":{"z":{"maximum":12345678901234567890123,"type":"integer"},"a":{"default":1.10,"type":"number"}},"type":"object"},"description":"naïve \u00e9\/ \"q\""},{"inputSchema":true,"annotations":[],"name":"a"}],"ttlMs":5}`

const rawText = `{
  "tools": [
    {
      "inputSchema": true,
      "annotations": [],
      "name": "a"
    },
    {
      "name": "b",
      "x-own": [
        1,
        {}
      ],
      "inputSchema": {
        "required": [
          "z",
          "a"
        ],
        "properties": {
          "z": {
            "maximum": 12345678901234567890123,
            "type": "integer"
          },
          "a": {
            "default": 1.10,
            "type": "number"
          }
        },
        "type": "object"
      },
      "description": "naïve \u00e9\/ \"q\""
    }
  ]
}
`

// child is a source whose command is the test binary in one of its modes.
func child(protocol, mode string, env ...string) *config.Live {
	return &config.Live{Protocol: protocol, Command: []string{os.Args[0]}, Env: append([]string{serverMode + "=" + mode}, env...), Dir: "."}
}

func fetchLive(t *testing.T, src *config.Live) (string, error) {
	t.Helper()
	f, err := Live{Root: t.TempDir()}.Fetch(context.Background(), src)
	if err != nil {
		return "", err
	}
	return string(f.Data), nil
}

// manyText is the list of manyTools as it is to be read.
func manyText() string {
	var b strings.Builder
	b.WriteString("{\n  \"tools\": [")
	for i := range 2500 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n    {\n      \"inputSchema\": {\n        \"type\": \"object\"\n      },\n      \"name\": \"tool_%04d\"\n    }", i)
	}
	b.WriteString("\n  ]\n}\n")
	return b.String()
}

func TestFetchCommands(t *testing.T) {
	for _, c := range []struct {
		name string
		src  *config.Live
		want string
	}{
		{"all pages of an MCP server", child("mcp", "many"), manyText()},
		{"a server that knows no initialize", child("mcp", "new"), rawText},
		{"a server that floods standard error", child("mcp", "loud"), manyText()},
		{"every byte of a tool, whatever the SDK makes of it", child("mcp", "raw"), rawText},
		{"a client without capabilities, so that no list depends on them", child("mcp", "curious"), `{
  "tools": [
    {
      "clientInfo": {
        "name": "tooldrift",
        "version": "1"
      },
      "protocolVersion": "2025-11-25",
      "capabilities": {}
    }
  ]
}
`},
		{"standard output of a command", child("", "print"), `{
  "tools": [
    {
      "name": "printed",
      "inputSchema": {
        "type": "object"
      }
    }
  ]
}
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := fetchLive(t, c.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A child sees what the config names and no more: not even PATH.
func TestFetchEnvironment(t *testing.T) {
	t.Setenv("TOOLDRIFT_TEST_SECRET", "s3cret")
	t.Setenv("TOOLDRIFT_TEST_TOKEN", "t0ken")
	got, err := fetchLive(t, child("mcp", "environment", "TOOLDRIFT_TEST_TOKEN", "MODE=a=b", "TOOLDRIFT_TEST_UNSET"))
	if err != nil {
		t.Fatal(err)
	}
	want := `"description": "MODE=a=b TOOLDRIFT_TEST_SERVER=environment TOOLDRIFT_TEST_TOKEN=t0ken"`
	if !strings.Contains(got, want) {
		t.Errorf("got %s, want it to hold %s", got, want)
	}
}

func TestFetchCommandFaults(t *testing.T) {
	quick := func(src *config.Live) *config.Live {
		src.Timeout = 2 * time.Second // time enough to start and say something
		return src
	}
	command := func(protocol string, words ...string) *config.Live {
		return &config.Live{Protocol: protocol, Command: words, Dir: "."}
	}
	elsewhere := child("", "print")
	elsewhere.Dir = "no/such/dir"
	for _, c := range []struct {
		name string
		src  *config.Live
		want string
	}{
		{"it never answers", quick(child("mcp", "silent")), "did not answer initialize within the limit of 2s; timeout: in the config sets another, up to 10m; it said: > server@1.0.0 start | [info] listening"},
		{"it dies", child("mcp", "dead", "PATH", "TOOLDRIFT_TEST_UNSET"), `ended with exit status 7 before it listed its tools; it said: loading | \x1b[31mError: no database\x1b[0m | at server.js:3; not set here: TOOLDRIFT_TEST_UNSET`},
		{"its list has no end", child("mcp", "endless"), `its list has no end: the cursor "again" comes twice`},
		{"its answer has no end", child("mcp", "huge"), "sent more than the limit of 64 MiB; --max-size raises it"},
		{"it refuses", child("mcp", "refusing"), `answered tools/list with error -32603: no \x1b[31mdatabase`},
		{"its answer is none", child("mcp", "toolless"), "its answer holds no list of tools"},
		{"there is no such program", command("mcp", "no-such-program"), "there is no program no-such-program"},
		{"there is no such file", command("mcp", "./server.sh"), "there is no program ./server.sh"},
		{"there is no such folder", elsewhere, "its working directory no/such/dir is no directory"},
		{"a command fails", child("", "fail"), "ended with exit status 1; it said: no such module"},
		{"a command finds no other", child("", "lost"), "ended with exit status 127; it said: env: node: No such file or directory; it sees no PATH, for env: names none"},
		{"that is not for want of a PATH", child("", "lost", "PATH"), "ended with exit status 127; it said: env: node: No such file or directory"},
		{"a command does not end", quick(child("", "forever", "PATH")), "did not end within the limit of 2s; timeout: in the config sets another, up to 10m; it said: thinking"},
		{"a command prints without end", child("", "flood"), "sent more than the limit of 64 MiB; --max-size raises it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := fetchLive(t, c.src)
			if got := fmt.Sprint(err); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestFetchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err := Live{Root: t.TempDir()}.Fetch(ctx, child("mcp", "silent"))
	if got := fmt.Sprint(err); got != "interrupted" {
		t.Errorf("got %s, want interrupted", got)
	}
}

// Whoever waits is told what for, and only then.
func TestFetchSlow(t *testing.T) {
	said := make(chan string, 9)
	l := Live{Root: t.TempDir(), Slow: func(text string) { said <- text }}
	slow := child("mcp", "silent")
	slow.Command = append(slow.Command, "a b")
	slow.Timeout = slowAfter + 200*time.Millisecond
	if _, err := l.Fetch(context.Background(), slow); err == nil {
		t.Error("a server that never answers was read")
	}
	if _, err := l.Fetch(context.Background(), &config.Live{Command: []string{"no-such-program"}}); err == nil {
		t.Error("a program that is not there was run")
	}
	close(said)
	var got []string
	for s := range said {
		got = append(got, s)
	}
	if want := []string{clipTo("starting "+os.Args[0]+` "a b"`, 89) + " ..."}; !cmp.Equal(want, got) {
		t.Errorf("said %q, want %q", got, want)
	}
}

func TestFetchMCPOverHTTP(t *testing.T) {
	server := manyTools()
	for name, o := range map[string]*mcp.StreamableHTTPOptions{
		"sessions": nil, "JSON": {JSONResponse: true}, "no sessions": {Stateless: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, o)
			var mu sync.Mutex
			var versions []string
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				versions = append(versions, r.Method+" "+r.Header.Get(versionHeader))
				mu.Unlock()
				handler.ServeHTTP(w, r)
			}))
			defer s.Close()
			got, err := fetchLive(t, &config.Live{Protocol: "mcp", URL: s.URL})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(manyText(), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			// The first is initialize, which has agreed on none yet.
			for _, v := range versions[1:] {
				if !strings.HasSuffix(v, " "+initializeVersion) {
					t.Errorf("requests carried the versions %q", versions)
					break
				}
			}
		})
	}
}

func TestFetchMCPOverHTTPFaults(t *testing.T) {
	t.Setenv("TOOLDRIFT_TEST_TOKEN", "t0ken")
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request)
		want   string
	}{
		"no permission": {func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "who are you, "+r.Header.Get("Authorization"), http.StatusUnauthorized)
		}, `initialize: Unauthorized`},
		"no MCP server": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html>")
		}, `initialize: unsupported content type "text/html"`},
		"it never answers": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // until then, nobody sees the client leave
			<-r.Context().Done()
		},
			"did not answer initialize within the limit of 300ms; timeout: in the config sets another, up to 10m"},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(c.answer))
			defer s.Close()
			_, err := fetchLive(t, &config.Live{Protocol: "mcp", URL: s.URL, Timeout: 300 * time.Millisecond,
				Headers: []config.Header{{Name: "Authorization", Value: "Bearer ${TOOLDRIFT_TEST_TOKEN}"}}})
			if got := fmt.Sprint(err); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
