package bind

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// object reads a schema from a line of words: "id! path:ref! tags[] meta{a b{c}} -state".
// A name ends in ! where it is required, begins with its location, and holds
// its members in braces; [] makes it an array, a leading minus read-only, ==x a constant, ==x,y a choice.
func object(t *testing.T, text string) *contract.Schema {
	t.Helper()
	rest := strings.NewReplacer("{", " { ", "}", " } ").Replace(text)
	s, left := readObject(t, strings.Fields(rest))
	if len(left) > 0 {
		t.Fatalf("%s: %v is left over", text, left)
	}
	return s
}

func readObject(t *testing.T, words []string) (*contract.Schema, []string) {
	s := &contract.Schema{Types: contract.ObjectType}
	for len(words) > 0 && words[0] != "}" {
		f := readField(words[0])
		words = words[1:]
		if len(words) > 0 && words[0] == "{" {
			inner, left := readObject(t, words[1:])
			if len(left) == 0 {
				t.Fatal("a brace is not closed")
			}
			words = left[1:]
			if f.Schema.Types == contract.ArrayType {
				f.Schema.Elem = inner
			} else {
				f.Schema = inner
			}
		}
		s.Fields = append(s.Fields, f)
	}
	return s, words
}

func readField(word string) *contract.Field {
	f := &contract.Field{Schema: &contract.Schema{Types: contract.StringType}}
	if strings.HasPrefix(word, "-") && len(word) > 1 {
		f.Schema.ReadOnly, word = true, word[1:]
	}
	for _, l := range []contract.Location{contract.Path, contract.Query, contract.Header, contract.Form} {
		if rest, ok := strings.CutPrefix(word, l.String()+":"); ok {
			f.In, word = l, rest
		}
	}
	if name, ok := strings.CutSuffix(word, "!"); ok {
		f.Required, word = true, name
	}
	if name, ok := strings.CutSuffix(word, "[]"); ok {
		f.Schema = &contract.Schema{Types: contract.ArrayType, Elem: &contract.Schema{Types: contract.StringType}}
		word = name
	}
	if name, value, ok := strings.Cut(word, "=="); ok {
		for _, v := range strings.Split(value, ",") {
			f.Schema.Enum = append(f.Schema.Enum, contract.Value{Lit: &source.Node{Kind: source.String, Text: v}})
		}
		word = name
	}
	f.Name = word
	return f
}

// lines is a pairing as a list of lines: "name: a = b", "tool: c (excuse)", "api: d".
func lines(p *Pairing) []string {
	var all []string
	for _, pair := range p.Pairs {
		how := pair.How
		if pair.Separates {
			how += ", separates"
		}
		all = append(all, how+": "+pair.Tool.Path+" = "+pair.API.Path)
	}
	for _, ref := range p.ToolOnly {
		all = append(all, strings.TrimSpace("tool: "+ref.Path+" "+ref.Handled))
	}
	for _, ref := range p.APIOnly {
		all = append(all, strings.TrimSpace("api: "+ref.Path+" "+ref.Handled))
	}
	return all
}

// matched pairs a tool with the operation that it is declared to call.
func matched(t *testing.T, tool, api *contract.Schema, operation string, call config.Call) *Binding {
	t.Helper()
	op := &contract.Op{Name: operation, Input: api}
	spec := &contract.Index{
		Heads:  []contract.Head{{Name: operation}},
		Expand: func(...string) ([]*contract.Op, []source.Fault) { return []*contract.Op{op}, nil },
	}
	tools := []*contract.Contract{{Ops: []*contract.Op{{Name: "tool", File: "tools.json", Input: tool}}}}
	call.Operation = operation
	c := &config.Contract{Bindings: []config.Binding{{Tool: "tool", Calls: []config.Call{call}}}}
	r, faults := Match(tools, []*contract.Index{spec}, c)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return r.Bindings[0]
}

