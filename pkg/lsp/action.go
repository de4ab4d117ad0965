package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// quickFix is the only kind of code action here.
const quickFix = "quickfix"

// reasonCommand shows the reason of a waiver that was just put into the config, for
// somebody to write it.
const reasonCommand = "tooldrift.reason"

// mostActed bounds the findings that are offered something at once: for somebody
// who marks the whole file, a menu of hundreds is none.
const mostActed = 25

// actions are the fixes and the waivers of the findings in a range.
func (s *Server) actions(name string, p codeActionParams) []codeAction {
	out := []codeAction{}
	if s.client.TextDocument.CodeAction.Literals == nil || !wantsKind(p.Context.Only) {
		return out
	}
	for _, in := range s.judged(name) {
		r, f := in.result, in.file
		asked := source.Span{File: f, Start: s.encoding.offset(f, p.Range.Start), End: s.encoding.offset(f, p.Range.End)}
		j := s.job(r.project)
		acted := 0
		for _, one := range r.report.Findings {
			if acted == mostActed {
				break
			}
			if !shows(r, one) || !slices.ContainsFunc([]source.Span{one.At, one.ToolAt, one.SpecAt}, func(at source.Span) bool { return touch(at, asked) }) {
				continue
			}
			acted++
			about := j.of(r, name, one)
			for _, a := range []*codeAction{s.fix(r, one, about), s.waive(r, one, about)} {
				if a != nil {
					out = append(out, *a)
				}
			}
		}
	}
	return out
}

// wantsKind reports whether a client that asks for kinds asks for this one. A kind
// holds those that begin with it and a dot; "" holds all.
func wantsKind(only []string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k string) bool { return k == "" || k == quickFix })
}

// touch reports whether two spans share a character or meet.
func touch(a, b source.Span) bool {
	return !a.IsZero() && a.File == b.File && a.Start <= b.End && b.Start <= a.End
}

// of are the diagnostics that a finding is in a file.
func (j *job) of(r *result, name string, f *rules.Finding) []diagnostic {
	b := &board{job: j, root: r.run.Root, all: map[string][]diagnostic{}}
	b.finding(f)
	return b.all[name]
}

// fix is a finding's own edits; nil where it has none that can be made.
func (s *Server) fix(r *result, f *rules.Finding, about []diagnostic) *codeAction {
	edits := map[*source.File][]source.Edit{}
	sure := true
	for _, e := range f.Edits {
		edits[e.At.File] = append(edits[e.At.File], source.Edit{At: e.At, New: e.New})
		sure = sure && !e.Unsafe
	}
	edit, ok := s.edit(r, edits)
	if !ok {
		return nil
	}
	return &codeAction{Title: source.Escape(f.Fix), Kind: quickFix, Diagnostics: about, Preferred: sure, Edit: edit}
}

// waive puts a waiver of a finding into the config, its reason left empty: only who
// accepts a drift knows why, and until it is written the waiver waives nothing and is
// itself a finding. nil where the finding cannot be waived, or the config not edited.
func (s *Server) waive(r *result, f *rules.Finding, about []diagnostic) *codeAction {
	before := r.run.Config.File
	if before == nil || !f.Waivable() {
		return nil
	}
	_, added, err := r.run.WithWaivers([]contract.Waiver{r.run.WaiverFor(f)})
	if err != nil {
		return nil
	}
	after := &source.File{Name: before.Name, Data: added.Text}
	change := difference(before, after)
	edit, ok := s.edit(r, map[*source.File][]source.Edit{before: {change}})
	if !ok {
		return nil
	}
	title := "waive " + f.Rule
	if f.Field != "" {
		title += " on " + source.Escape(f.Field)
	}
	a := &codeAction{Title: title + ": write the reason in " + source.Escape(before.Name), Kind: quickFix, Diagnostics: about, Edit: edit}
	const empty = `reason: ""`
	if at := strings.LastIndex(change.New, empty); at >= 0 && s.client.Window.ShowDocument.Support {
		quote := change.At.Start + at + len(empty) - 1
		places := places{encoding: s.encoding}
		show := showDocumentParams{s.uri(r.path(before.Name)), true, places.rangeOf(source.Span{File: after, Start: quote, End: quote})}
		a.Command = &command{"write the reason", reasonCommand, []any{show}}
	}
	return a
}

// difference is the one edit that makes a text of another, as small as whole
// characters and line ends let it be.
func difference(before, after *source.File) source.Edit {
	a, b := before.Data, after.Data
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for start > 0 && (inside(a, start) || inside(b, start)) {
		start--
	}
	for end > 0 && (inside(a, len(a)-end) || inside(b, len(b)-end)) {
		end--
	}
	return source.Edit{At: source.Span{File: before, Start: start, End: len(a) - end}, New: string(b[start : len(b)-end])}
}

// inside reports whether an offset is within a character, or a CRLF.
func inside(data []byte, at int) bool {
	if at <= 0 || at >= len(data) {
		return false
	}
	return !utf8.RuneStart(data[at]) || data[at-1] == '\r' && data[at] == '\n'
}

// edit is edits of files as the client makes them. ok is false where there are
// none, or they cannot be made.
func (s *Server) edit(r *result, edits map[*source.File][]source.Edit) (out workspaceEdit, ok bool) {
	places := places{encoding: s.encoding}
	var files []*source.File
	for f := range edits {
		if _, err := source.Apply(f, edits[f]); err != nil || !source.IsPath(f.Name) {
			return out, false
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b *source.File) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range files {
		var all []textEdit
		for _, e := range edits[f] {
			all = append(all, textEdit{places.rangeOf(e.At), e.New})
		}
		name := r.path(f.Name)
		if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
			if out.Changes == nil {
				out.Changes = map[string][]textEdit{}
			}
			out.Changes[s.uri(name)] = all
			continue
		}
		var d documentEdit
		d.TextDocument.URI, d.Edits = s.uri(name), all
		if open := s.documents[name]; open != nil {
			d.TextDocument.Version = &open.version
		}
		out.DocumentChanges = append(out.DocumentChanges, d)
	}
	return out, len(files) > 0
}

// execute runs a command of ours.
func (s *Server) execute(m message) *rpcError {
	p, wrong := params[executeParams](m)
	if wrong != nil {
		return wrong
	}
	if p.Command != reasonCommand {
		return failure(codeInvalidParams, "%.100s is no command of tooldrift", p.Command)
	}
	var show showDocumentParams
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &show) != nil {
		return failure(codeInvalidParams, "%s takes the place to show", reasonCommand)
	}
	if _, ok := pathOf(show.URI); !ok {
		return failure(codeInvalidParams, "%s shows files only", reasonCommand)
	}
	s.answer(m.ID, nil)
	s.request("window/showDocument", show)
	return nil
}
