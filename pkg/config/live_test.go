package config

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseLive(t *testing.T) {
	got, faults := parse(`version: 1
contracts:
  - name: a
    tools:
      - {mcp: {command: [node, server.js, --port, 80], env: [API_TOKEN, LOG=a=b], cwd: agents, timeout: 90s}}
      - mcp:
          url: https://mcp.example/v1?tenant=1
          headers: {Authorization: "Bearer ${TOKEN}"}
      - {exec: [./list-tools]}
      - {url: "http://localhost:8080/tools.json"}
    spec:
      - {exec: [python, -m, api], env: [PATH], cwd: .., timeout: 1m30s}
      - {url: https://api.example/openapi.json, headers: {X-Key: k}, timeout: 5s}
      - {graphql: {url: https://api.example/graphql, timeout: 1s}}
`, "svc")
	if faults != nil {
		t.Fatalf("faults: %q", faults)
	}
	want := []*Contract{{
		Name: "a",
		Tools: []Source{
			{Live: &Live{Protocol: "mcp", Command: []string{"node", "server.js", "--port", "80"}, Env: []string{"API_TOKEN", "LOG=a=b"}, Dir: "svc/agents", Timeout: 90 * time.Second}},
			{Live: &Live{Protocol: "mcp", URL: "https://mcp.example/v1?tenant=1", Dir: "svc", Headers: []Header{{"Authorization", "Bearer ${TOKEN}"}}}},
			{Live: &Live{Command: []string{"./list-tools"}, Dir: "svc"}},
			{Live: &Live{URL: "http://localhost:8080/tools.json", Dir: "svc"}},
		},
		Spec: []Source{
			{Live: &Live{Command: []string{"python", "-m", "api"}, Env: []string{"PATH"}, Dir: ".", Timeout: 90 * time.Second}},
			{Live: &Live{URL: "https://api.example/openapi.json", Dir: "svc", Headers: []Header{{"X-Key", "k"}}, Timeout: 5 * time.Second}},
			{Live: &Live{Protocol: "graphql", URL: "https://api.example/graphql", Timeout: time.Second}},
		},
	}}
	if diff := cmp.Diff(want, got.Contracts, withoutSpans); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestParseLiveFaults(t *testing.T) {
	for _, c := range []struct {
		name, tools string
		want        []string
	}{
		{"one origin each", "{mcp: {command: [a]}, exec: [b]}, {mcp: {command: [a], url: \"https://a.example\"}}, {mcp: {}}, {timeout: 3s}", []string{
			"4:13: an entry of tools has one of mcp, exec, url or operations",
			"4:53: mcp has either command or url",
			"4:102: mcp has no command and no url",
			"4:107: an entry of tools has one of mcp, exec, url or operations",
		}},
		{"a slip is one fault", "{mcps: {command: [a]}}, {mcp: {comand: [a]}}, {mcp: [node, server.js]}, {exec: [a], envs: [B]}", []string{
			`4:14: unknown key "mcps" in an entry of tools; did you mean mcp?`,
			`4:44: unknown key "comand" in mcp; did you mean command?`,
			"4:65: mcp must be a mapping with the keys command, url, headers, timeout, env, cwd, not a list",
			`4:97: unknown key "envs" in an entry of tools; did you mean env?`,
		}},
		{"options belong to what they are for", "{exec: [a], headers: {A: b}}, {url: \"http://a.example\", env: [A], cwd: b}, {mcp: {url: \"http://a.example\", env: [A]}}, {mcp: {command: [a]}, timeout: 3s}", []string{
			"4:13: headers belongs to url, which this entry does not have",
			"4:43: env belongs to exec, which this entry does not have",
			"4:43: cwd belongs to exec, which this entry does not have",
			"4:94: env belongs to command, which mcp does not have",
			"4:132: timeout belongs to exec or url, which this entry does not have",
		}},
		{"commands", "{exec: node server.js}, {exec: []}, {exec: [\" \"]}, {exec: [a, [b]]}", []string{
			"4:20: exec must be a list of a program and its arguments, not a string",
			"4:44: exec names no program",
			"4:56: exec names no program",
			"4:75: an entry of exec must be one value, not a list",
		}},
		{"addresses", "{url: \"file:///etc/passwd\"}, {url: a.json}, {url: \"https://me:pw@a.example/\"}, {url: \"https://a.example/#x\"}, {url: 3}", []string{
			`4:19: url must be an http or https address, not "file:///etc/passwd"`,
			`4:48: url must be an http or https address, not "a.json"`,
			`4:63: url holds a user name or a password; say it in headers, from the environment: {Authorization: "Basic ${NAME}"}`,
			"4:98: url has a fragment, #x; a source is a whole document",
			`4:129: url must be an http or https address, not "3"`,
		}},
		{"environment", "{exec: [a], env: [\"=x\", A, A=2, \"B C=1\"], cwd: ../..}, {exec: [a], env: {A: b}}", []string{
			`4:31: an entry of env must be NAME or NAME=value, not "=x"`,
			"4:40: env names A twice",
			`4:45: an entry of env must be NAME or NAME=value, not "B C=1"`,
			"4:60: ../.. leaves the root; paths of a config are relative to its folder and stay inside the root",
			"4:85: env must be a list of NAME or NAME=value, not a mapping",
		}},
		{"variables", `{url: "https://a.example/${TOKEN}"}, {mcp: {url: "https://${HOST}/mcp"}}, {url: "https://a.example/$top"}`, []string{
			"4:19: url takes no ${NAME}: an address is shown in messages and reports; a secret goes into headers, which take it",
			"4:62: url takes no ${NAME}: an address is shown in messages and reports; a secret goes into headers, which take it",
		}},
		{"headers", `{url: "http://a.example", headers: {"A B": c, X: "a\r\nb", Y: [z]}}, {url: "http://a.example", headers: [A]}`, []string{
			`4:49: "A B" is no name of a header`,
			"4:62: the header X holds a control character",
			"4:75: the header Y must be a text, not a list",
			"4:117: headers must be a mapping of names to values, not a list",
		}},
		{"time-outs", "{exec: [a], timeout: 30}, {exec: [a], timeout: 0s}, {exec: [a], timeout: 30m}", []string{
			`4:34: timeout must be a duration such as 30s, at most 10m, not "30"`,
			`4:60: timeout must be a duration such as 30s, at most 10m, not "0s"`,
			`4:86: timeout 30m is longer than the limit of 10 minutes; it cannot be raised, take a snapshot`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := parse("version: 1\ncontracts:\n  - name: a\n    tools: ["+c.tools+"]\n", "a")
			var want []string
			for _, w := range c.want {
				want = append(want, ".tooldrift.yaml:"+w)
			}
			if diff := cmp.Diff(want, faults); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	_, faults := parse("version: 1\ncontracts:\n  - name: a\n    tools: [t]\n    spec: [{graphql: {}}, {graphql: {command: [a]}}, {mcp: {command: [a]}}, {url: \"http://a.example\", import_paths: [p]}]\n", "a")
	want := []string{
		".tooldrift.yaml:5:22: graphql has no url",
		`.tooldrift.yaml:5:38: unknown key "command" in graphql, which has url, headers, timeout`,
		`.tooldrift.yaml:5:55: unknown key "mcp" in an entry of spec, which has proto, import_paths, graphql, exec, url, headers, timeout, env, cwd`,
		".tooldrift.yaml:5:77: import_paths belong to proto, which this entry does not have",
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
