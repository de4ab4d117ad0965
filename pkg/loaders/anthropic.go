package loaders

import "github.com/tooldrift/tooldrift/pkg/source"

// anthropicDialect is a client tool of Anthropic's Messages API. Its server tools
// have a dated type and no schema.
var anthropicDialect = toolDialect{
	name:  "anthropic",
	match: func(n *source.Node) bool { return first(n, "input_schema", "input_examples") != nil },
	read: func(t *toolReader, n *source.Node) {
		t.add(tool{
			bare:  true,
			entry: n, self: n, input: n.Value("input_schema"),
			output: n.Value("output_schema"), examples: n.Value("input_examples"),
		})
	},
}
