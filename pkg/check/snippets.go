package check

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Snippet is text that waives a finding where it is pasted, once its reason, "...",
// is filled in.
type Snippet struct {
	Form string      // "config", "comment", "meta"
	At   source.Span // of a comment: the tool's name, above whose line it goes; of meta: the tool's name; else zero
	Text string
}

// unsaid is the reason of a snippet: it is none, so that what is pasted and not
// filled in waives nothing.
const unsaid = "..."

// Snippets are the ways to waive a finding, the one to recommend first: in the
// config, and where its place allows beside the tool. None for what no waiver accepts.
func (r *Run) Snippets(f *rules.Finding) []Snippet {
	if !f.Waivable() {
		return nil
	}
	w := r.WaiverFor(f)
	w.Reason = unsaid
	// GitHub's runner acts on this anywhere in a line; between quotes, where it must
	// stand, the escape is the character.
	all := []Snippet{{Form: "config", Text: "- " + strings.ReplaceAll(config.WaiverEntry(w), "##[", `##\x5b`)}}
	tool, dialect := r.toolOf(f)
	if tool == nil || !r.Config.InlineWaivers || !source.IsPath(tool.At.File.Name) || tool.At.File.Packed {
		return all
	}
	switch ext := strings.ToLower(path.Ext(tool.At.File.Name)); {
	case ext == ".yaml" || ext == ".yml" || ext == ".jsonc":
		marker := "# "
		if ext == ".jsonc" {
			marker = "// "
		}
		if text, ok := w.Comment(); ok && beginsTool(tool.At) {
			all = append(all, Snippet{Form: "comment", At: tool.At, Text: marker + text})
		}
	case ext == ".json" && dialect == "mcp" && len(tool.Waivers) == 0:
		all = append(all, Snippet{Form: "meta", At: tool.At, Text: strings.ReplaceAll(`"tooldrift/waive": `+waiverObject(w), "##[", `##\u005b`)})
	}
	return all
}

// toolOf is the tool of a finding and the dialect of its list.
func (r *Run) toolOf(f *rules.Finding) (tool *contract.Op, dialect string) {
	for _, c := range r.Contracts {
		if c.Name != f.Contract {
			continue
		}
		for _, list := range c.Lists {
			for _, op := range list.Ops {
				if op.Name == f.Tool && (tool == nil || op.At.File == f.ToolAt.File) {
					tool, dialect = op, list.Dialect
				}
			}
		}
	}
	return tool, dialect
}

var toolHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(- *)*\{?\s*"?name"?\s*:\s*$`) })

// beginsTool reports whether nothing but the name's key stands before it on its
// line: a comment above then is one on the tool.
func beginsTool(name source.Span) bool {
	data := name.File.Data
	start := bytes.LastIndexAny(data[:name.Start], "\r\n") + 1
	return toolHead().Match(data[start:name.Start])
}

// waiverObject is a waiver as the value of _meta["tooldrift/waive"].
func waiverObject(w contract.Waiver) string {
	n := &source.Node{Kind: source.Object}
	for _, m := range []struct{ key, value string }{{"rule", w.Rule}, {"field", strings.Join(w.Fields, "")}, {"value", w.Value}, {"reason", w.Reason}} {
		if m.value != "" {
			n.Members = append(n.Members, source.Member{Key: m.key, Value: &source.Node{Kind: source.String, Text: m.value}})
		}
	}
	return n.JSON()
}

// Where says in words where a snippet goes; shown turns the name of a file, which
// is from the root, into the one to print.
func (r *Run) Where(s Snippet, shown func(string) string) string {
	switch s.Form {
	case "comment":
		return fmt.Sprintf("above %s:%d", shown(s.At.File.Name), s.At.File.Position(s.At.Start).Line)
	case "meta":
		return fmt.Sprintf("in the _meta of the tool at %s:%d", shown(s.At.File.Name), s.At.File.Position(s.At.Start).Line)
	case "config":
		if f := r.Config.File; f != nil {
			return "under waivers: in " + shown(f.Name)
		}
	}
	return "under waivers: in a " + config.FileName + " that begins with version: 1"
}
