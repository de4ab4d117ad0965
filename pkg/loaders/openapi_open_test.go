package loaders

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func apiFile(text string) txtar.File { return txtar.File{Name: "api.yaml", Data: []byte(text)} }

const twoOps = `openapi: 3.2.0
info: {title: t, version: '1'}
paths:
  /a:
    parameters: [{name: tenant, in: header, schema: {type: string}}]
    get:
      operationId: listA
      description: |
        Lists a.
        And more.
      deprecated: true
      x-tooldrift-tool: [list_a]
      x-speakeasy-mcp: {name: a-list}
      responses:
        default: {description: no}
        '201': {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}
    query:
      summary: Asks.
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
    additionalOperations:
      COPY:
        requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
        parameters: [{name: whole, in: querystring, content: {application/json: {schema: {type: object}}}}]
      Put: {}
components:
  schemas:
    A:
      allOf: [{type: object, properties: {inner: {$ref: '#/components/schemas/B'}}}, {properties: {name: {type: string}}}]
    B: {type: object, properties: {x: {type: string}}}
`

func TestOpenAPIHeads(t *testing.T) {
	index, faults := openSpec(t, apiFile(twoOps))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	type head struct {
		Name, Doc, At   string
		Aliases, Params []string
		Hints           []string
		Deprecated      bool
	}
	var got []head
	index.Complete()
	for _, h := range index.Heads {
		g := head{h.Name, h.Doc, position(h.At), h.Aliases, h.Params, nil, h.Deprecated}
		for _, hint := range h.Hints {
			g.Hints = append(g.Hints, hint.Key+" "+hint.Value.JSON())
		}
		got = append(got, g)
	}
	want := []head{
		{
			Name: "GET /a", Doc: "Lists a.", At: "6:5", Aliases: []string{"listA"}, Params: []string{"tenant"}, Deprecated: true,
			Hints: []string{`x-tooldrift-tool ["list_a"]`, `x-speakeasy-mcp.name "a-list"`},
		},
		{Name: "QUERY /a", Doc: "Asks.", At: "17:5", Params: []string{"tenant", "inner", "name"}},
		{Name: "COPY /a", At: "21:7", Params: []string{"tenant", "whole", "inner", "name"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if index.Dialect != "openapi-3.2" {
		t.Errorf("dialect %s", index.Dialect)
	}
}

func TestExpandKeepsOrderAndIdentity(t *testing.T) {
	index, _ := openSpec(t, apiFile(twoOps))
	first, faults := index.Expand("QUERY /a", "no such operation", "GET /a", "QUERY /a")
	if len(faults) > 0 {
		t.Error(faults)
	}
	var names []string
	for _, op := range first {
		names = append(names, op.Name)
	}
	if diff := cmp.Diff([]string{"QUERY /a", "GET /a", "QUERY /a"}, names); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	again, _ := index.Expand("GET /a")
	if again[0] != first[1] || first[0] != first[2] {
		t.Error("an operation was read twice")
	}
}

// An operation that shares a schema with another says so by the pointer, so that
// nobody compares it twice; the fields, which know their place, are its own.
func TestExpandSharesSchemas(t *testing.T) {
	index, _ := openSpec(t, apiFile(twoOps))
	ops, _ := index.Expand("QUERY /a", "COPY /a")
	inner := func(op *contract.Op) *contract.Field {
		for _, f := range op.Input.Fields {
			if f.Name == "inner" {
				return f
			}
		}
		t.Fatalf("%s has no field inner", op.Name)
		return nil
	}
	a, b := inner(ops[0]), inner(ops[1])
	if a == b || a.Schema != b.Schema {
		t.Error("want two fields of one schema")
	}
	if want := "its query string is one value of a format of its own"; ops[1].Input.Opaque != want {
		t.Errorf("opaque: got %q, want %q", ops[1].Input.Opaque, want)
	}
}

// Answers are read where they are asked for, and not before.
func TestAnswersOnlyWhereAsked(t *testing.T) {
	f := &source.File{Name: "api.yaml", Data: []byte(twoOps)}
	root, _ := source.Parse(f)
	s := newAPISpec(&source.Store{FS: fstest.MapFS{}}, f, source.OutlineOf(root), "3.2")
	s.index()
	if ops, _ := s.expand("GET /a"); ops[0].Output != nil {
		t.Error("responses were read unasked")
	}
	output, faults := s.answer("GET /a")
	if output == nil || faults != nil {
		t.Fatal(output, faults)
	}
	d := specDump{file: "api.yaml"}
	d.members(output, "")
	if got, want := d.String(), "id 16:101: integer in body\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, name := range []string{"QUERY /a", "GET /nothing"} {
		if output, faults := s.answer(name); output != nil || faults != nil {
			t.Errorf("%s, which says nothing of its answer, answers %v, %v", name, output, faults)
		}
	}
}

func TestAnswers(t *testing.T) {
	spec := func(version, responses string) string {
		return version + "\ninfo: {title: a, version: \"1\"}\npaths:\n  /a:\n    get:\n      responses: " + responses + `
components:
  responses: {Thing: {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
  schemas: {Self: {type: object, properties: {self: {$ref: "#/components/schemas/Self"}, id: {type: integer}}}}
definitions: {Thing: {type: object, properties: {id: {type: boolean}}}}
`
	}
	for _, c := range []struct{ name, version, responses, want string }{
		{"the first of success", "openapi: 3.0.3", `{"404": {description: no}, "201": {description: ok, content: {text/plain: {schema: {type: string}}, application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}, "202": {description: later}}`, "id integer"},
		{"a reference", "openapi: 3.1.0", `{"200": {$ref: "#/components/responses/Thing"}}`, "id string"},
		{"a range", "openapi: 3.1.0", `{2XX: {$ref: "#/components/responses/Thing"}}`, "id string"},
		{"the default", "openapi: 3.1.0", `{default: {$ref: "#/components/responses/Thing"}}`, "id string"},
		{"Swagger", `swagger: "2.0"`, `{"200": {description: ok, schema: {$ref: "#/definitions/Thing"}}}`, "id boolean"},
		{"recursion", "openapi: 3.1.0", `{"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Self"}}}}}`, "self object, id integer"},
		{"no content", "openapi: 3.1.0", `{"204": {description: done}}`, ""},
		{"no success", "openapi: 3.1.0", `{"404": {description: no}}`, ""},
		{"a reference to nothing", "openapi: 3.1.0", `{"200": {$ref: "#/components/responses/Gone"}}`, "fault"},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := &source.Store{FS: fstest.MapFS{"api.yaml": {Data: []byte(spec(c.version, c.responses))}}}
			index, faults := Open(store, config.Source{Glob: "api.yaml"})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			output, faults := index.Output("GET /a")
			got := ""
			if len(faults) > 0 {
				got = "fault"
			}
			if output != nil {
				var fields []string
				for _, f := range output.Fields {
					fields = append(fields, f.Name+" "+f.Schema.Types.String())
				}
				got += strings.Join(fields, ", ")
			}
			if got != c.want {
				t.Errorf("got %q %v, want %q", got, faults, c.want)
			}
		})
	}
}

