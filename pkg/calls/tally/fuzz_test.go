package tally

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// FuzzRead holds that a summary from a stranger is refused, or counts like any other:
// it is written as it was read, merges or says why not, and makes a report. Each is
// read as it comes and with a number or a list of a true one replaced.
func FuzzRead(f *testing.F) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := someTools(1 + int(seed))
		f.Add(count(New(c, "auto"), randomCalls(r, c, 40, 500*hour)).Encode(), uint16(seed*97), int64(900))
	}
	f.Add([]byte(`{"version":1,"bucket":"day","heads":[{"fields":[{"path":"a"}]}],"tools":[{"calls":9,"curve":[[106751,9,1],[9999999,1,1]],"fields":[{"currencies":{"":[{"bin":-480,"calls":9223372036854775807},{"bin":3,"calls":9223372036854775807}]}}]}]}`), uint16(0), int64(-1))
	r := rand.New(rand.NewPCG(9, 9))
	honest := count(New(someTools(2), "auto"), randomCalls(r, someTools(2), 40, 500*hour)).Encode()
	f.Fuzz(func(t *testing.T, data []byte, at uint16, n int64) {
		used(t, data)
		used(t, forged(honest, int(at), n))
		used(t, forged(data, int(at), n))
	})
}

// used reads what may be a summary, and puts it to every use.
func used(t *testing.T, data []byte) {
	tally, err := Read(data)
	if err != nil {
		return
	}
	text := tally.Encode()
	again, err := Read(text)
	if err != nil {
		t.Fatalf("what was read is written as what is refused: %v\n%s", err, text)
	}
	if back := again.Encode(); !bytes.Equal(back, text) {
		t.Fatalf("written differently:\n%s\n%s", text, back)
	}
	report(t, tally)
	r := rand.New(rand.NewPCG(9, 9))
	own := count(New(someTools(2), "auto"), randomCalls(r, someTools(2), 40, 500*hour))
	own.Contracts, own.Bucket = tally.Contracts, tally.Bucket
	if err := own.Merge(again); err != nil && !errors.Is(err, ErrOtherContracts) {
		t.Fatal(err)
	}
	report(t, own)
	again, _ = Read(text)
	if err := tally.Merge(again); err != nil {
		t.Fatal(err)
	}
	report(t, tally)
}

// forged is a summary with one of its values replaced: a number by another, a list
// or an object by one without the half of its entries, or by an empty one.
func forged(data []byte, at int, n int64) []byte {
	var root any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if d.Decode(&root) != nil {
		return nil
	}
	left := at
	root = forge(root, &left, n)
	text, _ := json.Marshal(root)
	return text
}

func forge(v any, left *int, n int64) any {
	*left--
	switch v := v.(type) {
	case json.Number:
		if *left == 0 {
			return json.Number(strconv.FormatInt(n, 10))
		}
	case []any:
		if *left == 0 {
			return v[:len(v)/2]
		}
		for i := range v {
			v[i] = forge(v[i], left, n)
		}
	case map[string]any:
		if *left == 0 {
			return map[string]any{}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			v[name] = forge(v[name], left, n)
		}
	}
	return v
}
