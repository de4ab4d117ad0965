package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// OutputPath is what the paths of a tool's output schema begin with, so that its
// fields are not taken for arguments.
const OutputPath = "outputSchema"

// Refusal is why an output schema refuses an answer.
type Refusal string

// The refusals. AnswerUnseen is none: it tells a NotComparable of an answer from
// one of arguments.
const (
	AnswerType    Refusal = "type"
	AnswerNull    Refusal = "null"
	AnswerValue   Refusal = "value"
	AnswerMissing Refusal = "missing"
	AnswerRenamed Refusal = "renamed"
	AnswerAbsent  Refusal = "absent" // the tool requires what the API never answers with
	AnswerFormat  Refusal = "format" // another form of date or time; clients that check formats refuse it
	AnswerExtra   Refusal = "extra"  // the tool's object is closed, and the API's has more fields
	AnswerUnseen  Refusal = "unseen"
)

// AnswerFact is what is known of an Answer: why the tool's output schema refuses
// what the API answers.
type AnswerFact struct {
	Of      Refusal
	Some    bool   // only some answers are refused: those of one of the API's types, or with a fraction
	Encoded bool   // type: the tool has a string for the API's object or list, which may be its JSON
	Loose   bool   // type: ProtoJSON prints a string where other printers of protobuf print a number
	Folded  bool   // the names differ in case style, so that the tool server converts at least these
	Now     string // renamed: the API's name
}

// answers holds what the API answers against what the tool says it returns: the
// comparison of the input with its sides swapped. Tool servers make answers of
// their own far more often than arguments, so it is compared only where most of
// what the tool says it returns is the API's by name.
type answers struct {
	tool   *contract.Op
	op     *contract.Op
	drifts []*Drift
	counts Counts
	seen   map[[2]*contract.Schema]bool
	budget int
	depth  int // of the schemas that are being looked at

	translates bool // the tool server is seen to translate
	unwrapped  bool // the tool server takes the answer, or a part of it, out of what holds it
}

// compareAnswers compares the outputs of a tool that is bound to one operation.
func compareAnswers(b *bind.Binding) ([]*Drift, Counts) {
	if len(b.Calls) != 1 || b.Tool.Output == nil || b.Calls[0].Op.Output == nil {
		return nil, Counts{}
	}
	o := &answers{tool: b.Tool, op: b.Calls[0].Op, seen: map[[2]*contract.Schema]bool{}, budget: source.MaxPairs}
	t, a, ok := align(o.tool.Output, o.op.Output)
	if !ok {
		o.unlike(o.tool.Output, o.op.Output)
		return o.drifts, o.counts
	}
	o.unwrapped, o.translates = t.depth+a.depth > 0, b.Translates != nil
	o.object(t.schema, a.schema, place{path: t.path, apiPath: a.path})
	return o.drifts, o.counts
}

// unlike says why a tool's answer is not looked into; nothing of one that takes
// any object. A schema that takes nothing at all refuses every answer.
func (o *answers) unlike(t, a *contract.Schema) {
	p := place{path: OutputPath}
	switch {
	case t.Opaque != "":
		o.notComparable(p, t, a, &Drift{Why: t.Opaque, Beyond: t.Beyond, Value: "opaque"})
	case t.Types == 0 && a.Types != 0:
		o.add(p, &Drift{ToolSchema: t, APISchema: a, ToolAt: t.At, SpecAt: a.At, Answer: AnswerFact{Of: AnswerType}, Value: "type " + a.Types.String(),
			Witness: ofTypes(a, a.Types, p.path)})
	case len(contract.ObjectView(t).Fields) > 0 || !t.Types.Has(contract.ObjectType):
		o.notComparable(p, t, a, &Drift{Why: "it has little in common with what the API answers", Value: "answer"})
	}
}

// A layer is an object in what a side returns: all of it, or what its envelope
// holds, once or in a list.
type layer struct {
	schema *contract.Schema
	path   string
	list   bool
	depth  int
}

// layers are the objects that a side may mean by its answer, outermost first.
func layers(s *contract.Schema, path string) []layer {
	var all []layer
	add := func(s *contract.Schema, path string, depth int) *contract.Schema {
		list := false
		if s.Elem != nil && s.Types.Has(contract.ArrayType) {
			s, path, list = s.Elem, bind.Elem(path), true
		}
		view := contract.ObjectView(s)
		if len(view.Fields) > 0 && s.Opaque == "" {
			all = append(all, layer{view, path, list, depth})
		}
		return view
	}
	for _, f := range add(s, path, 0).Fields {
		if len(all) > 0 && !all[0].list {
			add(f.Schema, bind.Join(path, f.Name), 1)
		}
	}
	return all
}