// What kin refuses is found by halving: one operation is lost, the others are read.
func TestOneRefusedOperationIsLostAlone(t *testing.T) {
	f := &source.File{Name: "api.yaml", Data: []byte(twoOps)}
	root, _ := source.Parse(f)
	s := newAPISpec(&source.Store{FS: fstest.MapFS{}}, f, source.OutlineOf(root), "3.2")
	s.index()
	s.requests = func(ops []*apiOp) ([]*request, error) {
		for _, o := range ops {
			if o.method == "QUERY" {
				return nil, errors.New("not\nunderstood")
			}
		}
		return s.openAPIRequests(ops)
	}
	ops, faults := s.expand("GET /a", "QUERY /a", "COPY /a")
	var d specDump
	for _, op := range ops[:2] {
		d.op(op)
	}
	want := `GET /a 6:5 [listA] deprecated "true"@11:19 doc "Lists a.\nAnd more.\n"@8:20
  tenant 5:25: string in header simple
QUERY /a 17:5 doc "Asks."@18:16 opaque "not understood"
`
	if diff := cmp.Diff(want, d.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"dirt: api.yaml:17:5: QUERY /a could not be read: not understood"}, faultTexts(faults)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestSpecVersions(t *testing.T) {
	for text, want := range map[string]string{
		"swagger: 2.0":               "swagger-2.0",
		"swagger: '2.0'":             "swagger-2.0",
		"openapi: 3.0":               "openapi-3.0",
		"openapi: 3.1.1":             "openapi-3.1",
		`{"openapi": 3.1}`:           "openapi-3.1",
		"openapi: 3.2.0":             "openapi-3.2",
		"openapi: 3.10.0":            `api.yaml:1:10: version "3.10.0" is not read; 2.0, 3.0, 3.1 and 3.2 are`,
		"openapi: 4.0.0":             `api.yaml:1:10: version "4.0.0" is not read; 2.0, 3.0, 3.1 and 3.2 are`,
		"swagger: '1.2'":             `api.yaml:1:10: version "1.2" is not read; 2.0, 3.0, 3.1 and 3.2 are`,
		"openapi: {a: b}":            `api.yaml:1:10: version "" is not read; 2.0, 3.0, 3.1 and 3.2 are`,
		"- openapi: '3.0'":           "api.yaml:1:1: neither openapi nor swagger says what this is",
		"openapi: 3.0\nopenapi: 3.0": "openapi-3.0",
	} {
		index, faults := openSpec(t, apiFile(text))
		got := ""
		if index != nil {
			got = index.Dialect
		} else {
			got = strings.Join(faultTexts(faults), "\n")
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// Windows line ends and a byte order mark move nothing.
func TestSpecLineEnds(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/openapi/bodies.txtar")
	if err != nil {
		t.Fatal(err)
	}
	unix := string(archive.Files[0].Data)
	windows := "\ufeff" + strings.ReplaceAll(unix, "\n", "\r\n")
	if diff := cmp.Diff(specText(t, apiFile(unix)), specText(t, apiFile(windows))); diff != "" {
		t.Errorf("(-lf +crlf)\n%s", diff)
	}
}

// Nothing outside the root is read or shown, whichever way a reference takes.
func TestReferencesStayInside(t *testing.T) {
	outer := t.TempDir()
	root := filepath.Join(outer, "root")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(outer, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	write("secret.yaml", "type: string\ndescription: hunter2\n")
	write("root/inside.yaml", "type: integer\n")
	write("root/api.yaml", `openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /a:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              example: {$ref: ../secret.yaml}
              properties:
                near: {$ref: inside.yaml}
                dotted: {$ref: ./x/../inside.yaml}
                up: {$ref: ../secret.yaml}
                coded: {$ref: '%2e%2e/secret.yaml'}
                abs: {$ref: /etc/hostname}
                file: {$ref: 'file:///etc/hostname'}
                link: {$ref: link.yaml}
                web: {$ref: '//127.0.0.1:9/s.yaml'}
                folder: {$ref: '.'}
                loop: {$ref: loop.yaml}
                back: {$ref: '..\secret.yaml'}
`)
	for link, target := range map[string]string{"link.yaml": "../secret.yaml", "loop.yaml": "loop.yaml"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	store, err := source.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	f, fault := store.Read("api.yaml")
	if fault != nil {
		t.Fatal(fault)
	}
	ops, faults := expandAll(openAPISpec(store, []*source.File{f}, config.Source{}))
	got := map[string]string{}
	for _, f := range ops[0].Input.Fields {
		got[f.Name] = f.Schema.Types.String() + " " + f.Schema.Opaque
		if strings.Contains(f.Doc.Text, "hunter2") {
			t.Errorf("%s shows what is outside", f.Name)
		}
	}
	const url = ": references to URLs are not read: save the file next to the spec and refer to it by a relative path"
	want := map[string]string{
		"near":   "integer ",
		"dotted": "integer ",
		"up":     "any type ../secret.yaml: leads outside the root",
		"coded":  "any type %2e%2e/secret.yaml: leads outside the root",
		"abs":    "any type /etc/hostname: leads outside the root",
		"file":   "any type file:///etc/hostname" + url,
		"link":   "any type link.yaml: leads outside the root",
		"web":    "any type //127.0.0.1:9/s.yaml" + url,
		"folder": "any type .: is a directory",
		"loop":   "any type loop.yaml: is a symbolic link that leads to itself",
		"back":   `any type ..\secret.yaml: leads outside the root`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, f := range faults {
		if f.Dirt {
			t.Errorf("%s: want the spec refused", f.Error())
		}
	}
	if len(faults) != len(want)-2 {
		t.Errorf("want a fault for each reference that is not followed, got %q", faultTexts(faults))
	}
}
