package source

// Parse reads a file by its content: JSON where the first byte that is no space
// is { or [ (comments and trailing commas are accepted as JSONC), else YAML.
// The node is nil only where nothing could be read; faults that are no Dirt refuse the file.
func Parse(f *File) (*Node, []Fault) { panic("being written") }

// ParseJSON reads strict JSON: what json.Valid accepts, but for a key twice in one object.
func ParseJSON(f *File) (*Node, []Fault) { panic("being written") }

// ParseJSONC reads JSON with // and /* */ comments and trailing commas.
func ParseJSONC(f *File) (*Node, []Fault) { panic("being written") }

// ParseYAML reads one YAML 1.2 document. Aliases share nodes, merge keys are merged in.
func ParseYAML(f *File) (*Node, []Fault) { panic("being written") }
