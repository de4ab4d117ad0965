package loaders

import (
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// request is what an operation takes, whichever version of the format said so.
type request struct {
	params  []parameter
	index   map[paramKey]int // in params
	body    *requestBody     // nil where there is none
	secured bool             // callers must identify themselves
	blind   string           // why there may be more than we can see
}

// parameter is what kin says of a parameter, beside our node of it.
type parameter struct {
	parameterNode
	name, in string
	required bool
	style    string
	explode  bool
	schema   *source.Node // nil where there is none; in Swagger 2.0 the parameter itself
}

// paramKey is what makes a parameter that one.
type paramKey struct{ in, name string }

// load reads operations. One that stands for nothing is opaque.
func (s *apiSpec) load(ops []*apiOp) {
	if s.apiKeys == nil {
		s.apiKeys = s.apiKeyParams()
	}
	var there []*apiOp
	for _, o := range ops {
		layers, fault := s.files.layers(o.part)
		switch {
		case fault != nil:
			s.fault(*fault)
			o.read = s.unread(o, fault.Text)
		case !s.isObject(layers[len(layers)-1]):
			o.read = s.unread(o, "it is no object")
		case len(layers) == 1:
			o.node = layers[0].NodeWithout("responses", "callbacks")
			there = append(there, o)
		default:
			o.node = wholeNode(layers)
			there = append(there, o)
		}
	}
	if len(there) > 0 {
		s.ask(there)
	}
}

// unread is an operation of which nothing can be seen.
func (s *apiSpec) unread(o *apiOp, why string) *contract.Op {
	return &contract.Op{
		Name: o.name(), At: o.at, File: s.file.Name,
		Input: &contract.Schema{Types: contract.ObjectType, At: o.at, Opaque: why},
	}
}

// ask puts operations to kin. Where it refuses, the operation that it refuses is
// found by halving, so that it alone is lost.
func (s *apiSpec) ask(ops []*apiOp) {
	requests, err := s.requests(ops)
	if err == nil {
		for i, o := range ops {
			o.read = s.operation(o, requests[i])
		}
		return
	}
	if half := len(ops) / 2; half > 0 {
		s.ask(ops[:half])
		s.ask(ops[half:])
		return
	}
	why := strings.ReplaceAll(err.Error(), "\n", " ")
	s.fault(source.Fault{At: ops[0].at, Text: ops[0].name() + " could not be read: " + why, Dirt: true})
	ops[0].read = s.operation(ops[0], &request{blind: why})
}

func (s *apiSpec) openAPIRequests(ops []*apiOp) ([]*request, error) {
	requests := make([]*request, len(ops))
	for i, o := range ops {
		params, err := kinParameters[openapi3.Parameter](s, o)
		if err != nil {
			return nil, err
		}
		op := &openapi3.Operation{}
		if err := kinRead(s.kinOperation(o), op); err != nil {
			return nil, err
		}
		for _, p := range params {
			op.Parameters = append(op.Parameters, &openapi3.ParameterRef{Value: p})
		}
		requests[i] = s.request(o, op)
	}
	return requests, nil
}

// request puts kin's view of an operation beside our nodes of it.
func (s *apiSpec) request(o *apiOp, op *openapi3.Operation) *request {
	r := &request{blind: o.blind}
	for i, ref := range op.Parameters {
		p, node := ref.Value, o.params[i]
		method, err := p.SerializationMethod()
		if p.In == "querystring" && s.version == "3.2" {
			r.blind = "its query string is one value of a format of its own"
			continue
		}
		if p.Name == "" || err != nil {
			s.noPlace(r, node.node)
			continue
		}
		param := parameter{
			parameterNode: node, name: p.Name, in: p.In, required: p.Required,
			style: method.Style, explode: method.Explode, schema: node.node.Value("schema"),
		}
		if _, media, schema := s.media(node.node.Value("content")); media != nil && p.Content != nil {
			param.schema = schema
			param.style, param.explode = "", false // the media type says how
		}
		r.addParam(param)
	}
	if op.RequestBody != nil {
		r.body = s.requestBody(o, op.RequestBody.Value)
	} else if body, _, fault := s.files.follow(o.node.Value("requestBody")); fault != nil {
		r.blind = fault.Text
	} else if body != nil && body.Kind != source.Null {
		r.blind = "its request body is no object"
	}
	r.secured = s.isSecured(op.Security)
	return r
}

// noPlace: a parameter says no name, or no place that we know.
func (s *apiSpec) noPlace(r *request, n *source.Node) {
	s.fault(source.Fault{At: n.At, Text: "a parameter needs a name, and one of the places that in may say", Dirt: true})
	r.blind = "a parameter has no name or no place"
}

// addParam adds a parameter, in place of one of the same name and place that
// the path item has.
func (r *request) addParam(p parameter) {
	key := paramKey{p.in, p.name}
	if i, known := r.index[key]; known {
		r.params[i] = p
		return
	}
	if r.index == nil {
		r.index = map[paramKey]int{}
	}
	r.index[key] = len(r.params)
	r.params = append(r.params, p)
}

// isSecured reports whether an operation, whose own requirements may be absent,
// asks its callers to identify themselves.
func (s *apiSpec) isSecured(own *openapi3.SecurityRequirements) bool {
	if own == nil {
		global := partNode(s.root.Value("security"))
		return global != nil && slices.ContainsFunc(global.Items, func(n *source.Node) bool { return len(n.Members) > 0 })
	}
	return slices.ContainsFunc(*own, func(r openapi3.SecurityRequirement) bool { return len(r) > 0 })
}

// operation is the contract of an operation that takes r.
func (s *apiSpec) operation(o *apiOp, r *request) *contract.Op {
	op := &contract.Op{
		Name:       o.name(),
		Aliases:    aliases(o.node),
		Title:      s.schemas.text(o.node, "summary"),
		Doc:        s.schemas.text(o.node, "description"),
		Deprecated: sayWhy(o.node.Value("deprecated")),
		Input:      &contract.Schema{Types: contract.ObjectType, At: o.node.At, Opaque: r.blind},
		At:         o.at,
		Waivers:    s.opWaivers(o),
		Hints:      bindingHints(o.node.Value("x-tooldrift-tool"), o.node.Value("x-speakeasy-mcp").Value("name")),
		File:       s.file.Name,
	}
	if op.Doc.Text == "" {
		op.Doc = op.Title
	}
	for _, p := range r.params {
		if !isTransport(p.in, p.name) {
			op.Input.Fields = append(op.Input.Fields, s.paramField(p, r.secured))
		}
	}
	addPathParams(op.Input, o)
	if r.body != nil {
		r.body.addTo(op.Input)
		op.Waivers = append(op.Waivers, r.body.waivers...)
	}
	return op
}

// opWaivers are those that stand at an operation outside its fields.
func (s *apiSpec) opWaivers(o *apiOp) []contract.Waiver {
	waivers, faults := contract.WaiversFromNode(o.node.Value("x-tooldrift-waive"))
	for _, f := range faults {
		s.fault(f)
	}
	waivers = append(waivers, commentWaivers(o.node.Comments)...)
	for _, m := range o.node.Members {
		switch m.Key {
		case "x-tooldrift-waive", "responses", "callbacks":
		case "parameters", "requestBody":
			waivers = append(waivers, commentWaivers(m.Value.Comments)...)
		default:
			waivers = append(waivers, waiversBelow(m.Value)...)
		}
	}
	return waivers
}

var locations = map[string]contract.Location{
	"path": contract.Path, "query": contract.Query, "header": contract.Header, "cookie": contract.Cookie, "formData": contract.Form,
}

func (s *apiSpec) paramField(p parameter, secured bool) *contract.Field {
	at := p.node.Value("name").At
	f := &contract.Field{Name: p.name, At: at, Schema: &contract.Schema{Types: contract.Any, At: p.node.At}}
	if p.schema != nil {
		f = s.schemas.readField(source.Member{Key: p.name, KeyAt: at, Value: p.schema})
	}
	f.DeclAt = p.node.At
	f.In = locations[p.in]
	f.Style, f.Explode = p.style, p.explode
	f.Required = p.required || f.In == contract.Path
	if required := p.node.Value("required"); required != nil && p.required {
		f.RequiredAt = required.At
	}
	f.Credential = s.isCredential(p, secured)
	if p.schema != p.node {
		s.annotate(f, p.node)
		addExamples(f, s.examples(p.node)...)
	}
	for _, ref := range slices.Backward(p.beside) {
		s.annotate(f, ref)
	}
	return f
}

// annotate adds to a field what a parameter, or a reference to one, says of it.
func (s *apiSpec) annotate(f *contract.Field, n *source.Node) {
	if doc := s.schemas.text(n, "description"); doc.Text != "" {
		f.Doc = doc
	}
	s.schemas.annotate(f, n)
}

// examples is the values that a parameter or a media type gives as examples.
func (s *apiSpec) examples(n *source.Node) []*source.Node {
	var values []*source.Node
	if v := n.Value("example"); v != nil {
		values = append(values, v)
	}
	if named := n.Value("examples"); named != nil {
		for _, m := range named.Members {
			example, _, fault := s.files.follow(m.Value)
			if fault != nil {
				s.fault(*fault)
				continue
			}
			if v := example.Value("value"); v != nil {
				values = append(values, v)
			}
		}
	}
	return values
}

// addExamples gives a field examples of its own; its schema may be shared.
func addExamples(f *contract.Field, examples ...*source.Node) {
	if len(examples) == 0 {
		return
	}
	own := *f.Schema
	own.Examples = slices.Clip(own.Examples)
	for _, e := range examples {
		own.Examples = append(own.Examples, spelled(e, own.Types))
	}
	f.Schema = &own
}

// tokenNames are the names of parameters that carry a key, in an operation
// whose callers must identify themselves. Slack declares its token so, beside
// an OAuth scheme.
var tokenNames = []string{"token", "accesstoken", "authtoken", "apikey", "xapikey", "xauthtoken"}

var withoutSeparators = strings.NewReplacer("_", "", "-", "")

func (s *apiSpec) isCredential(p parameter, secured bool) bool {
	return s.apiKeys[paramKey{p.in, p.name}] ||
		secured && p.in != "path" && slices.Contains(tokenNames, withoutSeparators.Replace(strings.ToLower(p.name)))
}

// apiKeyParams is the parameters in which callers send a key of theirs.
func (s *apiSpec) apiKeyParams() map[paramKey]bool {
	list := s.root.Value("components").Value("securitySchemes")
	if s.version == "2.0" {
		list = s.root.Value("securityDefinitions")
	}
	keys := map[paramKey]bool{}
	for _, m := range list.Members() {
		n, _, fault := s.files.follow(m.Value.Node())
		if kind, _ := n.Value("type").Str(); fault != nil || kind != "apiKey" {
			continue // what is wrong with a scheme touches no operation
		}
		in, _ := n.Value("in").Str()
		name, _ := n.Value("name").Str()
		keys[paramKey{in, name}] = true
	}
	return keys
}

var templateName = regexp.MustCompile(`\{[+#./;?&*]?([^{}*]+)\*?\}`)

// addPathParams adds what the path's template names and no parameter declares:
// it has to be filled in all the same. Where a declared path parameter is not
// in the template, one of the two is a misspelling of the other, and the
// declared one is kept.
func addPathParams(input *contract.Schema, o *apiOp) {
	declared := map[string]bool{}
	for _, f := range input.Fields {
		if f.In == contract.Path {
			declared[f.Name] = true
		}
	}
	var missing []string
	seen := map[string]bool{}
	found := 0
	for _, m := range templateName.FindAllStringSubmatch(o.path, -1) {
		name := m[1]
		switch {
		case seen[name]:
		case declared[name]:
			found++
		default:
			missing = append(missing, name)
		}
		seen[name] = true
	}
	if found < len(declared) || input.Opaque != "" {
		return
	}
	for _, name := range missing {
		input.Fields = append(input.Fields, &contract.Field{
			Name: name, In: contract.Path, Required: true, Style: "simple",
			Schema: &contract.Schema{Types: contract.Any, At: o.pathAt}, At: o.pathAt, DeclAt: o.pathAt,
		})
	}
}
