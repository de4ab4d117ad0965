package prose

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func names(text string) []string {
	var all []string
	for _, m := range Names(contract.Text{Text: text}) {
		s := string(m.Kind) + " " + m.Name
		if m.Role != Argument {
			s += " = " + string(m.Role)
		}
		if m.Under != "" {
			s += " under " + m.Under
		}
		all = append(all, s)
	}
	return all
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"an ordinary word is no name", "The currency of the amount, in the given state", nil},
		{"identifiers", "Pass customer_id or the perPage value; see filter.created_at.",
			[]string{"identifier customer_id", "identifier perPage", "identifier filter.created_at"}},
		{"backticks make any word a name", "Pass `amount` with ``lines[].sku`` and `user-id`.",
			[]string{"backtick amount", "backtick lines[].sku", "backtick user-id"}},
		{"quotes", "The 'updated_field' and \"limit\" and ‘per_page’ parameters",
			[]string{"quote updated_field", "quote limit", "quote per_page"}},
		{"apostrophes quote nothing", "the user's file_id and the team's group_id", []string{"identifier file_id", "identifier group_id"}},
		{"brands and products", "GitHub, JavaScript, iPhone, macOS, YouTube, Premium_LRS, USER_ID", nil},
		{"addresses, paths, files, qualifiers", "see https://x.example/a_b, a/b_c, mail me_you@x.example, config_file.json, in:file_name, --dry_run, #some_tag", nil},
		{"placeholders", "the path /users/{user_id}, <tool_name> or {{first_name}}", nil},
		{"code in backticks is not searched", "`label:bug is_open per_page=3` and `useUser()`", nil},
		{"values", "Can be: `open_now` or `closed`. Set `state` to `all_done`. One of 'a_b', 'c_d'. E.g. `x_y`. Default `per_z`. Sort by: due_date, likes, modified_at",
			[]string{"backtick state"}},
		{"words of an argument win over a colon", "Required parameters: orgId, startDate.", []string{"identifier orgId", "identifier startDate"}},
		{"fields of an answer", "Returns the `next_cursor`. The response includes `nextPage` and `lastPage` fields. Use `end_cursor` from the previous response.", nil},
		{"a list of values is no list of arguments", "Action:\n- `add_one`: adds one\n- `drop_all`\n", nil},
		{"tools", "Use the 'update_issue' tool, or the `a_b` and `c_d` tools; call get_thing first. Then use do_it().",
			[]string{"quote update_issue = tool", "backtick a_b = tool", "backtick c_d = tool", "identifier get_thing = called", "identifier do_it = called"}},
		{"former names", "The total, formerly `sum_total`. Previously called old_sum. `legacy_id` is deprecated.",
			[]string{"backtick sum_total = former", "identifier old_sum = former", "backtick legacy_id = former"}},
		{"successors", "Deprecated alias for branch_name. Renamed to `new_name`. Deprecated, use `auto_merge`. Use `x_y` instead.",
			[]string{"identifier branch_name = successor", "backtick new_name = successor", "backtick auto_merge = successor", "backtick x_y = successor"}},
		{"docstring", "Search.\n\n:param begin_ts: from\n:param str end_ts: to\n:return: the `rows`\n:raises Oops: never\n",
			[]string{"param begin_ts", "param end_ts"}},
		{"a type is all that is said of it", "Args:\n- evidence (object): all of it\n    - rebuttal (string)\n    - one more (here)\n", []string{"param evidence", "param rebuttal under evidence"}},
		{"Args", "Search.\n\nArgs:\n    begin (int): from\n        in seconds\n    opts: An object with\n      - deep_one: nested\n\nReturns:\n    rows: all\n",
			[]string{"param begin", "param opts", "param deep_one under opts"}},
		{"arguments with types need no heading", "Only one of these, not both:\n- percent_off (number, optional): the part\n- amount_off (int): the sum\n- note: nothing\n",
			[]string{"param percent_off", "param amount_off"}},
		{"example in its envelope", "Example:\n```json\n{\"name\": \"fetch\", \"arguments\": {\"link\": \"x\", \"opts\": {\"deep\": 1}}}\n```\n",
			[]string{"example link", "example opts"}},
		{"an answer is no example", "The response looks like:\n```json\n{\"next_page\": 1}\n```\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, names(c.text)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestSpans holds that a name is found in the file however its description is spelled there.
func TestSpans(t *testing.T) {
	const text = "The “big one”.\nPass old_name or `new\tname`, then last_one"
	for spelling, raw := range map[string]string{
		"JSON string":        `"The \u201cbig one”.\nPass old_name or ` + "`new\\tname`" + `, then last_one"`,
		"YAML literal block": "|\n      The “big one”.\n      Pass old_name or `new\tname`, then last_one\n",
		"comments":           "// The “big one”.\n  // Pass old_name or `new\tname`, then last_one\n",
		"as it is":           text,
	} {
		t.Run(spelling, func(t *testing.T) {
			f := &source.File{Name: "x", Data: []byte("key: " + raw)}
			at := source.Span{File: f, Start: len("key: "), End: len(f.Data)}
			var got []string
			for _, m := range Names(contract.Text{Text: text, At: at}) {
				got = append(got, m.At.Text())
			}
			if diff := cmp.Diff([]string{"old_name", "last_one"}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	t.Run("words that are not there", func(t *testing.T) {
		f := &source.File{Name: "x", Data: []byte("something else")}
		at := source.Span{File: f, End: len(f.Data)}
		if got := Names(contract.Text{Text: "pass old_name", At: at})[0].At; got != at {
			t.Errorf("span %q, want that of the whole description", got.Text())
		}
	})
}

func TestParams(t *testing.T) {
	raw := `"It takes two arguments:\n- amount (int, optional): The amount in cents.\n- reason (str): Why."`
	f := &source.File{Name: "x", Data: []byte(raw)}
	text := "It takes two arguments:\n- amount (int, optional): The amount in cents.\n- reason (str): Why."
	var got []string
	for _, p := range Params(contract.Text{Text: text, At: source.Span{File: f, End: len(raw)}}) {
		c := Read(p.Doc)
		got = append(got, fmt.Sprintf("%s|%s|%s|optional %t", p.At.Text(), p.Doc.At.Text(), c.Types, c.Optional != nil))
	}
	want := []string{
		"amount| (int, optional): The amount in cents.|integer|optional true",
		"reason| (str): Why.|string|optional false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestExamples(t *testing.T) {
	raw := `"Use it:\n` + "```json\\n" + `{\"name\": \"fetch_page\", \"arguments\": {\"link\": \"x\"}}\n` + "```\\nor\\n```\\n{\\\"url\\\": 1}\\n```\\nor\\n```sh\\n{\\\"a\\\": 1}\\n```" + `"`
	n, faults := source.ParseJSON(&source.File{Name: "x", Data: []byte(raw)})
	if faults != nil {
		t.Fatal(faults)
	}
	var got []string
	for _, e := range Examples(contract.Text{Text: n.Text, At: n.At}) {
		got = append(got, fmt.Sprintf("%q envelope %t: %s at %s", e.Tool, e.Envelope != nil, e.Args.Members[0].Key, e.Args.Members[0].KeyAt.Text()))
	}
	want := []string{`"fetch_page" envelope true: link at \"link\"`, `"" envelope false: url at \"url\"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// BenchmarkLongTexts reads texts that are hard to read, and reports how many
// times as long a text of eight times the length takes: 8 where time grows with
// the length, 64 with its square. Descriptions come from strangers.
func BenchmarkLongTexts(b *testing.B) {
	read := func(piece string, size int) time.Duration {
		text := strings.Repeat(piece, size/len(piece))
		f := &source.File{Name: "x", Data: []byte(text)}
		in := contract.Text{Text: text, At: source.Span{File: f, End: len(text)}}
		start := time.Now()
		Names(in)
		Params(in)
		Examples(in)
		Read(in)
		return time.Since(start)
	}
	for _, piece := range []string{
		"`", "``a` ", "use a_b ", "`a`, ", "'a_b or ", "“", "{a ", "- a_b: c\n", "Args:\n a: b\n", "```\n{}\n```\n", "one of a, ", "can be `a`, ",
		"default ", "between 1 and ", "(1-", "max 1 ", "ISO 8601 ", "YYYY-MM-DD or ", "(required", "null to ", "a\"b ", ". ", "the tool `a_b` and ", "e.g. {", "e.g. {\"a\":", "a(", "a({", "a(b=1, c=2)", "Example: {\"a\": 1}, ",
	} {
		b.Run(piece, func(b *testing.B) {
			var short, long time.Duration
			for b.Loop() {
				short += read(piece, 1<<11)
				long += read(piece, 1<<14)
			}
			b.ReportMetric(float64(long)/float64(short), "x-of-an-eighth")
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"`a_b` (1-5, default `x`)", "Args:\n  a: b", "```json\n{\"a\":1}\n```", "one of a, b", "“x", "max\u0130 length: 1,000", "e.g. {\"a\": 1}, {'b': True}", "a(b=1, c='d')", "a({b: [1]})"} {
		f.Add(s, `"`+s+`"`)
	}
	f.Fuzz(func(t *testing.T, text, raw string) {
		file := &source.File{Name: "x", Data: []byte(raw)}
		in := contract.Text{Text: text, At: source.Span{File: file, End: len(raw)}}
		for _, m := range Names(in) {
			if m.At.Start < 0 || m.At.End > len(raw) || m.At.Start > m.At.End {
				t.Errorf("%s: span %d-%d is outside of the file", m.Name, m.At.Start, m.At.End)
			}
		}
		Params(in)
		Examples(in)
		Read(in)
	})
}
