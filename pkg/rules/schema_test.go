package rules_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
)

var ruleNames = regexp.MustCompile(`("ruleName": \{"enum": )\[[^\]]*\]`)

var ruleProperties = regexp.MustCompile(`(?s)("rules": \{\n      "type": "object",\n[^\n]*\n      "properties": \{\n).*?(      \}\n    \},\n)`)

// TestSchemaListsRules holds the config's schema to the rules, for the editors that
// complete their names.
func TestSchemaListsRules(t *testing.T) {
	const name = "../config/schema.json"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !ruleProperties.Match(data) || !ruleNames.Match(data) {
		t.Fatal("the schema has no list of rules, or none of their names")
	}
	var names, list []string
	for _, r := range rules.All {
		names = append(names, fmt.Sprintf("%q", r.ID))
		list = append(list, fmt.Sprintf(`        %q: {"description": %q, "$ref": "#/definitions/severity"}`, r.ID, r.Summary))
	}
	all := strings.ReplaceAll(strings.Join(list, ",\n")+"\n", "$", "$$")
	want := ruleProperties.ReplaceAllString(string(data), "${1}"+all+"${2}")
	want = ruleNames.ReplaceAllString(want, "${1}["+strings.Join(names, ", ")+"]")
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("the rules of the schema are not the program's (-program +schema); run go test ./pkg/rules -update\n%s", diff)
	}
}
