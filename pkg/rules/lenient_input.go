package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var lenientInput = &Rule{
	ID: "lenient-input", Category: "type", Severity: Note, Strict: Warning,
	Summary: "the tool takes more than one spelling of a value, or undeclared fields: a number that may be a string, a list of values in prose alone, any case; a warning under the strict profile",
	Kinds:   []diff.Kind{diff.Lenient},
	Judge: func(d *diff.Drift, f *Finding) {
		lenientWords[d.Lenient.Of](d, f)
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		schema := t.schemaOf(d.ToolSchema)
		if schema == nil {
			return nil
		}
		switch d.Lenient.Of {
		case diff.AnyMember:
			if !t.closable(schema) {
				return nil
			}
			return unsafely(t.closed(schema, d.ToolSchema.OpenAt))
		case diff.FreeList:
			values := valuesOf(d.Lenient.Values)
			null, sure := takesNull(schema)
			closed := func(s *contract.Schema) {
				for _, v := range values.Items {
					s.Enum = append(s.Enum, contract.Value{Lit: v})
				}
			}
			if !sure || spoils(d.ToolSchema, closed) {
				return nil
			}
			if null {
				values.Items = append(values.Items, &source.Node{Kind: source.Null, Text: "null"})
			}
			return unsafely(t.keyword(schema, "enum", values))
		case diff.EitherType, diff.EitherList:
			if s := d.ToolSchema; s.Default != nil && s.Default.Kind == source.String {
				return nil
			}
			return unsafely(t.withoutString(schema))
		}
		return nil
	},
}

// lenientWords are the words of a finding for each way to be lenient.
var lenientWords = map[diff.Laxity]func(d *diff.Drift, f *Finding){
	diff.EitherType: func(d *diff.Drift, f *Finding) {
		as, text := digits("10"), text("10")
		if d.Lenient.Type == "boolean" {
			as, text = &source.Node{Kind: source.Bool, Text: "true"}, &source.Node{Kind: source.String, Text: "yes"}
		} else if v := diff.Sample(typed(d)); v != nil && v.Kind == source.Number {
			as, text = v, &source.Node{Kind: source.String, Text: v.Text}
		}
		f.Message = fmt.Sprintf("%s is %s or a string: one value has two spellings", d.Path, article(d.Lenient.Type))
		f.Why = fmt.Sprintf("a model sends %s now and %s then; a reader that does not convert takes one of them", sent(d, as), sent(d, text))
		f.Fix = fmt.Sprintf("give %s the type %s alone", named(d.Path), d.Lenient.Type)
		f.Suggestion = d.Lenient.Type
	},
	diff.EitherList: func(d *diff.Drift, f *Finding) {
		list := &source.Node{Kind: source.Array, Items: []*source.Node{text("a"), text("b")}}
		f.Message = fmt.Sprintf("%s is an array or a string of %s values: one list has two spellings", d.Path, d.Lenient.Said)
		f.Why = fmt.Sprintf("a model sends %s now and %s then, and a value that holds the separator becomes two", sent(d, list), sent(d, text("a,b")))
		f.Fix = fmt.Sprintf("give %s the type array alone", named(d.Path))
		f.Suggestion = "array"
	},
	diff.AnyMember: func(d *diff.Drift, f *Finding) {
		what := "the input"
		if d.Path != "" {
			what = d.Path
		}
		f.Message = fmt.Sprintf("%s says that it takes fields which it does not declare", what)
		f.Why = "a model adds a field of its own, or misspells one that is optional, and no client tells: the value is dropped in silence"
		f.Fix = `write "additionalProperties": false in place of it`
	},
	diff.FreeList: func(d *diff.Drift, f *Finding) {
		values := d.Lenient.Values
		f.Message = fmt.Sprintf("%s is any string; only its description lists the values: %s", d.Path, listedShort(values))
		f.Why = fmt.Sprintf("a model sends another spelling, such as %s, or a word of its own, and no client can refuse it before the call", sent(d, text(respelled(values[0]))))
		f.Fix = fmt.Sprintf("add %s to %s", enumOfWords(values), named(d.Path))
		if said := d.Lenient.Said; said != "" {
			f.Message += fmt.Sprintf(", and says %s", quoted(said))
			f.Fix += fmt.Sprintf(", and drop %s", quoted(said))
		}
	},
	diff.AnyCase: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s says %s", whose(d), quoted(d.Lenient.Said))
		if list := d.ToolSchema.Enum; len(list) > 0 {
			f.Why = fmt.Sprintf("a model sends %s, which the tool's own list refuses", sent(d, text(respelled(list[0].Lit.Text))))
			f.Fix = "drop it: the list says how each value is spelled"
			return
		}
		one := diff.Sample(d.ToolSchema)
		f.Why = fmt.Sprintf("a model sends %s now and %s then: one value, which logs, caches and strict readers take for two", sent(d, one), sent(d, text(respelled(one.Text))))
		f.Fix = `say which case to send in its place, and hold it with "pattern": "^[^a-z]*$" or "^[^A-Z]*$"`
	},
	diff.NumberText: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s says %s; its schema takes %s alone", whose(d), quoted(d.Lenient.Said), article(d.Lenient.Type))
		f.Why = fmt.Sprintf("a model sends %s, which a client that holds calls to the schema refuses", sent(d, text("10")))
		f.Fix = fmt.Sprintf("drop that, or say %q", article(d.Lenient.Type))
	},
}

// typed is the schema of a value that may be a string, without that.
func typed(d *diff.Drift) *contract.Schema {
	s := *d.ToolSchema
	s.Types &^= contract.StringType | contract.NullType
	for _, alt := range s.AnyOf {
		if !alt.Types.Has(contract.StringType) {
			return alt
		}
	}
	return &s
}

// respelled is a value as a model may well write it: in another case.
func respelled(value string) string {
	if value == "" {
		return value
	}
	first := value[:1]
	switch c := first[0]; {
	case 'a' <= c && c <= 'z':
		return string(c-'a'+'A') + value[1:]
	case 'A' <= c && c <= 'Z':
		return lowered(value)
	}
	return value + " "
}

func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func valuesOf(words []string) *source.Node {
	values := &source.Node{Kind: source.Array}
	for _, w := range words {
		values.Items = append(values.Items, text(w))
	}
	return values
}

// enumOfWords is a list of words as a keyword to paste.
func enumOfWords(words []string) string {
	if n := len(words); n > maxPasted {
		return fmt.Sprintf("an enum of these %d values", n)
	}
	return `"enum": ` + valuesOf(words).JSON()
}

// listedShort is the values of a list, or the first of a long one.
func listedShort(words []string) string {
	values := make([]contract.Value, len(words))
	for i, w := range words {
		values[i].Lit = text(w)
	}
	return diff.EnumWords(values)
}
