package check

import (
	"crypto/sha256"
	"reflect"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// A history hashes every kind of value that an operation can hold: one that it passed
// over could change without a commit being named.
func TestHistorySaysAllOfAnOperation(t *testing.T) {
	var walk func(of reflect.Type, at string, met map[reflect.Type]bool)
	walk = func(of reflect.Type, at string, met map[reflect.Type]bool) {
		if met[of] || of == spanType || of == commentsType {
			return
		}
		met[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(of.Elem(), at, met)
		case reflect.Struct:
			for i := range of.NumField() {
				walk(of.Field(i).Type, at+"."+of.Field(i).Name, met)
			}
		default:
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: %v", at, r)
				}
			}()
			s := sayer{to: sha256.New(), met: map[uintptr]int{}}
			s.say(reflect.Zero(of))
		}
	}
	op := reflect.TypeFor[contract.Op]()
	for _, name := range []string{"Name", "Title", "Doc", "Deprecated", "Input", "Output"} {
		f, ok := op.FieldByName(name)
		if !ok {
			t.Fatalf("an operation has no %s", name)
		}
		walk(f.Type, name, map[reflect.Type]bool{})
	}
}

// What it does not know it does not pass over.
func TestHistoryKnowsItsKinds(t *testing.T) {
	for _, v := range []any{map[string]int{}, 1.5, make(chan int)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %T is passed over", v)
				}
			}()
			s := sayer{to: sha256.New(), met: map[uintptr]int{}}
			s.say(reflect.ValueOf(v))
		}()
	}
}

// Comments are known by their type: a field that happens to be called so is said.
func TestHistoryPassesOverComments(t *testing.T) {
	type word struct{ Comments string }
	sum := func(v any) string {
		h := sha256.New()
		(&sayer{to: h, met: map[uintptr]int{}}).say(reflect.ValueOf(v))
		return string(h.Sum(nil))
	}
	if sum(word{"a"}) == sum(word{"b"}) {
		t.Error("a word that is called Comments is passed over")
	}
	if sum(source.Node{}) != sum(source.Node{Comments: []source.Comment{{}}}) {
		t.Error("a comment counts")
	}
}
