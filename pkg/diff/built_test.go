package diff_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

// excuses is what each Required and Type of a tool says of the server in between:
// "required sha mapped by", "type tags placed".
func excuses(tool, api *contract.Op, translates bool) []string {
	b := bound(tool, api)
	b.How = bind.BySameName
	if translates {
		b.Translates = &bind.Translation{Tool: "get_thing"}
	}
	drifts, _ := diff.Compare(b, diff.Read(tool, nil), nil)
	out := []string{}
	for _, d := range drifts {
		path := d.Path
		if path == "" {
			path = d.APIPath
		}
		line := fmt.Sprintf("%s %s", d.Kind, path)
		switch {
		case d.Kind != diff.Required && d.Kind != diff.Type:
			continue
		case d.Need.Mapped != "":
			line += " mapped from " + d.Need.Mapped
		case d.Need.LookedUp:
			line += " looked up"
		case d.Need.Absent != "":
			line += " " + d.Need.Absent
		case d.Types.Encoded:
			line += " as JSON"
		case d.Types.Built != nil:
			line += " put in its place"
		}
		out = append(out, line)
	}
	return out
}

func TestWhatAServerThatTranslatesMayHandle(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		plain, built    []string // where nothing shows that the server translates, and where something does
	}{
		{"each missing field of one that the API does not know", `"from": {"type": "boolean"}`, `"sha1": {"type": "string"}}, "required": ["sha1"], "x": {`,
			[]string{`required sha1`}, []string{`required sha1 mapped from from`}},
		{"more missing than unknown", `"from": {"type": "boolean"}`, `"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"], "x": {`,
			[]string{`required a`, `required b`}, []string{`required a`, `required b`}},
		{"optional in a tool that does more than the operation", `"body": {"type": "string"}, "reaction": {"type": "string"}`, `"body": {"type": "string"}}, "required": ["body"], "x": {`,
			[]string{`required body`}, []string{`required body mapped from reaction`}},
		{"the state that is changed", `"note": {"type": "string"}`, `"note": {"type": "string"}, "etag": {"type": "string"}}, "required": ["etag"], "x": {`,
			[]string{`required etag`}, []string{`required etag looked up`}},
		{"anything else that is missing", `"note": {"type": "string"}`, `"note": {"type": "string"}, "reason": {"type": "string"}}, "required": ["reason"], "x": {`,
			[]string{`required reason`}, []string{`required reason`}},
		{"an object that is taken apart", `"plan": {"type": "object", "properties": {"steps": {"type": "string"}, "speed": {"type": "string"}}}`,
			`"steps": {"type": "string"}, "speed": {"type": "string"}, "links": {"type": "boolean"}}, "required": ["links"], "x": {`,
			[]string{`required links`}, []string{`required links mapped from plan`}},
		{"values that belong into an object", `"sources": {"type": "array", "items": {"type": "string"}}`,
			`"sources": {"type": "object", "properties": {"addresses": {"type": "array", "items": {"type": "string"}}}}`,
			[]string{`type sources`}, []string{`type sources put in its place`}},
		{"values that the object has no place for", `"sources": {"type": "boolean"}`,
			`"sources": {"type": "object", "properties": {"addresses": {"type": "array", "items": {"type": "string"}}}}`,
			[]string{`type sources`}, []string{`type sources`}},
		{"a list in one string", `"tags": {"type": "string", "description": "Comma-separated tags"}`, `"tags": {"type": "array", "items": {"type": "string"}}`,
			[]string{`type tags`}, []string{`type tags put in its place`}},
		{"an object as JSON in a string", `"a": {"type": "string", "description": "The labels, as a JSON string"}`, `"a": {"type": "object", "properties": {"b": {"type": "string"}}}`,
			[]string{`type a as JSON`}, []string{`type a as JSON`}},
		{"what the description says of leaving it out", `"board": {"type": "string", "description": "The board (uses default if not provided)"}`, `"board": {"type": "string"}}, "required": ["board"], "x": {`,
			[]string{`required board if not provided`}, []string{`required board if not provided`}},
		{"inside an object that may be left out", `"job": {"type": "string"}`, `"details": {"type": "object", "properties": {"cron": {"type": "string"}, "job": {"type": "string"}}, "required": ["job"]}`,
			[]string{}, []string{}},
		{"beside another of that object", `"cron": {"type": "string"}, "note": {"type": "string"}`, `"details": {"type": "object", "properties": {"cron": {"type": "string"}, "job": {"type": "string"}}, "required": ["cron", "job"]}, "note": {"type": "string"}`,
			[]string{`required details.job`}, []string{`required details.job`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.plain, excuses(tool(t, props(c.tool)), api(t, props(c.api)), false)); d != "" {
				t.Errorf("where nothing shows a translation (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.built, excuses(tool(t, props(c.tool)), api(t, props(c.api)), true)); d != "" {
				t.Errorf("where something does (-want +got):\n%s", d)
			}
		})
	}
}

func TestAPluralIsAWeakRename(t *testing.T) {
	for field, weak := range map[string]bool{"backup": true, "backpus": false} {
		one := tool(t, props(`"`+field+`": {"type": "boolean"}`))
		drifts, _ := diff.Compare(bound(one, api(t, props(`"backups": {"type": "boolean"}`))), diff.Read(one, nil), nil)
		i := slices.IndexFunc(drifts, func(d *diff.Drift) bool { return d.Kind == diff.Renamed })
		if i < 0 || drifts[i].Name.Weak != weak {
			t.Errorf("%s for backups: want a rename, weak %t; got %v", field, weak, drifts)
		}
	}
}

func TestAValueThatTheAPIsDescriptionNames(t *testing.T) {
	for doc, want := range map[string]bool{"Set to open or `closed.": true, "Set to open.": false, "It discloses nothing.": false} {
		one := tool(t, props(`"state": {"enum": ["open", "closed"]}`))
		drifts, _ := diff.Compare(bound(one, api(t, props(`"state": {"enum": ["open", "fixed"], "description": "`+doc+`"}`))), diff.Read(one, nil), nil)
		i := slices.IndexFunc(drifts, func(d *diff.Drift) bool { return d.Kind == diff.EnumUnknown })
		if i < 0 || drifts[i].Enum.Told != want {
			t.Errorf("%s: want an unknown value, told %t; got %v", doc, want, drifts)
		}
	}
}

// TestAPlainNameFurtherInside: that some object has a description too is no proof
// that this is the one.
func TestAPlainNameFurtherInside(t *testing.T) {
	for field, weak := range map[string]bool{"description": true, "cron": false} {
		one := tool(t, props(`"o": {"type": "object", "properties": {"`+field+`": {"type": "string"}, "a": {"type": "object", "properties": {"c": {"type": "string"}}}}}`))
		other := api(t, props(`"o": {"type": "object", "properties": {"a": {"type": "object", "properties": {"`+field+`": {"type": "string"}, "c": {"type": "string"}}}}}`))
		drifts, _ := diff.Compare(bound(one, other), diff.Read(one, nil), nil)
		var got []bool
		for _, d := range drifts {
			if d.Kind == diff.Renamed {
				got = append(got, d.Name.Weak)
			}
		}
		if d := cmp.Diff([]bool{weak}, got); d != "" {
			t.Errorf("%s: is the move weak (-want +got):\n%s", field, d)
		}
	}
}
