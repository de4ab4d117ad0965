package diff

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const scalars = contract.Boolean | contract.Number | contract.StringType

// null reports a tool that allows null where the API does not. A tool that
// states no type says nothing of null.
func (w *walk) null(t, a *contract.Schema, p place) {
	if !t.Types.Has(contract.NullType) || t.NullLeft || t.Types == contract.Any && t.TypeAt.IsZero() {
		return
	}
	if a.Types.Has(contract.NullType) || a.NullLeft || a.Types&^contract.NullType == 0 {
		return
	}
	w.add(p, &Drift{Kind: NullRejected, ToolSchema: t, APISchema: a, Value: "null", Witness: w.arguments(p.path, null())})
}

// types reports JSON types that the tool allows and the API rejects. overlap is
// the types on which comparing may go on; ok is false where there are none.
func (w *walk) types(t, a *contract.Schema, p place) (overlap contract.TypeSet, ok bool) {
	tool, api := t.Types&^contract.NullType, a.Types&^contract.NullType
	missing := tool &^ api
	overlap = tool & api
	if t.Enum != nil {
		missing &= enumTypes(slices.DeleteFunc(slices.Clone(t.Enum), func(v contract.Value) bool { return breaksOwn(t, v) }))
	}
	if a.Digits && tool.Has(contract.StringType) && !isUntyped(t) {
		w.digits(t, a, p)
	}
	switch {
	case missing == 0:
		return overlap, overlap != 0
	case missing == contract.Fraction && api.Has(contract.Integer):
		if t.Enum == nil {
			w.add(p, &Drift{Kind: Fraction, ToolSchema: t, APISchema: a, Value: "fraction"})
		}
		return overlap, true
	case t.TypeAt.IsZero() && tool == contract.Any&^contract.NullType:
		w.add(p, &Drift{Kind: Type, ToolSchema: t, APISchema: a, Types: TypeFact{Untyped: true}, Value: "any type"})
		return overlap, overlap != 0
	case p.text && travels(a, missing, p):
		w.asText(t, a, missing, p)
		return overlap, overlap != 0
	}
	d := w.add(p, &Drift{Kind: Type, ToolSchema: t, APISchema: a, Value: missing.String()})
	if overlap == 0 && w.built != nil && hasPlaceFor(t, a, p) {
		d.Types.Built = w.built
	}
	const structured = contract.ObjectType | contract.ArrayType
	d.Types.Encoded = missing == contract.StringType && (overlap&structured != 0 || api&structured != 0 && isJSON(p))
	d.Witness = w.proven(w.arguments(p.path, sampleOfType(t, missing)))
	return overlap, overlap != 0
}

// isJSON reports whether the tool's description says that its text is JSON.
func isJSON(p place) bool {
	return p.tool != nil && p.path == p.tool.Path && slices.ContainsFunc(prose.Read(p.tool.Field.Doc).Formats, func(c prose.Claim) bool { return c.Text == "json" })
}

// hasPlaceFor reports whether the API's object has a member for what the tool
// sends in its place, or its list is of what the tool's text says that it holds.
func hasPlaceFor(t, a *contract.Schema, p place) bool {
	if a.Elem != nil && t.Types.Has(contract.StringType) {
		return p.tool != nil && prose.Read(p.tool.Field.Doc).Several != nil
	}
	return slices.ContainsFunc(contract.ObjectView(a).Fields, func(f *contract.Field) bool { return t.Types&f.Schema.Types&^contract.NullType != 0 })
}

// declared reports a GraphQL variable that is declared with another type than the
// argument has; null apart, an API refuses any other, were its values all right
// (GraphQL, All Variable Usages Are Allowed). Inside a list that the document
// writes itself it is the type of the elements.
func (w *walk) declared(t, a *contract.Schema, p place) bool {
	tool, api := named(t), named(a)
	if tool == "" || api == "" || tool == api || "["+tool+"]" == api {
		return false
	}
	w.add(p, &Drift{Kind: Type, ToolSchema: t, APISchema: a, Types: TypeFact{Named: true}, Value: tool})
	return true
}

// named is a GraphQL type without its marks for null.
func named(s *contract.Schema) string { return strings.ReplaceAll(s.Source, "!", "") }

