package check

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

func TestEntriesOfOmittedNameOperations(t *testing.T) {
	h := contract.Head{Name: "GET /v1/admin/{id}/keys", Aliases: []string{"listKeys"}}
	for entry, want := range map[string]bool{
		"GET /v1/admin/{id}/keys":      true,
		"listKeys":                     true,
		"GET /v1/admin":                false, // a name is whole
		"list*":                        false, // patterns are about names, not about aliases
		"GET /v1/admin/*":              true,
		"* /v1/admin/*":                true,
		"*":                            true,
		"*keys":                        true,
		"*key":                         false,
		"GET */admin/*/keys":           true,
		"GET */keys/*/admin/*":         false,
		"GET /v1/admin/{id}/keys*keys": false, // no character counts twice
		"get /v1/admin/*":              false,
		"":                             false,
	} {
		if got := names(entry, h); got != want {
			t.Errorf("%q names %s: %v", entry, h.Name, got)
		}
	}
}

func TestRootFields(t *testing.T) {
	for name, want := range map[string]string{
		"Query.user.posts.first": "Query.user",
		"Query.user":             "Query.user",
		"GET /v1/a.b.c":          "GET /v1/a.b.c",
		"pay.v1.Refunds/Create":  "pay.v1.Refunds/Create",
	} {
		if got := rootField(name); got != want {
			t.Errorf("%s begins with %s, want %s", name, got, want)
		}
	}
}
