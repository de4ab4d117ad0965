package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// strongest is the statement that decides a number's unit.
func strongest(j *units.Judgement) units.Statement {
	for _, s := range j.Stated {
		if s.Unit.Symbol != "" {
			return s
		}
	}
	return units.Statement{}
}

// unitWords is a unit as a person says it.
func unitWords(s units.Statement) string {
	if long := unitNames[s.Unit.Symbol]; long != "" {
		return long
	}
	return s.Unit.Symbol
}

var unitNames = map[string]string{
	"ns": "nanoseconds", "us": "microseconds", "ms": "milliseconds", "s": "seconds", "min": "minutes", "h": "hours", "d": "days",
	"major": "major units of the currency", "minor": "minor units of the currency", "minor_units": "minor units of the currency",
	"USD": "dollars", "0..1": "a fraction from 0 to 1", "0..100": "percent",
}

func byFactor(factor string) string {
	if factor == "" || factor == "1" {
		return ""
	}
	return ", off by a factor of " + strings.TrimPrefix(factor, "1/")
}

// intent is a concrete call and what the model means by it.
func intent(d *diff.Drift, tool units.Statement) string {
	v := d.ToolSchema.Default
	if len(d.ToolSchema.Examples) > 0 {
		v = d.ToolSchema.Examples[0]
	}
	if v == nil || v.Kind != source.Number {
		v = &source.Node{Kind: source.Number, Text: "50"}
	}
	return fmt.Sprintf("a model that means %s %s sends %s", v.Text, unitWords(tool), sent(d, v))
}

// suffixed is the field's name with the unit of the statement at its end.
func suffixed(d *diff.Drift, s units.Statement) string {
	suffix := strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '/' {
			return '_'
		}
		return r
	}, s.Unit.Symbol))
	switch s.Unit.Symbol {
	case "0..1":
		suffix = "fraction"
	case "s":
		suffix = "seconds"
	}
	name := leaf(d.Path)
	if strings.ToLower(name) != name && !strings.Contains(name, "_") {
		return name + strings.ToUpper(suffix[:1]) + suffix[1:]
	}
	return name + "_" + suffix
}

func firstSpan(spans ...source.Span) source.Span {
	for _, s := range spans {
		if !s.IsZero() {
			return s
		}
	}
	return source.Span{}
}