// asText compares what travels as text and is right as such: one scalar for a
// list of one, true and false as words.
func (w *walk) asText(t, a *contract.Schema, missing contract.TypeSet, p place) {
	api := a.Types &^ contract.NullType
	switch {
	case api.Has(contract.ArrayType) && a.Elem != nil && missing&scalars != 0:
		one := *t
		one.Types = missing & scalars
		if one.Types == contract.StringType && t.Enum == nil {
			// The string may hold a whole list, with commas: of its parts nothing is known.
			if a.Elem.Types != contract.StringType || saysMore(a.Elem) {
				w.notComparable(p, t, a, "a list in one string is not compared with the elements of the list")
			}
			return
		}
		w.schema(&one, a.Elem, p)
	case missing == contract.Boolean && api.Has(contract.StringType):
		for _, word := range []string{"true", "false"} {
			v := &source.Node{Kind: source.Bool, Text: word}
			if t.Enum != nil && !inEnum(t.Enum, v, false) {
				continue
			}
			if verdict, _ := Check(a, v, true); verdict != Rejected {
				continue
			}
			d := w.add(p, &Drift{Kind: Type, ToolSchema: t, APISchema: a, Value: "boolean", Witness: w.arguments(p.path, v)})
			d.Text = true
			return
		}
	}
}

// saysMore reports whether a schema says more of a string than that it is one.
func saysMore(s *contract.Schema) bool {
	return s.Enum != nil || s.Format.Text != "" || s.Pattern.Text != "" || s.MinLen != nil || s.MaxLen != nil || s.AnyOf != nil || s.Unread != nil
}

// travels reports whether values of the missing types are right all the same,
// since path, query, header and form values are written as text: a list as a
// string with commas, a boolean as "true".
func travels(a *contract.Schema, missing contract.TypeSet, p place) bool {
	api := a.Types &^ contract.NullType
	switch {
	case api.Has(contract.ArrayType) && missing&^scalars == 0:
		return true
	case missing == contract.ArrayType && p.api != nil && JoinsList(p.api.Field):
		return true
	case missing == contract.Boolean && api.Has(contract.StringType):
		return true
	}
	return false
}

// JoinsList reports whether a field of an API takes a list as one string, with
// commas, as its description says.
func JoinsList(f *contract.Field) bool {
	return f.Schema.Types.Has(contract.StringType) && strings.Contains(strings.ToLower(f.Doc.Text), "comma")
}

func enumTypes(list []contract.Value) contract.TypeSet {
	var set contract.TypeSet
	for _, e := range list {
		set |= typeOf(e.Lit)
	}
	return set
}

// sampleOfType is a value of one of the given types that the schema accepts.
func sampleOfType(s *contract.Schema, of contract.TypeSet) *source.Node {
	for _, v := range append(s.Examples[:len(s.Examples):len(s.Examples)], s.Default) {
		if v != nil && of.Has(typeOf(v)) {
			return v
		}
	}
	for _, e := range s.Enum {
		if of.Has(typeOf(e.Lit)) && !breaksOwn(s, e) {
			return e.Lit
		}
	}
	narrowed := *s
	narrowed.Types, narrowed.Enum, narrowed.Examples, narrowed.Default = of, nil, nil, nil
	return sample(&narrowed, 1)
}

// format reports two statements on what a string holds that no value can meet,
// and a tool's silence where the API states one.
func (w *walk) format(t, a *contract.Schema, p place) {
	tool, api := formatOf(t), formatOf(a)
	if t.Enum != nil {
		return
	}
	if api.Name == "" || tool.Name == api.Name {
		w.pattern(t, a, p)
		return
	}
	if tool.Name == "" && p.tool != nil {
		tool = proseFormat(p.tool.Field)
	}
	if tool.Name == "" {
		switch {
		case t.Pattern.Text == "":
			w.add(p, &Drift{Kind: Format, ToolSchema: t, APISchema: a, Formats: [2]FormatFact{{}, api}, Value: "/" + api.Name, SpecAt: api.At})
		case !matchesHold(t, api):
			w.notComparable(p, t, a, "a pattern is not compared with a format: "+t.Pattern.Text+" and "+api.Name)
		}
		return
	}
	if !contradict(tool.Name, api.Name) {
		return
	}
	text := sampleOf(tool.Name)
	if tool.From != "pattern" && !isString(t, text) {
		text = sampleString(t)
		fits := stringFormats[api.Name].fits
		if t.Pattern.Text != "" && (!isString(t, text) || fits != nil && fits(text)) {
			w.notComparable(p, t, a, "a pattern is not compared with a format: "+t.Pattern.Text+" and "+api.Name)
			return
		}
	}
	w.add(p, &Drift{
		Kind: Format, ToolSchema: t, APISchema: a, Formats: [2]FormatFact{tool, api}, Value: tool.Name + "/" + api.Name,
		ToolAt: tool.At, SpecAt: api.At, Witness: w.arguments(p.path, str(text)),
	})
}

