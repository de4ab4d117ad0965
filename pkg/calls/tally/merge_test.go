package tally

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// judged is a call, where it stands, and what judging it has shown.
type judged struct {
	log   string
	tool  *calls.Tool // nil: of an unknown tool
	event logs.Event
	seen  calls.Observation
}

// someTools are as many tools as it takes, of three fields.
func someTools(n int) *calls.Contracts {
	c := &calls.Contracts{}
	for i := range n {
		c.Tools = append(c.Tools, &calls.Tool{Index: i, Contract: "payments", Name: fmt.Sprintf("tool_%d", i), Operations: []string{"POST /v1/refunds"}, Fields: []calls.Field{
			{Path: "amount", Quantity: true, Dimension: "money", Unit: "cents"},
			{Path: "reason"},
			{Path: "lines[].sku"},
		}})
	}
	return c
}

// randomCalls are calls that meet every bound of what is kept: more names, shapes,
// fields, currencies and hours than a tally keeps.
func randomCalls(r *rand.Rand, c *calls.Contracts, n int, spread int64) []judged {
	out := make([]judged, n)
	for i := range out {
		j := &out[i]
		j.log = fmt.Sprintf("log-%d.jsonl", r.IntN(3))
		j.event = logs.Event{Line: r.Int64N(1000)}
		if r.IntN(10) > 0 {
			j.event.Time = 1_700_000_000_000 + r.Int64N(spread)
		}
		if r.IntN(5) == 0 {
			j.event.Tool = fmt.Appendf(nil, "made_up_%d\xff", r.IntN(2*mostUnknown))
			continue
		}
		j.tool = c.Tools[r.IntN(len(c.Tools))]
		j.seen.Valid = true
		for f := range 3 {
			if r.IntN(2) == 0 {
				j.seen.Sent = append(j.seen.Sent, f)
			}
		}
		if r.IntN(2) == 0 {
			j.seen.Numbers = append(j.seen.Numbers, calls.Number{Field: 0, Text: fmt.Sprintf("%d.%d", r.IntN(1000), r.IntN(100)), Currency: fmt.Sprintf("c%d", r.IntN(2*mostCurrencies))})
		}
		for range r.IntN(3) {
			j.seen.Valid = false
			j.seen.Faults = append(j.seen.Faults, randomFault(r))
		}
	}
	return out
}

func randomFault(r *rand.Rand) calls.Fault {
	field := []string{"", "amount", "reason", "lines[].sku", fmt.Sprintf("extra_%d", r.IntN(2*mostShapes))}[r.IntN(5)]
	f := calls.Fault{Kind: calls.WrongType, Side: calls.ByTool, Field: field, Want: "an integer", Got: fmt.Sprint(r.IntN(9)), Text: fmt.Sprintf("%s is a string", field), Shape: "wrong-type"}
	if r.IntN(4) == 0 {
		f.Kind, f.Shape = calls.MissingField, "missing-field"
	}
	if r.IntN(3) == 0 {
		f.Drift = &calls.Drift{Rule: "type-mismatch", Fingerprint: "abc", Message: "amount is a string in the API"}
	}
	return f
}

func count(t *Tally, all []judged) *Tally {
	for i := range all {
		j := &all[i]
		if j.tool == nil {
			t.AddUnknown(&j.event)
		} else {
			t.Add(j.log, j.tool, &j.event, &j.seen)
		}
	}
	if len(all)%7 == 3 {
		t.AddBroken("log-0.jsonl", int64(len(all)), "no JSON")
	}
	return t
}

// TestMergeEqualsWhole holds that shards of any number, in any order and grouping,
// through JSON or not, add up to the whole, to the last byte.
func TestMergeEqualsWhole(t *testing.T) {
	for seed := range uint64(6) {
		for _, shards := range []int{2, 7, 100} {
			r := rand.New(rand.NewPCG(seed, uint64(shards)))
			c := someTools(3)
			spread := []int64{100 * hour, 400 * hour, 9000 * day}[seed%3]
			buckets := []string{"auto", "auto", "auto", "hour", "day"}[seed%5]
			all := randomCalls(r, c, 6000, spread)
			parts := make([][]judged, shards)
			for _, j := range all {
				i := r.IntN(shards)
				parts[i] = append(parts[i], j)
			}
			whole := New(c, buckets)
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			count(whole, all)
			whole.Some, whole.Logs = nil, 0
			var tallies []*Tally
			for _, part := range parts {
				shard := count(New(c, buckets), part)
				whole.Some = append(whole.Some, shard.Some...)
				tallies = append(tallies, through(t, r, shard))
			}
			some := whole.Some
			whole.Some = nil
			for _, b := range some {
				whole.AddBroken(b.Log, b.Line, b.Why)
			}
			for len(tallies) > 1 {
				i, j := r.IntN(len(tallies)), r.IntN(len(tallies))
				if i == j {
					continue
				}
				if err := tallies[i].Merge(tallies[j]); err != nil {
					t.Fatal(err)
				}
				tallies[i] = through(t, r, tallies[i])
				tallies = append(tallies[:j], tallies[j+1:]...)
			}
			if got, want := string(tallies[0].Encode()), string(whole.Encode()); got != want {
				t.Fatalf("seed %d: the summary of %d shards is not that of the whole:\n%s", seed, shards, cmp.Diff(want, got))
			}
			got, want := report(t, tallies[0]), report(t, whole)
			if got != want {
				t.Fatalf("seed %d: the report of %d shards is not that of the whole:\n%s", seed, shards, cmp.Diff(want, got))
			}
		}
	}
}

