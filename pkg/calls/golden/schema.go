package golden

import _ "embed"

// Schema is the JSON Schema of a golden file, for editors. What Read refuses for
// its shape, the schema refuses.
//
//go:embed schema.json
var Schema string
