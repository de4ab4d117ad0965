package units

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Each number is held against the fields that Telling lists: were it all of them,
// an object of n numbers would take n*n looks.
func TestTellingFieldsAreThoseThatMayNameAUnit(t *testing.T) {
	var fields []*contract.Field
	for _, name := range []string{"width", "unit", "point_s", "weightUnits", "uom", "interval", "poll_interval", "period_type", "community", "merchantCurrency", "price"} {
		fields = append(fields, &contract.Field{Name: name})
	}
	fields = append(fields, nil)
	var got []string
	for _, f := range Telling(fields) {
		got = append(got, f.Name)
	}
	want := []string{"unit", "weightUnits", "uom", "interval", "period_type", "merchantCurrency"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTellingFieldsHaveAnEnd(t *testing.T) {
	var fields []*contract.Field
	for i := range 2 * maxTelling {
		fields = append(fields, &contract.Field{Name: fmt.Sprintf("f%d_unit", i)})
	}
	if diff := cmp.Diff(fields[:maxTelling], Telling(fields)); diff != "" {
		t.Error(diff)
	}
}
