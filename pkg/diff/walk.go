package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// walk compares one tool with one operation.
type walk struct {
	tool    *contract.Op
	call    *bind.Call
	how     string
	built   *bind.Translation // shows that the tool server builds requests by hand; or nil
	calls   int               // operations that the tool is bound to
	drifts  []*Drift
	counts  Counts
	met     map[string]bool // tool paths that found a partner
	free    map[string]bool // tool paths of objects of which the API takes any member, in so many words
	moved   map[string]bool // API paths of fields that the tool has at another depth
	omitted []*bind.Ref     // optional API fields that the tool does not offer
	folded  bool            // a name that changed, or has a unit now, found its partner at the top
	opaque  bool            // nothing of the operation could be seen
	project *units.Conventions
	shown   []shown // calls of the tool
	seen    map[[2]*contract.Schema]bool
	budget  *int
	depth   int
	unions  map[*contract.Schema]*contract.Schema
	joined  map[[2]*contract.Schema]*contract.Schema
	tells   map[objectIn][]*contract.Field
	chosen  []*contract.Schema // the tool's alternatives that are being looked at
}

func newWalk(b *bind.Binding, call *bind.Call, calls []shown) *walk {
	budget := source.MaxPairs
	return &walk{
		tool: b.Tool, call: call, how: b.How, built: b.Translates, calls: len(b.Calls), shown: calls,
		met: map[string]bool{}, free: map[string]bool{}, moved: map[string]bool{}, seen: map[[2]*contract.Schema]bool{}, budget: &budget,
		unions: map[*contract.Schema]*contract.Schema{}, joined: map[[2]*contract.Schema]*contract.Schema{},
		tells: map[objectIn][]*contract.Field{},
	}
}

// place is where a walk stands: the fields that led there, and how values travel.
type place struct {
	tool, api     *bind.Ref // nil at the top
	path, apiPath string
	text          bool // the value travels as text
}

// field is the place of a field below p; either side may be nil.
func (p place) field(tool, api *bind.Ref) place {
	at := place{tool: tool, api: api, text: p.text}
	if tool != nil {
		at.path = tool.Path
	}
	if api != nil {
		at.apiPath = api.Path
		at.text = at.text || api.Field.In.IsText()
	}
	return at
}

func (w *walk) run() {
	op := w.call.Op
	top := place{}
	if d := unseeable(op.Input, w.tool.Input); d != nil && (len(op.Input.Fields) == 0 || len(w.tool.Input.Fields) == 0) {
		w.opaque = true
		w.unseen(top, w.tool.Input, op.Input, d)
		d.WholeTool = true
		return
	}
	if w.call.Fields == nil {
		return
	}
	w.object(w.call.Fields, w.tool.Input, op.Input, top)
	w.unread(w.tool.Input, op.Input, top)
	w.choice(w.call.Fields, w.tool.Input, op.Input, top)
	w.promoted(op.Input.Promoted)
	w.omission()
	if w.counts.Fields == 0 && w.counts.NotComparable > 0 && len(w.tool.Input.Fields) > 0 {
		for _, d := range w.drifts {
			d.WholeTool = d.Kind == NotComparable
		}
	}
}

// promoted compares the lone argument of a GraphQL operation with a tool's field of
// that name, whose members bind has paired with the argument's.
func (w *walk) promoted(arg *contract.Field) {
	if arg == nil {
		return
	}
	f := fieldNamed(w.tool.Input, arg.Name)
	if f == nil || !f.Schema.Types.Has(contract.ObjectType) || w.met[f.Name] {
		return
	}
	p := place{}.field(&bind.Ref{Path: f.Name, Field: f}, &bind.Ref{Path: arg.Name, Field: arg})
	w.null(f.Schema, arg.Schema, p)
	w.types(f.Schema, arg.Schema, p)
	if arg.Schema.Closed && !f.Schema.Closed && f.Schema.Extra == nil && len(f.Schema.Fields) > 0 {
		w.add(p, &Drift{Kind: OpenObject, Value: "undeclared", SpecAt: arg.Schema.ClosedAt})
	}
	if arg.Required && !f.Required && arg.Schema.Default == nil {
		w.add(p, &Drift{Kind: Required, ToolSchema: f.Schema, APISchema: arg.Schema, SpecAt: arg.RequiredAt, ToolAt: f.At, Witness: w.without(p.path, "")})
	}
}

