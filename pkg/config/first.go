package config

import (
	"path"
	"path/filepath"
	"strings"
)

// First is the text of a config of one contract, to stand in the folder dir, a
// slash path from the root as those of the sources are. What is live is left
// out: no command line names it.
func First(c *Contract, dir string) []byte {
	var b strings.Builder
	b.WriteString("version: 1\ncontracts:\n  - name: " + Scalar(c.Name) + "\n")
	list := func(key string, all []Source) {
		if len(all) == 0 {
			return
		}
		var entries []string
		for _, s := range all {
			entries = append(entries, entry(s, dir))
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
	list("tools", c.Tools)
	list("spec", c.Spec)
	return []byte(b.String())
}

func entry(s Source, dir string) string {
	protos := s.Proto
	if protos == "" && len(s.ImportPaths) > 0 {
		protos = s.Glob
	}
	if protos == "" {
		return flowScalar(below(dir, s.Glob))
	}
	text := "{proto: " + flowScalar(below(dir, protos))
	var imports []string
	for _, p := range s.ImportPaths {
		imports = append(imports, flowScalar(below(dir, p)))
	}
	if len(imports) > 0 {
		text += ", import_paths: [" + strings.Join(imports, ", ") + "]"
	}
	return text + "}"
}

// below is a path from the root as one from dir.
func below(dir, name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(name))
	if err != nil {
		return path.Clean(name)
	}
	return filepath.ToSlash(rel)
}
