package check_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/rules"
)

// explaining are the rules that tell of a value which the API rejects.
var explaining = map[string]bool{
	"renamed-field": true, "unknown-field": true, "type-mismatch": true, "fraction-allowed": true, "format-mismatch": true,
	"enum-value-unknown": true, "enum-open": true, "bound-too-wide": true, "null-rejected": true, "bad-example": true,
	"not-comparable": true, "required-by-api": true, "exclusive-fields": true, "read-only-field": true, "malformed-schema": true,
}

// hasProof are the rules whose findings show arguments that the API rejects.
var hasProof = map[string]bool{
	"type-mismatch": true, "enum-value-unknown": true, "bound-too-wide": true, "null-rejected": true,
	"format-mismatch": true, "required-by-api": true, "bad-example": true,
}

// ofGroups are the rules on members of an object of which one is taken.
var ofGroups = map[string]bool{"exclusive-fields": true, "required-by-api": true, "unknown-field": true, "renamed-field": true}

// explains reports whether the finding stands on the path of the rejection, or above it.
func explains(f *rules.Finding, r rejection) bool {
	if f.Rule == "open-object" {
		return r.undeclared && isAbove(f.Field, r.path) || r.union && isBelow(f.Field, r.path)
	}
	if !explaining[f.Rule] {
		return false
	}
	if r.group {
		// Of fields that exclude each other the finding stands on the first.
		return explaining[f.Rule] && f.Field != "" && isAbove(f.Field, r.path) || slices.ContainsFunc([]string{f.Field, f.APIField}, func(path string) bool {
			steps := stepsOf(path)
			last := max(len(steps)-1, 0)
			isMember := last < len(steps) && slices.ContainsFunc(r.of, func(name string) bool { return plain(name) == plain(steps[last]) })
			return (ofGroups[f.Rule] || isMember) && leads(steps[:last], r.path)
		})
	}
	for _, path := range []string{f.Field, f.APIField} {
		if path == "" && f.Rule != "not-comparable" && f.Rule != "exclusive-fields" {
			continue
		}
		if isAbove(path, r.path) || r.union && isBelow(path, r.path) {
			return true
		}
	}
	return false
}

// isUnion reports whether the tool has alternatives at a path: what one of them
// declares, another that is open takes as it comes.
func isUnion(at any, defs map[string]any, path string) bool {
	for _, step := range stepsOf(path) {
		switch step {
		case "[]":
			at = inside(at, defs, "items")
		case "*":
			at = inside(at, defs, "additionalProperties")
		default:
			at = declaredIn(at, defs, 0)[step]
		}
	}
	return members(at)["oneOf"] != nil || members(at)["anyOf"] != nil
}

// isExcused are findings of a kind that no single call can prove.
func isExcused(f *rules.Finding) bool {
	switch {
	case f.Rule == "format-mismatch" && f.Suggestion == "base64":
		return true // what is made of its letters is decoded without complaint, into other bytes
	case f.Rule == "enum-value-unknown" && number.MatchString(f.Value) && isRPC.MatchString(f.Operations[0]):
		return true // enums of proto3 are open: protojson takes a number that nobody has named
	case strings.HasSuffix(f.Message, "it is no base64") && len(f.Operations) > 0 && !isRPC.MatchString(f.Operations[0]):
		return true // kin-openapi looks at its alphabet alone; RFC 4648, section 4, says how many characters there may be
	case f.Rule == "bad-example" && f.Witness == nil:
		return true // of the tool alone
	}
	return false
}

// isBroken reports whether there are schemas in the tool's that nothing fits, or
// nothing that comes to mind, so that not everything in it can be sent.
func isBroken(t *testing.T, tool object, v *valuer) bool {
	for _, s := range schemasIn(tool, nil) {
		if s["not"] != nil && s["type"] == nil {
			return true // it says only what may not be, which proves nothing
		}
		whole := clone(s).(object)
		whole["$defs"] = tool["$defs"]
		if whole["$defs"] == nil {
			delete(whole, "$defs")
		}
		one := compilePlain(t, whole)
		fits := false
		for range 200 {
			v.depth = 0
			fits = fits || one.Validate(v.value(whole)) == nil
		}
		if !fits {
			return true
		}
	}
	return false
}

var number = regexp.MustCompile(`^-?\d+$`)

var isRPC = regexp.MustCompile(`^p\d+\.S/Act$`)

var pathSteps = strings.NewReplacer("[]", ".[]")

func stepsOf(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(pathSteps.Replace(path), "."), ".")
}

func stepFits(pattern, step string) bool {
	_, err := strconv.Atoi(step)
	return pattern == step || plain(pattern) == plain(step) || pattern == "*" || pattern == "[]" && err == nil
}

// plain is a name without its case style: of a protobuf field both spellings are right.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func isAbove(path string, of []string) bool { return leads(stepsOf(path), of) }

func leads(steps, of []string) bool {
	if len(steps) > len(of) {
		return false
	}
	for i, s := range steps {
		if !stepFits(s, of[i]) {
			return false
		}
	}
	return true
}

func isBelow(path string, of []string) bool {
	steps := stepsOf(path)
	if len(steps) < len(of) {
		return false
	}
	for i, s := range of {
		if !stepFits(steps[i], s) {
			return false
		}
	}
	return true
}