// add fills in what every drift of this walk has: whose it is, and where. The
// spans are the best that is known, unless d has better ones.
func (w *walk) add(p place, d *Drift) *Drift {
	d.Tool = w.tool
	d.Ops = []*contract.Op{w.call.Op}
	d.ToolField, d.APIField = p.tool, p.api
	d.Path, d.APIPath, d.Text = p.path, p.apiPath, p.text
	if d.ToolAt.IsZero() {
		switch {
		case d.ToolSchema != nil && !d.ToolSchema.TypeAt.IsZero():
			d.ToolAt = d.ToolSchema.TypeAt
		case d.ToolField != nil:
			d.ToolAt = d.ToolField.Field.At
		default:
			d.ToolAt = w.tool.At
		}
	}
	if d.SpecAt.IsZero() && d.APIField != nil {
		d.SpecAt = d.APIField.Field.At
	}
	if d.SpecAt.IsZero() {
		d.SpecAt = w.call.Op.At
	}
	d.Witness = w.proven(d.Witness)
	w.drifts = append(w.drifts, d)
	return d
}

// proven is made-up arguments that the tool accepts, or nil: others prove nothing.
func (w *walk) proven(args *source.Node) *source.Node {
	if isWitness(w.tool, args) {
		return args
	}
	return nil
}

func (w *walk) notComparable(p place, t, a *contract.Schema, why string) {
	w.unseen(p, t, a, &Drift{Kind: NotComparable, Why: why, Value: why})
}

// beyondLimit says that a limit ends the comparison. How it is worded has no part in the
// fingerprint.
func beyondLimit(what string, l *source.Limit) *Drift {
	return &Drift{Kind: NotComparable, Why: what + l.Words(), Beyond: l, Value: l.Name}
}

// unseeable says why the first of some schemas that cannot be seen through cannot;
// nil where all can.
func unseeable(schemas ...*contract.Schema) *Drift {
	for _, s := range schemas {
		switch {
		case s.Beyond != nil:
			return &Drift{Kind: NotComparable, Why: s.Opaque, Beyond: s.Beyond, Value: s.Beyond.Name}
		case s.Opaque != "":
			return &Drift{Kind: NotComparable, Why: s.Opaque, Value: s.Opaque}
		}
	}
	return nil
}

// unseen adds a drift that says why t and a are not compared.
func (w *walk) unseen(p place, t, a *contract.Schema, d *Drift) {
	w.counts.NotComparable++
	d.ToolSchema, d.APISchema = t, a
	w.add(p, d)
	if t.Opaque != "" && !t.At.IsZero() {
		d.ToolAt = t.At
	}
	if a.Opaque != "" && !a.At.IsZero() {
		d.SpecAt = a.At
	}
}

