package source

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"testing/fstest"
)

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReadInflates(t *testing.T) {
	s := &Store{FS: fstest.MapFS{"a/tools.json.gz": {Data: gzipped(t, "{\n  \"é\": 1x}")}}, Prefix: "../x/"}
	f, fault := s.Read("a/tools.json.gz")
	if fault != nil {
		t.Fatal(fault)
	}
	_, faults := Parse(f)
	if len(faults) != 1 || faults[0].Error() != "../x/a/tools.json.gz:2:9: expected \",\" or \"}\", found 'x'" {
		t.Errorf("faults of what was inflated: %v", faults)
	}
	if _, err := Apply(f, []Edit{{At: Span{f, 0, 1}, New: "["}}); err == nil {
		t.Error("plain text would be written over compressed data")
	}
}

// What a compressed file holds counts as the file does, and is not inflated
// beyond the limit.
func TestReadInflatesWithinTheLimit(t *testing.T) {
	whole := gzipped(t, strings.Repeat("{}\n", 1000))
	bomb := gzipped(t, strings.Repeat(" ", 1<<20))
	s := &Store{MaxSize: 4096, FS: fstest.MapFS{
		"fits":    {Data: whole},
		"bomb":    {Data: bomb},
		"chain":   {Data: append(bytes.Clone(whole), bomb...)}, // RFC 1952: members follow one another
		"short":   {Data: whole[:len(whole)-9]},
		"header":  {Data: []byte(gzipMagic)},
		"damaged": {Data: append(bytes.Clone(whole[:len(whole)-5]), "12345"...)},
		"more":    {Data: append(bytes.Clone(whole), "more than the data"...)},
	}}
	for name, want := range map[string]string{
		"fits":    "",
		"bomb":    "bomb:1:1: larger, once inflated, than the limit of 4096 bytes; --max-size raises it",
		"chain":   "chain:1:1: larger, once inflated, than the limit of 4096 bytes; --max-size raises it",
		"short":   "short:1:1: gzip data that is cut short",
		"header":  "header:1:1: gzip data that is cut short",
		"damaged": "damaged:1:1: gzip data that is damaged",
		"more":    "more:1:1: gzip data that is damaged",
	} {
		got := ""
		if _, fault := s.Read(name); fault != nil {
			got = fault.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestExt(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.JSON": ".json", "b.yaml.gz": ".yaml", "b.gz": "", "b": "", "b.tar.gz": ".tar",
	} {
		if got := Ext(name); got != want {
			t.Errorf("Ext(%q) = %q, want %q", name, got, want)
		}
	}
}
