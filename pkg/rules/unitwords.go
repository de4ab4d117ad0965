package rules

import (
	"strings"

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

// statedFrom is the statement that a part of the field makes, or none.
func statedFrom(j *units.Judgement, from units.Source) (units.Statement, bool) {
	for _, s := range j.Stated {
		if s.From == from {
			return s, true
		}
	}
	return units.Statement{}, false
}

// noun is a unit as a person says it, with its currency where that is known:
// "seconds", "USD cents".
func noun(u units.Unit, code string) string {
	switch {
	case u.Dim != units.Money || len(code) != 3 || code == u.Symbol:
	case u.Symbol == "minor units", u.Symbol == "major units":
		return u.Symbol + " of " + code
	default:
		return code + " " + u.Symbol
	}
	if u.Symbol == "USD" && code == "USD" {
		return code
	}
	return u.Noun()
}

// counted says how a side counts: "in seconds", "per minute", "as a fraction from 0 to 1".
func counted(s units.Statement, code string) string {
	if s.From == units.FromBounds {
		switch s.Unit.Symbol {
		case "percent":
			return "on a scale from 0 to 100"
		case "255ths":
			return "on a scale from 0 to 255"
		case "basis points":
			return "on a scale from 0 to 10000"
		}
		return "on a scale from 0 to 1"
	}
	return phrase(s.Unit, code)
}

// phrase is what a description has to say for a unit.
func phrase(u units.Unit, code string) string {
	switch {
	case u.Symbol == "fraction":
		return "as a fraction from 0 to 1"
	case u.Symbol == "minor units" && len(code) != 3:
		return "in the smallest unit of the currency"
	case strings.HasPrefix(u.Symbol, "per "):
		return u.Symbol
	}
	return "in " + noun(u, code)
}

func byFactor(factor string) string {
	if factor == "" || factor == "1" {
		return ""
	}
	return ", off by a factor of " + strings.TrimPrefix(factor, "1/")
}

func firstSpan(spans ...source.Span) source.Span {
	for _, s := range spans {
		if !s.IsZero() {
			return s
		}
	}
	return source.Span{}
}