// object compares two objects whose fields are paired.
func (w *walk) object(pairing *bind.Pairing, t, a *contract.Schema, p place) {
	start, before := len(w.drifts), len(pairing.Pairs)
	pairing = w.withUnits(pairing)
	renames := findRenames(pairing, a, w.call.Op.Past, p.text)
	renames = append(renames, w.likely(pairing, renames, p)...)
	moves := findMoves(pairing, renames)
	for _, m := range moves {
		w.moved[m.api.Path] = true
	}
	w.folded = w.folded || p.path == "" && len(pairing.Pairs)+len(renames) > before
	if w.built == nil { // else it is the tool server that makes the one of the other, or something of its own
		renames = append(renames, lastOnes(pairing, renames, moves)...)
	}
	for _, pair := range shallowFirst(pairing.Pairs) {
		w.pair(pair, pairing, a, p)
	}
	w.leftovers(pairing, renames, moves, a, p)
	before = len(w.drifts)
	w.missing(pairing, renames, p)
	w.missingOneOf(pairing, renames, a, p)
	if p.path == "" {
		w.mapped(pairing, renames, w.drifts[start:], len(w.drifts)-before)
	}
	w.demanded(pairing, a, p)
	w.exclusive(pairing, a, p)
	w.omit(pairing, renames, a)
	if a.Closed && !t.Closed && t.Extra == nil && len(t.Fields) > 0 {
		w.add(p, &Drift{Kind: OpenObject, Value: "undeclared", SpecAt: a.ClosedAt})
	}
	w.free[p.path] = w.free[p.path] || !a.Closed && (!a.OpenAt.IsZero() || a.Extra != nil)
	w.maps(t, a, p)
}

// shallowFirst puts the fields that hold others behind the rest: what two schemas
// that hold themselves differ in is told where it is met first.
func shallowFirst(pairs []*bind.Pair) []*bind.Pair {
	return slices.SortedStableFunc(slices.Values(pairs), func(a, b *bind.Pair) int {
		return cmp.Compare(depthOf(a.Tool.Field.Schema), depthOf(b.Tool.Field.Schema))
	})
}

// depthOf is 0 for a value without parts, and else 1.
func depthOf(s *contract.Schema) int {
	if len(s.Fields) > 0 || len(s.AnyOf) > 0 || s.Elem != nil || s.Extra != nil || s.Tuple != nil {
		return 1
	}
	return 0
}

// maps compares what undeclared members may be.
func (w *walk) maps(t, a *contract.Schema, p place) {
	if t.Extra == nil || a.Extra == nil {
		return
	}
	p.path, p.apiPath = keys(p.path), keys(p.apiPath)
	w.schema(t.Extra, a.Extra, p)
}

func (w *walk) pair(pair *bind.Pair, pairing *bind.Pairing, holder *contract.Schema, p place) {
	tool, api := pair.Tool.Field, pair.API.Field
	w.counts.Fields++
	inner := p.field(pair.Tool, pair.API)
	w.met[inner.path] = true
	if was := renamed(w.call.Op.Past, pair.Tool, pair.API); was != nil { // bind has looked beyond the spelling
		w.add(inner, &Drift{
			Kind: Renamed, ToolAt: tool.At, SpecAt: api.At, Value: api.Name, Name: NameFact{Evidence: pastEvidence(was), Closed: holder.Closed, Past: was},
			Witness: w.arguments(inner.path, sample(tool.Schema, 1)),
		})
	}
	if isReadOnly(api) {
		w.add(inner, &Drift{Kind: ReadOnly})
		return
	}
	if (pair.How == bind.PairedByPrefix || pair.How == bind.PairedBySuffix) && !pair.Separates {
		w.add(inner, &Drift{Kind: Prefixed, ToolAt: tool.At, SpecAt: api.At, Value: api.Name})
	}
	if api.Hidden.Text != "" {
		w.add(inner, &Drift{Kind: Hidden, ToolAt: tool.At, SpecAt: api.Hidden.At, Note: reason(api.Hidden)})
	}
	if api.Deprecated.Text != "" {
		w.add(inner, &Drift{Kind: DeprecatedField, ToolAt: tool.At, SpecAt: api.At, Note: reason(api.Deprecated)})
	}
	w.requiredPair(pair, pairing, holder, inner)
	if pair.Variable && w.declared(tool.Schema, api.Schema, inner) {
		return
	}
	before := len(w.drifts)
	w.schema(tool.Schema, api.Schema, inner)
	mistyped := false
	for _, d := range w.drifts[before:] {
		mistyped = mistyped || d.Kind == Type && d.Path == inner.path || d.Kind == NotComparable && !units.IsUnit(api.Schema.Source)
	}
	w.examples(inner, tool.Schema, api.Schema)
	w.defaults(inner, tool.Schema, api.Schema)
	w.apiClaims(inner, tool.Schema, api.Schema)
	w.number(inner, mistyped)
}

