package diff

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// claims reports what is said of a field, in its own description or in the list of
// arguments in its tool's, and what its own schema denies.
func claims(tool *contract.Op, ref *bind.Ref, listed map[string]contract.Text) []*Drift {
	f := ref.Field
	if f.Schema.Opaque != "" {
		return nil
	}
	texts := []contract.Text{f.Doc}
	if ref.Path == f.Name {
		texts = append(texts, listed[f.Name])
	}
	d := denials{tool: tool, ref: ref}
	for _, text := range texts {
		if text.Text == "" {
			continue
		}
		d.said = prose.Read(text)
		d.defaultValue()
		d.bounds()
		d.values()
		d.types()
		d.required()
		d.format()
	}
	return d.found
}

// listedIn is what a tool's description says of its arguments one by one, as
// docstrings do below "Args:".
func listedIn(tool *contract.Op) map[string]contract.Text {
	all := map[string]contract.Text{}
	for _, p := range prose.Params(tool.Doc) {
		if p.Under == "" {
			all[p.Name] = p.Doc
		}
	}
	return all
}

// denials gathers where the schema of a field denies what its description says.
type denials struct {
	tool  *contract.Op
	ref   *bind.Ref
	said  prose.Claims
	found []*Drift
}

func (d *denials) add(of string, claim *prose.Claim, said, schema string) {
	f := d.ref.Field
	d.found = append(d.found, &Drift{
		Kind: ProseClaim, Tool: d.tool, ToolField: d.ref, Path: d.ref.Path, ToolSchema: f.Schema, ToolAt: firstPlace(claim.At, f.Doc.At, f.At),
		Prose: ProseFact{Of: of, Said: said, Schema: schema}, Value: of + " " + said + "/" + schema,
	})
}

func (d *denials) defaultValue() {
	s, c := d.ref.Field.Schema, listedDefault(d.ref.Field.Schema, d.said.Default)
	if c == nil || c.Of != "" || s.Default == nil || s.Default.Kind == source.Null || !isValueOf(s, c.Text) {
		return
	}
	if own := LiteralWords(s.Default); !sameText(c.Text, own) {
		d.add("default", c, c.Text, own)
	}
}

func (d *denials) bounds() {
	s, c := d.ref.Field.Schema, d.said
	for _, b := range []struct {
		word  string
		said  *prose.Claim
		bound *contract.Bound
		of    []string
	}{
		{"minimum", c.Min, s.Min, nil}, {"maximum", c.Max, s.Max, nil},
		{"minLength", c.Min, s.MinLen, characters}, {"maxLength", c.Max, s.MaxLen, characters},
		{"minItems", c.Min, s.MinItems, items}, {"maxItems", c.Max, s.MaxItems, items},
	} {
		if b.said == nil || b.bound == nil || b.bound.Implied || !speaksOf(b.said.Of, b.of) || b.said.Exclusive != b.bound.Exclusive {
			continue
		}
		if order, ok := contract.CompareNumbers(b.said.Text, b.bound.Num); ok && order != 0 {
			d.add(b.word, b.said, b.said.Text, b.bound.Num)
		}
	}
}

func (d *denials) values() {
	s := d.ref.Field.Schema
	if s.Enum == nil {
		return
	}
	for i := range d.said.Values {
		if v := &d.said.Values[i]; !inEnum(s.Enum, str(v.Text), true) && Twin(s.Enum, v.Text) == "" {
			d.add("value", v, v.Text, EnumWords(s.Enum))
		}
	}
}

func (d *denials) types() {
	s, c := d.ref.Field.Schema, d.said
	if s.TypeAt.IsZero() {
		return
	}
	switch {
	case c.Null != nil && !s.Types.Has(contract.NullType) && !s.NullLeft:
		d.add("null", c.Null, "null", s.Types.String())
	case c.NotNull != nil && s.Types.Has(contract.NullType) && s.Types != contract.Any:
		d.add("null", c.NotNull, "not null", s.Types.String())
	}
	if c.Types != 0 && c.Types&s.Types == 0 {
		d.add("type", &prose.Claim{At: c.TypesAt}, c.Types.String(), s.Types.String())
	}
}

func (d *denials) required() {
	f, c := d.ref.Field, d.said
	switch {
	case c.Required != nil && !f.Required:
		d.add("required", c.Required, "required", "optional")
	case c.Optional != nil && f.Required && !f.Schema.Types.Has(contract.NullType):
		d.add("required", c.Optional, "optional", "required")
	}
}

func (d *denials) format() {
	own := formatOf(d.ref.Field.Schema)
	if own.Name == "" || len(d.said.Formats) != 1 {
		return
	}
	c := &d.said.Formats[0]
	if said := canonical[c.Text]; said != "" && contradict(said, own.Name) {
		d.add("format", c, said, own.Name)
	}
}

// listedDefault is a claim on a default, where the number and the word behind it
// are one value of the list: 1d is no number of anything then.
func listedDefault(s *contract.Schema, c *prose.Claim) *prose.Claim {
	if c == nil || c.Of == "" || !inEnum(s.Enum, str(c.Text+c.Of), true) {
		return c
	}
	whole := *c
	whole.Text, whole.Of = c.Text+c.Of, ""
	return &whole
}