// align finds what the tool returns of the API's answer: the outermost two
// objects that have more than half of the tool's names in common, and two at
// least, or the only name of both, or the tool's only one where it is a plain
// value and no envelope. Where several envelopes hold such, those with
// most names in common.
func align(tool, api *contract.Schema) (t, a layer, ok bool) {
	most := 0
	tools, apis := layers(tool, OutputPath), layers(api, "")
	for _, x := range tools {
		for _, y := range apis {
			n, size := common(x.schema, y.schema), len(x.schema.Fields)
			telling := n > 1 || n == 1 && size == 1 && (len(y.schema.Fields) == 1 || x.depth+y.depth == 0 && isOneValue(x.schema, y.schema))
			if x.list != y.list || 2*n <= size || !telling {
				continue
			}
			out, best := x.depth+y.depth, t.depth+a.depth
			if !ok || out < best || out == best && n > most {
				t, a, most, ok = x, y, n, true
			}
		}
	}
	return t, a, ok
}

// isOneValue reports whether the only field of a tool's object is a plain value on both sides.
func isOneValue(t, a *contract.Schema) bool {
	f := t.Fields[0]
	return isScalar(f.Schema) && isScalar(fieldNamed(a, f.Name).Schema)
}

// isScalar reports whether a schema states its types, and they are of plain values.
func isScalar(s *contract.Schema) bool {
	return statesType(s) && s.Types&^(scalars|contract.NullType) == 0
}

// common counts the fields of a tool's object that an API's object has by their very names.
func common(t, a *contract.Schema) int {
	n := 0
	for _, f := range t.Fields {
		if fieldNamed(a, f.Name) != nil {
			n++
		}
	}
	return n
}

func (o *answers) add(p place, d *Drift) {
	d.Kind = Answer
	o.append(p, d)
}

// notComparable adds why what stands at p is not looked into.
func (o *answers) notComparable(p place, t, a *contract.Schema, d *Drift) {
	o.counts.NotComparable++
	d.Kind, d.ToolSchema, d.APISchema, d.ToolAt, d.SpecAt = NotComparable, t, a, t.At, a.At
	d.Answer.Of = AnswerUnseen
	o.append(p, d)
}

func (o *answers) append(p place, d *Drift) {
	d.Tool, d.Ops = o.tool, []*contract.Op{o.op}
	d.ToolField, d.APIField, d.Path, d.APIPath = p.tool, p.api, p.path, p.apiPath
	if d.ToolAt.IsZero() && p.tool != nil {
		d.ToolAt = p.tool.Field.At
	}
	if d.SpecAt.IsZero() && p.api != nil {
		d.SpecAt = p.api.Field.At
	}
	if d.SpecAt.IsZero() {
		d.SpecAt = o.op.At
	}
	o.drifts = append(o.drifts, d)
}

// object compares what two objects hold, at the paths of the two.
func (o *answers) object(t, a *contract.Schema, p place) {
	pairing := bind.Fields(t, a, p.path, p.apiPath, nil)
	for _, pair := range pairing.Pairs {
		if pair.API.Field.Schema.WriteOnly {
			o.secret(pair)
			continue
		}
		if pair.How != bind.PairedByName && pair.How != bind.PairedByCase {
			continue
		}
		o.counts.Fields++
		inner := place{tool: pair.Tool, api: pair.API, path: pair.Tool.Path, apiPath: pair.API.Path}
		folded := pair.How == bind.PairedByCase
		before := len(o.drifts)
		o.missing(pair, a, inner)
		o.schema(pair.Tool.Field.Schema, pair.API.Field.Schema, inner)
		for _, d := range o.drifts[before:] {
			d.Answer.Folded = d.Answer.Folded || folded
		}
	}
	renames := findRenames(pairing, a, nil, false)
	for _, r := range renames {
		if !r.isWeak() {
			o.add(place{tool: r.tool, api: r.api, path: r.tool.Path, apiPath: r.api.Path},
				&Drift{Answer: AnswerFact{Of: AnswerRenamed, Now: r.api.Field.Name}, Value: "renamed " + r.api.Field.Name})
		}
	}
	o.whole(t, a, pairing, renames, p)
}

