package diff

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// shown is a call that a model is shown: in the tool's own list of examples, in a
// transcript that it is given, in a fence of the description.
type shown struct {
	args *source.Node
	of   string
	part bool // it need not be the whole call, and may hold placeholders
}

// shownTo are the calls of a tool that a model is shown, those in transcripts among them.
func shownTo(tool *contract.Op, calls []contract.Call) []shown {
	var all []shown
	for _, v := range tool.Input.Examples {
		if v.Kind == source.Object {
			all = append(all, shown{args: v, of: "example"})
		}
	}
	for _, call := range calls {
		args := call.Args
		if args == nil {
			args = prose.JSON(call.Text)
		}
		if args == nil {
			args = &source.Node{Kind: source.String, Text: call.Text.Text, At: call.Text.At}
		}
		all = append(all, shown{args: args, of: ofTranscript})
	}
	for _, e := range prose.Examples(tool.Doc) {
		if isCallOf(tool, &e) && isMostlyOf(tool.Input, e.Args) {
			all = append(all, shown{e.Args, "example", true})
		}
	}
	return all
}

// isCallOf reports whether an example in a tool's description is one of a call of the
// tool. In running text JSON may be the value of one argument just as well: what
// could be that does not count.
func isCallOf(tool *contract.Op, e *prose.Example) bool {
	switch {
	case e.Tool != "":
		return e.Tool == tool.Name
	case !e.Inline:
		return e.Introduced
	}
	known := 0
	for _, m := range e.Args.Members {
		if fieldNamed(contract.ObjectView(tool.Input), m.Key) != nil {
			known++
		}
	}
	return known > 0 && 2*known >= len(e.Args.Members) && !mayBeValue(tool, e) && !namesOther(tool, e.Lead)
}

// namesOther reports whether words name something that is not the tool: another one, as
// far as anyone can tell.
func namesOther(tool *contract.Op, text string) bool {
	return slices.ContainsFunc(nameWords(text), func(word string) bool {
		return word != tool.Name && isNameLike(word)
	})
}

// isNameLike reports whether a word is spelled as names are: several words in one.
func isNameLike(word string) bool {
	return len(contract.Words(word)) > 1 && strings.ToUpper(word) != word
}

// mayBeValue reports whether a JSON object in running text may be the value of one of
// the tool's fields: the sentence names one, or one takes any object and is no member.
func mayBeValue(tool *contract.Op, e *prose.Example) bool {
	for _, f := range contract.ObjectView(tool.Input).Fields {
		if e.Args.Value(f.Name) == nil && takesAnyObject(f.Schema) || saysName(e.Lead, f.Name) {
			return true
		}
	}
	return false
}

// takesAnyObject reports whether an object of unknown members fits, or a list of such.
func takesAnyObject(s *contract.Schema) bool {
	if s.Elem != nil && s.Types.Has(contract.ArrayType) {
		s = s.Elem
	}
	return s.Types != contract.Any && s.Types.Has(contract.ObjectType) && len(contract.ObjectView(s).Fields) == 0
}

// saysName reports whether a text has a name among its words.
func saysName(text, name string) bool {
	return slices.ContainsFunc(nameWords(text), func(word string) bool { return strings.EqualFold(word, name) })
}

// nameWords are the words of a text, names whole.
func nameWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isMostlyOf reports whether an object's members are those of a schema, most of
// them: other JSON in a description is of something else.
func isMostlyOf(s *contract.Schema, v *source.Node) bool {
	known := 0
	for _, m := range v.Members {
		if fieldNamed(s, m.Key) != nil {
			known++
		}
	}
	return known > 0 && 2*known > len(v.Members)
}

// shownAt are the values that the calls have at a path of objects. What a schema
// declares inside an object has a path of its own.
func shownAt(calls []shown, path string, s *contract.Schema) []value {
	var out []value
	for _, call := range calls {
		v := call.args
		for _, step := range bind.Steps(path) {
			if v = v.Value(step.Name); v == nil || step.Elem {
				v = nil
				break
			}
		}
		switch {
		case v == nil || call.part && isPlaceholder(v):
		case v.Kind != source.Object || len(s.Fields) == 0:
			out = append(out, value{v, call.of})
		}
	}
	return out
}

// isPlaceholder reports whether a value only says what is to stand there.
func isPlaceholder(v *source.Node) bool {
	return v.Kind == source.Null || v.Kind == source.String && (v.Text == "" || strings.ContainsAny(v.Text, "<>{}") || strings.Contains(v.Text, "...") ||
		strings.Contains(v.Text, "…") || strings.HasPrefix(v.Text, "$") || v.Text == strings.ToUpper(v.Text) && strings.Contains(v.Text, "_"))
}

const ofTranscript = "transcript value"

// incomplete are the calls that lack what their tool requires, or send what it
// does not have.
func incomplete(tool *contract.Op, calls []shown) []*Drift {
	var out []*Drift
	for _, call := range calls {
		if call.part {
			continue
		}
		faults := []string{"is no JSON object"}
		if call.args.Kind == source.Object {
			c := newChecker(Judging{})
			c.shallow = true
			c.value(tool.Input, call.args, nil, 0)
			faults = inWords(c.faults)
		}
		if len(faults) > 0 {
			d := example(value{call.args, call.of}, Rejected, faults, Accepted, nil)
			d.Tool, d.ToolSchema = tool, tool.Input
			out = append(out, d)
		}
	}
	return out
}
