package bind

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// spec is an index of operations, each a line: "GET /kites as listKites: query:colour | Lists kites.",
// "old GET /k" for a deprecated one.
func spec(t *testing.T, operations ...string) *contract.Index {
	t.Helper()
	x := &contract.Index{}
	ops := map[string]*contract.Op{}
	for _, line := range operations {
		line, doc, _ := strings.Cut(line, " | ")
		line, deprecated := strings.CutPrefix(line, "old ")
		name, fields, _ := strings.Cut(line, ": ")
		name, id, _ := strings.Cut(strings.TrimSuffix(name, ":"), " as ")
		op := &contract.Op{Name: name, Input: object(t, fields)}
		h := contract.Head{Name: name, Doc: doc, Deprecated: deprecated}
		if id != "" {
			h.Aliases = []string{id}
		}
		for _, f := range op.Input.Fields {
			h.Params = append(h.Params, f.Name)
		}
		x.Heads = append(x.Heads, h)
		ops[name] = op
	}
	x.Expand = func(names ...string) ([]*contract.Op, []source.Fault) {
		var found []*contract.Op
		for _, name := range names {
			if op := ops[name]; op != nil {
				found = append(found, op)
			}
		}
		return found, nil
	}
	return x
}

// toolList is the tools of one file, each a line: "list_kites: colour size".
func toolList(t *testing.T, tools ...string) []*contract.Contract {
	t.Helper()
	c := &contract.Contract{}
	for _, line := range tools {
		name, fields, _ := strings.Cut(line, ": ")
		c.Ops = append(c.Ops, &contract.Op{Name: strings.TrimSuffix(name, ":"), File: "tools.json", Input: object(t, fields)})
	}
	return []*contract.Contract{c}
}

// bound is a result as lines: "tool how operation", "tool: candidate" where unbound.
func bound(r *Result) []string {
	var all []string
	for _, b := range r.Bindings {
		line := b.Tool.Name + " " + b.How
		for _, c := range b.Calls {
			line += " " + c.Op.Name
		}
		if len(b.Calls) == 0 {
			line = b.Tool.Name + ":"
			if len(b.Candidates) > 0 {
				line += " " + b.Candidates[0].Operation
			}
		}
		if b.Doubt != nil {
			line += " (" + b.Doubt.Why + ")"
		}
		all = append(all, line)
	}
	return all
}

