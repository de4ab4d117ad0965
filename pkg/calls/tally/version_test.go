package tally_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

var update = flag.Bool("update", false, "write the summary of the version anew")

// TestVersionCounts holds that the version of summaries is raised where the same log
// comes to count otherwise: testdata/summary.json is what this version made of it.
func TestVersionCounts(t *testing.T) {
	const name = "testdata/summary.json"
	c := contractsOf(t, "year")
	r := rand.New(rand.NewPCG(1, 3))
	var lines []string
	for range 60 {
		lines = append(lines, randomLine(r, c, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)))
	}
	got := driven(t, c, []tally.Log{text("log.jsonl", strings.Join(lines, "\n"))}).Encode()
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(broken(want), broken(got)); diff != "" {
		t.Errorf("a log counts otherwise than it did: where more than words differ, raise version; then -update (-then +now)\n%s", diff)
	}
}

// broken is a summary with a line a member.
func broken(summary []byte) string { return strings.ReplaceAll(string(summary), `,"`, ",\n\"") }

// TestReadRefusesOtherVersions holds that a summary of a program that judges
// otherwise is refused, and with what to do about it.
func TestReadRefusesOtherVersions(t *testing.T) {
	whole := driven(t, contractsOf(t, "year"), nil)
	for _, v := range []int{whole.Version - 1, whole.Version + 1} {
		summary := bytes.Replace(whole.Encode(), fmt.Appendf(nil, `"version":%d`, whole.Version), fmt.Appendf(nil, `"version":%d`, v), 1)
		_, err := tally.Read(summary)
		want := fmt.Sprintf("counts calls as another tooldrift judges them (version %d of summaries, and this one makes version %d); make it again from its logs", v, whole.Version)
		if v == 0 {
			want = tally.ErrNoSummary.Error()
		}
		if err == nil || err.Error() != want {
			t.Errorf("version %d: %v, want %s", v, err, want)
		}
	}
}
