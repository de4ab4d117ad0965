package loaders

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func newOperations(store *source.Store, src config.Source) *operations {
	o := &operations{store: store, src: src, words: map[string]contract.Text{}, met: map[string]bool{}}
	o.readDescriptions()
	return o
}

// schema is what is known of the API's types: nothing where no file is named.
func (o *operations) schema() *gqlIndex {
	if o.types != nil {
		return o.types
	}
	var files []*source.File
	var unread *source.Fault
	for _, pattern := range o.src.Schema {
		matched, fault := find(o.store, pattern, o.src.At)
		if fault != nil {
			o.faults = append(o.faults, *fault)
			continue
		}
		for _, name := range matched.names {
			f, fault := Read(o.store, name)
			switch {
			case fault != nil:
				unread = fault
			case isGraphQLSchema(f):
				files = append(files, f)
			}
		}
	}
	s, dialect := mergeGraphQL(files)
	o.faults = append(o.faults, s.faults...)
	o.types = newGQLIndex(s)
	o.types.tool = true
	switch {
	case dialect != "":
	case len(files) > 0:
		o.types.unseen = files[0].Name + " could not be read"
	case unread != nil:
		o.types.unseen = unread.Error()
	case len(o.src.Schema) > 0:
		o.types.unseen = strings.Join(o.src.Schema, ", ") + " holds no GraphQL schema"
	default:
		o.types.unseen = "it is in the API's schema, which this source does not name"
	}
	return o.types
}

func isGraphQLSchema(f *source.File) bool {
	d := specOf(f)
	return d != nil && d.name == graphQLDialect.name
}

// readDescriptions reads what stands in place of the documents' own words.
func (o *operations) readDescriptions() {
	for _, d := range o.src.Descriptions {
		o.words[d.Tool] = d.Text
	}
	if o.src.DescriptionsIn == "" {
		return
	}
	f, fault := o.store.Read(o.src.DescriptionsIn)
	if fault != nil {
		o.faults = append(o.faults, *fault)
		return
	}
	root, faults := source.Parse(f)
	o.faults = append(o.faults, faults...)
	if root == nil {
		return
	}
	list := root.Value("overrides").Value("descriptions")
	if list == nil || list.Kind != source.Object {
		o.faults = append(o.faults, source.Fault{At: source.Span{File: f}, Text: "no descriptions: expected tools and texts under overrides.descriptions"})
		return
	}
	for _, m := range list.Members {
		text, ok := m.Value.Str()
		if !ok {
			o.faults = append(o.faults, gqlDirt(m.Value.At, "the description of %s must be a text", m.Key))
			continue
		}
		o.words[m.Key] = contract.Text{Text: text, At: m.Value.At}
		o.src.Descriptions = append(o.src.Descriptions, config.Description{Tool: m.Key, ToolAt: m.KeyAt})
	}
}

// rest is the faults that are of no document: those of the schema, and the
// descriptions of what is no operation. Apollo MCP Server says nothing of these.
func (o *operations) rest() []source.Fault {
	if len(o.met) == 0 {
		return o.faults
	}
	names := slices.Sorted(maps.Keys(o.met))
	for _, d := range o.src.Descriptions {
		if o.met[d.Tool] {
			continue
		}
		text := fmt.Sprintf("descriptions names %s, which is no operation here", d.Tool)
		if near := config.Nearest(d.Tool, names); near != "" {
			text += "; did you mean " + near + "?"
		}
		o.faults = append(o.faults, source.Fault{At: d.ToolAt, Text: text, Dirt: true})
	}
	return o.faults
}

// placesIn is where each byte of a string's text stands in its file, and where the
// text ends. In a string that is not JSON's, all is said to stand at its start.
func placesIn(n *source.Node) []int {
	raw := n.At.File.Data[n.At.Start:n.At.End]
	places := make([]int, 0, len(n.Text)+1)
	for i := 1; i < len(raw)-1 && raw[0] == '"'; {
		size := 1
		if raw[i] == '\\' {
			size = escapeSize(raw[i:])
		}
		var piece string
		if i+size >= len(raw) || raw[i] == '\\' && json.Unmarshal([]byte(`"`+string(raw[i:i+size])+`"`), &piece) != nil {
			break
		}
		for range max(len(piece), 1) {
			places = append(places, n.At.Start+i)
		}
		i += size
	}
	places = append(places, n.At.End-1)
	if len(places) == len(n.Text)+1 {
		return places
	}
	places = places[:0]
	for range len(n.Text) + 1 {
		places = append(places, n.At.Start)
	}
	return places
}

// escapeSize is the length of a JSON escape; the two halves of a surrogate pair are one.
func escapeSize(raw []byte) int {
	size := 2
	if len(raw) > 1 && raw[1] == 'u' {
		size = 6
	}
	if len(raw) >= 12 && (raw[2] == 'd' || raw[2] == 'D') && strings.ContainsRune("89abAB", rune(raw[3])) && raw[6] == '\\' && raw[7] == 'u' {
		size = 12
	}
	return size
}
