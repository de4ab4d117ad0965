package loaders

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// head is what is known of an operation without reading it: what its own nodes
// and the names behind its references say. What is wrong with these is said
// when the operation is read.
func (s *apiSpec) head(o *apiOp) contract.Head {
	h := contract.Head{Name: o.name(), Aliases: aliases(o.node), Hints: bindingHints(o.node), At: o.at}
	h.Doc = summaryLine(o.node)
	h.Deprecated = o.node.Value("deprecated").True()
	for _, list := range []*source.Node{o.item.Value("parameters"), o.node.Value("parameters")} {
		if list == nil {
			continue
		}
		for _, item := range list.Items {
			h.Params = s.addParamNames(h.Params, item)
		}
	}
	if body, _, fault := s.files.follow(o.node.Value("requestBody")); fault == nil && body != nil {
		if media := bestMedia(body.Value("content")); media != nil {
			h.Params = s.addTopNames(h.Params, media.Value.Value("schema"), 0)
		}
	}
	return h
}

func (s *apiSpec) addParamNames(names []string, n *source.Node) []string {
	param, _, fault := s.files.follow(n)
	if fault != nil {
		return names
	}
	in, _ := param.Value("in").Str()
	if in == "body" {
		return s.addTopNames(names, param.Value("schema"), 0)
	}
	if name, ok := param.Value("name").Str(); ok && !isTransport(in, name) {
		return addName(names, name)
	}
	return names
}

// maxHeadDepth is how many combinators deep names of a body are looked for:
// heads are only for finding the operation.
const maxHeadDepth = 3

func (s *apiSpec) addTopNames(names []string, n *source.Node, depth int) []string {
	schema, _, fault := s.files.follow(n)
	if fault != nil || schema == nil || depth > maxHeadDepth {
		return names
	}
	if properties := schema.Value("properties"); properties != nil {
		for _, m := range properties.Members {
			names = addName(names, m.Key)
		}
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		if list := schema.Value(key); list != nil {
			for _, item := range list.Items {
				names = s.addTopNames(names, item, depth+1)
			}
		}
	}
	return names
}

func addName(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

func aliases(op *source.Node) []string {
	if id, ok := op.Value("operationId").Str(); ok && id != "" {
		return []string{id}
	}
	return nil
}

// bindingHints is what the author says of the tools that call an operation.
func bindingHints(op *source.Node) []contract.Hint {
	var hints []contract.Hint
	if v := op.Value("x-tooldrift-tool"); v != nil {
		hints = append(hints, contract.Hint{Key: "x-tooldrift-tool", Value: v})
	}
	if v := op.Value("x-speakeasy-mcp").Value("name"); v != nil {
		hints = append(hints, contract.Hint{Key: "x-speakeasy-mcp.name", Value: v})
	}
	return hints
}

// summaryLine is an operation's summary, or the first line of its description.
func summaryLine(op *source.Node) string {
	text, _ := op.Value("summary").Str()
	if strings.TrimSpace(text) == "" {
		text, _ = op.Value("description").Str()
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}

// bestMedia is the media type whose schema stands for a request body: JSON
// before forms, forms before anything else, and then the first.
func bestMedia(content *source.Node) *source.Member {
	if content == nil {
		return nil
	}
	var best *source.Member
	for i := range content.Members {
		if m := &content.Members[i]; best == nil || mediaRank(m.Key) < mediaRank(best.Key) {
			best = m
		}
	}
	return best
}

// The ranks of media types.
const (
	exactJSON = iota
	otherJSON // +json, and what JSON is served as by habit
	anyMedia  // */*, which Spring writes for JSON
	urlencoded
	multipart
	otherMedia
)

func mediaRank(media string) int {
	name, _, _ := strings.Cut(strings.ToLower(media), ";")
	switch name = strings.TrimSpace(name); {
	case name == "application/json":
		return exactJSON
	case strings.HasSuffix(name, "+json"), strings.HasSuffix(name, "/json"), name == "application/x-json":
		return otherJSON
	case name == "*/*", name == "application/*":
		return anyMedia
	case name == "application/x-www-form-urlencoded":
		return urlencoded
	case strings.HasPrefix(name, "multipart/"):
		return multipart
	}
	return otherMedia
}

// isTransport reports whether a header belongs to HTTP rather than to the
// operation: OpenAPI 3.1.1 (Parameter Object) says that such a parameter is to
// be ignored, and User-Agent is the client's.
func isTransport(in, name string) bool {
	if in != "header" {
		return false
	}
	switch strings.ToLower(name) {
	case "accept", "content-type", "authorization", "user-agent":
		return true
	}
	return false
}
