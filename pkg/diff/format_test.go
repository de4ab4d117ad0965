package diff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAFormatAgainstAPattern: the API says with a pattern which strings it takes,
// and the tool with a format.
func TestAFormatAgainstAPattern(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		want            []string
	}{
		{"nothing fits both", `"format": "duration"`, `"pattern": "^\\d{2}-\\d{2}$"`, []string{`format a duration/^\d{2}-\d{2}$ {"a": "PT30S"}`}},
		{"the pattern spells the format", `"format": "uuid"`, `"pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"`, []string{}},
		{"the pattern takes some of them", `"format": "uri"`, `"pattern": "^https://"`, []string{`not comparable a a format is not compared with a pattern: uri and ^https://`}},
		{"the pattern takes others of them", `"format": "email"`, `"pattern": "^[a-z]+@corp\\.com$"`,
			[]string{`not comparable a a format is not compared with a pattern: email and ^[a-z]+@corp\.com$`}},
		{"the pattern has a choice", `"format": "email"`, `"pattern": "^([0-9]+|[a-z]+@corp\\.com)$"`,
			[]string{`not comparable a a format is not compared with a pattern: email and ^([0-9]+|[a-z]+@corp\.com)$`}},
		{"a pattern that is not read", `"format": "date"`, `"pattern": "^(?=2)[-0-9]+$"`, []string{`not comparable a a format is not compared with a pattern: date and ^(?=2)[-0-9]+$`}},
		{"a format that says nothing of the text", `"format": "password"`, `"pattern": "^[A-Z]+$"`, []string{`format a /^[A-Z]+$`}},
		{"one format, spelled out", `"format": "uuid"`, `"format": "uuid", "pattern": "^[0-9a-fA-F-]{36}$"`, []string{}},
		{"one format, and a pattern that cuts it", `"format": "email"`, `"format": "email", "pattern": "@corp\\.com$"`,
			[]string{`not comparable a a format is not compared with a pattern: email and @corp\.com$`}},
		{"one format, and the same pattern", `"format": "email", "pattern": "@corp\\.com$"`, `"format": "email", "pattern": "@corp\\.com$"`, []string{}},
		{"too long for the format's own sample", `"format": "email", "maxLength": 9`, `"pattern": "^[0-9]+$"`, []string{`format a email/^[0-9]+$ {"a": "a@b.co"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(tool(t, props(`"a": {"type": "string", `+c.tool+`}`)), api(t, props(`"a": {"type": "string", `+c.api+`}`)))
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

// TestAPatternAgainstAFormat: that strings which the tool's pattern matches are of the
// API's format is believed once it holds of different ones.
func TestAPatternAgainstAFormat(t *testing.T) {
	for _, c := range []struct {
		name, pattern, format string
		want                  []string
	}{
		{"all of them", `^[a-z]+@(mail|news)\\.example\\.org$`, "email", []string{}},
		{"not with each character", `^[0-9a-z@]+@x\\.org$`, "email", []string{`not comparable a a pattern is not compared with a format: ^[0-9a-z@]+@x\.org$ and email`}},
		{"not where an end is open", `[a-z]+@x\\.org$`, "email", []string{`not comparable a a pattern is not compared with a format: [a-z]+@x\.org$ and email`}},
		{"where it is open to what follows", `^https?://`, "uri", []string{}},
		{"not with each choice", `^(a@b|me)$`, "email", []string{`not comparable a a pattern is not compared with a format: ^(a@b|me)$ and email`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(tool(t, props(`"a": {"type": "string", "pattern": "`+c.pattern+`"}`)), api(t, props(`"a": {"type": "string", "format": "`+c.format+`"}`)))
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

func TestAFormatAgainstALength(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		want            []string
	}{
		{"never empty", `"format": "uri", "minLength": 0`, `"minLength": 1`, []string{}},
		{"shorter than the limit", `"format": "uri", "minLength": 0`, `"minLength": 5`, []string{`bound a minLength 5 {"a": "a:b"}`}},
		{"empty, as it may be", `"format": "byte", "minLength": 0`, `"minLength": 1`, []string{`bound a minLength 1 {"a": ""}`}},
		{"longer than the limit", `"format": "uri", "maxLength": 90`, `"maxLength": 5`, []string{`bound a maxLength 5 {"a": "https://example.com/a"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(tool(t, props(`"a": {"type": "string", `+c.tool+`}`)), api(t, props(`"a": {"type": "string", `+c.api+`}`)))
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

// TestAWitnessIsAsLongAsTheToolAsks: just beyond the API's limit is not enough.
func TestAWitnessIsAsLongAsTheToolAsks(t *testing.T) {
	for _, c := range []struct{ tool, api, want string }{
		{`"type": "array", "items": {"type": "boolean"}, "minItems": 4`, `"type": "array", "items": {"type": "boolean"}, "maxItems": 2`, `bound a maxItems 2 {"a": [true, true, true, true]}`},
		{`"type": "array", "items": {"type": "boolean"}, "maxItems": 1`, `"type": "array", "items": {"type": "boolean"}, "minItems": 3`, `bound a minItems 3 {"a": [true]}`},
		{`"type": "string", "minLength": 5`, `"type": "string", "maxLength": 3`, `bound a maxLength 3 {"a": "xxxxx"}`},
		{`"type": "string", "maxLength": 1`, `"type": "string", "minLength": 3`, `bound a minLength 3 {"a": "x"}`},
	} {
		got := told(tool(t, props(`"a": {`+c.tool+`}`)), api(t, props(`"a": {`+c.api+`}`)))
		if d := cmp.Diff([]string{c.want}, got); d != "" {
			t.Errorf("%s: drifts differ (-want +got):\n%s", c.tool, d)
		}
	}
}
