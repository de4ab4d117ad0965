package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// withoutEchoes drops what a tool's prose or examples and its schema disagree on
// where these are right: another drift says already that the schema differs from
// the API.
func withoutEchoes(drifts []*Drift) []*Drift {
	var out []*Drift
	for _, d := range drifts {
		var echo bool
		switch {
		case d.Kind == ProseClaim && !d.Prose.API:
			echo = slices.ContainsFunc(drifts, func(f *Drift) bool { return f.Path == d.Path && isEcho(d.Prose, f) })
		case d.Kind == BadExample && d.APISchema != nil && d.Example.Broken == BreaksTool && d.Example.Of == "example":
			echo = slices.ContainsFunc(drifts, func(f *Drift) bool { return reshapes[f.Kind] && isWithin(f.Path, d.Path) })
		}
		if !echo {
			out = append(out, d)
		}
	}
	return out
}

func isEcho(claim ProseFact, f *Drift) bool {
	switch f.Kind {
	case BoundTooWide:
		if f.Bound.API == nil || f.Bound.Word != claim.Of {
			return false
		}
		order, ok := contract.CompareNumbers(f.Bound.API.Num, claim.Said)
		return ok && order == 0
	case EnumOmitted:
		return claim.Of == "value" && sameText(f.Value, claim.Said)
	case DefaultMismatch:
		return claim.Of == "default" && sameText(LiteralWords(f.Default), claim.Said)
	case BadExample:
		return claim.Of == "default" && f.Example.Of == "default"
	case Required:
		return claim.Of == "required" && claim.Said == "required"
	case NullRejected:
		return claim.Of == "null" && claim.Said != "null"
	case Format:
		return claim.Of == "format" && claim.Said == f.Formats[1].Name
	}
	return false
}

// reshapes are the kinds that say that the API takes values which the tool's schema rules out.
var reshapes = map[Kind]bool{Type: true, EnumOmitted: true, Format: true, Renamed: true}

// isWithin reports whether a path is another one, or below it.
func isWithin(path, top string) bool {
	rest, ok := strings.CutPrefix(path, top)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