// isString reports whether a schema surely accepts a text.
func isString(s *contract.Schema, text string) bool {
	verdict, _ := Check(s, str(text), false)
	return verdict == Accepted
}

// pattern reports an API's pattern that the tool does not state: a note where it
// states nothing, and where it states another that the two cannot be compared.
func (w *walk) pattern(t, a *contract.Schema, p place) {
	tool := formatOf(t)
	switch {
	case a.Pattern.Text == "" || a.Pattern.Text == t.Pattern.Text:
	case t.Pattern.Text != "":
		w.notComparable(p, t, a, "two patterns are not compared: "+t.Pattern.Text+" and "+a.Pattern.Text)
	case tool.Name != "":
		w.formatForPattern(t, a, tool, p)
	default:
		w.add(p, &Drift{
			Kind: Format, ToolSchema: t, APISchema: a, SpecAt: a.Pattern.At, Value: "/" + a.Pattern.Text,
			Formats: [2]FormatFact{{}, patternFact(a)},
		})
	}
}

func patternFact(s *contract.Schema) FormatFact {
	return FormatFact{Name: "text that matches " + s.Pattern.Text, From: "pattern", Text: s.Pattern.Text, At: s.Pattern.At}
}

// formatForPattern holds strings of a tool's format against an API's pattern: that
// all of them fit is taken for agreement. Where none does, and no string that the
// pattern spells is of the format, the two contradict.
func (w *walk) formatForPattern(t, a *contract.Schema, tool FormatFact, p place) {
	texts := slices.DeleteFunc(samplesOf(tool.Name), func(text string) bool { return !isString(t, text) })
	re, err := regexp.Compile(a.Pattern.Text)
	fit := 0
	for _, text := range texts {
		if err == nil && re.MatchString(text) {
			fit++
		}
	}
	switch {
	case len(texts) > 0 && fit == len(texts):
	case len(texts) > 0 && fit == 0 && err == nil && !spells(a.Pattern.Text, tool.Name):
		w.add(p, &Drift{
			Kind: Format, ToolSchema: t, APISchema: a, Formats: [2]FormatFact{tool, patternFact(a)}, Value: tool.Name + "/" + a.Pattern.Text,
			ToolAt: tool.At, SpecAt: a.Pattern.At, Witness: w.arguments(p.path, str(texts[0])),
		})
	default:
		w.notComparable(p, t, a, "a format is not compared with a pattern: "+tool.Name+" and "+a.Pattern.Text)
	}
}

// digits compares a string with a number that may be sent as its digits. For 64
// bits that is the way to send it; a format, a pattern or a value that no number
// has is a mismatch.
func (w *walk) digits(t, a *contract.Schema, p place) {
	var wrong *source.Node
	switch format := formatOf(t); {
	case format.Name != "" && format.From != fromProse:
		wrong = str(sampleOf(format.Name))
		if !isString(t, wrong.Text) {
			wrong = str(sampleString(t)) // it is shorter, or a pattern cuts it
		}
		if _, isNumber := contract.Rat(wrong.Text); isNumber {
			wrong = nil
		} else if verdict, _ := Check(t, wrong, false); verdict == Rejected {
			w.notComparable(p, t, a, "which strings it takes is not known: "+t.Pattern.Text+" and "+format.Name)
			return
		}
	case t.Enum != nil:
		for _, v := range t.Enum {
			if _, ok := contract.Rat(v.Lit.Text); !ok && v.Lit.Kind == source.String && !breaksOwn(t, v) {
				wrong = v.Lit
			}
		}
	case t.Pattern.Text != "":
		text := sampleString(t)
		_, isNumber := contract.Rat(text)
		if isString(t, text) && !isNumber {
			wrong = str(text)
		}
	case !strings.HasSuffix(a.Source, "64"):
		d := w.add(p, &Drift{Kind: Type, ToolSchema: t, APISchema: a, Value: "string"})
		d.Text = true
		return
	}
	stated := func(b *contract.Bound) bool { return b != nil && !b.Implied }
	if wrong == nil && t.Enum == nil && (stated(a.Min) || stated(a.Max) || a.Enum != nil || a.MultipleOf != nil) {
		w.notComparable(p, t, a, "digits in a string are not compared with limits on the number")
	}
	if wrong != nil {
		w.add(p, &Drift{
			Kind: Type, ToolSchema: t, APISchema: a, Value: "string", Witness: w.arguments(p.path, wrong),
		})
	}
}
