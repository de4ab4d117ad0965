package report

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

func TestCallsMetrics(t *testing.T) {
	text := string(written(t, "openmetrics", calledYear(), View{}))
	golden(t, "calls_metrics.golden", []byte(text))
	got, err := openMetrics(text)
	if err != nil {
		t.Fatal(err)
	}
	r := calledYear()
	refunds := r.Tools[3]
	for series, want := range map[string]float64{
		`tooldrift_calls_total{contract="payments",tool="create_refund",verdict="valid"}`:   float64(refunds.Valid),
		`tooldrift_calls_total{contract="payments",tool="create_refund",verdict="invalid"}`: float64(refunds.Calls - refunds.Valid),
		`tooldrift_log_records_total{state="read"}`:                                         61240,
		`tooldrift_log_records_total{state="broken"}`:                                       2,
		`tooldrift_valid_ratio`:                                                      r.Summary.Share,
		`tooldrift_unknown_tool_calls_total`:                                         17,
		`tooldrift_last_call_timestamp_seconds`:                                      1798761520,
		`tooldrift_step_timestamp_seconds{contract="payments",tool="create_refund"}`: 1773446400,
		`tooldrift_field_faults_total{contract="payments",tool="create_refund",field="payment_id",kind="missing-field",side="api",rule="renamed-field"}`: float64(refunds.Explained),
	} {
		if value, ok := got[series]; !ok || value != want {
			t.Errorf("%s is %v (there: %v), want %v", series, value, ok, want)
		}
	}
	if incomplete, _ := openMetrics(string(written(t, "openmetrics", r, View{Incomplete: "an input was refused"}))); got["tooldrift_complete"] != 1 || incomplete["tooldrift_complete"] != 0 {
		t.Errorf("complete is %v, and %v where an input was refused", got["tooldrift_complete"], incomplete["tooldrift_complete"])
	}
	for _, r := range []*tally.Report{{}, hostileCalls()} {
		if _, err := openMetrics(string(written(t, "openmetrics", r, View{}))); err != nil {
			t.Error(err)
		}
	}
}

// The parser of this test refuses what is no OpenMetrics, so that its word counts.
func TestCallsMetricsParser(t *testing.T) {
	const head = "# TYPE a counter\n"
	for _, text := range []string{
		"", head, head + "a_total 1\n", head + "a 1\n# EOF\n", head + "a_total 1\n\n# EOF\n", head + "a_total 1\na_total 1\n# EOF\n", "a_total 1\n# EOF\n",
		head + "a_total{b=\"x\",b=\"y\"} 1\n# EOF\n", head + "a_total{b=\"\\x\"} 1\n# EOF\n", head + "a_total{b=\"x} 1\n# EOF\n", head + "a_total -1\n# EOF\n", head + "a_total NaN\n# EOF\n",
		head + "# UNIT a seconds\na_total 1\n# EOF\n", head + "a_total 1\n# HELP a late\n# EOF\n", head + "a_total 1\n# TYPE b gauge\nb 1\n# HELP a apart\n# EOF\n", head + "a_total  1\n# EOF\n",
	} {
		if got, err := openMetrics(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if _, err := openMetrics(head + "# HELP a Good.\na_total{b=\"x\\\"\\\\\",c=\"\"} 1\n# EOF\n"); err != nil {
		t.Error(err)
	}
}

// However many names models make up, the series are as many as the contracts have fields.
func TestCallsMetricsBounded(t *testing.T) {
	tool := tally.Tool{Tool: "t", Calls: 1000, Explained: 1}
	for i := range 500 {
		name := fmt.Sprintf("made_up_%d", i)
		tool.Fields = append(tool.Fields, tally.Field{Field: name, Sent: 2, Invalid: 2})
		tool.Faults = append(tool.Faults, tally.Fault{Kind: "unknown-field", Side: "tool", Field: name, Calls: 2})
	}
	got, err := openMetrics(string(written(t, "openmetrics", &tally.Report{Tools: []tally.Tool{tool}}, View{})))
	if err != nil {
		t.Fatal(err)
	}
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if strings.HasPrefix(name, "tooldrift_field") {
			fields = append(fields, fmt.Sprint(name, " ", got[name]))
		}
	}
	want := []string{`tooldrift_field_faults_total{contract="",tool="t",field="(other)",kind="unknown-field",side="tool",rule=""} 1000`}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

const metricName = `[a-zA-Z_:][a-zA-Z0-9_:]*`

var (
	descriptor = regexp.MustCompile(`^# (TYPE|UNIT|HELP) (` + metricName + `) ((?:[^\n"\\]|\\[n"\\])*)$`)
	sampleLine = regexp.MustCompile(`^(` + metricName + `)(\{.*\})? (\S+)$`)
	labelPair  = regexp.MustCompile(`^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^\n"\\]|\\[n"\\])*)"`)
)

// openMetrics reads counters and gauges as the ABNF of OpenMetrics 1.0 has them, and
// holds the rules that stand beside it in its text; it refuses all else.
func openMetrics(text string) (map[string]float64, error) {
	body, ended := strings.CutSuffix(text, "# EOF\n")
	if !ended {
		return nil, fmt.Errorf("it does not end in # EOF")
	}
	out := map[string]float64{}
	said := map[string]map[string]string{} // of a family: TYPE, UNIT, HELP
	var family string
	var sampled bool
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		if m := descriptor.FindStringSubmatch(line); m != nil {
			if m[2] != family {
				if said[m[2]] != nil {
					return nil, fmt.Errorf("family %s is torn apart", m[2])
				}
				family, sampled = m[2], false
				said[family] = map[string]string{}
			}
			if _, twice := said[family][m[1]]; twice || sampled {
				return nil, fmt.Errorf("%s: %s stands twice, or below a sample", family, m[1])
			}
			if m[1] == "UNIT" && !strings.HasSuffix(family, "_"+m[3]) {
				return nil, fmt.Errorf("%s does not end in its unit %s", family, m[3])
			}
			said[family][m[1]] = m[3]
			continue
		}
		m := sampleLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("no line of OpenMetrics: %q", line)
		}
		want := family
		switch said[family]["TYPE"] {
		case "counter":
			want += "_total"
		case "gauge":
		default:
			return nil, fmt.Errorf("%s is of type %q", family, said[family]["TYPE"])
		}
		if m[1] != want {
			return nil, fmt.Errorf("sample %s in family %s", m[1], family)
		}
		if err := labelsOf(m[2]); err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if err != nil || value < 0 || value != value {
			return nil, fmt.Errorf("value of %s", line)
		}
		if _, twice := out[m[1]+m[2]]; twice {
			return nil, fmt.Errorf("%s stands twice", m[1]+m[2])
		}
		out[m[1]+m[2]], sampled = value, true
	}
	return out, nil
}

func labelsOf(text string) error {
	if text == "" {
		return nil
	}
	rest, seen := text[1:len(text)-1], map[string]bool{}
	for {
		m := labelPair.FindStringSubmatch(rest)
		if m == nil || seen[m[1]] || strings.HasPrefix(m[1], "__") {
			return fmt.Errorf("no label: %q", rest)
		}
		seen[m[1]] = true
		rest = rest[len(m[0]):]
		if rest == "" {
			return nil
		}
		if rest[0] != ',' {
			return fmt.Errorf("no comma: %q", rest)
		}
		rest = rest[1:]
	}
}
