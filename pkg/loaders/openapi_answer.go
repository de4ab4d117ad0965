package loaders

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// answer is contract.Index.Output: the schema of the first answer of success, in
// JSON where it has several media types. Of all answers only that one is read.
func (s *apiSpec) answer(name string) (*contract.Schema, []source.Fault) {
	o := s.byName[name]
	if o == nil {
		return nil, nil
	}
	response := s.target(s.success(o))
	if response == nil {
		return nil, s.news()
	}
	schema := response.Value("schema") // Swagger 2.0
	if media := bestMedia(response.Value("content")); media != nil {
		schema = media.Value.Value("schema")
	}
	if schema == nil {
		return nil, s.news()
	}
	output := s.schemas.read(schema)
	return output, s.news()
}

// success is the node of an operation's first answer of 2xx, else of its default
// one; nil where it has neither.
func (s *apiSpec) success(o *apiOp) *source.Node {
	var responses []source.OutlineMember
	for _, m := range s.whole(o.part) {
		if m.Key == "responses" {
			responses = s.whole(m.Value)
		}
	}
	best := slices.IndexFunc(responses, func(m source.OutlineMember) bool { return strings.HasPrefix(m.Key, "2") })
	if best < 0 {
		best = slices.IndexFunc(responses, func(m source.OutlineMember) bool { return m.Key == "default" })
	}
	if best < 0 {
		return nil
	}
	return responses[best].Value.Node()
}
