package diff

import (
	"fmt"
	"strings"

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

// shownTo are the calls of a tool that a model is shown.
func shownTo(tool *contract.Op) []shown {
	var all []shown
	for _, v := range tool.Input.Examples {
		if v.Kind == source.Object {
			all = append(all, shown{args: v, of: "example"})
		}
	}
	for _, call := range tool.Shown {
		args := call.Args
		if args == nil {
			args = prose.JSON(call.Text)
		}
		if args != nil && args.Kind == source.Object {
			all = append(all, shown{args: args, of: ofTranscript})
		}
	}
	for _, e := range prose.Examples(tool.Doc) {
		if (e.Tool == "" || e.Tool == tool.Name) && isMostlyOf(tool.Input, e.Args) {
			all = append(all, shown{e.Args, "example", true})
		}
	}
	return all
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

// at are the values that the calls have at a path of objects. What a schema
// declares inside an object has a path of its own.
func at(calls []shown, path string, s *contract.Schema) []value {
	var out []value
	for _, call := range calls {
		v := call.args
		for name := range strings.SplitSeq(path, ".") {
			if v = v.Value(name); v == nil {
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

// undeclaredIn are the members of a call that an open schema accepts, and that no
// field of it is named: a tool that had them once has them no more.
func undeclaredIn(s *contract.Schema, v *source.Node) []string {
	if s.Extra != nil || len(s.AnyOf) > 0 || len(s.Fields) == 0 {
		return nil
	}
	var faults []string
	for _, m := range v.Members {
		if fieldNamed(s, m.Key) == nil {
			faults = append(faults, fmt.Sprintf("has a member %q that is not declared", m.Key))
		}
	}
	return faults
}

// incomplete are the calls that lack what their tool requires, or send what it
// does not have.
func incomplete(tool *contract.Op, calls []shown) []*Drift {
	var out []*Drift
	for _, call := range calls {
		if call.part {
			continue
		}
		c := checker{shallow: true}
		c.value(tool.Input, call.args, "", 0)
		if call.of == ofTranscript && !tool.Input.Closed {
			c.faults = append(c.faults, undeclaredIn(tool.Input, call.args)...)
		}
		if len(c.faults) > 0 {
			d := example(value{call.args, call.of}, Rejected, c.faults, Accepted, nil)
			d.Tool, d.ToolSchema = tool, tool.Input
			out = append(out, d)
		}
	}
	return out
}
