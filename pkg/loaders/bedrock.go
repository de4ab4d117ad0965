package loaders

import "github.com/tooldrift/tooldrift/pkg/source"

// bedrockDialect is a tool of Amazon Bedrock's Converse API: a toolSpec in an
// entry, or one alone. Its schema lies under "json".
var bedrockDialect = toolDialect{
	name: "bedrock",
	match: func(n *source.Node) bool {
		spec := n.Value("toolSpec")
		if spec == nil {
			spec = n.Value("inputSchema")
			return spec != nil && len(spec.Members) == 1 && spec.Members[0].Key == "json"
		}
		return spec.Kind == source.Object
	},
	read: func(t *toolReader, n *source.Node) {
		spec := n.Value("toolSpec")
		if spec == nil {
			spec = n
		}
		t.add(tool{
			bare:  true,
			entry: n, self: spec,
			input:  spec.Value("inputSchema").Value("json"),
			output: spec.Value("outputSchema").Value("json"),
		})
	},
}
