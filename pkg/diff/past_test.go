package diff_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// remembered is what an operation is told of an earlier revision: "old -> new", or
// "old gone".
func remembered(was, now *contract.Op) []string {
	diff.Remember("main", was, now, nil)
	out := []string{}
	for _, p := range now.Past {
		if p.Now != "" {
			out = append(out, p.Name+" -> "+p.Now)
		} else {
			out = append(out, p.Name+" gone from "+p.Holder+".")
		}
	}
	return out
}

func TestRemember(t *testing.T) {
	for _, c := range []struct {
		name, was, now string
		want           []string
	}{
		{"nothing has changed", `"a": {"type": "string"}`, `"a": {"type": "string"}`, nil},
		{"one has come", `"a": {"type": "string"}`, `"a": {"type": "string"}, "b": {"type": "string"}`, nil},
		{"one has gone", `"a": {"type": "string"}, "b": {"type": "string"}`, `"b": {"type": "string"}`, []string{"a gone from ."}},
		{"the only one that went for the only one that came", `"a": {"type": "string"}, "b": {}`, `"x": {"type": "string"}, "b": {}`, []string{"a -> x"}},
		{"of another type", `"a": {"type": "string"}, "b": {}`, `"x": {"type": "object"}, "b": {}`, []string{"a gone from ."}},
		{"another case style", `"pageSize": {"type": "integer"}, "x": {}`, `"page_size": {"type": "integer"}, "page": {"type": "integer"}, "x": {}`, []string{"pageSize -> page_size"}},
		{"the same words among several", `"verified_income": {"type": "number"}, "a": {"type": "number"}`, `"income_verified": {"type": "number"}, "b": {"type": "number"}`, []string{"verified_income -> income_verified", "a gone from ."}},
		{"the same description", `"a": {"type": "string", "description": "Who pays."}, "b": {"type": "string"}`, `"x": {"type": "string"}, "y": {"type": "string", "description": "Who pays."}`, []string{"a -> y", "b gone from ."}},
		{"two of one description", `"a": {"type": "string", "description": "Who pays."}, "b": {"type": "string"}`, `"x": {"type": "string", "description": "Who pays."}, "y": {"type": "string", "description": "Who pays."}`, []string{"a gone from .", "b gone from ."}},
		{"inside", `"o": {"type": "object", "properties": {"a": {"type": "string"}}}`, `"o": {"type": "object", "properties": {"x": {"type": "string"}}}`, []string{"a -> o.x"}},
		{"inside what was renamed", `"o": {"type": "object", "properties": {"a": {"type": "string"}}}`, `"p": {"type": "object", "properties": {"x": {"type": "string"}}}`, []string{"o -> p", "a -> p.x"}},
		{"in elements", `"l": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}}}`, `"l": {"type": "array", "items": {"type": "object", "properties": {"b": {}}}}`, []string{"a gone from l[]."}},
		{"in an alternative", `"o": {"oneOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object", "properties": {"b": {"type": "integer"}}}]}`,
			`"o": {"oneOf": [{"type": "object", "properties": {"x": {"type": "string"}}}, {"type": "object", "properties": {"b": {"type": "integer"}}}]}`, []string{"a -> o.x"}},
		{"what cannot be seen any more is not gone", `"o": {"type": "object", "properties": {"a": {"type": "string"}}}`, `"o": {"type": "object"}`, nil},
	} {
		got := remembered(api(t, props(c.was)), api(t, props(c.now)))
		if diff := cmp.Diff(append([]string{}, c.want...), got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
	if got := remembered(api(t, ring), api(t, ring)); len(got) > 0 {
		t.Errorf("a schema that holds itself: %v", got)
	}
}

const ring = `{"type": "object", "properties": {"next": {"$ref": "#/paths/~1things/post/requestBody/content/application~1json/schema"}}}`

// TestRememberNames holds what is no name that is sent, and what has two.
func TestRememberNames(t *testing.T) {
	path := func(name string) *contract.Op {
		text := fmt.Sprintf(`{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/things/{%[1]s}": {"get": {"parameters": [{"name": "%[1]s", "in": "path", "required": true, "schema": {"type": "string"}}], "responses": {"200": {"description": "ok"}}}}}}`, name)
		return open(t, text, "GET /things/{"+name+"}")
	}
	if got := remembered(path("id"), path("thing_id")); len(got) > 0 {
		t.Errorf("a parameter of a path: %v", got)
	}
	rpc := func(field string) *contract.Op {
		store := &source.Store{FS: fstest.MapFS{"p.proto": {Data: []byte("syntax = \"proto3\"; package p; service S { rpc Do(In) returns (In); } message In { string " + field + " = 1; int32 n = 2; }")}}}
		index, faults := loaders.Open(store, config.Source{Proto: "p.proto"})
		if index == nil {
			t.Fatal(faults)
		}
		ops, _ := index.Expand("p.S/Do")
		return ops[0]
	}
	if diff := cmp.Diff([]string{"user_ref -> account", "userRef -> account"}, remembered(rpc("user_ref"), rpc("account"))); diff != "" {
		t.Error(diff)
	}
}

// TestPastIsEvidence holds what a tool that has not followed its API is told, with
// the revision and without.
func TestPastIsEvidence(t *testing.T) {
	for _, c := range []struct {
		name, tool, was, now string
		plain, past          []string
	}{
		{"a name with no word in common", `"ref": {"type": "string"}, "a": {"type": "string"}, "b": {"type": "string"}`, `"ref": {"type": "string"}, "x": {"type": "string"}`, `"code": {"type": "string"}, "x": {"type": "string"}`,
			[]string{"unknown ref", "unknown a", "unknown b"}, []string{"renamed ref code", "unknown a", "unknown b"}},
		{"another case style", `"pageSize": {"type": "integer"}`, `"pageSize": {"type": "integer"}`, `"page_size": {"type": "integer"}`,
			nil, []string{"renamed pageSize page_size"}},
		{"a tool that never had it", `"page-size": {"type": "integer"}`, `"pageSize": {"type": "integer"}`, `"page_size": {"type": "integer"}`, nil, nil},
		{"a name that the tool server spells otherwise", `"perPage": {"type": "integer"}, "x": {}`, `"per_page": {"type": "integer"}, "x": {}`, `"limit": {"type": "integer"}, "x": {}`,
			[]string{"unknown perPage"}, []string{"renamed perPage limit"}},
		{"and one that was removed", `"perPage": {"type": "integer"}, "x": {}`, `"per_page": {"type": "integer"}, "x": {}`, `"x": {}`,
			[]string{"unknown perPage"}, []string{"unknown perPage since main"}},
		{"removed", `"ref": {"type": "string"}, "x": {"type": "string"}`, `"ref": {"type": "string"}, "x": {"type": "string"}`, `"x": {"type": "string"}`,
			[]string{"unknown ref"}, []string{"unknown ref since main"}},
		{"another field of the name is gone elsewhere", `"ref": {"type": "string"}, "o": {"type": "object", "properties": {"x": {"type": "string"}}}`,
			`"o": {"type": "object", "properties": {"x": {"type": "string"}, "ref": {"type": "string"}}}`, `"o": {"type": "object", "properties": {"x": {"type": "string"}}}`,
			[]string{"unknown ref"}, []string{"unknown ref"}},
		{"inside an object that is looked through", `"ref": {"type": "string"}, "x": {"type": "string"}`,
			`"body": {"type": "object", "properties": {"x": {"type": "string"}, "ref": {"type": "string"}}}`, `"body": {"type": "object", "properties": {"x": {"type": "string"}, "code": {"type": "string"}}}`,
			[]string{"unknown ref"}, []string{"renamed ref code"}},
	} {
		got := func(past bool) []string {
			theirs := api(t, props(c.now))
			if past {
				diff.Remember("main", api(t, props(c.was)), theirs, nil)
			}
			return names(tool(t, props(c.tool)), theirs)
		}
		if diff := cmp.Diff(c.plain, got(false)); diff != "" {
			t.Errorf("%s, without the revision (-want +got)\n%s", c.name, diff)
		}
		if diff := cmp.Diff(c.past, got(true)); diff != "" {
			t.Errorf("%s, with the revision (-want +got)\n%s", c.name, diff)
		}
	}
}

// names is what is said of a tool's names.
func names(tool, api *contract.Op) (out []string) {
	drifts, _ := diff.Compare(bound(tool, api), diff.Read(tool, nil), nil)
	for _, d := range drifts {
		switch {
		case d.Kind == diff.Renamed, d.Kind == diff.StaleName:
			out = append(out, fmt.Sprintf("%s %s %s", d.Kind, d.Path, d.Value))
		case d.Kind == diff.Unknown && d.Name.Past != nil:
			out = append(out, "unknown "+d.Path+" since "+d.Name.Past.Revision)
		case d.Kind == diff.Unknown:
			out = append(out, "unknown "+d.Path)
		}
	}
	return out
}

// TestPastOfProse holds which names in a description are stale by a revision.
func TestPastOfProse(t *testing.T) {
	for _, c := range []struct {
		doc       string
		want      []string
		toolField string
	}{
		{"Look payment_ref up before.", []string{"stale name  payment_ref"}, "code"},
		{"Look `payment_ref` up before.", []string{"stale name  payment_ref", "unknown payment_ref since main"}, "payment_ref"},
		{"Formerly called payment_ref.", nil, "code"},
		{"Returns the payment_ref of the refund.", nil, "code"},
		{"The \"note\" is shown to nobody.", nil, "code"},
		{"Put `note` where the customer sees it.", []string{"stale name  note"}, "code"},
		{"Set `inner` to none.", nil, "code"},
	} {
		now := api(t, props(`"code": {"type": "string"}, "o": {"type": "object", "properties": {"x": {"type": "string"}}}`))
		was := api(t, props(`"payment_ref": {"type": "string"}, "note": {"type": "integer"}, "o": {"type": "object", "properties": {"x": {"type": "string"}, "inner": {"type": "string"}}}`))
		diff.Remember("main", was, now, nil)
		mine := tool(t, props(`"`+c.toolField+`": {"type": "string"}`))
		mine.Doc = contract.Text{Text: c.doc, At: source.Span{File: &source.File{Data: []byte(c.doc)}, End: len(c.doc)}}
		got := names(mine, now)
		slices.Sort(got)
		want := slices.Clone(c.want)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", c.doc, diff)
		}
	}
}
