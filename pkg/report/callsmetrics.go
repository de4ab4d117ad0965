package report

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	// metricsFields is how many fields of a tool have series of their own; what the
	// others count is theirs together.
	metricsFields = 50
	// otherFields is the field of what has none of its own: a model makes up as many
	// names as it likes, and each would be a series for ever.
	otherFields = "(other)"
)

// family is what OpenMetrics calls a metric family: series of one name.
type family struct {
	name, kind, unit, help string
	series                 []series
	at                     map[string]int // of a series by its labels
}

type series struct {
	labels string
	value  float64
}

// add counts on a series, and makes it where it is not there: no two are equal.
func (f *family) add(value float64, labels ...string) {
	var b strings.Builder
	for i := 0; i < len(labels); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `%s="%s"`, labels[i], labelValue(labels[i+1]))
	}
	key, value := b.String(), max(0, value) // a counter below 0 is none, whatever summaries were merged
	if f.at == nil {
		f.at = map[string]int{}
	}
	i, known := f.at[key]
	switch {
	case !known:
		f.at[key] = len(f.series)
		f.series = append(f.series, series{key, value})
	case f.kind == "counter":
		f.series[i].value += value
	}
}

var labelMarks = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// labelValue is text of an input as a label has it (OpenMetrics 1.0, escaped-string).
func labelValue(s string) string {
	return labelMarks.Replace(strings.ReplaceAll(source.Escape(short(s)), "##[", `##\[`))
}

// callsMetrics is the report as OpenMetrics 1.0 text, for a scraper to read from a
// file: counts of the logs as a whole, without the curves, for keeping a history is
// the scraper's own business. Only names that the contracts have are labels.
func callsMetrics(r *tally.Report, v View) []byte {
	s := r.Summary
	complete := family{name: "tooldrift_complete", kind: "gauge", help: "Whether the logs were read whole and calls were judged: 1, or 0."}
	complete.add(float64(boolRank(v.Incomplete == "")))
	records := family{name: "tooldrift_log_records", kind: "counter", help: "Records of the logs, by whether they could be read."}
	records.add(float64(s.Records), "state", "read")
	records.add(float64(s.Broken), "state", "broken")
	unknown := family{name: "tooldrift_unknown_tool_calls", kind: "counter", help: "Calls of names that no tool of the contracts has."}
	unknown.add(float64(s.Calls - s.Judged))
	ratio := family{name: "tooldrift_valid_ratio", kind: "gauge", unit: "ratio", help: "Share of the judged calls that are valid."}
	if s.Judged > 0 {
		ratio.add(s.Share)
	}
	last := family{name: "tooldrift_last_call_timestamp_seconds", kind: "gauge", unit: "seconds", help: "When the last call of the logs was made."}
	if at, err := time.Parse(time.RFC3339, s.To); err == nil {
		last.add(float64(at.Unix()))
	}
	families := append([]*family{&complete, &records, &unknown, &ratio, &last}, toolMetrics(r)...)
	families = append(families, fieldMetrics(r)...)
	var out bytes.Buffer
	for _, f := range families {
		f.write(&out)
	}
	out.WriteString("# EOF\n")
	return out.Bytes()
}

