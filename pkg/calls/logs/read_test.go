package logs

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// everything is an event with all that it says.
func everything(e *Event) string {
	return fmt.Sprintf("%d %s %x %x %x %d %q", e.Line, line(e), e.Session, e.ID, e.Again, e.Time, e.Case)
}

// scanned is what a log tells when it is cut into chunks of some size.
func scanned(t *testing.T, log []byte, size int) (events []string, stats Stats) {
	t.Helper()
	err := read(bytes.NewReader(log), "log", size, func(c *Chunk) error {
		stats.Add(c.Scan(func(e *Event) { events = append(events, everything(e)) }))
		c.Free()
		return nil
	})
	if err != nil && !slices.Contains([]error{errShort, errDamaged, errWide}, err) {
		t.Fatal(err)
	}
	return events, stats
}

func compareChunks(t *testing.T, log []byte, sizes ...int) {
	t.Helper()
	want, wantStats := scanned(t, log, len(log)+1)
	for _, size := range sizes {
		got, stats := scanned(t, log, size)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("chunks of %d:\n%s\n%q", size, diff, log[:min(len(log), 2000)])
		}
		if diff := cmp.Diff(wantStats, stats); diff != "" {
			t.Fatalf("chunks of %d:\n%s\n%q", size, diff, log[:min(len(log), 2000)])
		}
	}
}