// secret reports a field that the tool promises and the API only takes in.
func (o *answers) secret(pair *bind.Pair) {
	if pair.How == bind.PairedByName && pair.Tool.Field.Required {
		o.add(place{tool: pair.Tool, api: pair.API, path: pair.Tool.Path, apiPath: pair.API.Path},
			&Drift{ToolAt: pair.Tool.Field.RequiredAt, Answer: AnswerFact{Of: AnswerAbsent}, Value: "absent"})
	}
}

// missing reports a field that the tool promises and the API may leave out. A
// spec that requires nothing of an object says nothing of what may be left out,
// and in protobuf's JSON a field at its default may be there or not.
func (o *answers) missing(pair *bind.Pair, holder *contract.Schema, p place) {
	tool, api := pair.Tool.Field, pair.API.Field
	says := slices.ContainsFunc(holder.Fields, func(f *contract.Field) bool { return f.Required })
	if !tool.Required || api.Required || !says || api.Schema.NullLeft {
		return
	}
	o.add(p, &Drift{ToolAt: tool.RequiredAt, Answer: AnswerFact{Of: AnswerMissing}, Value: "missing"})
}

// schema reports what an API's schema allows in an answer, and the tool's refuses.
func (o *answers) schema(t, a *contract.Schema, p place) {
	key := [2]*contract.Schema{t, a}
	if t == a || o.seen[key] || t.Opaque == "" && len(t.AnyOf) == 0 && isUntyped(t) {
		return
	}
	o.seen[key] = true
	o.depth++
	defer func() { o.depth-- }()
	o.budget--
	if d := o.unseeable(t, a); d != nil {
		o.notComparable(p, t, a, d)
		return
	}
	a, loose := printed(a)
	o.null(t, a, p)
	switch {
	case isList(t) && len(pageLists(a)) > 0:
		o.page(t, pageLists(a), p)
		return
	case isList(a) && len(pageLists(t)) > 0:
		return // the tool server puts the list into a page of its own
	}
	overlap, ok := o.types(t, a, p, loose)
	if !ok {
		return
	}
	if overlap&scalars != 0 {
		o.values(t, a, p)
		o.format(t, a, p)
	}
	if overlap.Has(contract.ArrayType) && t.Elem != nil && a.Elem != nil {
		inner := p
		inner.path, inner.apiPath = bind.Elem(p.path), bind.Elem(p.apiPath)
		o.schema(t.Elem, a.Elem, inner)
	}
	if overlap.Has(contract.ObjectType) {
		tv, av := contract.ObjectView(t), contract.ObjectView(a)
		if len(tv.Fields) > 0 && len(av.Fields) > 0 {
			o.object(tv, av, p)
		}
	}
}

// unseeable says why two schemas are not looked into; nil where they are.
func (o *answers) unseeable(t, a *contract.Schema) *Drift {
	switch {
	case o.budget < 0:
		return beyondLimit("the schemas meet in more than ", &source.PairsLimit)
	case o.depth > source.MaxPairDepth:
		return beyondLimit("the schemas nest deeper than ", &source.PairDepthLimit)
	case isPlain(t) && isPlain(a):
		return unseeable(a, t)
	}
	return &Drift{Why: "alternatives of an answer are not compared", Value: "alternatives"}
}

// page compares the tool's list with those of the page that the API answers with,
// a GraphQL connection's nodes: the tool server takes them out. One whose elements
// have other names is not the API's, but made of it.
func (o *answers) page(t *contract.Schema, pages []*contract.Field, p place) {
	for _, f := range pages {
		if t.Elem != nil && common(contract.ObjectView(t.Elem), contract.ObjectView(f.Schema.Elem)) > 0 {
			p.apiPath = bind.Join(p.apiPath, f.Name)
			p.api = &bind.Ref{Path: p.apiPath, Field: f}
			was := o.unwrapped
			o.unwrapped = true
			o.schema(t, f.Schema, p)
			o.unwrapped = was
			return
		}
	}
}

// isList reports whether a schema is one of lists, and of nothing else but null.
func isList(s *contract.Schema) bool { return s.Types&^contract.NullType == contract.ArrayType }

// pageLists is the lists that an object carries; none for anything else.
func pageLists(s *contract.Schema) []*contract.Field {
	var lists []*contract.Field
	for _, f := range contract.ObjectView(s).Fields {
		if isList(f.Schema) && f.Schema.Elem != nil {
			lists = append(lists, f)
		}
	}
	return lists
}

