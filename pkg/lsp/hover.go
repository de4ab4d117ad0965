package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// maxHover is how many pieces are shown of one place: a field that many tools
// share would else fill the screen.
const maxHover = 8

// hover says what a check knows of the place under the cursor: the findings, with
// both sides, and what the other side calls and allows there. nil where that is nothing.
func (s *Server) hover(name string, at position) *hover {
	var pieces []string
	var span source.Span
	for _, j := range s.judged(name) {
		h := &hovering{result: j.result, at: source.Span{File: j.file, Start: s.encoding.offset(j.file, at)}}
		h.findings()
		h.operations()
		pieces = append(pieces, h.pieces...)
		if !h.found.IsZero() {
			span = h.found
		}
	}
	if len(pieces) == 0 {
		return nil
	}
	if len(pieces) > maxHover {
		pieces = append(pieces[:maxHover:maxHover], fmt.Sprintf("and %d more", len(pieces)-maxHover))
	}
	places := places{encoding: s.encoding}
	return &hover{Contents: s.markup(strings.Join(pieces, "\n\n")), Range: places.rangeOf(span)}
}

// markup is text as it stands. Text of inputs is shown, not rendered: Markdown of
// theirs could load a picture from anywhere.
func (s *Server) markup(text string) markup {
	for _, kind := range s.client.TextDocument.Hover.ContentFormat {
		switch kind {
		case "plaintext":
			return markup{kind, text}
		case "markdown":
			fence := "```"
			for strings.Contains(text, fence) {
				fence += "`"
			}
			return markup{kind, fence + "text\n" + text + "\n" + fence}
		}
	}
	return markup{"plaintext", text}
}

// hovering gathers what is known of one place of a result.
type hovering struct {
	*result
	at     source.Span // empty
	pieces []string
	found  source.Span // the narrowest that holds the place
}

// holds reports whether the place is in a span, or just behind it, where a cursor
// between two characters is.
func (h *hovering) holds(at source.Span) bool {
	return at.File == h.at.File && at.Start <= h.at.Start && h.at.Start <= at.End
}

func (h *hovering) add(span source.Span, piece string) {
	if h.found.IsZero() || span.End-span.Start < h.found.End-h.found.Start {
		h.found = span
	}
	if !slices.Contains(h.pieces, piece) {
		h.pieces = append(h.pieces, piece)
	}
}

// findings are those one of whose two sides is here, the waived with their reasons.
func (h *hovering) findings() {
	for _, f := range h.report.Findings {
		if f.Waived == nil && !shows(h.result, f) {
			continue
		}
		for _, at := range []source.Span{f.At, f.ToolAt, f.SpecAt} {
			if !at.IsZero() && h.holds(at) {
				h.add(at, strings.TrimRight(string(report.Finding(f, report.View{Least: rules.Note})), "\n"))
				break
			}
		}
	}
}

// operations are the tools and operations that are here, and their fields.
func (h *hovering) operations() {
	for _, c := range h.run.Contracts {
		for _, b := range c.Bindings {
			h.binding(b)
			for _, call := range b.Calls {
				if call.Fields != nil {
					call.Fields.Each(func(tool, api *bind.Ref, row bind.Row) { h.field(b, call, tool, api, row) })
				}
			}
		}
	}
}

func (h *hovering) binding(b *bind.Binding) {
	if h.holds(b.Tool.At) {
		h.add(b.Tool.At, h.calls(b))
	}
	for _, call := range b.Calls {
		if h.holds(call.Op.At) {
			h.add(call.Op.At, fmt.Sprintf("%s is called by the tool %s\n%s", source.Escape(call.Op.Name), source.Escape(b.Tool.Name), row("tool", b.Tool.At)))
		}
	}
}

// calls is what a tool is bound to.
func (h *hovering) calls(b *bind.Binding) string {
	name := source.Escape(b.Tool.Name)
	switch {
	case b.Local != "":
		return name + " calls no operation: " + source.Escape(b.Local)
	case b.Unsupported != "":
		return name + " calls what the spec does not describe: " + source.Escape(b.Unsupported)
	case len(b.Calls) == 0:
		return name + " is bound to no operation"
	}
	lines := []string{fmt.Sprintf("%s is bound by %s", name, b.How)}
	for _, call := range b.Calls {
		when := ""
		for _, c := range call.When {
			when += fmt.Sprintf(", where %s is %s", source.Escape(c.Field), source.Escape(c.Value))
		}
		lines = append(lines, "  to    "+source.Escape(call.Op.Name)+when, row("spec", call.Op.At))
	}
	return strings.Join(lines, "\n")
}

