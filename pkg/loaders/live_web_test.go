package loaders

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestFetchURL(t *testing.T) {
	t.Setenv("TOOLDRIFT_TEST_TOKEN", "t0ken")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "X-Key: %s\n", r.Header.Get("X-Key"))
	}))
	defer other.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/key":
			fmt.Fprintf(w, "X-Key: %s\n", r.Header.Get("X-Key"))
		case "/elsewhere":
			http.Redirect(w, r, other.URL, http.StatusFound)
		case "/on":
			http.Redirect(w, r, "/key", http.StatusMovedPermanently)
		case "/circle":
			http.Redirect(w, r, "/circle", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/line":
			fmt.Fprint(w, `{"a":[1.0,{}],"b":"{,"}`)
		case "/lines":
			fmt.Fprint(w, "{\"a\":\n[1,2]}")
		case "/large":
			for line := strings.Repeat("x", 1<<20); ; {
				if _, err := io.WriteString(w, line); err != nil {
					return
				}
			}
		case "/slow":
			<-r.Context().Done()
		default:
			http.Error(w, "secret words of a page", http.StatusNotFound)
		}
	}))
	defer s.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	key := []config.Header{{Name: "X-Key", Value: "k-${TOOLDRIFT_TEST_TOKEN}"}}
	for name, c := range map[string]struct {
		src  config.Live
		want string
	}{
		"with headers":                     {config.Live{URL: s.URL + "/key", Headers: key}, "X-Key: k-t0ken\n"},
		"sent on":                          {config.Live{URL: s.URL + "/on", Headers: key}, "X-Key: k-t0ken\n"},
		"headers are for one host":         {config.Live{URL: s.URL + "/elsewhere", Headers: key}, "X-Key: \n"},
		"one line of JSON is spread":       {config.Live{URL: s.URL + "/line"}, "{\n  \"a\": [\n    1.0,\n    {}\n  ],\n  \"b\": \"{,\"\n}\n"},
		"all else stays as it is":          {config.Live{URL: s.URL + "/lines"}, "{\"a\":\n[1,2]}"},
		"a header's variable is not there": {config.Live{URL: s.URL, Headers: []config.Header{{Name: "A", Value: "${TOOLDRIFT_TEST_UNSET}"}}}, "error: its header A needs TOOLDRIFT_TEST_UNSET, which is not set here"},
		"not found":                        {config.Live{URL: s.URL + "/none?key=secret"}, "error: answered 404 Not Found"},
		"in a circle":                      {config.Live{URL: s.URL + "/circle"}, "error: sends on beyond the limit of 5 redirects; it cannot be raised, name the last address"},
		"to a file":                        {config.Live{URL: s.URL + "/file"}, "error: redirects from http to file"},
		"too large":                        {config.Live{URL: s.URL + "/large"}, "error: sent more than the limit of 64 MiB; --max-size raises it"},
		"too slow":                         {config.Live{URL: s.URL + "/slow", Timeout: 200 * time.Millisecond}, "error: no whole answer within the limit of 200ms; timeout: in the config sets another, up to 10m"},
		"nobody there":                     {config.Live{URL: closed.URL + "/?key=secret"}, "error: dial tcp " + strings.TrimPrefix(closed.URL, "http://") + ": …"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := fetchLive(t, &c.src)
			if err != nil {
				got = "error: " + err.Error()
			}
			// The end of an error of the operating system is in its own words.
			if start, ok := strings.CutSuffix(c.want, "…"); got != c.want && !(ok && strings.HasPrefix(got, start)) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// An answer of https is not exchanged for one that anybody on the way can write.
func TestFetchURLStaysSafe(t *testing.T) {
	w, err := newWeb(&config.Live{URL: "https://a.example/"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	to, _ := http.NewRequest(http.MethodGet, "http://a.example/", nil)
	if got := fmt.Sprint(w.redirect(to, nil)); got != "redirects from https to http" {
		t.Errorf("got %s", got)
	}
}

const introspectionAnswer = `{"data":{"__schema":{"queryType":{"name":"Query"},"types":[{"kind":"OBJECT","name":"Query","fields":[{"name":"app","args":[{"name":"id","type":{"kind":"NON_NULL","ofType":{"kind":"SCALAR","name":"ID"}}}],"type":{"kind":"SCALAR","name":"String"}}]}]}}}`

func TestFetchGraphQL(t *testing.T) {
	const tooNew = `{"errors":[{"message":"Cannot query field \"%s\" on type \"__Type\"."}]}`
	for name, c := range map[string]struct {
		answer func(query string) (status int, body string)
		want   string // of the last query, a part; or the error
	}{
		"a server of today": {func(string) (int, string) { return 200, introspectionAnswer }, "description specifiedByURL isOneOf\n"},
		"a server of 2021": {func(query string) (int, string) {
			if strings.Contains(query, "isOneOf") {
				return 400, fmt.Sprintf(tooNew, "isOneOf")
			}
			return 200, introspectionAnswer
		}, "inputFields(includeDeprecated: true) { ...Value }"},
		"a server of 2018": {func(query string) (int, string) {
			for _, word := range []string{"isOneOf", "specifiedByURL", "inputFields("} {
				if strings.Contains(query, word) {
					return 200, fmt.Sprintf(tooNew, word)
				}
			}
			return 200, introspectionAnswer
		}, "inputFields { ...Value }"},
		"introspection is off": {func(string) (int, string) {
			return 400, `{"errors":[{"message":"introspection is not allowed"}],"data":null}`
		},
			"error: answered: introspection is not allowed"},
		"no schema":  {func(string) (int, string) { return 200, `{"data":{}}` }, "error: its answer holds no schema"},
		"no GraphQL": {func(string) (int, string) { return 200, `<html>` }, "error: its answer is no JSON"},
		"not there":  {func(string) (int, string) { return 404, `<html>` }, "error: answered 404 Not Found"},
	} {
		t.Run(name, func(t *testing.T) {
			last := ""
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var body struct{ Query string }
				if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
					t.Error(err)
				}
				last = body.Query
				status, answer := c.answer(body.Query)
				w.WriteHeader(status)
				fmt.Fprint(w, answer)
			}))
			defer s.Close()
			src := &config.Live{Protocol: "graphql", URL: s.URL}
			got, err := fetchLive(t, src)
			if err != nil {
				if "error: "+err.Error() != c.want {
					t.Errorf("got  error: %s\nwant %s", err, c.want)
				}
				return
			}
			if !strings.Contains(last, c.want) {
				t.Errorf("the query that was answered has no %q:\n%s", c.want, last)
			}
			if diff := cmp.Diff([]string{"Query.app"}, operationsOf(t, LiveName(src), got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// operationsOf are the operations of a spec that was fetched.
func operationsOf(t *testing.T, name, text string) []string {
	t.Helper()
	store := &source.Store{}
	store.Add(&source.File{Name: name, Data: []byte(text)})
	ix, faults := Open(store, config.Source{Glob: name})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var names []string
	for _, h := range ix.Heads {
		names = append(names, h.Name)
	}
	return names
}

// Every query is one that a GraphQL server can read.
func TestIntrospectionQueries(t *testing.T) {
	for _, q := range introspectionQueries() {
		if _, err := parser.ParseQuery(&ast.Source{Input: q}); err != nil {
			t.Errorf("%v:\n%s", err, q)
		}
	}
}

func TestLiveNames(t *testing.T) {
	for _, c := range []struct {
		src        config.Live
		name, said string
	}{
		{config.Live{Protocol: "mcp", Command: []string{"node", "server.js", "a b", "", "x\x1b[0m"}}, `mcp:node server.js "a b" "" "x\x1b[0m"`, `mcp command node server.js "a b" "" "x\x1b[0m"`},
		{config.Live{Protocol: "mcp", URL: "https://a.example/mcp?key=secret"}, "mcp:https://a.example/mcp?…", "mcp https://a.example/mcp?…"},
		{config.Live{Command: []string{"python", "-m", "api"}}, "exec:python -m api", "command python -m api"},
		{config.Live{URL: "https://a.example/openapi.json"}, "https://a.example/openapi.json", "https://a.example/openapi.json"},
		{config.Live{Protocol: "graphql", URL: "http://a.example/graphql"}, "graphql:http://a.example/graphql", "graphql http://a.example/graphql"},
		{config.Live{Command: []string{"sh", "-c", strings.Repeat("x", 100)}}, "exec:sh -c " + strings.Repeat("x", 73) + "…", "command sh -c " + strings.Repeat("x", 73) + "…"},
	} {
		if got := LiveName(&c.src); got != c.name || source.IsPath(got) {
			t.Errorf("name is %s, want %s, which is no path", got, c.name)
		}
		if got := LiveWords(&c.src); got != c.said {
			t.Errorf("in a sentence: %s, want %s", got, c.said)
		}
	}
}

// What one run reads at most is what white space may make of an answer there.
func TestSpreadLimit(t *testing.T) {
	const data, spreadOut = `{"a":1}`, "{\n  \"a\": 1\n}\n"
	for limit, want := range map[int64]string{100: spreadOut, 8: data + "\n"} {
		if got := string(spread([]byte(data), limit)); got != want {
			t.Errorf("up to %d bytes it is %q, want %q", limit, got, want)
		}
	}
	tool := []rawTool{{"a", []byte(data)}}
	for limit, want := range map[int64]string{1000: "{\n      \"a\": 1\n    }", 8: data} {
		if got, want := string(serverTools(tool, limit)), "{\n  \"tools\": [\n    "+want+"\n  ]\n}\n"; got != want {
			t.Errorf("up to %d bytes it is %q, want %q", limit, got, want)
		}
	}
}

// What would grow beyond all bounds stays on its line.
func TestIndented(t *testing.T) {
	deep := strings.Repeat("[", 400) + strings.Repeat("]", 400)
	for _, data := range []string{"[" + strings.Repeat(deep+",", 100) + "1]", `{"a":`, `{"a":}`, `"a`, ""} {
		if got := string(indented([]byte(data), "", 1<<20)); got != data {
			t.Errorf("%.20q became %.20q", data, got)
		}
	}
	for _, data := range []string{`{"a":{"b":[1,"}]",{"c":null}],"d":{}},"e":"\\"}`, `[]`, `"a,b"`, "[[[[1,2],[3]]]]"} {
		got := indented([]byte(data), "    ", 1<<20)
		if most := spreadSize([]byte(data), 4); len(got) > most {
			t.Errorf("%s has %d bytes indented, foreseen were %d at most", data, len(got), most)
		}
	}
}
