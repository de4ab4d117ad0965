package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

const shopConfig = "version: 1\ncontracts:\n  - {name: shop, tools: [tools.json], spec: [api.yaml]}\n"

// The name to be mended stands behind a character of two UTF-16 units, four bytes
// and one code point, and one of one unit, two bytes and one code point.
const shopTools = `{"tools": [{"name": "create_refund", "description": "Refund.",
  "inputSchema": {"type": "object", "additionalProperties": false, "description": "🍕é", "properties": {"payment_ref": {"type": "string"}}}}]}
`

var shopSpec = strings.ReplaceAll(`openapi: 3.1.0
info: {title: shop, version: "1"}
paths:
  /refunds:
    post:
      operationId: createRefund
      requestBody:
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              properties:
                "payment_id": {type: string, description: "💳 paid"}
`, "\n", "\r\n")

func shop() map[string]string {
	return map[string]string{".tooldrift.yaml": shopConfig, "tools.json": shopTools, "api.yaml": shopSpec}
}

// slice is what a range of a text holds, counted in a position encoding.
func slice(t *testing.T, text, encoding string, r any) string {
	t.Helper()
	at := func(p any) int {
		line, character := int(p.(object)["line"].(float64)), int(p.(object)["character"].(float64))
		start := 0
		for range line {
			start += strings.IndexByte(text[start:], '\n') + 1
		}
		for i, c := range text[start:] {
			if character == 0 {
				return start + i
			}
			switch encoding {
			case "utf-8":
				character -= len(string(c))
			case "utf-16":
				character -= utf16.RuneLen(c)
			default:
				character--
			}
		}
		return len(text)
	}
	return text[at(r.(object)["start"]):at(r.(object)["end"])]
}

// renamed is what is found in shop.
const renamed = "create_refund: payment_ref was renamed; the API calls it payment_id"

// messages are the texts of diagnostics, a line each.
func messages(all list) string {
	var lines []string
	for _, d := range all {
		lines = append(lines, d.(object)["message"].(string))
	}
	return strings.Join(lines, "\n")
}

// Both sides show the finding, on the very characters, in every encoding of
// positions, whatever ends the lines.
func TestDiagnostics(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			c := start(t, shop())
			with := object{"general": object{"positionEncodings": list{encoding, "utf-16"}}, "textDocument": everything["textDocument"]}
			if got := c.begin(with)["capabilities"].(object)["positionEncoding"]; got != encoding {
				t.Fatalf("the server counts in %v", got)
			}
			tool, spec := c.published("tools.json"), c.published("api.yaml")
			for _, one := range []struct {
				all        list
				text, want string
				severity   float64
			}{{tool, shopTools, `"payment_ref"`, 1}, {spec, shopSpec, `"payment_id"`, 3}} {
				if len(one.all) != 1 {
					t.Fatalf("want one finding, on %s: %s", one.want, c.compact(one.all))
				}
				d := one.all[0].(object)
				got := []any{slice(t, one.text, encoding, d["range"]), d["severity"], d["code"], d["source"], d["message"]}
				want := []any{one.want, one.severity, "renamed-field", "tooldrift", renamed}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			}
			other := tool[0].(object)["relatedInformation"].(list)[0].(object)
			got := c.compact(list{slice(t, shopSpec, encoding, other["location"].(object)["range"]), other["location"].(object)["uri"], other["message"]})
			if want := `["\"payment_id\"","api.yaml","spec: \"payment_id\": {type: string, description: \"💳 paid\"}"]`; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			c.end()
		})
	}
}