// isPlain reports whether a schema is one of plain values, or a union of objects:
// what else has alternatives is not looked into.
func isPlain(s *contract.Schema) bool { return len(s.AnyOf) == 0 || isObjectUnion(s) }

// statesType reports whether a schema says of which types its values are.
func statesType(s *contract.Schema) bool { return s.Types != contract.Any && !s.TypeAt.IsZero() }

func (o *answers) null(t, a *contract.Schema, p place) {
	if !statesType(t) || !statesType(a) || t.Types.Has(contract.NullType) || !a.Types.Has(contract.NullType) || a.NullLeft || a.Types == contract.NullType {
		return
	}
	o.add(p, &Drift{
		ToolSchema: t, APISchema: a, ToolAt: t.TypeAt, Answer: AnswerFact{Of: AnswerNull, Some: true}, Value: "null",
		Witness: Wrap(p.path, null()),
	})
}

func (o *answers) types(t, a *contract.Schema, p place, loose bool) (overlap contract.TypeSet, ok bool) {
	tool, api := t.Types&^contract.NullType, a.Types&^contract.NullType
	if a.Enum != nil {
		api &= enumTypes(a.Enum)
	}
	overlap = tool & api
	missing := api &^ tool
	if missing == 0 || !statesType(t) || !statesType(a) || tool == 0 || a.Format.Text == "byte" {
		return overlap, overlap != 0 && (statesType(t) || t.Enum != nil) && (statesType(a) || a.Enum != nil)
	}
	// Tool servers hand on an object as JSON in a string on purpose.
	encoded := tool == contract.StringType && api&^(contract.ObjectType|contract.ArrayType) == 0
	if encoded && strings.Contains(strings.ToLower(t.Doc.Text), "json") {
		return overlap, false
	}
	o.add(p, &Drift{
		ToolSchema: t, APISchema: a, ToolAt: t.TypeAt, SpecAt: a.TypeAt,
		Answer: AnswerFact{Of: AnswerType, Some: overlap != 0, Encoded: encoded, Loose: loose}, Value: "type " + api.String(),
		Witness: ofTypes(a, missing, p.path),
	})
	return overlap, overlap != 0
}

// ofTypes is an answer with a value of some of a schema's types at a path; nil
// where none is at hand that the schema surely allows.
func ofTypes(a *contract.Schema, types contract.TypeSet, path string) *source.Node {
	only := *a
	only.Types = types
	v := Sample(&only)
	switch {
	case types == contract.Fraction:
		v = num("1.5")
	case a.Digits && types == contract.StringType:
		v = str("1")
	case len(a.Enum) > 0:
		i := slices.IndexFunc(a.Enum, func(v contract.Value) bool { return types.Has(typeOf(v.Lit)) })
		if i < 0 {
			return nil
		}
		v = a.Enum[i].Lit
	}
	if verdict, _ := Check(a, v, false); verdict != Accepted || types&typeOf(v) == 0 {
		return nil
	}
	return Wrap(path, v)
}

// values reports those of the API's closed list that the tool's lacks: one where
// only the case differs, and none where the tool server is seen to translate.
func (o *answers) values(t, a *contract.Schema, p place) {
	if t.Enum == nil || a.Enum == nil {
		return
	}
	twins := areTwins(t.Enum, a.Enum)
	if twins && o.translates {
		return
	}
	for _, v := range a.Enum {
		if v.Implied || v.Deprecated || v.Lit.Kind == source.Null || inEnum(t.Enum, v.Lit, false) || !t.Types.Has(typeOf(v.Lit)) {
			continue
		}
		o.add(p, &Drift{
			ToolSchema: t, APISchema: a, ToolAt: t.EnumAt, SpecAt: v.Lit.At, Literal: v.Lit,
			Answer: AnswerFact{Of: AnswerValue, Some: true}, Value: LiteralWords(v.Lit), Witness: Wrap(p.path, v.Lit),
		})
		if twins {
			return
		}
	}
}

// format reports a date where the other side has a point in time, and the like:
// no value is both.
func (o *answers) format(t, a *contract.Schema, p place) {
	apart := []string{"date", "date-time", "time"}
	if t.Format.Text == a.Format.Text || !slices.Contains(apart, t.Format.Text) || !slices.Contains(apart, a.Format.Text) {
		return
	}
	o.add(p, &Drift{
		ToolSchema: t, APISchema: a, ToolAt: t.Format.At, SpecAt: a.Format.At,
		Answer: AnswerFact{Of: AnswerFormat}, Value: "format " + a.Format.Text,
	})
}
