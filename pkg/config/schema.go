package config

import _ "embed"

// Schema is the JSON Schema of a config, for editors. What Parse refuses for its
// shape, the schema refuses; what hangs on the disk or on other entries it cannot know.
//
//go:embed schema.json
var Schema string