// through is a tally, at times as it comes back from a file.
func through(t *testing.T, r *rand.Rand, tally *Tally) *Tally {
	if r.IntN(2) == 0 {
		return tally
	}
	back, err := Read(tally.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func report(t *testing.T, tally *Tally) string {
	text, err := json.Marshal(tally.Report())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMergeRefusesOtherContracts(t *testing.T) {
	for _, c := range []struct {
		other *Tally
		want  error
	}{
		{New(someTools(2), "auto"), ErrOtherContracts},
		{New(someTools(3), "day"), ErrOtherBuckets},
		{New(someTools(3), "auto"), nil},
	} {
		if got := New(someTools(3), "auto").Merge(c.other); got != c.want {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}

func TestReadRefusesWhatIsNoSummary(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", "null", `{"version": 2}`, `{"version": 1, "bucket": "auto", "tools": [null], "heads": [{}]}`, `{"version": 1, "bucket": "auto", "unknown": {"a": null}}`,
		`{"version": 1, "bucket": "auto", "heads": [{}], "tools": [{"curve": [[5, 1, 0], [4, 1, 0]]}]}`} {
		if tally, err := Read([]byte(text)); err == nil {
			t.Errorf("%s was read as %+v", text, tally)
		}
	}
}

// TestForgedSummaryIsRefused holds that no count is believed that calls cannot have
// led to, and no summary that names other tools or fields under the hash of the same
// contracts: merging it would count one field's calls as another's, or fall over.
func TestForgedSummaryIsRefused(t *testing.T) {
	own := func() *Tally {
		r := rand.New(rand.NewPCG(3, 3))
		c := someTools(2)
		return count(New(c, "auto"), randomCalls(r, c, 73, 100*hour))
	}
	for _, c := range []struct {
		name  string
		forge func(f *Tally)
		want  error
	}{
		{"as it was", func(f *Tally) {}, nil},
		{"no tools", func(f *Tally) { f.Heads, f.Tools, f.Calls = nil, nil, f.Calls-f.Tools[0].Calls-f.Tools[1].Calls }, ErrOtherContracts},
		{"no fields", func(f *Tally) { f.Heads[1].Fields, f.Tools[1].Fields = nil, nil }, ErrOtherContracts},
		{"another field", func(f *Tally) { f.Heads[1].Fields[1].Path = "amount_cents" }, ErrOtherContracts},
		{"another tool", func(f *Tally) { f.Heads[1].Tool = "tool_9" }, ErrOtherContracts},
		{"a field without counts", func(f *Tally) { f.Tools[1].Fields = f.Tools[1].Fields[1:] }, ErrUnsound},
		{"more valid calls than calls", func(f *Tally) { f.Tools[0].Valid = 900 }, ErrUnsound},
		{"less than no calls", func(f *Tally) { f.Other = -1 }, ErrUnsound},
		{"calls of nobody", func(f *Tally) { f.Calls++ }, ErrUnsound},
		{"more retries than calls", func(f *Tally) { f.Tools[0].Retries = f.Tools[0].Calls + 1 }, ErrUnsound},
		{"a field in more calls than there are", func(f *Tally) { f.Tools[0].Fields[0].Sent = f.Tools[0].Calls + 1 }, ErrUnsound},
		{"a mistake in more calls than are invalid", func(f *Tally) { f.Tools[0].Shapes.all[f.Tools[0].Shapes.keys()[0]].Calls = f.Tools[0].Calls }, ErrUnsound},
		{"a curve of more calls than there are", func(f *Tally) { f.Tools[0].Curve.buckets[0].Calls += f.Tools[0].Calls }, ErrUnsound},
		{"a day without calls", func(f *Tally) { f.Tools[0].Curve.buckets[0] = bucket{At: 5} }, ErrUnsound},
		{"too many broken records", func(f *Tally) { f.Some = make([]Broken, 20_000) }, ErrUnsound},
		{"too many examples", func(f *Tally) {
			m := f.Tools[0].Shapes.all[f.Tools[0].Shapes.keys()[0]]
			m.Examples = make([]example, 5000)
		}, ErrUnsound},
		{"too many samples", func(f *Tally) {
			h := *f.Tools[0].Fields[0].Currencies.all[f.Tools[0].Fields[0].Currencies.keys()[0]]
			h[0].Samples = []string{"1", "2", "3"}
		}, ErrUnsound},
		{"a count that sums run over with", func(f *Tally) { f.Calls, f.Other = math.MaxInt64, math.MaxInt64 }, ErrUnsound},
		{"an end before the beginning", func(f *Tally) { f.Between.First = f.Between.Last + 1 }, ErrUnsound},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := own()
			for i := range f.Heads {
				f.Heads[i].Fields = slices.Clone(f.Heads[i].Fields)
			}
			c.forge(f)
			back, err := Read(f.Encode())
			if err == nil {
				err = own().Merge(back)
			}
			if err != c.want {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}