func TestGuesses(t *testing.T) {
	long := "synchronise_every_kite_of_the_club_with_the_weather_office_at_noon"
	for _, test := range []struct {
		name        string
		tools, spec []string
		want        []string
	}{
		{
			"operation ids, whole, after a slash and after a dot",
			[]string{"list_kites: colour", "get-club: club", "sailsTrim: id"},
			[]string{"GET /kites as listKites: query:colour", "GET /clubs/{club} as clubs/get-club: path:club!", "POST /x/{id} as boats.sails.trim: path:id!"},
			[]string{"list_kites same-name GET /kites", "get-club same-name GET /clubs/{club}", "sailsTrim same-name POST /x/{id}"},
		},
		{
			"method and path, with and without its base and its parameters",
			[]string{"get_api_v1_kites: colour", "post_kites: colour", "get_kites_by_id: id", "delete_kites_id: id"},
			[]string{"GET /api/v1/kites: query:colour", "POST /api/v1/kites: colour!", "GET /api/v1/kites/{id}: path:id!", "DELETE /api/v1/kites/{id}: path:id!"},
			[]string{
				"get_api_v1_kites same-name GET /api/v1/kites", "post_kites same-name POST /api/v1/kites",
				"get_kites_by_id same-name GET /api/v1/kites/{id}", "delete_kites_id same-name DELETE /api/v1/kites/{id}",
			},
		},
		{
			"RPCs and GraphQL fields",
			[]string{"ListKites: colour", "kites_v1_Kites_GetKite: id", "create_club: name"},
			[]string{"kites.v1.Kites/ListKites as kites.v1.Kites.ListKites: colour", "kites.v1.Kites/GetKite as kites.v1.Kites.GetKite: id", "Mutation.createClub as createClub: name!"},
			[]string{"ListKites same-name kites.v1.Kites/ListKites", "kites_v1_Kites_GetKite same-name kites.v1.Kites/GetKite", "create_club same-name Mutation.createClub"},
		},
		{
			"a prefix that all tools share",
			[]string{"Acme-list_kites: colour", "Acme-get_kite: id", "Acme-ping:"},
			[]string{"GET /kites as listKites: query:colour", "GET /kites/{id} as getKite: path:id!", "GET /ping as ping:"},
			[]string{"Acme-list_kites same-name GET /kites", "Acme-get_kite same-name GET /kites/{id}", "Acme-ping same-name GET /ping"},
		},
		{
			"two tools share no prefix",
			[]string{"acme_ping:", "acme_pong:"},
			[]string{"GET /ping as ping:", "GET /pong as pong:"},
			[]string{"acme_ping: GET /ping", "acme_pong: GET /pong"},
		},
		{
			"what generators do to names",
			[]string{long[:56] + ": id", "fly_kite_2: id", "a1b2c3_" + long[14:] + "_and_at_midnight_too: id", "read_item: item_id"},
			[]string{
				"POST /a/{id} as " + long + ": path:id!", "POST /b/{id} as fly_kite: path:id!",
				"POST /c/{id} as acme.clubs.v1.Weather/" + long + "_and_at_midnight_too: path:id!",
				"GET /items/{item_id} as read_item_items__item_id__get: path:item_id!",
			},
			[]string{long[:56] + " same-name POST /a/{id}", "fly_kite_2 same-name POST /b/{id}", "a1b2c3_" + long[14:] + "_and_at_midnight_too same-name POST /c/{id}", "read_item same-name GET /items/{item_id}"},
		},
		{
			"of two with one name, the one with the tool's fields",
			[]string{"list: boat_id colour"},
			[]string{"GET /boats/{boat_id}/sails as sails/list: path:boat_id! query:colour", "GET /clubs/{club_id}/boats as boats/list: path:club_id! query:name"},
			[]string{"list same-name GET /boats/{boat_id}/sails"},
		},
		{
			"of two with one name, none where the fields do not tell",
			[]string{"list_kites: colour"},
			[]string{"GET /kites as shop/list-kites: query:colour", "GET /club/kites as club/list-kites: query:colour"},
			[]string{"list_kites: GET /kites"},
		},
		{
			"synonyms, singular and plural, HTTP verbs",
			[]string{"fetch_kite: kite_id", "find_kites: colour", "add_kite: colour", "edit_kite: kite_id colour", "remove_kite: kite_id"},
			[]string{
				"GET /v1/kites/{kite_id} as GetKitesKite: path:kite_id!", "GET /v1/kites as GetKites: query:colour", "POST /v1/kites as PostKites: colour!",
				"POST /v1/kites/{kite_id} as PostKitesKite: path:kite_id! colour", "DELETE /v1/kites/{kite_id} as DeleteKitesKite: path:kite_id!",
			},
			[]string{
				"fetch_kite same-words GET /v1/kites/{kite_id}", "find_kites same-words GET /v1/kites", "add_kite same-words POST /v1/kites",
				"edit_kite same-words POST /v1/kites/{kite_id}", "remove_kite same-words DELETE /v1/kites/{kite_id}",
			},
		},
		{
			"verbs of a path, nested paths, summaries",
			[]string{"launch_kite: kite_id", "finalize_flight: flight_id", "add_club_member: club_id name", "post_repair: kite_id part"},
			[]string{
				"POST /kites/{kite_id}/takeoffs as x1: path:kite_id! | Launch a kite", "POST /flights/{flight_id}/finalize as x2: path:flight_id!",
				"POST /clubs/{club_id}/members as x3: path:club_id! name!", "POST /kites/{kite_id}/repairs as x4: path:kite_id! part!",
			},
			[]string{
				"launch_kite same-words POST /kites/{kite_id}/takeoffs", "finalize_flight same-words POST /flights/{flight_id}/finalize",
				"add_club_member same-words POST /clubs/{club_id}/members", "post_repair same-words POST /kites/{kite_id}/repairs",
			},
		},
		{
			"the noun first, a plural for a batch, no verb in a query",
			[]string{"create_kite: colour", "create_kites: kites", "list_clubs: first", "get_club: id"},
			[]string{"Mutation.kiteCreate: colour!", "Mutation.kiteBatchCreate: kites[]!", "Query.clubs: first", "Query.club: id!"},
			[]string{"create_kite same-words Mutation.kiteCreate", "create_kites same-words Mutation.kiteBatchCreate", "list_clubs same-words Query.clubs", "get_club same-words Query.club"},
		},
		{
			"the caller, and words cut short",
			[]string{"get_me:", "create_org: name", "list_my_kites: colour"},
			[]string{"GET /user as users/get-authenticated:", "POST /user/organizations as x1: name! | Create an organization for the authenticated user", "GET /kites as listKites: query:colour"},
			[]string{"get_me same-words GET /user", "create_org same-words POST /user/organizations", "list_my_kites: GET /kites"},
		},
		{
			"the tags of a kite are not the kites of a tag",
			[]string{"get_tags_for_kite: kite_id"},
			[]string{"GET /tags/{tag_id}/kites as getKitesForTag: path:tag_id!"},
			[]string{"get_tags_for_kite: GET /tags/{tag_id}/kites"},
		},
		{
			"the same words about another thing",
			[]string{"update_flight_crew: flight_number crew"},
			[]string{"PATCH /crews/{crew_number} as flights/update-crew: path:crew_number! name", "PATCH /flights/{flight_number} as flights/update: path:flight_number! crew height"},
			[]string{"update_flight_crew: PATCH /crews/{crew_number}"},
		},
		{
			"a path parameter that the tool does not have",
			[]string{"list_sails: colour"},
			[]string{"GET /boats/{boat_id}/sails as boats/list-sails: path:boat_id! query:colour", "GET /sails as sails/list: query:colour"},
			[]string{"list_sails same-words GET /sails"},
		},
		{
			"all of them is not one of them",
			[]string{"mark_kite_as_seen: id"},
			[]string{"Mutation.kiteMarkSeenAll: id!"},
			[]string{"mark_kite_as_seen: Mutation.kiteMarkSeenAll"},
		},
		{
			"a search is no list where there is a search",
			[]string{"search_kites: text colour size"},
			[]string{"GET /kites as kites/list: query:colour query:size", "GET /search/kites-and-boats as search/kites-and-boats: query:q! query:order"},
			[]string{"search_kites: GET /kites"},
		},
		{
			"a deprecated twin loses, whatever its fields",
			[]string{"search_kites: ql offset limit"},
			[]string{"old GET /kites/search as searchKitesV1: query:ql query:offset query:limit", "GET /kites/query as searchKites: query:ql query:pageToken"},
			[]string{"search_kites same-name GET /kites/query"},
		},
		{
			"a deprecated operation that alone has the name",
			[]string{"search_kites: ql"},
			[]string{"old GET /kites/search as searchKites: query:ql", "GET /boats as listBoats: query:ql"},
			[]string{"search_kites same-name GET /kites/search"},
		},
		{
			"a tool that chooses among operations is not guessed",
			[]string{"kite_write: method==create,update colour"},
			[]string{"POST /kites as kites/write: colour!"},
			[]string{"kite_write: POST /kites"},
		},
		{
			"doubt: no field is known",
			[]string{"get_report: serial"},
			[]string{"GET /reports as getReport: query:year"},
			[]string{"get_report same-name GET /reports (it does not know the tool's only field)"},
		},
		{
			"doubt: another operation knows more",
			[]string{"get_report: year month region"},
			[]string{"GET /reports as getReport: query:year", "GET /reports/monthly as getMonthlyReport: query:year query:month query:region"},
			[]string{"get_report same-name GET /reports (it knows 1 of the tool's 3 fields, and GET /reports/monthly knows 3)"},
		},
		{
			"no doubt for the sake of a deprecated operation, of a writing one, or of fields that the server handles",
			[]string{"get_report: year month"},
			[]string{"GET /reports as getReport: query:year", "old GET /reports/monthly as getMonthlyReport: query:year query:month", "POST /reports as makeReport: year month"},
			[]string{"get_report same-name GET /reports"},
		},
		{
			"no words in common",
			[]string{"think: thought"},
			[]string{"GET /kites as listKites: query:colour"},
			[]string{"think:"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, faults := Match(toolList(t, test.tools...), []*contract.Index{spec(t, test.spec...)}, nil)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			if diff := cmp.Diff(test.want, bound(r)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCandidatesBestFirst(t *testing.T) {
	r, _ := Match(toolList(t, "refresh_kite_sails: kite_id sail"), []*contract.Index{spec(t,
		"GET /boats as listBoats: query:colour", "GET /kites/{kite_id} as getKite: path:kite_id!", "PUT /kites/{kite_id}/sails as replaceKiteSails: path:kite_id! sail!",
		"DELETE /kites/{kite_id}/sails as deleteKiteSails: path:kite_id!")}, nil)
	var got []string
	for _, c := range r.Bindings[0].Candidates {
		got = append(got, c.Operation)
		if c.Score < 0 || c.Score > 1 {
			t.Errorf("%s scores %v", c.Operation, c.Score)
		}
	}
	want := []string{"PUT /kites/{kite_id}/sails", "DELETE /kites/{kite_id}/sails", "GET /kites/{kite_id}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Where two APIs have the words, the fields choose; where they do not, both are suggested.
func TestTwoSpecs(t *testing.T) {
	rest := spec(t, "PUT /kites/{kite_number}/launch as kites/launch: path:kite_number! wind | Launch a kite", "DELETE /kites/{kite_number}/sails as kites/delete-sails: path:kite_number! query:wind query:colour",
		"DELETE /kites/{kite_number}/sails/spare as kites/delete-spare-sails: path:kite_number! query:wind query:colour", "DELETE /kites/{kite_number}/sails/torn as kites/delete-torn-sails: path:kite_number! query:wind query:colour", "DELETE /kites/{kite_number} as kites/delete: path:kite_number!")
	graph := spec(t, "Mutation.launchKite: kiteId! method", "Mutation.deleteKiteSail: id!")
	r, _ := Match(toolList(t, "launch_kite: kite_number wind", "delete_old_kite_sails: kite_number! wind colour"), []*contract.Index{rest, graph}, nil)
	if diff := cmp.Diff([]string{"launch_kite same-words PUT /kites/{kite_number}/launch", "delete_old_kite_sails: DELETE /kites/{kite_number}/sails"}, bound(r)); diff != "" {
		t.Error(diff)
	}
	var got []string
	for _, c := range r.Bindings[1].Candidates[:3] {
		got = append(got, c.Operation)
	}
	want := []string{"DELETE /kites/{kite_number}/sails", "DELETE /kites/{kite_number}/sails/spare", "Mutation.deleteKiteSail"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The order in which tools and operations are listed decides nothing.
func TestOrderDecidesNothing(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	verbs := []string{"list", "get", "create", "update", "delete", "archive"}
	var tools, operations []string
	for i := range 60 {
		verb, noun := verbs[i%len(verbs)], []string{"kite", "boat", "sail", "club", "crew"}[i/len(verbs)%5]
		tools = append(tools, fmt.Sprintf("%s_%s_%d: id colour f%d", verb, noun, i, i%7))
		operations = append(operations, fmt.Sprintf("POST /%ss/%d as %s%s%d: id colour f%d", noun, i, verb, noun, i%50, i%5))
	}
	results := func() map[string]string {
		r, _ := Match(toolList(t, tools...), []*contract.Index{spec(t, operations...)}, nil)
		got := map[string]string{}
		for _, line := range bound(r) {
			tool, rest, _ := strings.Cut(line, " ")
			if !strings.HasSuffix(tool, ":") {
				got[tool] = rest
			}
		}
		return got
	}
	want := results()
	if len(want) == 0 {
		t.Fatal("nothing is bound")
	}
	for range 20 {
		random.Shuffle(len(tools), func(i, j int) { tools[i], tools[j] = tools[j], tools[i] })
		random.Shuffle(len(operations), func(i, j int) { operations[i], operations[j] = operations[j], operations[i] })
		if diff := cmp.Diff(want, results()); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestSpellingsOfAnOperation(t *testing.T) {
	for _, test := range []struct{ written, want string }{
		{"POST /kites/{id}/launch", "POST /kites/{id}/launch"},
		{"post /kites/{id}/launch", "POST /kites/{id}/launch"},
		{" POST  /kites/{kite}/launch/ ", "POST /kites/{id}/launch"},
		{"kites/launch", "POST /kites/{id}/launch"},
		{"kites.v1.Kites/Launch", "kites.v1.Kites/Launch"},
		{"kites.v1.Kites.Launch", "kites.v1.Kites/Launch"},
		{"Query.kite", "Query.kite"},
		{"Query.kite.sails", "Query.kite.sails"},
	} {
		specs := []*contract.Index{
			spec(t, "POST /kites/{id}/launch as kites/launch: path:id!"),
			spec(t, "kites.v1.Kites/Launch as kites.v1.Kites.Launch: id"),
			deep(spec(t, "Query.kite: id!"), "Query.kite.sails"),
		}
		c := &config.Contract{Bindings: []config.Binding{{Tool: "t", Calls: []config.Call{{Operation: test.written}}}}}
		r, faults := Match(toolList(t, "t:"), specs, c)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		if diff := cmp.Diff([]string{"t config " + test.want}, bound(r)); diff != "" {
			t.Errorf("%q: %s", test.written, diff)
		}
	}
}

// deep adds an operation that no head tells of.
func deep(x *contract.Index, name string) *contract.Index {
	known := x.Expand
	x.Expand = func(names ...string) ([]*contract.Op, []source.Fault) {
		if len(names) == 1 && names[0] == name {
			return []*contract.Op{{Name: name, Input: &contract.Schema{Types: contract.ObjectType}}}, nil
		}
		return known(names...)
	}
	return x
}

func TestDeclaredBindings(t *testing.T) {
	specs := []*contract.Index{spec(t, "GET /kites as listKites: query:colour", "POST /kites as createKite: colour!", "GET /boats as listBoats:")}
	c := &config.Contract{Bindings: []config.Binding{
		{Tool: "list_kites", Calls: []config.Call{{Operation: "GET /boats"}}},
		{Tool: "kite_write", Calls: []config.Call{
			{Operation: "createKite", When: []config.Cond{{Field: "method", Value: "create"}}},
			{Operation: "updateKite", When: []config.Cond{{Field: "metod", Value: "update"}}},
		}},
		{Tool: "fly", Calls: []config.Call{{Operation: "GET /kits"}}},
		{Tool: "think", Local: "a scratchpad"},
		{Tool: "preview", Unsupported: "not in the spec"},
		{Tool: "list_kits", Calls: []config.Call{{Operation: "GET /kites"}}},
	}}
	r, faults := Match(toolList(t, "list_kites: colour", "kite_write: method colour", "fly:", "think:", "preview:"), specs, c)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := []string{"list_kites config GET /boats", "kite_write config POST /kites", "fly:", "think:", "preview:"}
	if diff := cmp.Diff(want, bound(r)); diff != "" {
		t.Error(diff)
	}
	var missing []Missing
	for _, b := range r.Bindings {
		missing = append(missing, b.Missing...)
	}
	wantMissing := []Missing{{Operation: "updateKite", Nearest: "POST /kites"}, {Operation: "GET /kits", Nearest: "GET /kites"}}
	if diff := cmp.Diff(wantMissing, missing); diff != "" {
		t.Error(diff)
	}
	if r.Bindings[3].Local != "a scratchpad" || r.Bindings[4].Unsupported != "not in the spec" {
		t.Errorf("got %+v and %+v", r.Bindings[3], r.Bindings[4])
	}
	if diff := cmp.Diff([]Stale{{Key: "bindings", Entry: "list_kits", Nearest: "list_kites"}}, r.Stale); diff != "" {
		t.Error(diff)
	}
}

// A tool says what it calls, a spec says which tools call it, and the config overrules both.
func TestAnnotations(t *testing.T) {
	text := func(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }
	x := spec(t, "GET /kites as listKites: query:colour", "POST /kites as createKite: colour!", "GET /boats as listBoats:")
	x.Heads[1].Hints = []contract.Hint{{Key: "x-tooldrift-tool", Value: &source.Node{Kind: source.Array, Items: []*source.Node{text("make"), text("list_boats")}}}}
	x.Heads[0].Hints = []contract.Hint{{Key: "x-speakeasy-mcp.name", Value: text("show")}, {Key: "x-tooldrift-tool", Value: &source.Node{Kind: source.Number, Text: "7"}}}
	tools := toolList(t, "list_kites: colour", "make: colour", "show: colour", "list_boats:")
	tools[0].Ops[0].Hints = []contract.Hint{{Key: "tooldrift/operation", Value: text("GET /boats")}}
	c := &config.Contract{Bindings: []config.Binding{{Tool: "list_boats", Calls: []config.Call{{Operation: "listBoats"}}}}}
	r, faults := Match(tools, []*contract.Index{x}, c)
	want := []string{"list_kites annotation GET /boats", "make annotation POST /kites", "show annotation GET /kites", "list_boats config GET /boats"}
	if diff := cmp.Diff(want, bound(r)); diff != "" {
		t.Error(diff)
	}
	wantFaults := []source.Fault{{Text: "x-tooldrift-tool holds the name of a tool or a list of them", Dirt: true}}
	if diff := cmp.Diff(wantFaults, faults); diff != "" {
		t.Error(diff)
	}
}

// A field that three tools have and no operation is the tool server's, unless it
// is an operation's under another name.
func TestFieldsThatRecur(t *testing.T) {
	x := spec(t, "GET /kites as listKites: query:colours[]", "GET /boats as listBoats: query:sail", "GET /clubs as listClubs: query:club_gid")
	r, _ := Match(toolList(t, "list_kites: why trace colour", "list_boats: why trace colour", "list_clubs: why colour club_id", "think: why"), []*contract.Index{x}, nil)
	want := [][]string{
		{"tool: why on all tools", "tool: trace", "tool: colour", "api: colours"},
		{"tool: why on all tools", "tool: trace", "tool: colour", "api: sail"},
		{"tool: why on all tools", "tool: colour", "tool: club_id", "api: club_gid"},
	}
	var got [][]string
	for _, b := range r.Bindings[:3] {
		got = append(got, lines(b.Calls[0].Fields))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Only what is bound counts: a candidate's faults are its own.
func TestFaultsOfChosenOperations(t *testing.T) {
	x := spec(t, "GET /kites as listKites: query:colour", "GET /kites/{id} as getKite: path:id!")
	known := x.Expand
	x.Expand = func(names ...string) ([]*contract.Op, []source.Fault) {
		ops, _ := known(names...)
		return ops, []source.Fault{{Text: "a fault of " + names[0]}}
	}
	_, faults := Match(toolList(t, "list_kites: colour"), []*contract.Index{x}, nil)
	if diff := cmp.Diff([]source.Fault{{Text: "a fault of GET /kites"}}, faults); diff != "" {
		t.Error(diff)
	}
}

// TestTranslations: what generators and conversions of case make of names proves
// no hand at work.
func TestTranslations(t *testing.T) {
	api := []string{
		"GET /kites/{ref} as getKite: path:ref!", "GET /kites as listKites: query:per_page query:q", "POST /kites as addKite: colour tail[]!{length!} sail{width}",
		"DELETE /kites/{kite_id} as deleteKite: path:kite_id!",
	}
	for _, test := range []struct {
		name  string
		tools []string
		want  string
	}{
		{"a key of a path under another name", []string{"delete_kite: kiteId", "get_kite: kite"}, "get_kite: kite for ref"},
		{"an abbreviation", []string{"list_kites: perPage query"}, "list_kites: query for q"},
		{"a nested field that is flat", []string{"add_kite: colour length"}, "add_kite: length for tail[].length"},
		{"case alone", []string{"list_kites: perPage q", "delete_kite: kiteId"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := Match(toolList(t, test.tools...), []*contract.Index{spec(t, api...)}, nil)
			for _, b := range r.Bindings {
				got := ""
				if tr := b.Translates; tr != nil {
					got = fmt.Sprintf("%s: %s for %s", tr.Tool, tr.Pair.Tool.Path, tr.Pair.API.Path)
				}
				if got != test.want {
					t.Errorf("%s: got %q, want %q", b.Tool.Name, got, test.want)
				}
			}
		})
	}
}
