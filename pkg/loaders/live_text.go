package loaders

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// rawTool is a tool as its server wrote it.
type rawTool struct {
	name string // "" for one without
	raw  []byte // JSON
}

// serverTools is the tools of a server as a file: one form and, by name, one order,
// so that two files of one list are equal. Of a tool nothing is changed but the
// white space, which makes it no larger than limit: its keys keep their order, its
// numbers their digits.
func serverTools(tools []rawTool, limit int64) []byte {
	slices.SortStableFunc(tools, func(a, b rawTool) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	b.WriteString("{\n  \"tools\": [")
	for i, t := range tools {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(indented(t.raw, "    ", limit-int64(b.Len())))
	}
	if len(tools) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return b.Bytes()
}

// toolsIn is the tools of an answer to tools/list, and the cursor of the next page.
func toolsIn(data []byte) (tools []rawTool, next string, fault string) {
	root, _ := source.ParseJSON(&source.File{Data: data})
	list := root.Value("tools")
	if list == nil || list.Kind != source.Array {
		return nil, "", "its answer holds no list of tools"
	}
	for _, n := range list.Items {
		name, _ := n.Value("name").Str()
		tools = append(tools, rawTool{name, data[n.At.Start:n.At.End]})
	}
	cursor := root.Value("nextCursor")
	if cursor != nil && cursor.Kind != source.Null {
		var ok bool
		if next, ok = cursor.Str(); !ok {
			return nil, "", "its nextCursor is no string"
		}
	}
	return tools, next, ""
}

// spread puts JSON that came on one line on many, for a place in it to mean
// something, unless it were larger than limit then. All else stays as it is.
func spread(data []byte, limit int64) []byte {
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' || bytes.ContainsAny(trimmed, "\r\n") {
		return data
	}
	return append(indented(trimmed, "", limit), '\n')
}

// indented is JSON indented by two spaces, lines but the first after prefix. What
// is no JSON, or would have more than room bytes, stays as it is: a megabyte of
// brackets makes a terabyte of spaces.
func indented(data []byte, prefix string, room int64) []byte {
	var b bytes.Buffer
	if int64(spreadSize(data, len(prefix))) > room || json.Indent(&b, data, prefix, "  ") != nil {
		return data
	}
	return b.Bytes()
}

// spreadSize is how many bytes indented makes of data at most.
func spreadSize(data []byte, prefix int) int {
	size, depth := len(data), 0
	for at := 0; at < len(data); at++ {
		switch data[at] {
		case '"':
			at = endOfString(data, at) - 1
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ':':
			size++
			continue
		case ',':
		default:
			continue
		}
		size += 1 + prefix + 2*max(depth, 0)
	}
	return size
}