func TestFieldsOfACall(t *testing.T) {
	for _, test := range []struct {
		name, operation, tool, api string
		want                       []string
	}{
		{"equal names", "POST /kites", "colour size", "size colour span", []string{
			"name: colour = colour", "name: size = size", "api: span",
		}},
		{"case and separators", "GET /kites", "perPage max-wind $top assignee_any filter_colour", "query:per_page query:maxWind query:top query:assignee.any query:filter[colour]", []string{
			"case: perPage = per_page", "case: max-wind = maxWind", "case: $top = top", `case: assignee_any = ["assignee.any"]`, `case: filter_colour = ["filter[colour]"]`,
		}},
		{"a member that says which of those beside it is set", "kites.Kites/Fly", "place{which!==pier,beach pier beach} rig{which==small,large small}", "pier beach rig{small}", []string{
			"wrapper: place.pier = pier", "wrapper: place.beach = beach", "name: rig = rig", "tool: place.which! selector",
		}},
		{"signs", "GET /flights", "launched launched_before launchedAfter min_wind", "query:Launched query:Launched< query:Launched> query:Wind>=", []string{
			"case: launched = Launched", "case: launched_before = Launched<", "case: launchedAfter = Launched>", "case: min_wind = Wind>=",
		}},
		{"one name in two styles goes to its own spelling", "GET /kites", "user_id userId", "query:userId query:user_id", []string{
			"name: user_id = user_id", "name: userId = userId",
		}},
		{"the tool wraps", "POST /kites/{id}", "id! body!{colour span}", "path:id! colour span!", []string{
			"name: id = id", "wrapper: body.colour = colour", "wrapper: body.span = span",
		}},
		{"the API wraps", "POST /kites", "colour span", "data!{colour span! tail}", []string{
			"wrapper: colour = data.colour", "wrapper: span = data.span", "api: data.tail",
		}},
		{"both wrap", "POST /kites", "request{colour}", "data!{colour}", []string{"wrapper: request.colour = data.colour"}},
		{"wrappers of one name are partners", "POST /kites", "data{colour}", "data!{colour}", []string{"name: data = data"}},
		{"a wrapper nothing of which is offered stays whole", "PUT /kites/{id}", "id!", "path:id! data!{colour}", []string{"name: id = id", "api: data"}},
		{"wrapper by location", "PUT /kites/{ref}", "path{ref!} body{ref}", "path:ref! colour body{ref}", []string{
			"wrapper: path.ref = ref", "wrapper: body.ref = body.ref", "api: colour",
		}},
		{"a renamed wrapper is no wrapper", "POST /kites", "data{colour span}", "kite{colour span}", []string{"tool: data", "api: kite"}},
		{"lone object of the API", "kites.v1.Kites/CreateKite", "colour span", "kite{colour span tail}", []string{
			"wrapper: colour = kite.colour", "wrapper: span = kite.span", "api: kite.tail",
		}},
		{"lone object of the tool", "GET /kites", "filter{colour span}", "query:colour query:span", []string{
			"wrapper: filter.colour = colour", "wrapper: filter.span = span",
		}},
		{"no lone wrapper beside what it would carry", "POST /kites", "tail details{colour}", "tail colour", []string{"name: tail = tail", "tool: details", "api: colour"}},
		{"a key that names a thing of the path", "DELETE /accounts/{id}/tokens/{api_token}", "id!", "path:id! path:api_token!", []string{"name: id = id", "api: api_token"}},
		{"no lone wrapper beside what collides", "POST /kites/{id}", "id! body{id} details{colour}", "path:id! colour body{id}", []string{
			"name: id = id", "wrapper: body.id = body.id", "tool: details", "api: colour",
		}},
		{"a wrapper that is called as a value", "POST /kites", "body{colour}", "colour body", []string{"wrapper: body.colour = colour", "api: body"}},
		{"a body that is an array", "POST /kites/batch", "kites[]", "body[]!", []string{"wrapper: kites = body"}},
		{"nested in elements", "POST /orders", "sku quantity", "lines[]!{sku! quantity gift{quantity}} extras[]{sku quantity}", []string{
			"nested: sku = lines[].sku", "nested: quantity = lines[].quantity", "api: lines[].gift built", "api: extras",
		}},
		{"nested, by the words of the way", "POST /links", "redirect_url timeRangePeriod", "after{redirect{url} type!} time_range{period}", []string{
			"nested: redirect_url = after.redirect.url", "nested: timeRangePeriod = time_range.period", "api: after.type built",
		}},
		{"nested twice is not unique", "POST /orders", "sku", "lines[]{sku} extras[]{sku}", []string{"tool: sku", "api: lines", "api: extras"}},
		{"a plain name is not looked for in depth", "POST /orders", "name", "buyer{name} lines[]{sku}", []string{"tool: name", "api: buyer", "api: lines"}},
		{"a flat name is not looked for in an object that has a partner", "POST /orders", "lines[]{sku} sku", "lines[]{sku}", []string{
			"name: lines = lines", "tool: sku",
		}},
		{"lone path parameter", "DELETE /subscriptions/{exposed_id}", "subscription!", "path:exposed_id!", []string{"lone path: subscription = exposed_id"}},
		{"lone path parameter and two keys", "GET /flights/{ref}", "sha tag", "path:ref!", []string{"tool: sha", "tool: tag", "api: ref"}},
		{"ids of one thing", "POST /sections/{section_gid}/kites/{kite_gid}", "kite_id section_id", "path:section_gid! path:kite_gid!", []string{
			"lone path: kite_id = kite_gid", "lone path: section_id = section_gid",
		}},
		{"an id called after the route", "GET /owners/{id}/kites/{kite_id}", "ownerId kite_id", "path:id! path:kite_id!", []string{
			"lone path: ownerId = id", "name: kite_id = kite_id",
		}},
		{"ids of two things stay apart", "GET /a/{a_id}/b/{b_id}", "c_id", "path:a_id! path:b_id!", []string{"tool: c_id", "api: a_id", "api: b_id"}},
		{"an id without a path", "Query.kite", "identifier!", "id!", []string{"lone path: identifier = id"}},
		{"ids of two things without a path", "Mutation.addLabel", "tagId!", "labelId!", []string{"tool: tagId", "api: labelId"}},
		{"a flag is no key", "DELETE /kites/{id}", "force", "path:id!", []string{"tool: force", "api: id"}},
		{"another key", "GET /kites/{id}", "id email", "path:id!", []string{"name: id = id", "tool: email other key"}},
		{"location prefixes", "GET /stations", "query_zone header_X-Trace", "query:zone! header:X-Trace", []string{
			"prefix: query_zone = zone", "prefix: header_X-Trace = X-Trace",
		}},
		{"a location that separates", "PUT /badges/{ref}", "ref__path! ref! colour", "path:ref! colour body!{ref!}", []string{
			"suffix, separates: ref__path = ref", "name: ref = body.ref", "name: colour = colour",
		}},
		{"a name that only looks like a location", "POST /files", "file_path", "file_path file", []string{"name: file_path = file_path", "api: file"}},
		{"what the API holds for others", "GET /kites", "colour", "query:colour header:Kite-Version! query:api_key! query:kind==kite! -state", []string{
			"name: colour = colour", "api: Kite-Version header", "api: api_key credential", "api: kind constant", "api: state read-only",
		}},
		{"a header that both offer", "GET /kites", "Kite-Version", "header:Kite-Version", []string{"name: Kite-Version = Kite-Version"}},
		{"what only the tool holds", "GET /kites", "api_key spin", "query:colour", []string{"tool: api_key credential", "tool: spin", "api: colour"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := matched(t, object(t, test.tool), object(t, test.api), test.operation, config.Call{})
			if diff := cmp.Diff(test.want, lines(b.Calls[0].Fields)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAltNames(t *testing.T) {
	api := object(t, "page_size")
	api.Fields[0].AltNames = []string{"pageSize"}
	got := lines(Fields(object(t, "pageSize"), api, "", "", nil))
	if diff := cmp.Diff([]string{"name: pageSize = page_size"}, got); diff != "" {
		t.Error(diff)
	}
}

// Alternatives are looked into like the object itself.
func TestFieldsOfAlternatives(t *testing.T) {
	api := &contract.Schema{Types: contract.ObjectType, AnyOf: []*contract.Schema{object(t, "kind! card!"), object(t, "kind! iban!")}}
	p := Fields(object(t, "kind card"), api, "pay", "pay", nil)
	want := []string{"name: pay.kind = pay.kind", "name: pay.card = pay.card", "api: pay.iban"}
	if diff := cmp.Diff(want, lines(p)); diff != "" {
		t.Error(diff)
	}
}

func TestDescriptionsThatKeepAFieldFromTheAPI(t *testing.T) {
	for doc, want := range map[string]bool{
		"Must be true to run; not forwarded":                               true,
		"Handled by this server: follow next links and merge the pages":    true,
		"How this tool renders its answer":                                 true,
		"Never sent to the upstream API":                                   true,
		"Rows are filtered client-side":                                    true,
		"Applied locally, after the answer has come":                       true,
		"Not part of the API":                                              true,
		"Client-side filter on the name":                                   true,
		"Which mails to list: forwarded, not forwarded yet, or all":        false,
		"Region in which the server is":                                    false,
		"Emails that were not sent":                                        false,
		"The key with which the client encrypts":                           false,
		"The output format of the export":                                  false,
		"Used by the server to find the tenant":                            false,
		"Name of the user that the request is handled by":                  false,
		"A value that does not reach the API's minimum is rounded up to 1": false,
	} {
		if got := saysLocal(doc); got != want {
			t.Errorf("%q: got %v", doc, got)
		}
	}
}

func TestDeclaredFields(t *testing.T) {
	for _, test := range []struct {
		name, tool, api string
		call            config.Call
		want            []string
		stale           []Stale
	}{
		{
			name: "a rename", tool: "perPage limit", api: "limit page_size",
			call: config.Call{Fields: []config.Mapping{{Tool: "perPage", API: "page_size"}}},
			want: []string{"mapping: perPage = page_size", "name: limit = limit"},
		},
		{
			name: "a declaration outranks equal names", tool: "a b", api: "a b",
			call: config.Call{Fields: []config.Mapping{{Tool: "a", API: "b"}, {Tool: "b", API: "a"}}},
			want: []string{"mapping: a = b", "mapping: b = a"},
		},
		{
			name: "out of an object that has a partner", tool: "filter{since until}", api: "since filter{until}",
			call: config.Call{Fields: []config.Mapping{{Tool: "filter.since", API: "since"}}},
			want: []string{"mapping: filter.since = since", "name: filter = filter"},
		},
		{
			name: "out of an object that has none", tool: "range{since until}", api: "after before",
			call: config.Call{Fields: []config.Mapping{{Tool: "range.since", API: "after"}}},
			want: []string{"mapping: range.since = after", "tool: range.until", "api: before"},
		},
		{
			name: "into elements", tool: "sku", api: "lines[]!{sku! quantity!}",
			call: config.Call{Fields: []config.Mapping{{Tool: "sku", API: "lines[].sku"}}},
			want: []string{"mapping: sku = lines[].sku", "api: lines[].quantity"},
		},
		{
			name: "without brackets, and through wrappers", tool: "sku tail", api: "data{lines[]{sku} tail}",
			call: config.Call{Fields: []config.Mapping{{Tool: "sku", API: "lines.sku"}, {Tool: "tail", API: "body.data.tail"}}},
			want: []string{"mapping: sku = data.lines[].sku", "mapping: tail = data.tail"},
		},
		{
			name: "taken out of the comparison", tool: "colour why", api: "colour tenant! tail",
			call: config.Call{Supplied: []config.Entry{{Path: "tenant"}}, AgentOnly: []config.Entry{{Path: "why"}}, Omitted: []config.Entry{{Path: "tail", Reason: "nobody asks"}}},
			want: []string{"name: colour = colour", "tool: why agent-only", "api: tenant supplied", "api: tail omitted"},
		},
		{
			name: "one name on both sides, of two things", tool: "ref", api: "ref!",
			call: config.Call{Supplied: []config.Entry{{Path: "ref"}}, AgentOnly: []config.Entry{{Path: "ref"}}},
			want: []string{"tool: ref agent-only", "api: ref supplied"},
		},
		{
			name: "stale entries", tool: "colour spann", api: "colour span{tail}",
			call: config.Call{
				Fields:    []config.Mapping{{Tool: "color", API: "span"}, {Tool: "spann", API: "spam"}},
				Supplied:  []config.Entry{{Path: "tenant"}},
				AgentOnly: []config.Entry{{Path: "colours"}},
				Omitted:   []config.Entry{{Path: "span.tall"}},
			},
			want: []string{"name: colour = colour", "tool: spann", "api: span"},
			stale: []Stale{
				{Key: "fields", Entry: "color", Nearest: "colour"}, {Key: "fields", Entry: "spam", Nearest: "span"}, {Key: "supplied", Entry: "tenant"},
				{Key: "agent_only", Entry: "colours", Nearest: "colour"}, {Key: "omitted", Entry: "span.tall", Nearest: "span.tail"},
			},
		},
		{
			name: "omitted, yet offered", tool: "colour", api: "colour",
			call:  config.Call{Omitted: []config.Entry{{Path: "colour", Reason: "too bright"}}},
			want:  []string{"name: colour = colour"},
			stale: []Stale{{Key: "omitted", Entry: "colour", Offered: true}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := matched(t, object(t, test.tool), object(t, test.api), "POST /kites", test.call)
			if diff := cmp.Diff(test.want, lines(b.Calls[0].Fields)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.stale, b.Stale); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is declared inside objects that are partners is paired where their
// members are.
func TestDeclaredBelow(t *testing.T) {
	tool, api := object(t, "filter{since until why}"), object(t, "filter{from until tenant!}")
	b := matched(t, tool, api, "POST /kites", config.Call{
		Fields:   []config.Mapping{{Tool: "filter.since", API: "filter.from"}},
		Supplied: []config.Entry{{Path: "filter.tenant"}}, AgentOnly: []config.Entry{{Path: "filter.why"}},
	})
	top := b.Calls[0].Fields
	if diff := cmp.Diff([]string{"name: filter = filter"}, lines(top)); diff != "" {
		t.Fatal(diff)
	}
	below := Fields(tool.Fields[0].Schema, api.Fields[0].Schema, "filter", "filter", top)
	want := []string{"mapping: filter.since = filter.from", "name: filter.until = filter.until", "tool: filter.why agent-only", "api: filter.tenant supplied"}
	if diff := cmp.Diff(want, lines(below)); diff != "" {
		t.Error(diff)
	}
}

func TestSelectorIsNoFieldOfTheAPI(t *testing.T) {
	b := matched(t, object(t, "method! colour"), object(t, "colour"), "POST /kites", config.Call{When: []config.Cond{{Field: "method", Value: "create"}}})
	want := []string{"name: colour = colour", "tool: method selector"}
	if diff := cmp.Diff(want, lines(b.Calls[0].Fields)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Cond{{"method", "create"}}, b.Calls[0].When); diff != "" {
		t.Error(diff)
	}
}

// A schema paired with itself pairs every field with itself, and the order of
// fields changes the order of pairs only.
func TestPairingWithItself(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 300 {
		s := randomObject(random, 3)
		p := Fields(s, s, "", "", nil)
		got := map[string]string{}
		for _, pair := range p.Pairs {
			got[pair.Tool.Path] = pair.API.Path + " by " + pair.How
		}
		want := map[string]string{}
		for _, f := range s.Fields {
			want[Join("", f.Name)] = Join("", f.Name) + " by name"
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		if len(p.ToolOnly)+len(p.APIOnly) > 0 {
			t.Fatalf("left over: %v", lines(p))
		}
		other := randomObject(random, 3)
		before := lineSet(Fields(s, other, "", "", nil))
		random.Shuffle(len(s.Fields), func(i, j int) { s.Fields[i], s.Fields[j] = s.Fields[j], s.Fields[i] })
		if diff := cmp.Diff(before, lineSet(Fields(s, other, "", "", nil))); diff != "" {
			t.Fatal(diff)
		}
	}
}

func lineSet(p *Pairing) map[string]bool {
	set := map[string]bool{}
	for _, line := range lines(p) {
		set[line] = true
	}
	return set
}

// randomObject has fields whose names differ by more than case: which of two
// such names pairs with a third may well depend on their order.
func randomObject(random *rand.Rand, depth int) *contract.Schema {
	s := &contract.Schema{Types: contract.ObjectType}
	names := []string{"id", "body", "data", "kiteId", "owner_name", "a.b", "tags", "query", "lines", "path", "size[]", ""}
	for _, i := range random.Perm(len(names))[:random.Intn(len(names))] {
		f := &contract.Field{Name: names[i], Required: random.Intn(2) == 0, Schema: &contract.Schema{Types: contract.StringType}}
		if depth > 0 && random.Intn(2) == 0 {
			f.Schema = randomObject(random, depth-1)
		}
		s.Fields = append(s.Fields, f)
	}
	return s
}

func TestPaths(t *testing.T) {
	for _, test := range []struct {
		path string
		want []Step
	}{
		{"a", []Step{{Name: "a"}}},
		{"lines[].sku", []Step{{Name: "lines"}, {Elem: true}, {Name: "sku"}}},
		{`meta["a.b"].c`, []Step{{Name: "meta"}, {Name: "a.b"}, {Name: "c"}}},
		{`[""]`, []Step{{Name: ""}}},
		{"a[", []Step{{Name: "a["}}},
		{".", []Step{{Name: "."}}},
		{`["a`, []Step{{Name: `["a`}}},
	} {
		if diff := cmp.Diff(test.want, Steps(test.path), cmp.AllowUnexported(Step{})); diff != "" {
			t.Errorf("%s: %s", test.path, diff)
		}
	}
	for _, names := range [][]string{{"a", "b"}, {"a.b", "c"}, {"x[]", `"`}, {"", "*"}} {
		path := Join(Join("", names[0]), names[1])
		if diff := cmp.Diff([]Step{{Name: names[0]}, {Name: names[1]}}, Steps(path), cmp.AllowUnexported(Step{})); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}