func toolMetrics(r *tally.Report) []*family {
	calls := family{name: "tooldrift_calls", kind: "counter", help: "Calls of each tool, by whether they are valid."}
	failures := family{name: "tooldrift_failures", kind: "counter", help: "Invalid calls of each tool, by whether contract drift explains all that is wrong with them."}
	ratio := family{name: "tooldrift_tool_valid_ratio", kind: "gauge", unit: "ratio", help: "Share of the calls of each tool that are valid."}
	retries := family{name: "tooldrift_retries", kind: "counter", help: "Calls that repeat an invalid one in the same turn, by what became of them."}
	answers := family{name: "tooldrift_unexpected_answers", kind: "counter", help: "Valid calls answered with an error, and invalid ones answered with success."}
	steps := family{name: "tooldrift_step_timestamp_seconds", kind: "gauge", unit: "seconds", help: "When the share of invalid calls of a tool last changed for good."}
	for i := range r.Tools {
		t := &r.Tools[i]
		tool := func(more ...string) []string {
			return append([]string{"contract", t.Contract, "tool", t.Tool}, more...)
		}
		invalid := t.Calls - t.Valid
		calls.add(float64(t.Valid), tool("verdict", "valid")...)
		calls.add(float64(invalid), tool("verdict", "invalid")...)
		failures.add(float64(t.Explained), tool("cause", "drift")...)
		failures.add(float64(invalid-t.Explained), tool("cause", "unexplained")...)
		if t.Calls > 0 {
			ratio.add(t.Share, tool()...)
		}
		retries.add(float64(t.Repaired), tool("outcome", "repaired")...)
		retries.add(float64(t.Retries-t.Repaired), tool("outcome", "invalid")...)
		answers.add(float64(t.Failed), tool("verdict", "valid", "answer", "error")...)
		answers.add(float64(t.Tolerated), tool("verdict", "invalid", "answer", "success")...)
		if n := len(t.Steps); n > 0 {
			if at, err := time.Parse(time.RFC3339, t.Steps[n-1].At); err == nil {
				steps.add(float64(at.Unix()), tool()...)
			}
		}
	}
	return []*family{&calls, &failures, &ratio, &retries, &answers, &steps}
}

func fieldMetrics(r *tally.Report) []*family {
	ratio := family{name: "tooldrift_field_valid_ratio", kind: "gauge", unit: "ratio", help: "Share of the calls of each field that have no fault in it."}
	faults := family{name: "tooldrift_field_faults", kind: "counter", help: "Calls with a fault in a field, by what is wrong, whose contract it breaks, and the rule whose finding explains it."}
	mixups := family{name: "tooldrift_field_unit_mixups", kind: "gauge", help: "Pairs of units that the values of a field seem to mix."}
	for i := range r.Tools {
		t := &r.Tools[i]
		named := namedFields(t)
		for j := range t.Fields {
			f := &t.Fields[j]
			if !slices.Contains(named, f.Field) {
				continue
			}
			ratio.add(f.Share, "contract", t.Contract, "tool", t.Tool, "field", f.Field)
			if len(f.Mixups) > 0 {
				mixups.add(float64(len(f.Mixups)), "contract", t.Contract, "tool", t.Tool, "field", f.Field)
			}
		}
		for j := range t.Faults {
			f := &t.Faults[j]
			field, rule := f.Field, ""
			if field != "" && !slices.Contains(named, field) {
				field = otherFields
			}
			if f.Drift != nil {
				rule = f.Drift.Rule
			}
			faults.add(float64(f.Calls), "contract", t.Contract, "tool", t.Tool, "field", field, "kind", f.Kind, "side", f.Side, "rule", rule)
		}
	}
	return []*family{&ratio, &faults, &mixups}
}

// namedFields are the fields of a tool that have series of their own: those that it
// declares, or that a contract asks for.
func namedFields(t *tally.Tool) (names []string) {
	asked := func(field string) bool {
		return slices.ContainsFunc(t.Faults, func(f tally.Fault) bool { return f.Field == field && f.Kind == "missing-field" })
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; len(names) < metricsFields && (f.Known || asked(f.Field)) {
			names = append(names, f.Field)
		}
	}
	return names
}

// write leaves out a family without series, which no scraper would miss.
func (f *family) write(out *bytes.Buffer) {
	if len(f.series) == 0 {
		return
	}
	fmt.Fprintf(out, "# TYPE %s %s\n", f.name, f.kind)
	if f.unit != "" {
		fmt.Fprintf(out, "# UNIT %s %s\n", f.name, f.unit)
	}
	fmt.Fprintf(out, "# HELP %s %s\n", f.name, f.help)
	name := f.name
	if f.kind == "counter" {
		name += "_total"
	}
	for _, s := range f.series {
		labels := s.labels
		if labels != "" {
			labels = "{" + labels + "}"
		}
		fmt.Fprintf(out, "%s%s %s\n", name, labels, strconv.FormatFloat(s.value, 'f', -1, 64))
	}
}
