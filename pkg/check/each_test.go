package check

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEachKeepsTheOrder(t *testing.T) {
	var items []int
	var want []string
	for i := range 1000 {
		items = append(items, i)
		want = append(want, strconv.Itoa(i))
	}
	if diff := cmp.Diff(want, each(items, strconv.Itoa)); diff != "" {
		t.Error(diff)
	}
}
