package bind

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// TestAPathThatAToolMayNotFill: where an operation of the same words can do
// without what the tool leaves optional, the tool is for both.
func TestAPathThatAToolMayNotFill(t *testing.T) {
	ofAClub, all := "GET /clubs/{club}/kites as clubs/list-kites: path:club! query:colour query:since", "GET /kites as kites/list: query:colour"
	doubt := " (its path needs club, which the tool leaves optional, and GET /kites does not)"
	for _, test := range []struct {
		name  string
		tools []string
		spec  []string
		want  []string
	}{
		{"optional", []string{"list_kites: club colour since"}, []string{ofAClub, all}, []string{"list_kites same-name GET /clubs/{club}/kites" + doubt}},
		{"required", []string{"list_kites: club! colour since"}, []string{ofAClub, all}, []string{"list_kites same-name GET /clubs/{club}/kites"}},
		{"no other operation", []string{"list_kites: club colour since"}, []string{ofAClub}, []string{"list_kites same-name GET /clubs/{club}/kites"}},
		{"an old one is none", []string{"list_kites: club colour since"}, []string{ofAClub, "old " + all}, []string{"list_kites same-name GET /clubs/{club}/kites"}},
		{"the tool's name says it", []string{"list_kites_by_club: club colour since"}, []string{ofAClub, all}, []string{"list_kites_by_club same-words GET /clubs/{club}/kites"}},
		{
			"the other may have it by another name",
			[]string{"list_sails: owner! boat"},
			[]string{"GET /boats/{owner}/{boat}/sails as boats/list-sails: path:owner! path:boat!", "GET /fleets/{fleet}/sails as fleets/list-sails: path:fleet!"},
			[]string{"list_sails same-name GET /boats/{owner}/{boat}/sails (its path needs boat, which the tool leaves optional, and GET /fleets/{fleet}/sails does not)"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := Match(toolList(t, test.tools...), []*contract.Index{spec(t, test.spec...)}, nil)
			if d := cmp.Diff(test.want, bound(r)); d != "" {
				t.Errorf("bindings differ (-want +got):\n%s", d)
			}
		})
	}
}

// TestANameWhoseFieldsHaveOtherTypes: an operation that is called so too, and
// means other things by the same words.
func TestANameWhoseFieldsHaveOtherTypes(t *testing.T) {
	for _, test := range []struct {
		name, tool, api string
		want            []string
	}{
		{"objects for values", "search_kites: query labels priority limit", "Query.searchKites: term! labels{eq} priority{eq}",
			[]string{"search_kites same-name Query.searchKites (it knows 0 of the tool's 4 fields by their types)"}},
		{"one field alone may have changed", "search_kites: labels", "Query.searchKites: labels{eq}", []string{"search_kites same-name Query.searchKites"}},
		{"one of many", "search_kites: query labels priority", "Query.searchKites: query labels{eq} priority", []string{"search_kites same-name Query.searchKites"}},
		{"unknown, and none of another type", "search_kites: query labels limit", "Query.searchKites: term! labels", []string{"search_kites same-name Query.searchKites"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := Match(toolList(t, test.tool), []*contract.Index{spec(t, test.api)}, nil)
			if d := cmp.Diff(test.want, bound(r)); d != "" {
				t.Errorf("bindings differ (-want +got):\n%s", d)
			}
		})
	}
}
