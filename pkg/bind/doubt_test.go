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
