package traps_test

import (
	"bytes"
	"flag"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/traps"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var update = flag.Bool("update", false, "write the golden files")

// open compares the files of a folder of testdata.
func open(t *testing.T, dir string, files ...string) (*check.Run, *rules.Report) {
	t.Helper()
	full, err := filepath.Abs(filepath.Join("testdata", dir))
	if err != nil {
		t.Fatal(err)
	}
	return compare(t, full, files...)
}

func compare(t *testing.T, dir string, files ...string) (*check.Run, *rules.Report) {
	t.Helper()
	r, err := check.Open(check.Inputs{Dir: dir, Root: dir, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	r.Match()
	r.Compare()
	return r, r.Judge(rules.Settings{Today: "2026-01-01"})
}

// written are cases for files that a test spells out.
func written(t *testing.T, o traps.Options, files map[string]string) *traps.Set {
	t.Helper()
	dir := t.TempDir()
	var names []string
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if strings.Contains(files[".tooldrift.yaml"], "contracts:") {
		names = nil
	}
	r, found := compare(t, dir, names...)
	if o.PerField == 0 {
		o.PerField = 50
	}
	return traps.Write(r, found, o)
}

// Every case is a call that both contracts take.
func TestEveryCaseIsTaken(t *testing.T) {
	r, found := open(t, "shop", "tools.json", "openapi.json")
	judges := calls.Compile(r, found)
	for _, seed := range []uint64{1, 2, 3, 99} {
		set := traps.Write(r, found, traps.Options{Seed: seed, PerField: 6})
		if len(set.Cases) < 150 {
			t.Fatalf("seed %d: %d cases, want 150 or more", seed, len(set.Cases))
		}
		for _, c := range set.Cases {
			var seen calls.Observation
			judges.Named([]byte(c.Tool)).Judge(c.Args.AppendJSON(nil), &seen)
			if !seen.Valid || seen.Unsure {
				t.Errorf("%s: %s: valid %v, unsure %v: %v", c.ID, c.Args.JSON(), seen.Valid, seen.Unsure, seen.Faults)
			}
			for _, a := range c.Accept {
				for _, v := range a.Values {
					args := strings.Replace(c.Args.JSON(), `"`+a.Field+`": `+c.Args.Value(a.Field).JSON(), `"`+a.Field+`": `+v.JSON(), 1)
					if args == c.Args.JSON() {
						t.Errorf("%s: %s accepts what it says", c.ID, a.Field)
					}
					if judges.Named([]byte(c.Tool)).Judge([]byte(args), &seen); !seen.Valid || seen.Unsure {
						t.Errorf("%s: %s is accepted, and not taken: %v", c.ID, args, seen.Faults)
					}
				}
			}
		}
	}
}

// The wrong call is another one than the right call.
func TestTheWrongCallIsWrong(t *testing.T) {
	for _, c := range shop(t).Cases {
		if c.Wrong == nil {
			continue
		}
		right := valueAt(c)
		if right == c.Wrong.Value.JSON() {
			t.Errorf("%s: %s is right and wrong", c.ID, right)
		}
		if !strings.Contains(c.Wrong.Text, strings.Trim(c.Wrong.Value.JSON(), `"[]`)) {
			t.Errorf("%s: %q does not name the wrong value %s", c.ID, c.Wrong.Text, c.Wrong.Value.JSON())
		}
	}
}

func shop(t *testing.T) *traps.Set {
	t.Helper()
	r, found := open(t, "shop", "tools.json", "openapi.json")
	return traps.Write(r, found, traps.Options{Seed: 1, PerField: 100})
}

func TestTheSameContractGivesTheSameBytes(t *testing.T) {
	write := func(seed uint64) string {
		r, found := open(t, "shop", "tools.json", "openapi.json")
		return string(traps.JSONL(traps.Write(r, found, traps.Options{Seed: seed, PerField: 3})))
	}
	first := write(1)
	for range 3 {
		if diff := cmp.Diff(first, write(1)); diff != "" {
			t.Fatal(diff)
		}
	}
	if first == write(2) {
		t.Error("another seed writes the same cases")
	}
}

// What a tool beside it says changes nothing of a field's cases.
func TestCasesOfAFieldAreItsOwn(t *testing.T) {
	r, found := open(t, "shop", "tools.json", "openapi.json")
	all := traps.Write(r, found, traps.Options{Seed: 1, PerField: 3})
	one := traps.Write(r, found, traps.Options{Seed: 1, PerField: 3, Tools: []string{"schedule_job"}})
	var want, got []string
	for _, c := range all.Cases {
		if c.Tool == "schedule_job" {
			want = append(want, c.ID+" "+c.Prompt)
		}
	}
	for _, c := range one.Cases {
		got = append(got, c.ID+" "+c.Prompt)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A number whose unit nobody states, or on which the two sides differ, gets no case,
// and its owner is told why and what to do.
func TestNoOracleNoCase(t *testing.T) {
	tool := func(props string) string {
		return `{"tools": [{"name": "make_hold", "description": "For the test.", "inputSchema": {"type": "object", "properties": {` + props + `}}}]}`
	}
	spec := func(props string) string {
		return `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/holds": {"post": {"operationId": "makeHold", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {` +
			props + `}}}}}, "responses": {"200": {"description": "ok"}}}}}}`
	}
	for _, c := range []struct{ name, tool, api, want string }{
		{"bare", `"amount": {"type": "integer"}`, `"amount": {"type": "integer"}`, "nobody states the unit of amount"},
		{"against the API", `"amount": {"type": "integer", "description": "In dollars"}`, `"amount": {"type": "integer", "description": "In cents"}`, "two units are stated for amount"},
		{"against itself", `"wait_ms": {"type": "integer", "description": "Wait in seconds"}`, `"wait_ms": {"type": "integer"}`, "two units are stated for wait_ms"},
		{"the API against itself", `"wait_ms": {"type": "integer"}`, `"wait_ms": {"type": "integer", "description": "Wait in seconds"}`, "two units are stated for wait_ms"},
		{"only the API", `"timeout": {"type": "integer"}`, `"timeout": {"type": "integer", "description": "In milliseconds"}`, "the API states the unit of timeout, the tool does not"},
		{"an example", `"price": {"type": "number", "description": "Price, e.g. 19.99"}`, `"price": {"type": "number"}`, "only an example hints at the unit of price, nobody states it"},
		{"an aside", `"timeout": {"type": "integer", "description": "Timeout, up to 3600 seconds"}`, `"timeout": {"type": "integer"}`, "only an aside of the description hints at the unit of timeout, nobody states it"},
	} {
		set := written(t, traps.Options{}, map[string]string{"tools.json": tool(c.tool), "openapi.json": spec(c.api)})
		if len(set.Cases) > 0 {
			t.Errorf("%s: a case: %s", c.name, set.Cases[0].Prompt)
		}
		if len(set.Untold) != 1 || set.Untold[0].Why != c.want || set.Untold[0].Fix == "" {
			t.Errorf("%s: told %+v, want %q and a fix", c.name, set.Untold, c.want)
		}
	}
}

func TestNoTwoCasesShareAnID(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range shop(t).Cases {
		if seen[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		seen[c.ID] = true
	}
}

func TestOnlyKindsThatAreAskedFor(t *testing.T) {
	r, found := open(t, "shop", "tools.json", "openapi.json")
	kinds := map[string]bool{}
	for _, kind := range traps.Kinds() {
		for _, c := range traps.Write(r, found, traps.Options{Seed: 1, PerField: 2, Only: []string{kind}}).Cases {
			if c.Kind != kind {
				t.Errorf("%s is of kind %s, not %s", c.ID, c.Kind, kind)
			}
			kinds[kind] = true
		}
	}
	for _, kind := range []string{"money", "duration", "instant", "mass", "length", "temperature", "ratio", "data-size", "data-rate", "speed", "area", "volume", "power", "frequency"} {
		if !kinds[kind] {
			t.Errorf("no case of kind %s", kind)
		}
	}
}

func TestFormats(t *testing.T) {
	r, found := open(t, "shop", "tools.json", "openapi.json")
	set := traps.Write(r, found, traps.Options{Seed: 1, PerField: 1, Tools: []string{"settle_payment", "create_transfer"}})
	for name, got := range map[string][]byte{"golden.yaml": traps.Golden(set), "cases.jsonl": traps.JSONL(set), "promptfoo.yaml": traps.Promptfoo(set)} {
		file := filepath.Join("testdata", "shop", name)
		if *update {
			if err := os.WriteFile(file, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: if this is right, run go test ./pkg/calls/traps -update\n%s", name, diff)
		}
	}
}

// What is stated may still not be what it seems: then there is no case either.
func TestNumbersThatAreNotWhatTheySeem(t *testing.T) {
	for _, prop := range []string{
		`"retention_amount_s3": {"type": "integer", "description": "How much S3 keeps"}`,
		`"value": {"type": "number", "description": "Value ID(s) to match"}`,
		`"revenue_usd": {"type": "integer", "description": "Revenue, in thousands of US dollars"}`,
		`"amount_usd": {"type": "integer", "description": "Amount in US dollars, multiplied by 100"}`,
		`"temperature_delta_celsius": {"type": "number", "description": "Change of temperature"}`,
		`"minute": {"type": "integer", "description": "Minute of the hour at which it runs"}`,
		`"start_seconds": {"type": "number", "description": "Where the clip starts, in seconds"}`,
		`"taken_at": {"type": "integer", "description": "Seconds since 2001-01-01, the Cocoa epoch"}`,
		`"pixel_size_meters": {"type": "number", "description": "Scale in meters per pixel"}`,
		`"aspect_ratio": {"type": "number", "description": "Width to height"}`,
		`"percent_cpc_micros": {"type": "integer", "description": "Fraction of the price, in micros"}`,
		`"estimated_days": {"type": "integer", "description": "Estimated working days"}`,
		`"starts_local": {"type": "string", "format": "date-time", "description": "When it starts"}`,
		`"created": {"type": "string", "format": "date-time", "description": "Unix time, as text"}`,
		`"gold_ounces": {"type": "number", "description": "Gold in troy ounces"}`,
		`"load_tons": {"type": "number", "description": "Load in tons"}`,
		`"color_temperature_kelvin": {"type": "integer", "description": "Color temperature of the lamp in kelvin"}`,
		`"weight": {"type": "number"}, "weight_unit": {"type": "string", "enum": ["kg", "lb"]}`,
		`"amount_oere": {"type": "integer", "description": "Amount in øre"}`,
		`"amount_cents": {"type": "integer", "description": "Amount in cents"}, "currency": {"type": "string", "enum": ["jpy"]}`,
	} {
		set := written(t, traps.Options{}, map[string]string{"tools.json": `{"tools": [{"name": "make_hold", "description": "For the test.", "inputSchema": {"type": "object", "properties": {` + prop + `}}}]}`})
		for _, c := range set.Cases {
			t.Errorf("%s\n%s: %s", prop, c.ID, c.Prompt)
			break
		}
	}
}

// What promptfoo would read as a template, and so could run, is not written for it.
func TestNoTemplates(t *testing.T) {
	set := written(t, traps.Options{PerField: 1}, map[string]string{"tools.json": `{"tools": [
		{"name": "pay_it", "inputSchema": {"type": "object", "required": ["ref"], "properties": {"ref": {"type": "string", "enum": ["{{7*7}}"]}, "amount_cents": {"type": "integer", "description": "In US cents"}}}},
		{"name": "send_it", "inputSchema": {"type": "object", "properties": {"fee_cents": {"type": "integer", "description": "In US cents"}}}}]}`})
	if len(set.Cases) != 2 {
		t.Fatalf("%d cases, want 2", len(set.Cases))
	}
	got := string(traps.Promptfoo(set))
	if strings.Contains(strings.TrimPrefix(got, got[:strings.Index(got, "- desc")]), "{{") || !strings.Contains(got, `# left out, for promptfoo would read its words as a template: "pay_it.amount_cents`) || !strings.Contains(got, "send_it.fee_cents") {
		t.Error(got)
	}
}

// What the project's config says of a number that says nothing itself is stated too.
func TestUnitsOfTheConfig(t *testing.T) {
	set := written(t, traps.Options{}, map[string]string{
		"tools.json":      `{"tools": [{"name": "make_hold", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer"}, "currency": {"type": "string", "enum": ["jpy"]}}}}]}`,
		".tooldrift.yaml": "version: 1\nunits: {money: minor}\n",
	})
	if len(set.Cases) == 0 {
		t.Fatalf("no case: %+v", set.Untold)
	}
	for _, c := range set.Cases {
		if got := c.Args.Value("currency").JSON(); got != `"jpy"` || !strings.Contains(c.Said, "yen") && !strings.Contains(c.Said, "JPY") {
			t.Errorf("%s: %q, currency %s", c.ID, c.Said, got)
		}
		if digits := strings.Trim(c.Said, "yen JPY"); strings.ReplaceAll(digits, ",", "") != valueAt(c) {
			t.Errorf("%s: %q is %s", c.ID, c.Said, valueAt(c))
		}
		if diff := cmp.Diff([]string{"currency"}, c.Optional); diff != "" {
			t.Errorf("%s: %s", c.ID, diff)
		}
		if c.Wrong == nil || c.Wrong.Value.Text != valueAt(c)+"00" {
			t.Errorf("%s: the wrong call is %+v", c.ID, c.Wrong)
		}
	}
}

func lines(data []byte) iter.Seq[[]byte] { return bytes.Lines(data) }

// pipe is what a command prints that reads a text.
func pipe(c *exec.Cmd, input string) (string, error) {
	c.Stdin = strings.NewReader(input)
	out, err := c.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func counted(n int, things string) string { return strconv.Itoa(n) + " " + things }

// FuzzWrite holds every case of whatever tools to the contract that it was made from.
func FuzzWrite(f *testing.F) {
	tools, err := os.ReadFile("testdata/shop/tools.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(tools, uint64(1))
	f.Add([]byte(`{"tools": [{"name": "a_b", "inputSchema": {"type": "object", "required": ["x"], "properties": {"x": {"type": "array", "minItems": 2, "items": {"type": "object", "properties": {"fee_cents": {"type": "array", "items": {"type": "integer", "multipleOf": 7, "maximum": 90000}}}}}}}}]}`), uint64(2))
	f.Fuzz(func(t *testing.T, tools []byte, seed uint64) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "tools.json"), tools, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := check.Open(check.Inputs{Dir: dir, Root: dir, Tools: []string{"tools.json"}})
		if err != nil {
			return
		}
		r.Match()
		r.Compare()
		found := r.Judge(rules.Settings{Today: "2026-01-01"})
		judges := calls.Compile(r, found)
		set := traps.Write(r, found, traps.Options{Seed: seed, PerField: 2})
		for _, c := range set.Cases {
			i := slices.IndexFunc(judges.Tools, func(j *calls.Tool) bool { return j.Contract == c.Contract && j.Name == c.Tool })
			var seen calls.Observation
			if judges.Tools[i].Judge(c.Args.AppendJSON(nil), &seen); !seen.Valid {
				t.Errorf("%s: %s: %v", c.ID, c.Args.JSON(), seen.Faults)
			}
		}
		for name, data := range map[string][]byte{"golden": traps.Golden(set), "promptfoo": traps.Promptfoo(set)} {
			if root, faults := source.ParseYAML(&source.File{Name: name, Data: data}); root == nil {
				t.Errorf("%s: %v", name, faults)
			}
		}
	})
}

// A field of one operation is asked for together with the value that chooses it.
func TestTheOperationIsChosen(t *testing.T) {
	set := written(t, traps.Options{}, map[string]string{
		"tools.json": `{"tools": [{"name": "hold_write", "inputSchema": {"type": "object", "required": ["method"], "properties": {
			"method": {"type": "string", "enum": ["make", "drop"]}, "length_seconds": {"type": "integer"}, "notice_minutes": {"type": "integer"}, "spare_ms": {"type": "integer"}}}}]}`,
		"openapi.json": `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {
			"/holds": {"post": {"operationId": "makeIt", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"length_seconds": {"type": "integer"}}}}}}, "responses": {"200": {"description": "ok"}}}},
			"/drops": {"post": {"operationId": "dropIt", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"notice_minutes": {"type": "integer"}}}}}}, "responses": {"200": {"description": "ok"}}}}}}`,
		".tooldrift.yaml": "version: 1\ncontracts:\n  - name: h\n    tools: [tools.json]\n    spec: [openapi.json]\n    bindings:\n      hold_write:\n        - {when: {method: make}, operation: POST /holds}\n        - {when: {method: drop}, operation: POST /drops}\n",
	})
	chosen := map[string]string{}
	for _, c := range set.Cases {
		method := c.Args.Value("method").JSON()
		if !strings.Contains(c.Prompt, "Use method "+method+".") {
			t.Errorf("%s does not say the method %s", c.Prompt, method)
		}
		chosen[c.Field] = method
	}
	if diff := cmp.Diff(map[string]string{"length_seconds": `"make"`, "notice_minutes": `"drop"`}, chosen); diff != "" {
		t.Error(diff)
	}
}
