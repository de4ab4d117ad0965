package loaders

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// head is what is known of an operation without reading it: what its own nodes
// and the names behind its references say. What is wrong with these is said
// when the operation is read.
func (s *apiSpec) head(o *apiOp) contract.Head {
	names := headNames{spec: s, known: map[string]bool{}, seen: map[*source.Node]bool{}}
	for _, list := range []*source.Node{o.item.Value("parameters"), o.node.Value("parameters")} {
		if list != nil {
			for _, item := range list.Items {
				names.parameter(item)
			}
		}
	}
	if body, _, fault := s.files.follow(o.node.Value("requestBody")); fault == nil {
		if media := bestMedia(body.Value("content")); media != nil {
			names.members(media.Value.Value("schema"), 0)
		}
	}
	return contract.Head{
		Name: o.name(), Aliases: aliases(o.node), Params: names.list, Doc: summaryLine(o.node),
		Deprecated: o.node.Value("deprecated").True(), Hints: bindingHints(o.node), At: o.at,
	}
}

// headNames gathers the names of an operation's parameters and of the top
// members of its body.
type headNames struct {
	spec  *apiSpec
	list  []string
	known map[string]bool
	seen  map[*source.Node]bool
}

// Heads are only for finding the operation, and every operation of a spec has
// one: what lies deeper than three combinators, or beyond so many names, which
// is thrice what any real operation has, is left to Expand.
const (
	maxHeadDepth = 3
	maxHeadNames = 400
	maxAllNames  = 1 << 20 // of all heads of a spec: GitHub's have five thousand
)

func (h *headNames) add(name string) {
	if !h.known[name] && len(h.list) < maxHeadNames && h.spec.headNames < maxAllNames {
		h.known[name] = true
		h.list = append(h.list, name)
		h.spec.headNames++
	}
}

func (h *headNames) parameter(n *source.Node) {
	if len(h.list) == maxHeadNames {
		return
	}
	param, _, fault := h.spec.files.follow(n)
	if fault != nil {
		return
	}
	in, _ := param.Value("in").Str()
	if in == "body" {
		h.members(param.Value("schema"), 0)
		return
	}
	if name, ok := param.Value("name").Str(); ok && !isTransport(in, name) {
		h.add(name)
	}
}

func (h *headNames) members(n *source.Node, depth int) {
	schema, _, fault := h.spec.files.follow(n)
	if fault != nil || schema == nil || h.seen[schema] || depth > maxHeadDepth || len(h.seen) > maxHeadNames {
		return
	}
	h.seen[schema] = true
	if properties := schema.Value("properties"); properties != nil {
		for i := range properties.Members[:min(len(properties.Members), maxHeadNames)] {
			h.add(properties.Members[i].Key)
		}
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		if list := schema.Value(key); list != nil {
			for _, item := range list.Items[:min(len(list.Items), maxHeadNames)] {
				h.members(item, depth+1)
			}
		}
	}
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
		m := &content.Members[i]
		if !strings.HasPrefix(m.Key, "x-") && (best == nil || mediaRank(m.Key) < mediaRank(best.Key)) {
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