// isReadOnly reports whether the API only ever returns the field. In a path or a
// query the mark says nothing: it comes along with a schema shared with answers.
func isReadOnly(f *contract.Field) bool {
	return f.Schema.ReadOnly && (f.In == contract.Body || f.In == contract.Form)
}

// schema compares two schemas: is every value of t accepted by a?
func (w *walk) schema(t, a *contract.Schema, p place) {
	key := [2]*contract.Schema{t, a}
	if t == a || w.seen[key] {
		return
	}
	w.seen[key] = true
	w.depth++
	defer func() { w.depth-- }()
	switch *w.budget--; {
	case *w.budget < 0:
		w.unseen(p, t, a, beyondLimit("the schemas meet in more than ", &source.PairsLimit))
		return
	case w.depth > source.MaxPairDepth:
		w.unseen(p, t, a, beyondLimit("the schemas nest deeper than ", &source.PairDepthLimit))
		return
	}
	if d := unseeable(a, t); d != nil {
		if !a.TypeAt.IsZero() && !t.TypeAt.IsZero() && t.Types != contract.Any {
			w.types(t, a, p)
		}
		if !isMalformed(t) { // it has a finding of its own
			w.unseen(p, t, a, d)
		}
		return
	}
	if w.lone(t, a, p) {
		return
	}
	if t.Types == contract.NullType && a.Types.Has(contract.NullType) {
		return // null is all that the tool may send, and beside all alternatives
	}
	a = w.fitting(t, closest(t, a), p)
	if len(t.AnyOf) > 0 && !isObjectUnion(t) {
		w.alternatives(t, a, p)
		return
	}
	if len(a.AnyOf) > 0 && !isObjectUnion(a) {
		w.fitsOne(t, a, p)
		return
	}
	w.plain(t, a, p)
}

// plain compares two schemas without alternatives.
func (w *walk) plain(t, a *contract.Schema, p place) {
	w.null(t, a, p)
	overlap, ok := w.types(t, a, p)
	if !ok {
		return
	}
	if overlap.Has(contract.StringType) {
		w.format(t, a, p)
		w.lengths(t, a, p)
	}
	if overlap&contract.Number != 0 {
		w.numbers(t, a, p)
	}
	w.enums(t, a, p)
	w.unread(t, a, p)
	if overlap.Has(contract.ArrayType) {
		w.arrays(t, a, p)
	}
	if overlap.Has(contract.ObjectType) {
		w.nested(t, a, p)
	}
}

// unread says aloud what an API's schema limits and the model of both sides has
// no place for, unless the tool limits it in the same words.
func (w *walk) unread(t, a *contract.Schema, p place) {
	if t.Enum != nil {
		return
	}
	var words []string
	for _, u := range a.Unread {
		if !slices.ContainsFunc(t.Unread, func(own contract.Text) bool { return own.Text == u.Text }) {
			words = append(words, u.Text)
		}
	}
	if len(words) > 0 {
		w.notComparable(p, t, a, "the API also limits it by "+strings.Join(words, ", "))
	}
}

func (w *walk) arrays(t, a *contract.Schema, p place) {
	w.bounds(t, a, p, itemBounds)
	if t.MaxItems != nil && size(t.MaxItems) < max(1, size(t.MinItems)) {
		return // no array that the tool allows has an element
	}
	inner := p
	inner.path, inner.apiPath = bind.Elem(p.path), bind.Elem(p.apiPath)
	for i := range max(len(t.Tuple), len(a.Tuple)) {
		if tool, api := elem(t, i), elem(a, i); tool != nil && api != nil {
			before := len(w.drifts)
			w.schema(tool, api, inner)
			for _, d := range w.drifts[before:] {
				d.Witness = nil // a path does not say which element
			}
		}
	}
	switch {
	case a.Elem == nil:
	case t.Elem != nil:
		w.schema(t.Elem, a.Elem, inner)
	case t.Tuple == nil && a.Elem.Types&^contract.NullType != contract.Any&^contract.NullType:
		unsaid := &contract.Schema{Types: contract.Any}
		w.add(inner, &Drift{Kind: Type, ToolSchema: unsaid, APISchema: a.Elem, Types: TypeFact{Untyped: true}, Value: "any type"})
	}
}

