package source

import "testing"

func TestIsPath(t *testing.T) {
	for name, want := range map[string]bool{
		"agents/tools.json": true, "../x.json": true, "mcp/tools.json": true, "execute": true, "https/a": true, "a:b.json": true,
		"-": false, "mcp:node server.js": false, "exec:cat a": false, "graphql:https://a.example/": false, "https://a.example/x": false, "http://a.example/x": false,
	} {
		if got := IsPath(name); got != want {
			t.Errorf("IsPath(%s) = %t", name, got)
		}
	}
}
