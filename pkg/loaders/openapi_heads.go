package loaders

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// head is what is known of an operation without reading it: what its own parts
// and the names behind its references say. What is wrong with these is said
// when the operation is read.
func (s *apiSpec) head(o *apiOp) contract.Head {
	head := contract.Head{Name: o.name(), At: o.at}
	layers, fault := s.files.layers(o.part)
	if fault != nil {
		return head
	}
	members := overlay(layers)
	of := func(key string) *source.Outline {
		for i := range members {
			if members[i].Key == key {
				return members[i].Value
			}
		}
		return nil
	}
	names := s.newHeadNames()
	for _, list := range []*source.Outline{o.shared, of("parameters")} {
		for _, name := range s.listed(list) {
			names.add(name)
		}
	}
	if body := of("requestBody"); body != nil {
		body.Look(6) // content, media type, schema, properties, names, $ref
	}
	if body := names.follow(of("requestBody")); body != nil {
		names.members(names.follow(bestContent(body.Value("content"))).Value("schema"), 0)
	}
	head.Params = names.list
	s.headNames += len(names.list)
	if id, ok := of("operationId").Str(); ok && id != "" {
		head.Aliases = []string{id}
	}
	head.Doc = summaryLine(of)
	head.Deprecated = of("deprecated").True()
	head.Hints = bindingHints(partNode(of("x-tooldrift-tool")), partNode(of("x-speakeasy-mcp").Value("name")))
	return head
}

// listText is a list of parameters as it is written.
type listText struct {
	file *source.File
	text string
}

// listed is the names in a list of parameters. Many operations write the very
// same list: of GitHub's 1223 there are 420.
func (s *apiSpec) listed(list *source.Outline) []string {
	if list == nil {
		return nil
	}
	raw, file := list.Raw()
	if names, known := s.lists[listText{file, string(raw)}]; known {
		return names
	}
	names := s.newHeadNames()
	for _, item := range list.Items() {
		names.parameter(item)
	}
	if file != nil {
		s.lists[listText{file, string(raw)}] = names.list
	}
	return names.list
}

// headNames gathers the names of an operation's parameters and of the top
// members of its body.
type headNames struct {
	files *specFiles
	list  []string
	most  int // names
	seen  map[*source.Outline]bool
}

func (s *apiSpec) newHeadNames() *headNames {
	return &headNames{files: s.files, most: min(maxHeadNames, maxAllNames-s.headNames), seen: map[*source.Outline]bool{}}
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
	if len(h.list) < h.most && !slices.Contains(h.list, name) {
		h.list = append(h.list, name)
	}
}

// follow is what a part stands for, or nil.
func (h *headNames) follow(o *source.Outline) *source.Outline {
	if o == nil {
		return nil
	}
	layers, fault := h.files.layers(o)
	if fault != nil {
		return nil
	}
	return layers[len(layers)-1]
}

func (h *headNames) parameter(o *source.Outline) {
	if len(h.list) == h.most {
		return
	}
	param := h.follow(o)
	in, _ := param.Value("in").Str()
	if in == "body" {
		h.members(param.Value("schema"), 0)
		return
	}
	if name, ok := param.Value("name").Str(); ok && !isTransport(in, name) {
		h.add(name)
	}
}

func (h *headNames) members(o *source.Outline, depth int) {
	schema := h.follow(o)
	if schema == nil || h.seen[schema] || depth > maxHeadDepth || len(h.seen) > maxHeadNames {
		return
	}
	h.seen[schema] = true
	properties := schema.Value("properties").Members()
	for i := range properties[:min(len(properties), maxHeadNames)] {
		h.add(properties[i].Key)
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		items := schema.Value(key).Items()
		for _, item := range items[:min(len(items), maxHeadNames)] {
			h.members(item, depth+1)
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
func bindingHints(tools, speakeasy *source.Node) []contract.Hint {
	var hints []contract.Hint
	if tools != nil {
		hints = append(hints, contract.Hint{Key: "x-tooldrift-tool", Value: tools})
	}
	if speakeasy != nil {
		hints = append(hints, contract.Hint{Key: "x-speakeasy-mcp.name", Value: speakeasy})
	}
	return hints
}

// summaryLine is an operation's summary, or the first line of its description.
func summaryLine(of func(key string) *source.Outline) string {
	text, _ := of("summary").Str()
	if strings.TrimSpace(text) == "" {
		text, _ = of("description").Str()
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}

// bestMedia is the media type whose schema stands for a request body, or nil.
func bestMedia(content *source.Node) *source.Member {
	if content == nil {
		return nil
	}
	var keys []string
	for _, m := range content.Members {
		keys = append(keys, m.Key)
	}
	if i := bestMediaKey(keys); i >= 0 {
		return &content.Members[i]
	}
	return nil
}

// media is the media type that stands for a body or a parameter, "" where there
// is none, and its schema. The media type may be a reference (OpenAPI 3.2, Media
// Type Object); one that leads nowhere is read as the schema, which then says so.
func (s *apiSpec) media(content *source.Node) (name string, media, schema *source.Node) {
	best := bestMedia(content)
	if best == nil {
		return "", nil, nil
	}
	media, _, fault := s.files.follow(best.Value)
	if fault != nil {
		return best.Key, best.Value, best.Value
	}
	return best.Key, media, media.Value("schema")
}

// bestContent is bestMedia for a part that is not parsed.
func bestContent(content *source.Outline) *source.Outline {
	members := content.Members()
	var keys []string
	for _, m := range members {
		keys = append(keys, m.Key)
	}
	if i := bestMediaKey(keys); i >= 0 {
		return members[i].Value
	}
	return nil
}

// bestMediaKey is the index of the media type to read: JSON before forms, forms
// before anything else, and then the first. It is -1 where there is none.
func bestMediaKey(keys []string) int {
	best := -1
	for i, key := range keys {
		if !strings.HasPrefix(key, "x-") && (best < 0 || mediaRank(key) < mediaRank(keys[best])) {
			best = i
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