// elem is what the element at i must be; nil where nothing is said.
func elem(s *contract.Schema, i int) *contract.Schema {
	if i < len(s.Tuple) {
		return s.Tuple[i]
	}
	return s.Elem
}

// nested compares the members of two objects, of unions first all together.
func (w *walk) nested(t, a *contract.Schema, p place) {
	before := len(w.drifts)
	defer func() { w.variants(t, a, p, before) }()
	w.views(t, a, p)
}

func (w *walk) views(t, a *contract.Schema, p place) {
	for _, alt := range t.AnyOf {
		if len(t.Fields)+len(alt.Fields)+len(alt.AnyOf) == 0 && alt.Extra == nil && !alt.Closed && alt.Types.Has(contract.ObjectType) && len(a.Fields)+len(a.AnyOf) > 0 {
			w.notComparable(p, alt, a, "one alternative of the tool does not say what the object holds")
			break
		}
	}
	tool, api := t, a
	t, a = w.objectView(t), w.objectView(a)
	switch {
	case len(a.Fields) == 0 && a.Extra == nil:
		w.free[p.path] = true
		return // the API takes any object, or none of its members are known
	case len(t.Fields) == 0 && t.Extra == nil:
		if !t.Closed && (len(a.Fields) > 0 || a.Extra.Types&^contract.NullType != contract.Any&^contract.NullType) {
			w.notComparable(p, t, a, "the tool does not say what the object holds")
		}
		return
	case len(a.Fields) == 0:
		w.free[p.path] = true
		for _, f := range t.Fields {
			ref := &bind.Ref{Path: bind.Join(p.path, f.Name), Field: f}
			w.schema(f.Schema, a.Extra, place{tool: ref, api: p.api, path: ref.Path, apiPath: keys(p.apiPath), text: p.text})
		}
		w.maps(t, a, p)
		return
	case len(t.Fields) == 0:
		w.notComparable(p, t, a, "the tool takes any names here, the API has fields of its own")
		return
	}
	pairing := bind.Fields(t, a, p.path, p.apiPath, w.call.Fields)
	w.object(pairing, t, a, p)
	w.choice(pairing, tool, api, p)
}

// lone handles GraphQL's coercion: one value stands for a list of one.
func (w *walk) lone(t, a *contract.Schema, p place) bool {
	if !a.Lone || a.Elem == nil || t.Types&^(contract.NullType|contract.ArrayType) == 0 || isUntyped(t) || t.Types.Has(contract.ArrayType) && len(t.AnyOf) > 0 {
		return false
	}
	if t.Types.Has(contract.ArrayType) {
		w.null(t, a, p)
		for _, part := range byType(t) {
			if part.Types == contract.ArrayType {
				w.plain(part, a, p)
			} else {
				w.schema(part, a.Elem, p)
			}
		}
		return true
	}
	if t.Types == contract.StringType && p.tool != nil && prose.Read(p.tool.Field.Doc).Several != nil {
		w.add(p, &Drift{Kind: Type, ToolSchema: t, APISchema: a, Types: TypeFact{Several: true}, Value: "string"})
		return true
	}
	w.null(t, a, p)
	w.schema(withoutNull(t), a.Elem, p)
	return true
}

// keys is the path of the values of a map: "labels.*".
func keys(path string) string {
	if path == "" {
		return "*"
	}
	return path + ".*"
}
