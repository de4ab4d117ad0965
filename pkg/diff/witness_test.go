package diff_test

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

func TestTheLeafOfAPathIsANameAsItsAuthorWroteIt(t *testing.T) {
	for path, want := range map[string]string{
		"amount":                  "amount",
		"lines[].sku":             "sku",
		"tags[]":                  "tags",
		"labels.*":                "labels",
		`filter["a\"b"]`:          `a"b`,
		`["filter[since]"]`:       "filter[since]",
		`config["pg.interval"]`:   "pg.interval",
		`config["pg.interval"][]`: "pg.interval",
	} {
		if got := diff.Leaf(path); got != want {
			t.Errorf("the leaf of %s is %s, want %s", path, got, want)
		}
	}
}