// Columns in UTF-16 are what they are, counted by hand.
func TestUTF16(t *testing.T) {
	c := start(t, shop())
	c.begin(object{})
	got := c.compact(c.published("tools.json")[0].(object)["range"])
	want := `{"end":{"character":117,"line":1},"start":{"character":104,"line":1}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.end()
}

// A client that shows no related places has them in the message.
func TestWithoutRelated(t *testing.T) {
	c := start(t, shop())
	c.begin(object{})
	got := c.published("tools.json")[0].(object)["message"]
	want := renamed + "\n" + `api.yaml:14:17  spec: "payment_id": {type: string, description: "💳 paid"}`
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	c.end()
}

// What is typed and not saved counts, and once the file is closed the disk does.
func TestBuffers(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.published("tools.json")
	c.published("api.yaml")
	c.open("tools.json", shopTools)
	change := func(version int, from, to object, text string) {
		c.notify("textDocument/didChange", object{
			"textDocument":   object{"uri": c.uri("tools.json"), "version": version},
			"contentChanges": list{object{"range": object{"start": from, "end": to}, "text": text}},
		})
	}
	at := func(character int) object { return object{"line": 1, "character": character} }
	change(2, at(113), at(116), "i") // payment_i
	change(3, at(114), at(114), "d") // payment_id
	for _, name := range []string{"api.yaml", "tools.json"} {
		if got := c.compact(c.published(name)); got != "[]" {
			t.Errorf("%s: %s", name, got)
		}
	}
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": c.uri("tools.json")}})
	if got := messages(c.published("tools.json")); got != renamed {
		t.Errorf("the disk does not count again: %s", got)
	}
	// The whole text at once, beginning with a byte order mark as on some disks.
	c.open("tools.json", "\ufeff"+shopTools)
	c.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": c.uri("tools.json"), "version": 2},
		"contentChanges": list{object{"text": "\ufeff" + strings.ReplaceAll(shopTools, "payment_ref", "payment_id")}},
	})
	if got := c.compact(c.published("tools.json")); got != "[]" {
		t.Error(got)
	}
	c.end()
}

// Somebody who types is not judged at every key: all that came without a pause
// between is one run.
func TestPause(t *testing.T) {
	c := start(t, shop())
	c.begin(object{"textDocument": object{"publishDiagnostics": object{"versionSupport": true}}})
	c.open("tools.json", shopTools)
	const keys = 30
	for i := range keys {
		time.Sleep(20 * time.Millisecond)
		start := object{"line": 0, "character": 0}
		c.notify("textDocument/didChange", object{
			"textDocument":   object{"uri": c.uri("tools.json"), "version": 2 + i},
			"contentChanges": list{object{"range": object{"start": start, "end": start}, "text": " "}},
		})
	}
	published := func(m object) bool { return m["method"] == "textDocument/publishDiagnostics" }
	version := func(m object) any { return m["params"].(object)["version"] }
	c.wait(func(m object) bool { return published(m) && version(m) == float64(keys+1) })
	runs := 0
	for _, m := range c.kept {
		if v, ok := version(m).(float64); ok && v > 1 {
			runs++
		}
	}
	if runs > keys/4 { // none, where the machine does not stand still in between
		t.Errorf("%d runs beside the last one for %d keys", runs, keys)
	}
	c.end()
}

// A tool list that is in no file yet is read, where the config's pattern meets it.
func TestNewFile(t *testing.T) {
	files := shop()
	files[".tooldrift.yaml"] = strings.ReplaceAll(shopConfig, "tools.json", "agents/*.json")
	files["agents/tools.json"] = strings.ReplaceAll(shopTools, "payment_ref", "payment_id")
	c := start(t, files)
	c.begin(everything)
	c.open("agents/new.json", strings.ReplaceAll(shopTools, "create_refund", "create_refunds"))
	if got := messages(c.published("agents/new.json")); got != strings.Replace(renamed, "create_refund", "create_refunds", 1) {
		t.Error(got)
	}
	c.end()
}

// A file that is saved is judged by what is on the disk then, the other files too.
func TestSave(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.published("tools.json")
	c.write("api.yaml", strings.ReplaceAll(shopSpec, "payment_id", "payment_ref"))
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": c.uri("api.yaml")}})
	if got := c.compact(c.published("tools.json")); got != "[]" {
		t.Error(got)
	}
	c.write("api.yaml", shopSpec)
	c.notify("workspace/didChangeWatchedFiles", object{"changes": list{object{"uri": c.uri("api.yaml"), "type": 2}}})
	if got := messages(c.published("tools.json")); got != renamed {
		t.Errorf("a change from outside is not seen: %s", got)
	}
	c.end()
}

// The config is read anew as it is edited: what it says wrong is shown in it.
func TestConfig(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.published("tools.json")
	version := 1
	edit := func(text string) {
		version++
		c.notify("textDocument/didChange", object{
			"textDocument": object{"uri": c.uri(".tooldrift.yaml"), "version": version}, "contentChanges": list{object{"text": text}},
		})
	}
	c.open(".tooldrift.yaml", shopConfig)
	edit(shopConfig + "rules: {renamed-field: off}\n")
	if got := c.compact(c.published("tools.json")); got != "[]" {
		t.Error(got)
	}
	edit(shopConfig + "waivers:\n  - {rule: renamed-field, tool: create_refund, field: payment_ref, reason: \"\"}\n")
	if got := messages(c.published("tools.json")); got != renamed {
		t.Errorf("a waiver without a reason waives: %s", got)
	}
	got := c.compact(c.published(".tooldrift.yaml"))
	want := `[{"code":"waiver-without-reason","message":"create_refund: the waiver of renamed-field on payment_ref gives no reason, so it waives nothing",` +
		`"range":{"end":{"character":78,"line":4},"start":{"character":4,"line":4}},"severity":1,"source":"tooldrift"}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	edit(shopConfig + "waivers:\n  - {rule: renamed-field, tool: create_refund, field: payment_ref, reason: \"the server maps it\"}\n")
	if got := c.compact(c.published("tools.json")) + c.compact(c.published(".tooldrift.yaml")); got != "[][]" {
		t.Error(got)
	}
	edit("version: 1\ncontract: []\n")
	got = c.compact(c.published(".tooldrift.yaml"))
	if !strings.Contains(got, `did you mean contracts?`) || !strings.Contains(got, `"start":{"character":0,"line":1}`) {
		t.Error(got)
	}
	c.end()
}

// What is refused, what is dirt, and that nothing was compared is told where it is.
func TestFaults(t *testing.T) {
	files := shop()
	files["api.yaml"] = strings.Replace(shopSpec, "{type: string, ", `{$ref: "#/gone", `, 1)
	c := start(t, files)
	c.begin(everything)
	got := c.compact(c.published("api.yaml"))
	if !strings.Contains(got, `"severity":2`) || !strings.Contains(got, `#/gone`) {
		t.Errorf("a dangling reference is no warning: %s", got)
	}
	c.published("tools.json")
	c.open("tools.json", `{"tools": [`)
	got = c.compact(c.published("tools.json"))
	want := `[{"message":"expected a value, found the end of the file","range":{"end":{"character":11,"line":0},"start":{"character":11,"line":0}},"severity":1,"source":"tooldrift"}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": c.uri("tools.json"), "version": 2},
		"contentChanges": list{object{"text": `{"tools": [{"name": "sing", "inputSchema": {"type": "object"}}]}`}},
	})
	got = c.compact(c.published(".tooldrift.yaml"))
	want = `[{"message":"nothing could be bound: no tool has an operation in the specs","range":{"end":{"character":0,"line":0},"start":{"character":0,"line":0}},"severity":1,"source":"tooldrift"}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.end()
}

// A config that names a command runs nothing; the contracts of files are compared.
func TestLiveSources(t *testing.T) {
	files := shop()
	files[".tooldrift.yaml"] = shopConfig + "  - {name: live, tools: [{exec: [touch, ran]}], spec: [api.yaml]}\nwaivers: [{rule: unknown-field, tool: live_tool, field: x, reason: known}]\n"
	c := start(t, files)
	c.begin(everything)
	if got := messages(c.published("tools.json")); got != renamed {
		t.Errorf("the other contract: %s", got)
	}
	got := c.compact(c.published(".tooldrift.yaml"))
	if !strings.Contains(got, `"command touch ran: is not read here; tooldrift snapshot writes what it says into a file, which is"`) ||
		!strings.Contains(got, `"severity":2`) || strings.Contains(got, "unused-waiver") {
		t.Error(got)
	}
	if _, err := os.Stat(filepath.Join(c.dir, "ran")); err == nil {
		t.Error("the command was run")
	}
	c.end()
}

// Each folder has its own config; what a folder that is taken away has shown goes.
func TestFolders(t *testing.T) {
	files := map[string]string{}
	for name, text := range shop() {
		files["a/"+name], files["b/"+name] = text, text
	}
	c := start(t, files)
	folder := func(name string) object { return object{"uri": c.uri(name), "name": name} }
	c.call("initialize", object{"capabilities": everything, "workspaceFolders": list{folder("a")}})
	c.notify("initialized", object{})
	c.published("a/tools.json")
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": list{folder("b")}, "removed": list{}}})
	if got := messages(c.published("b/tools.json")); got != renamed {
		t.Error(got)
	}
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": list{}, "removed": list{folder("a")}}})
	if got := c.compact(c.published("a/tools.json")); got != "[]" {
		t.Error(got)
	}
	c.end()
}

// With its config, all that a project has shown goes; it comes again with it.
func TestConfigGone(t *testing.T) {
	c := start(t, shop())
	c.begin(everything)
	c.published("tools.json")
	touched := func(kind int) {
		c.notify("workspace/didChangeWatchedFiles", object{"changes": list{object{"uri": c.uri(".tooldrift.yaml"), "type": kind}}})
	}
	if err := os.Remove(filepath.Join(c.dir, ".tooldrift.yaml")); err != nil {
		t.Fatal(err)
	}
	touched(3)
	if got := c.compact(c.published("tools.json")); got != "[]" {
		t.Error(got)
	}
	c.write(".tooldrift.yaml", shopConfig)
	touched(1)
	if got := messages(c.published("tools.json")); got != renamed {
		t.Error(got)
	}
	c.end()
}

// A config deeper than the folder is found from the files that are open.
func TestNearestConfig(t *testing.T) {
	files := map[string]string{}
	for name, text := range shop() {
		files["services/a b/"+name] = text
	}
	c := start(t, files)
	c.begin(everything)
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": c.uri("services/a%20b/tools.json"), "version": 1, "text": shopTools}})
	if got := messages(c.published("services/a%20b/tools.json")); got != renamed {
		t.Error(got)
	}
	c.end()
}

// A file that lies outside of the root is not read, in whatever way it is named.
func TestOutside(t *testing.T) {
	away := t.TempDir()
	if err := os.WriteFile(filepath.Join(away, "tools.json"), []byte(shopTools), 0o644); err != nil {
		t.Fatal(err)
	}
	files := shop()
	delete(files, "tools.json")
	c := start(t, files)
	if err := os.Symlink(away, filepath.Join(c.dir, "link")); err != nil {
		t.Skip(err)
	}
	c.write(".tooldrift.yaml", strings.ReplaceAll(shopConfig, "tools.json", "link/tools.json"))
	c.begin(everything)
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": "file://" + filepath.ToSlash(away) + "/tools.json", "version": 1, "text": shopTools}})
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": "untitled:Untitled-1", "version": 1, "text": shopTools}})
	c.open("link/tools.json", shopTools)
	got := c.compact(c.published(".tooldrift.yaml"))
	want := `[{"message":"link/tools.json: no such file","range":{"end":{"character":40,"line":2},"start":{"character":25,"line":2}},"severity":1,"source":"tooldrift"}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.end()
}
