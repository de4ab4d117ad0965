package diff

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// withoutEchoes drops what a tool's prose and its schema disagree on where the
// prose is right: another drift says already that the schema differs from the API.
func withoutEchoes(drifts []*Drift) []*Drift {
	var out []*Drift
	for _, d := range drifts {
		echo := d.Kind == ProseClaim && !d.Prose.API && slices.ContainsFunc(drifts, func(f *Drift) bool {
			return f.Path == d.Path && isEcho(d.Prose, f)
		})
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
