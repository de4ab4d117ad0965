package loaders

import "github.com/tooldrift/tooldrift/pkg/source"

// mcpDialect is an entry of the answer to tools/list, in any revision of the
// Model Context Protocol from 2024-11-05 to 2026-07-28.
var mcpDialect = toolDialect{
	name: "mcp",
	match: func(n *source.Node) bool {
		if n.Value("inputSchema") != nil {
			return true
		}
		// The schema is required, but servers exist that leave it out.
		return n.Value("name") != nil && first(n, "outputSchema", "execution", "icons") != nil
	},
	read: func(t *toolReader, n *source.Node) {
		t.add(tool{bare: true, entry: n, self: n, input: n.Value("inputSchema"), output: n.Value("outputSchema")})
	},
}
