package check_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON Schema, or any JSON object, that tests build and change.
type object map[string]any

func (o object) String() string {
	b, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// clone is a copy that shares nothing.
func clone(v any) any {
	switch v := v.(type) {
	case object:
		return object(cloneMembers(v))
	case map[string]any:
		return object(cloneMembers(v))
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = clone(item)
		}
		return out
	}
	return v
}

func cloneMembers(m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = clone(v)
	}
	return out
}

// members is v as an object; nil where it is none.
func members(v any) map[string]any {
	switch v := v.(type) {
	case object:
		return v
	case map[string]any:
		return v
	}
	return nil
}

// at is the value at the end of a way through objects.
func at(v any, way ...string) any {
	for _, step := range way {
		v = members(v)[step]
	}
	if m := members(v); m != nil {
		return m
	}
	return v
}

func defsOf(tool object) map[string]any { return members(tool["$defs"]) }

func names(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func items(v any) []any {
	list, _ := v.([]any)
	return list
}

func judgeBase64(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	if _, err := base64.RawStdEncoding.DecodeString(plain); err != nil {
		return errors.New("no base64")
	}
	return nil
}

var digitRuns = regexp.MustCompile(`-?\d+`)

// probes are the numbers near the bounds that either side states.
func probes(tool object, files map[string]string) []int {
	text := tool.String()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text += files[name]
	}
	seen := map[int]bool{0: true, 1: true, 5: true, -1: true, 1000: true}
	for _, run := range digitRuns.FindAllString(text, -1) {
		if n, err := strconv.Atoi(run); err == nil && n < 10000 && n > -10000 {
			seen[n-1], seen[n], seen[n+1] = true, true, true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// formatSamples are strings of a format that every judge takes.
var formatSamples = map[string][]string{
	"date":      {"2026-03-01", "1999-12-31"},
	"date-time": {"2026-03-01T09:00:00Z", "1999-12-31T23:59:59.5+02:00"},
	"time":      {"09:00:00Z"},
	"uuid":      {"3f2504e0-4f89-41d3-9a0c-0305e82c3301", "9b2d8f10-1111-4abc-8def-0123456789ab"},
	"email":     {"ada@example.com", "x@y.org"},
	"uri":       {"https://example.com/a", "http://x.org"},
	"byte":      {"aGVsbG8=", "AAEC"},
	"duration":  {"PT30S", "P1D"},
	"ipv4":      {"10.0.0.1"},
	"ipv6":      {"::1"},
}

// patternSamples are the patterns of generated contracts, with strings that fit.
var patternSamples = map[string][]string{
	`^[a-z]+$`:       {"abc", "a", "zebra"},
	`^[A-Z]{3}$`:     {"ABC", "XYZ"},
	`^[0-9]{4}$`:     {"1234", "9876"},
	`^(foo|bar)$`:    {"foo", "bar"},
	`^x-[a-z0-9]*$`:  {"x-", "x-a1"},
	`^[A-Z][a-z]+$`:  {"Ada", "Grace"},
	`^\d{2}-\d{2}$`:  {"12-34"},
	`[aeiou]`:        {"a", "hello"},
	`^.{2,5}$`:       {"ab", "abcde"},
	`^[a-f0-9-]{3}$`: {"a-0", "f00"},
	`^[0-9]+$`:       {"0", "7", "12345"},

	`^[0-9]+(\.[0-9]{1,9})?s$`: {"30s", "1.5s"},
}

// valuer makes argument objects that a schema mostly accepts.
type valuer struct {
	*rand.Rand
	defs   map[string]any
	probes []int
	depth  int
	// positive: no number below 0 but where the schema says which are the least.
	positive bool
}

func (v *valuer) pick(words ...string) string { return words[v.IntN(len(words))] }

func (v *valuer) arguments(tool object) map[string]any {
	args, _ := v.value(tool).(map[string]any)
	if args == nil {
		args = map[string]any{}
	}
	return args
}

const deepest = 6

func (v *valuer) value(schema any) any {
	s := members(schema)
	if s == nil {
		return v.wild()
	}
	v.depth++
	defer func() { v.depth-- }()
	if v.depth > 1 && v.IntN(15) == 0 {
		return v.wild()
	}
	if ref, ok := s["$ref"].(string); ok {
		return v.value(v.defs[strings.TrimPrefix(ref, "#/$defs/")])
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if list := items(s["enum"]); len(list) > 0 {
		return list[v.IntN(len(list))]
	}
	var out any
	has := false
	merge := func(more any) {
		a, ok := out.(map[string]any)
		b, also := more.(map[string]any)
		if has && ok && also {
			maps.Copy(a, b)
			return
		}
		out, has = more, true
	}
	for _, part := range items(s["allOf"]) {
		merge(v.value(part))
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if alts := items(s[key]); len(alts) > 0 {
			merge(v.value(v.alternative(alts)))
		}
	}
	if s["type"] != nil || s["properties"] != nil || !has {
		merge(v.typed(s))
	}
	return out
}

// alternative avoids what recurses where the value is deep already.
func (v *valuer) alternative(alts []any) any {
	if v.depth > deepest {
		for _, a := range alts {
			if members(a)["type"] == "null" {
				return a
			}
		}
	}
	return alts[v.IntN(len(alts))]
}

func (v *valuer) typed(s map[string]any) any {
	var types []string
	switch t := s["type"].(type) {
	case string:
		types = []string{t}
	case []any:
		for _, one := range t {
			types = append(types, fmt.Sprint(one))
		}
	case nil:
		if s["properties"] != nil || s["required"] != nil {
			types = []string{"object"}
		}
	}
	if len(types) == 0 {
		return v.wild()
	}
	if v.depth > deepest && slices.Contains(types, "null") {
		return nil
	}
	switch v.pick(types...) {
	case "string":
		return v.text(s)
	case "integer":
		return v.number(s, true)
	case "number":
		return v.number(s, false)
	case "boolean":
		return v.IntN(2) == 0
	case "array":
		return v.list(s)
	case "object":
		return v.members(s)
	}
	return nil
}

func (v *valuer) text(s map[string]any) any {
	if samples := formatSamples[fmt.Sprint(s["format"])]; samples != nil && v.IntN(8) > 0 {
		return v.pick(samples...)
	}
	if samples := patternSamples[fmt.Sprint(s["pattern"])]; samples != nil && v.IntN(8) > 0 {
		return v.pick(samples...)
	}
	switch v.IntN(8) {
	case 0:
		return v.pick(formatSamples[v.pick(names2(formatSamples)...)]...)
	case 1:
		return v.pick(patternSamples[v.pick(names2(patternSamples)...)]...)
	case 2:
		return v.pick("", "true", "12", "1.5", "red", "green", "BLUE", "mauve")
	}
	n := v.IntN(8)
	if s["minLength"] != nil || s["maxLength"] != nil || v.IntN(3) == 0 {
		n = min(max(v.probes[v.IntN(len(v.probes))], 0), 60)
	}
	return strings.Repeat("é", min(n, v.IntN(2))) + strings.Repeat("x", n-min(n, 1)) + strings.Repeat("y", 0)
}

func names2(m map[string][]string) []string { return slices.Sorted(maps.Keys(m)) }

func (v *valuer) number(s map[string]any, whole bool) any {
	n := v.probes[v.IntN(len(v.probes))]
	if s["maximum"] == wide && v.IntN(4) == 0 {
		n = wide
	}
	if step, ok := s["multipleOf"].(int); ok && v.IntN(4) > 0 {
		n = n / step * step
	}
	if v.positive && n < 0 && s["minimum"] == nil && s["exclusiveMinimum"] == nil {
		n = -n
	}
	if !whole && v.IntN(3) == 0 {
		return json.Number(fmt.Sprintf("%d.5", n))
	}
	return json.Number(strconv.Itoa(n))
}

func (v *valuer) list(s map[string]any) any {
	n := v.IntN(4)
	if v.IntN(3) == 0 {
		n = min(max(v.probes[v.IntN(len(v.probes))], 0), 8)
	}
	if v.depth > deepest {
		n = 0
	}
	out := []any{}
	for range n {
		if s["items"] == nil {
			out = append(out, v.wild())
			continue
		}
		out = append(out, v.value(s["items"]))
	}
	return out
}

func (v *valuer) members(s map[string]any) any {
	out := map[string]any{}
	props := members(s["properties"])
	for _, name := range names(props) {
		required := slices.Contains(items(s["required"]), any(name))
		switch {
		case required && v.IntN(40) > 0, v.depth <= deepest && !required && v.IntN(2) == 0:
			out[name] = v.value(props[name])
		}
	}
	if extra := s["additionalProperties"]; members(extra) != nil && v.depth <= deepest {
		for i := range v.IntN(3) {
			out[fmt.Sprintf("key%d", i)] = v.value(extra)
		}
	} else if len(props) > 0 && v.IntN(12) == 0 {
		out["undeclared"] = "x"
	}
	if len(props) == 0 && s["additionalProperties"] == nil && v.IntN(2) == 0 {
		out["free"] = v.wild()
	}
	return out
}

// wild is a value of any type.
func (v *valuer) wild() any {
	switch v.IntN(8) {
	case 0:
		return nil
	case 1:
		return true
	case 2:
		return json.Number(strconv.Itoa(max(v.probes[v.IntN(len(v.probes))], map[bool]int{false: -1, true: 0}[v.positive])))
	case 3:
		return json.Number("1.5")
	case 4:
		return []any{"x"}
	case 5:
		return map[string]any{"free": "x"}
	case 6:
		return v.pick("red", "true", "7", "2026-03-01")
	}
	return "text"
}