// isValueOf reports whether words can be a value of the schema. "Defaults to the
// slim form" of a boolean, and the name of an environment variable, are none.
func isValueOf(s *contract.Schema, text string) bool {
	if inEnum(s.Enum, str(text), true) {
		return true
	}
	if verdict, _ := Check(s, str(text), true); verdict == Rejected {
		return false
	}
	return !environment.MatchString(text)
}

var environment = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)

var (
	characters = []string{"character", "char", "letter"}
	items      = []string{"item", "entry", "entrie", "element", "value"} // without the "s" of a plural
)

// speaksOf reports whether the word behind a number says that it bounds what a
// keyword bounds. A number of something else is no statement on the value.
func speaksOf(word string, of []string) bool {
	if of == nil {
		return word == ""
	}
	return slices.Contains(of, strings.TrimSuffix(strings.ToLower(word), "s"))
}

// SameText reports whether two words say the same: as numbers, or but for case and
// separators.
func SameText(a, b string) bool { return sameText(a, b) }

func sameText(a, b string) bool {
	if order, ok := contract.CompareNumbers(a, b); ok {
		return order == 0
	}
	return contract.Letters(a) == contract.Letters(b)
}

// undeclared reports arguments that a description offers and the schema lacks.
// That a name is unknown is no evidence: it must be documented as an argument,
// shown in an example, or be a field of the API's.
func undeclared(tool *contract.Op, texts []doc, calls []*bind.Call, settled map[string]bool) []*Drift {
	known := knownNames(tool)
	var out []*Drift
	said := map[string]bool{}
	for _, text := range texts {
		for _, m := range text.names {
			name := m.Name
			if d := undeclaredMember(tool, m, calls); d != nil && text.field == nil && !said[m.Under+"."+name] && !settled[contract.Letters(name)] {
				said[m.Under+"."+name] = true
				out = append(out, d)
			}
			if m.Role != prose.Argument || m.Under != "" || said[name] || settled[contract.Letters(name)] || known[contract.Letters(name)] || strings.ContainsAny(name, ".[") {
				continue
			}
			api := offered(calls, name)
			if !isDocumented(m) && (api == nil || !isSurelyName(m)) || text.field != nil && api == nil {
				continue
			}
			if !isDocumented(m) && saySo(calls, name) {
				continue // copied with the rest of the API's own text, which speaks of all its fields
			}
			said[name] = true
			d := &Drift{Kind: Undeclared, Tool: tool, ToolField: text.field, ToolAt: m.At, Value: name}
			if text.field != nil {
				d.Path = text.field.Path
			}
			for _, call := range calls {
				d.Ops = append(d.Ops, call.Op)
			}
			if api != nil {
				d.APIField, d.APIPath, d.SpecAt = api, api.Path, api.Field.At
			}
			out = append(out, d)
		}
	}
	return out
}

// undeclaredMember reports a member that the tool's description lists below an
// object and the object's schema lacks, where the API's has it.
func undeclaredMember(tool *contract.Op, m prose.Mention, calls []*bind.Call) *Drift {
	holder := fieldNamed(tool.Input, m.Under)
	if m.Role != prose.Argument || m.Under == "" || !isDocumented(m) || holder == nil || len(contract.ObjectView(holder.Schema).Fields) == 0 || fieldNamed(contract.ObjectView(holder.Schema), m.Name) != nil {
		return nil
	}
	for _, call := range calls {
		for _, pair := range call.Fields.Pairs {
			if pair.Tool.Field != holder {
				continue
			}
			if f := fieldNamed(contract.ObjectView(pair.API.Field.Schema), m.Name); f != nil && !isReadOnly(f) {
				ref := &bind.Ref{Path: bind.Join("", holder.Name), Field: holder}
				api := &bind.Ref{Path: bind.Join(pair.API.Path, f.Name), Field: f}
				return &Drift{Kind: Undeclared, Tool: tool, Ops: []*contract.Op{call.Op}, ToolField: ref, Path: ref.Path, APIField: api, APIPath: api.Path, ToolAt: m.At, SpecAt: f.At, Value: m.Name}
			}
		}
	}
	return nil
}

func saySo(calls []*bind.Call, name string) bool {
	return slices.ContainsFunc(calls, func(c *bind.Call) bool { return saysSo(c.Op, name) })
}

func isDocumented(m prose.Mention) bool {
	return m.Kind == prose.Parameter || m.Kind == prose.InExample
}

// isSurelyName keeps ordinary words out: "state" in quotes may be a value.
func isSurelyName(m prose.Mention) bool {
	return m.Kind != prose.Quote && len(contract.Words(m.Name)) > 1
}

// offered is the top field of an operation that has the given name.
func offered(calls []*bind.Call, name string) *bind.Ref {
	for _, call := range calls {
		for _, f := range call.Op.Input.Fields {
			if contract.Letters(f.Name) == contract.Letters(name) && !isReadOnly(f) {
				return &bind.Ref{Path: bind.Join("", f.Name), Field: f}
			}
		}
	}
	return nil
}