// field is a field of one side and what the other side has for it.
func (h *hovering) field(b *bind.Binding, call *bind.Call, tool, api *bind.Ref, r bind.Row) {
	toolName, opName := source.Escape(b.Tool.Name), source.Escape(call.Op.Name)
	switch {
	case tool != nil && h.isHere(tool.Field) && api != nil:
		h.add(tool.Field.At, fmt.Sprintf("%s is %s of %s: %s\n%s", source.Escape(r.Tool), source.Escape(r.API), opName, r.Why, h.says("spec", call.Op, api)))
	case r.How == bind.Unpaired && len(h.pieces) > 0:
		// the finding has said so
	case tool != nil && h.isHere(tool.Field):
		h.add(tool.Field.At, fmt.Sprintf("%s is no field of %s: %s", source.Escape(r.Tool), opName, source.Escape(r.Why)))
	case api != nil && h.isHere(api.Field) && tool != nil:
		h.add(api.Field.At, fmt.Sprintf("%s is %s of the tool %s: %s\n%s", source.Escape(r.API), source.Escape(r.Tool), toolName, r.Why, h.says("tool", b.Tool, tool)))
	case api != nil && h.isHere(api.Field):
		h.add(api.Field.At, fmt.Sprintf("%s is no field of the tool %s: %s", source.Escape(r.API), toolName, source.Escape(r.Why)))
	}
}

// isHere reports whether the place is a field's name, or what says its type.
func (h *hovering) isHere(f *contract.Field) bool {
	return h.holds(f.At) || !f.Schema.TypeAt.IsZero() && h.holds(f.Schema.TypeAt)
}

// says is a side's own line for a field, what it allows in words, and its unit.
func (h *hovering) says(side string, op *contract.Op, ref *bind.Ref) string {
	lines := []string{row(side, ref.Field.At), "  takes " + source.Escape(takes(ref.Field))}
	if unit := h.unit(op, ref.Field); unit != "" {
		lines = append(lines, "  unit  "+source.Escape(unit))
	}
	return strings.Join(lines, "\n")
}

func (h *hovering) unit(op *contract.Op, f *contract.Field) string {
	j, ok := h.run.NumberOf(op, f)
	if !ok || len(j.Stated) == 0 {
		return ""
	}
	s := j.Stated[0]
	return fmt.Sprintf("%s (%s: %s)", s.Unit.Symbol, s.From, s.Text)
}

// row is a place and the source line there, as the text report has them.
func row(label string, at source.Span) string {
	if at.IsZero() {
		return fmt.Sprintf("  %s  (nowhere in a file)", label)
	}
	return fmt.Sprintf("  %s  %s    %s", label, source.Escape(at.Place()), report.Excerpt(at))
}

// takes is what a field allows, in words.
func takes(f *contract.Field) string {
	s := f.Schema
	words := []string{s.Types.String()}
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if s.Format.Text != "" {
		add("format %s", s.Format.Text)
	}
	if s.Enum != nil {
		add("one of %s", diff.EnumWords(s.Enum))
	}
	for _, b := range []struct {
		bound     *contract.Bound
		is, never string
	}{
		{s.Min, "at least %s", "more than %s"}, {s.Max, "at most %s", "less than %s"},
		{s.MinLen, "at least %s long", "longer than %s"}, {s.MaxLen, "at most %s long", "shorter than %s"},
		{s.MinItems, "at least %s items", "more than %s items"}, {s.MaxItems, "at most %s items", "fewer than %s items"},
	} {
		switch {
		case b.bound == nil || b.bound.Implied:
		case b.bound.Exclusive:
			add(b.never, b.bound.Num)
		default:
			add(b.is, b.bound.Num)
		}
	}
	if s.Default != nil {
		add("default %s", diff.LiteralWords(s.Default))
	}
	if s.Opaque != "" {
		add("cannot be seen through: %s", s.Opaque)
	}
	if f.Required {
		add("required")
	} else {
		add("optional")
	}
	return strings.Join(words, ", ")
}
