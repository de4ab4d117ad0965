package lsp

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// quickFix is the only kind of code action here.
const quickFix = "quickfix"

// reasonCommand shows the reason of a waiver that was just put into the config, for
// somebody to write it.
const reasonCommand = "tooldrift.reason"

// actions are the fixes and the waivers of the findings in a range.
func (s *Server) actions(name string, p codeActionParams) []codeAction {
	out := []codeAction{}
	if s.client.TextDocument.CodeAction.Literals == nil || !wantsKind(p.Context.Only) {
		return out
	}
	for _, project := range s.projectsOf(name) {
		r := project.last
		if r == nil || r.run == nil {
			continue
		}
		rel, _ := r.fromRoot(name)
		f := r.run.File(rel)
		if f == nil || f.Packed {
			continue
		}
		asked := source.Span{File: f, Start: s.encoding.offset(f, p.Range.Start), End: s.encoding.offset(f, p.Range.End)}
		j := s.job(project)
		for _, one := range r.report.Findings {
			if !shows(r, one) || !slices.ContainsFunc([]source.Span{one.At, one.ToolAt, one.SpecAt}, func(at source.Span) bool { return touch(at, asked) }) {
				continue
			}
			about := j.of(r, name, one)
			if a := s.fix(r, one, about); a != nil {
				out = append(out, *a)
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
	for _, e := range f.Edits {
		edits[e.At.File] = append(edits[e.At.File], source.Edit{At: e.At, New: e.New})
	}
	edit, ok := s.edit(r, edits)
	if !ok {
		return nil
	}
	return &codeAction{Title: source.Escape(f.Fix), Kind: quickFix, Diagnostics: about, Preferred: true, Edit: edit}
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
