package config

import (
	"path"
	"path/filepath"
	"strings"
)

// Sketch is a contract of a first config, and what is said above it.
type Sketch struct {
	*Contract
	Remarks []string // comments, a line each
}

// First is the text of a first config, to stand in the folder dir, a slash path
// from the root as those of the sources are. What is live is left out: no command
// line names it.
func First(all []Sketch, dir string) []byte {
	var b strings.Builder
	b.WriteString("version: 1\ncontracts:\n")
	for i, s := range all {
		if i > 0 && len(s.Remarks) > 0 {
			b.WriteString("\n")
		}
		for _, line := range s.Remarks {
			b.WriteString("  # " + line + "\n")
		}
		b.WriteString("  - name: " + Scalar(s.Name) + "\n")
		sketch(&b, "tools", s.Tools, dir)
		sketch(&b, "spec", s.Spec, dir)
	}
	return []byte(b.String())
}

func sketch(b *strings.Builder, key string, all []Source, dir string) {
	if len(all) == 0 {
		return
	}
	var entries []string
	for _, s := range all {
		entries = append(entries, s.Entry(dir))
	}
	b.WriteString("    " + key + ":")
	if one := " [" + strings.Join(entries, ", ") + "]"; len(one) < 100 {
		b.WriteString(one + "\n")
		return
	}
	b.WriteString("\n")
	for _, e := range entries {
		b.WriteString("      - " + e + "\n")
	}
}

// Entry is the source as an entry of tools or spec, between brackets, of a config
// in the folder dir.
func (s Source) Entry(dir string) string {
	list := func(names []string) string {
		var all []string
		for _, name := range names {
			all = append(all, flowScalar(below(dir, name)))
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	protos := s.Proto
	if protos == "" && len(s.ImportPaths) > 0 {
		protos = s.Glob
	}
	switch {
	case len(s.GraphQL) > 0:
		return "{graphql: " + list(s.GraphQL) + "}"
	case len(s.Operations) > 0 && len(s.Schema) > 0:
		return "{operations: " + list(s.Operations) + ", schema: " + list(s.Schema) + "}"
	case len(s.Operations) > 0:
		return "{operations: " + list(s.Operations) + "}"
	case protos == "":
		return flowScalar(below(dir, s.Glob))
	case len(s.ImportPaths) > 0:
		return "{proto: " + flowScalar(below(dir, protos)) + ", import_paths: " + list(s.ImportPaths) + "}"
	}
	return "{proto: " + flowScalar(below(dir, protos)) + "}"
}

// below is a path from the root as one from dir.
func below(dir, name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(name))
	if err != nil {
		return path.Clean(name)
	}
	return filepath.ToSlash(rel)
}
