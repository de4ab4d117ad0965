package tally

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// TestSequence holds what is a retry, and what became of calls: v is a valid call, x
// an invalid one, t a turn, + and - the outcome of the last call, of session 1.
func TestSequence(t *testing.T) {
	type found struct{ retries, repaired, failed, tolerated int64 }
	for _, c := range []struct {
		events string
		want   found
	}{
		{"xv", found{retries: 1, repaired: 1}},
		{"xxv", found{retries: 2, repaired: 1}},
		{"xxvv", found{retries: 2, repaired: 1}},
		{"xtv", found{}},
		{"xtxv", found{retries: 1, repaired: 1}},
		{"vv", found{}},
		{"vx", found{}},
		{"v-", found{failed: 1}},
		{"v+x-", found{}},
		{"x+", found{tolerated: 1}},
		{"x-v+", found{retries: 1, repaired: 1}},
		{"x++", found{tolerated: 1}},
		{"v?-", found{}},
	} {
		tally := New(someTools(2), "auto")
		s := NewSequence(tally)
		id := uint64(0)
		for i, e := range c.events {
			m := Moment{Session: 1, ID: id, Tool: -1, Kind: logs.Outcome}
			switch e {
			case 'v', 'x':
				m.Kind, m.Tool, m.Valid = logs.Call, 0, e == 'v'
				id = 0
				if i+1 < len(c.events) && (c.events[i+1] == '+' || c.events[i+1] == '-' || c.events[i+1] == '?') {
					id = uint64(i + 1)
				}
				m.ID = id
			case 't':
				m.Kind = logs.Turn
			case '+':
				m.Status = logs.Succeeded
			case '-':
				m.Status = logs.Failed
			}
			s.Next(m)
		}
		got := tally.Tools[0]
		if diff := cmp.Diff(c.want, found{got.Retries, got.Repaired, got.Failed, got.Tolerated}, cmp.AllowUnexported(found{})); diff != "" {
			t.Errorf("%s: %s", c.events, diff)
		}
	}
}

// TestSequenceTellsCallsApart holds that a call repeats one of its own tool and
// session alone, after that was answered.
func TestSequenceTellsCallsApart(t *testing.T) {
	failed := Moment{Session: 1, ID: 7, Tool: 0, Kind: logs.Call}
	answer := Moment{Session: 1, ID: 7, Tool: -1, Kind: logs.Outcome, Status: logs.Failed}
	for _, c := range []struct {
		name    string
		moments []Moment
		want    int64
	}{
		{"repaired", []Moment{failed, answer, {Session: 1, ID: 8, Tool: 0, Kind: logs.Call, Valid: true}}, 1},
		{"made at once", []Moment{failed, {Session: 1, ID: 8, Tool: 0, Kind: logs.Call, Valid: true}, answer}, 0},
		{"another tool", []Moment{failed, answer, {Session: 1, ID: 8, Tool: 1, Kind: logs.Call, Valid: true}}, 0},
		{"another session", []Moment{failed, answer, {Session: 2, ID: 8, Tool: 0, Kind: logs.Call, Valid: true}}, 0},
		{"no session at all", []Moment{{Tool: 0, Kind: logs.Call}, {Tool: 0, Kind: logs.Call, Valid: true}}, 0},
		{"turns without a session", []Moment{{Tool: -1, Kind: logs.Turn}, {Tool: 0, Kind: logs.Call}, {Tool: 0, Kind: logs.Call, Valid: true}}, 1},
	} {
		tally := New(someTools(2), "auto")
		s := NewSequence(tally)
		for _, m := range c.moments {
			s.Next(m)
		}
		if got := tally.Tools[0].Retries + tally.Tools[1].Retries; got != c.want {
			t.Errorf("%s: %d retries, want %d", c.name, got, c.want)
		}
	}
}

// TestSequenceForgets holds that a log without end is looked at in bounded memory.
func TestSequenceForgets(t *testing.T) {
	tally := New(someTools(1), "auto")
	s := NewSequence(tally)
	for i := range uint64(3 * mostRemembered) {
		s.Next(Moment{Session: i + 1, Tool: -1, Kind: logs.Turn})
		s.Next(Moment{Session: i + 1, ID: i + 1, Tool: 0, Kind: logs.Call})
	}
	for _, size := range []int{len(s.began.young) + len(s.began.old), len(s.failed.young) + len(s.failed.old), len(s.awaiting.young) + len(s.awaiting.old)} {
		if size > 2*mostRemembered {
			t.Errorf("%d entries are remembered", size)
		}
	}
	s.Next(Moment{Session: 3 * mostRemembered, ID: 3 * mostRemembered, Tool: -1, Kind: logs.Outcome, Status: logs.Succeeded})
	if got := tally.Tools[0].Tolerated; got != 1 {
		t.Errorf("the last call is forgotten: %d", got)
	}
}

func TestCurveKeepsTheLatest(t *testing.T) {
	var forwards, backwards curve
	for i := range int64(mostBuckets + 10) {
		forwards.add(i, 1, 0)
		backwards.add(mostBuckets+9-i, 1, 0)
	}
	for i := range int64(20) {
		forwards.add(i, 0, 1)
		backwards.add(i, 0, 1)
	}
	if diff := cmp.Diff(forwards.buckets, backwards.buckets); diff != "" || len(forwards.buckets) != mostBuckets || forwards.buckets[0] != (bucket{10, 1, 1}) {
		t.Errorf("%d buckets from %v: %s", len(forwards.buckets), forwards.buckets[0], diff)
	}
}

func TestBinOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"1", 0}, {"1.0", 0}, {"-1", 0}, {"10e-1", 0}, {"0.001E+3", 0}, {"9.9999999999999999999", 31}, {"10", 32}, {"0.1", -32}, {"99.99", 63},
		{"1.07", 0}, {"1.075", 1}, {"9007199254740993", 15*32 + 30}, {"1e999999999999999999999", noBin}, {"1e5000", (lastDecade+1)*binsADecade - 1}, {"1e-5000", firstDecade * binsADecade},
		{"0", noBin}, {"0.000", noBin}, {"-0", noBin}, {"", noBin}, {"abc", noBin}, {"1x", noBin},
	} {
		got, ok := binOf(c.text)
		if !ok {
			got = noBin
		}
		if got != c.want {
			t.Errorf("%s is in bin %d, want %d", c.text, got, c.want)
		}
	}
	for bin := firstDecade * binsADecade; bin < (lastDecade+1)*binsADecade; bin++ {
		text := fmt.Sprintf("%de%d", edges[(bin+1000*binsADecade)%binsADecade], (bin+1000*binsADecade)/binsADecade-1000-17)
		if got, ok := binOf(text); !ok || got != bin {
			t.Fatalf("%s begins bin %d, and is in %d", text, bin, got)
		}
	}
}

const noBin = -1 << 30