// However a log is cut, it tells the same: logs of every format, mixed, and broken
// in every way.
func TestChunksTellWhatTheWholeTells(t *testing.T) {
	pieces := []string{
		"", "\n", "\r\n", "  ", "]", "[", ",", "},\n{", "}\n{", "{", "}", `"`, `\`, "nonsense", "2026-01-02 INFO started", "null", "12", "-", "tru", "\x00\x01",
		`{"tool":"f","args":{"a":1}}`, `{"tool":"f","args":{"a":1}`, `{"tool":"f","args":{"a":"x`, `{"tool":"f",`, `[{"tool":"f","args":{}},`, "[\n{\"tool\":\"f\",\"args\":{}},\n{\"tool\":\"g\",\"args\":{}}\n]\n",
		"{\n  \"tool\": \"f\",\n  \"args\": {}\n}\n", "[\n  {\n    \"tool\": \"f\",\n    \"args\": {\n}\n  },\n  {\n    \"tool\": \"f\"x\n  },\n  {\n    \"tool\": \"g\", \"args\": {}\n  }\n]",
		strings.Repeat(" ", mostBlank+1), strings.Repeat("[", source.MaxDepth+1),
	}
	for _, f := range formats {
		pieces = append(pieces, f.log, f.log+"\n")
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		var log strings.Builder
		for range r.IntN(12) {
			log.WriteString(pieces[r.IntN(len(pieces))])
			if r.IntN(3) > 0 {
				log.WriteString("\n")
			}
		}
		compareChunks(t, []byte(log.String()), 1, 2, 3, 7, 64, 1000)
	}
}

// Nothing that a stranger writes makes chunks grow, but a record that is long.
func TestChunksStaySmall(t *testing.T) {
	if race {
		t.Skip("many chunks in one goroutine")
	}
	for _, piece := range []string{"[\n", "{\n", "{\"a\":\n", "[1,\n", "}\n", "\"", "{}", "1\n", " ", "\n ", "},\n{", "[{},\n", "x", "\\", "[\"a\",\n", "\x00", "  [\n", "[]\n[", "{\"a\":{}}\n ", "[{}\n", "{\"a\":[{},\n"} {
		for _, head := range []string{"", "[", `{"a":[`} {
			log := head + strings.Repeat(piece, 100_000/len(piece))
			largest := 0
			if err := read(strings.NewReader(log), "log", 4096, func(c *Chunk) error {
				largest = max(largest, len(c.data))
				c.Scan(func(*Event) {})
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if open := head == `{"a":[` && strings.TrimSpace(piece) == "" || strings.HasPrefix(piece, "{\"a\":[{"); largest > 16384 && !open {
				t.Errorf("%q and then %q: a chunk of %d bytes", head, piece, largest)
			}
		}
	}
}

// What is JSON is what encoding/json takes for it, but for depth.
func FuzzRead(f *testing.F) {
	for _, text := range []string{`{"a":[1,-0.5e+3,"x\u00e9\\",true,null,{}]}`, `[}`, `{"a" 1}`, `{"a":1,}`, `[1,]`, `"\x"`, `01`, `1.`, `-`, `1e`, `tru`, `nulll`, `{"a":"\u12"}`, "\"\t\"", ``, ` 1 `, `{,}`, `[,]`, `{"a"}`, "\"\x7f\xff\"", `[1 2]`, `{"a":1 "b":2}`} {
		f.Add([]byte(text))
	}
	for _, x := range formats {
		f.Add([]byte(x.log))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tp := tape{keys: keys()}
		end, why := tp.read(text, 0)
		if strings.HasPrefix(string(why), "nested") {
			return
		}
		if got, want := why == "" && space(text, end) == len(text), json.Valid(text); got != want {
			t.Errorf("%q: %v, %q at %d of %d", text, want, why, end, len(text))
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, x := range formats {
		f.Add([]byte(x.log))
	}
	f.Add([]byte("{\"tool\":\"f\",\"args\":{}}\n{\"tool\":\"f\"\n{\"tool\":\"g\",\"args\":\"{}\"}"))
	f.Add([]byte("[\n{\"tool\":\"f\",\"args\":{}}\n{\"tool\":\"g\",\"args\":{}},\n3]"))
	f.Add([]byte(`{"id":"a_1","result":"[f(a='x\\u00e9', b=-.5), g(c=(1, {'d': None}))]"}`))
	f.Fuzz(func(t *testing.T, log []byte) {
		if len(log) > 1<<12 || bytes.HasPrefix(log, []byte("\x1f\x8b")) {
			return
		}
		compareChunks(t, log, 3, 33)
	})
}

func TestBroken(t *testing.T) {
	deep := strings.Repeat("[", source.MaxDepth+1)
	for _, c := range []struct {
		name, log string
		want      Stats
	}{
		{"cut off within a string", "{\"tool\":\"f\",\"args\":{\"a\":\"x\n{\"tool\":\"f\",\"args\":{}}\n", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{1, "a control character in a string"}}}},
		{"cut off between members", "{\"tool\":\"f\",\n{\"tool\":\"f\",\"args\":{}}\n", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{1, "cut off"}}}},
		{"cut off where the next line would go on with it", "{\"a\":\n{\"tool\":\"f\",\"args\":{}}\n{\"tool\":\"g\",\"args\":{}}\n", Stats{Records: 2, Broken: 1, Calls: 2, Examples: []Broken{{1, "cut off"}}}},
		{"cut off at the end", "{\"tool\":\"f\",\"args\":{}}\n{\"tool\":\"f\",\"ar", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{2, "cut off"}}}},
		{"words", "Traceback (most recent call last):\n  File \"x\"\n2026-01-02 12:00 INFO\n{\"tool\":\"f\",\"args\":{}}\n", Stats{Records: 1, Broken: 2, Calls: 1, Examples: []Broken{{1, "no JSON value where one is due"}, {3, "no JSON"}}}},
		{"text behind a record", "{\"tool\":\"f\",\"args\":{}} x\n{\"tool\":\"f\",\"args\":{}},\n{\"tool\":\"f\",\"args\":{}}\n", Stats{Records: 1, Broken: 2, Calls: 1, Examples: []Broken{{1, "more text behind it"}, {2, "more text behind it"}}}},
		{"too deep", deep + "\n{\"tool\":\"f\",\"args\":{}}\n", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{1, "nested deeper than the limit of 500 levels"}}}},
		{"a list that breaks off", "[{\"tool\":\"f\",\"args\":{}},\n{\"tool\":\"f\",\"ar", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{2, "cut off"}}}},
		{"a list without an end", "[{\"tool\":\"f\",\"args\":{}}\n", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{2, "cut off: the list has no end"}}}},
		{"an item of a list", "[\n  {\"tool\":\"f\",\"args\":{}},\n  {\"tool\":f},\n  {\"tool\":\"f\",\"args\":{}}\n]\n{\"tool\":\"f\",\"args\":{}}", Stats{Records: 3, Broken: 1, Calls: 3, Examples: []Broken{{3, "no JSON value where one is due"}}}},
		{"an item of a list on many lines", "[\n  {\n    \"tool\": \"f\",\n    \"args\": {]\n  },\n  {\n    \"tool\": \"f\",\n    \"args\": {}\n  }\n]\n", Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{2, "no name where a member is due"}}}},
		{"numbers that are none", "{\"a\":01}\n{\"a\":1.}\n{\"a\":-}\n{\"a\":1e}\n{\"a\":.5}\n", Stats{Broken: 5, Examples: []Broken{{1, "neither , nor } behind a member"}, {2, "a number that JSON does not have"}, {3, "a number that JSON does not have"}, {4, "a number that JSON does not have"}, {5, "no JSON value where one is due"}}}},
		{"UTF-16", "\xff\xfe{\x00}\x00", Stats{Broken: 1, Examples: []Broken{{1, "UTF-16; write the log as UTF-8"}}}},
		{"nothing", " \n\n", Stats{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, stats := scanned(t, []byte(c.log), 1<<20)
			if diff := cmp.Diff(c.want, stats); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A record that is too large costs itself, and no memory beyond the limit.
func TestTooLarge(t *testing.T) {
	if testing.Short() || race {
		t.Skip("reads 130 MiB in one goroutine")
	}
	one := "{\"tool\":\"f\",\"args\":{}}\n"
	in := io.MultiReader(strings.NewReader(one+`{"a":"`), io.LimitReader(endless("x"), source.MaxRecord+5<<20), strings.NewReader("\"}\n"+one))
	var stats Stats
	if err := Read(in, "log", func(c *Chunk) error {
		stats.Add(c.Scan(func(*Event) {}))
		c.Free()
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Stats{Records: 2, Broken: 1, Calls: 2, Examples: []Broken{{2, "larger than the limit of 64 MiB"}}}, stats); diff != "" {
		t.Error(diff)
	}
}

type endless string

func (e endless) Read(to []byte) (int, error) {
	n := 0
	for n < len(to) {
		n += copy(to[n:], e)
	}
	return n, nil
}

func TestGzip(t *testing.T) {
	pack := func(text string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
		return b.Bytes()
	}
	one := "{\"tool\":\"f\",\"args\":{}}\n"
	whole := pack(strings.Repeat(one, 3))
	random := strings.Builder{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		fmt.Fprintf(&random, "{\"tool\":\"f\",\"args\":{\"a\":%d}}\n", r.Uint64())
	}
	long := pack(random.String())
	_, all := scanned(t, []byte(random.String()), 1<<20)
	for _, c := range []struct {
		name string
		log  []byte
		want Stats
	}{
		{"one member", whole, Stats{Records: 3, Calls: 3}},
		{"two members", append(bytes.Clone(whole), pack("{\"tool\":\"g\",\"args\":{}}\n")...), Stats{Records: 4, Calls: 4}},
		{"not gzip", []byte("\x1f\x8bxxxxxxxxxxxxxxxxx"), Stats{Broken: 1, Examples: []Broken{{1, "gzip data that is damaged"}}}},
	} {
		_, stats := scanned(t, c.log, 1<<20)
		if diff := cmp.Diff(c.want, stats); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	_, stats := scanned(t, long[:len(long)/2], 1<<20)
	want := []Broken{{stats.Records + 1, "gzip data that is cut short"}}
	if stats.Records < 2000 || stats.Records >= all.Records || stats.Broken != 1 || !slices.Equal(stats.Examples, want) {
		t.Errorf("cut short: %+v", stats)
	}
}

// A log that cannot be read to its end is an error, whatever it is that ends it. What
// came before counts, and one broken record stands for the rest.
func TestReadError(t *testing.T) {
	one := "{\"tool\":\"f\",\"args\":{}}\n"
	broke := errors.New("the disk is gone")
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(one + one[:9]))
	w.Flush()
	for _, c := range []struct {
		name string
		log  io.Reader
		want error
		line int64
		why  string
	}{
		{"a reader that fails", io.MultiReader(strings.NewReader(one), iotest.ErrReader(broke)), broke, 2, "the log could not be read on"},
		{"within a record", io.MultiReader(strings.NewReader(one+"{\"tool\":\"f\",\n\"args\":"), iotest.ErrReader(broke)), broke, 3, "the log could not be read on"},
		{"within a list", io.MultiReader(strings.NewReader("["+one+","), iotest.ErrReader(broke)), broke, 2, "the log could not be read on"},
		{"gzip that is cut short", &packed, errShort, 2, "gzip data that is cut short"},
	} {
		var stats Stats
		err := Read(c.log, "log", func(c *Chunk) error {
			stats.Add(c.Scan(func(*Event) {}))
			return nil
		})
		if diff := cmp.Diff(Stats{Records: 1, Broken: 1, Calls: 1, Examples: []Broken{{c.line, c.why}}}, stats); diff != "" || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %s", c.name, err, diff)
		}
	}
	for log, want := range map[string]error{"\xff\xfe{\x00": errWide, "\x1f\x8bxxxxxxxxxxxxxxxxx": errDamaged} {
		if err := Read(strings.NewReader(log), "log", func(*Chunk) error { return nil }); !errors.Is(err, want) {
			t.Errorf("%q: %v", log, err)
		}
	}
}

// Logs of others, as they are: what they hold was counted by another program.
func TestRealLogs(t *testing.T) {
	for _, c := range []struct {
		file                             string
		calls, turns, answers, succeeded int
		tools                            string
	}{
		{"tau-bench.json", 20, 11, 20, 0, "get_user_details get_reservation_details get_reservation_details get_reservation_details get_reservation_details get_reservation_details get_reservation_details get_reservation_details search_direct_flight search_onestop_flight think calculate calculate update_reservation_flights update_reservation_flights think update_reservation_flights update_reservation_flights update_reservation_flights update_reservation_flights"},
		{"toolbench.json", 4, 0, 0, 4, "transitaires_for_transitaires transitaire_for_transitaires transitaires_for_transitaires Finish"},
	} {
		log, err := os.ReadFile(filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		var calls, turns, answers, succeeded int
		var tools []string
		if err := Read(bytes.NewReader(log), c.file, func(k *Chunk) error {
			stats := k.Scan(func(e *Event) {
				switch e.Kind {
				case Call:
					calls++
					tools = append(tools, string(e.Tool))
				case Turn:
					turns++
				case Outcome:
					answers++
				}
				if e.Status == Succeeded {
					succeeded++
				}
			})
			if stats.Records != 1 || stats.Broken != 0 {
				t.Errorf("%s: %+v", c.file, stats)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if calls != c.calls || turns != c.turns || answers != c.answers || succeeded != c.succeeded {
			t.Errorf("%s: %d calls, %d turns, %d answers, %d succeeded", c.file, calls, turns, answers, succeeded)
		}
		if got := strings.Join(tools, " "); got != c.tools {
			t.Errorf("%s: calls %s", c.file, got)
		}
		compareChunks(t, log, 100, 1000)
	}
}
