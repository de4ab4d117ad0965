package loaders

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// toolList is what a file with tools holds, whatever envelopes lie around it.
type toolList struct {
	dialect string // of the first entry that shows one
	entries []*source.Node
}

// listNames are the members under which a list of tools is kept.
var listNames = []string{"tools", "functions", "functionDeclarations", "function_declarations", "gen_ai.tool.definitions"}

// envelopes lead to an object with such a list: a JSON-RPC response, a Bedrock
// request, a span's attributes.
var envelopes = []string{"result", "toolConfig", "tool_config", "attributes"}

// maxEnvelopes is how deep a list may be wrapped.
const maxEnvelopes = 4

// findTools finds the list of tools in a parsed file, or nil where there is none.
func findTools(root *source.Node) *toolList { return findToolsBelow(root, 0) }

func findToolsBelow(n *source.Node, depth int) *toolList {
	if n == nil || depth > maxEnvelopes {
		return nil
	}
	if n.Kind == source.Array {
		return entriesOf(n, depth, false)
	}
	if d := dialectOf(n); d != nil {
		return &toolList{d.name, []*source.Node{n}}
	}
	if isPlugin(n) {
		return pluginTools(n)
	}
	if isManifest(n) {
		return &toolList{manifestDialect, n.Value("operations").Items}
	}
	for _, name := range listNames {
		if v := n.Value(name); v != nil && v.Kind == source.Array {
			if list := entriesOf(v, depth, true); list != nil {
				return list
			}
		}
	}
	for _, name := range envelopes {
		if v := n.Value(name); v != nil && v.Kind == source.Object {
			if list := findToolsBelow(v, depth+1); list != nil {
				return list
			}
		}
	}
	return nil
}

// entriesOf is the entries of a list, pages of a list unfolded. A list that its key
// calls one of tools may hold entries that show no dialect.
func entriesOf(n *source.Node, depth int, named bool) *toolList {
	list := &toolList{}
	plain := 0
	for _, item := range n.Items {
		if d := dialectOf(item); d != nil {
			if list.dialect == "" {
				list.dialect = d.name
			}
		} else if item.Kind == source.Object && item.Value("name") == nil && item.Value("type") == nil {
			if page := findToolsBelow(item, depth+1); page != nil {
				if list.dialect == "" {
					list.dialect = page.dialect
				}
				list.entries = append(list.entries, page.entries...)
				continue
			}
		}
		if isPlainTool(item) {
			plain++
		}
		list.entries = append(list.entries, item)
	}
	if list.dialect == "" {
		if !named || plain < len(n.Items) {
			return nil
		}
		list.dialect = "mcp"
	}
	return list
}

// isPlainTool reports whether an entry has a name and a description and nothing
// that shows a dialect: a tool without arguments, in a list of tools.
func isPlainTool(n *source.Node) bool {
	name := n.Value("name")
	return name != nil && name.Kind == source.String && n.Value("description") != nil
}

// linesOfJSON are the objects of a file that holds one a line; nil for a file
// that is none: one whose first line ends in the middle of a value.
func linesOfJSON(f *source.File) ([]*source.Node, []source.Fault) {
	data := bytes.TrimSpace(bytes.TrimPrefix(f.Data, []byte("\ufeff")))
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	first = bytes.TrimSpace(first)
	if len(bytes.TrimSpace(rest)) == 0 || len(first) < 2 || first[0] != '{' || first[len(first)-1] != '}' {
		return nil, nil
	}
	return source.ParseJSONLines(f)
}

// parseTools parses a tool file: one document, or one object a line.
func parseTools(f *source.File) (*source.Node, []source.Fault) {
	root, faults := source.Parse(f)
	if root != nil {
		return root, faults
	}
	lines, lineFaults := linesOfJSON(f)
	least := 2
	if ext := source.Ext(f.Name); ext == ".jsonl" || ext == ".ndjson" {
		least = 1 // the name says what a first line alone does not
	}
	if len(lines) < least {
		return nil, faults
	}
	for _, n := range lines {
		if n.Kind != source.Object {
			return nil, faults
		}
	}
	list := &source.Node{Kind: source.Array, Items: lines, At: source.Span{File: f, End: len(f.Data)}}
	return list, lineFaults
}

// looksLikeData reports whether a file means to be JSON or YAML, so that one that
// cannot be parsed is a fault even where a whole directory is searched.
func looksLikeData(f *source.File) bool {
	at := skipBlank(f.Data, 0)
	return isDataName(f.Name) || at < len(f.Data) && (f.Data[at] == '{' || f.Data[at] == '[')
}
