package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Snapshot asks the MCP server of a contract for its tools: the one contract of
// that name, or the only one with a server where name is "". The result is the
// file to keep, and the server in the words of a sentence; the file is nil where
// the server could not be read, which the faults say. The error is a *Usage.
// Only the tool list of a server is taken: what a command prints or an address
// serves is a file already.
func Snapshot(in Inputs, name string) (f *source.File, server string, r *Run, err error) {
	r, err = in.configured()
	if err != nil {
		return nil, "", nil, err
	}
	if r.Config.File == nil {
		return nil, "", nil, &Usage{Text: "no server to take a snapshot of: there is no " + config.FileName}
	}
	c, err := theServer(r.Config.Contracts, name)
	if err != nil {
		return nil, "", nil, err
	}
	r.Contracts = []*Contract{c}
	if err := in.permit(r.Root, r.Contracts); err != nil {
		return nil, "", nil, err
	}
	r.fetch(in)
	server = loaders.LiveWords(c.tools[0].src.Live)
	if len(r.live) == 0 {
		return nil, server, r, nil
	}
	return r.live[0], server, r, nil
}

// theServer is a contract with no source but its MCP server.
func theServer(contracts []*config.Contract, name string) (*Contract, error) {
	var found *Contract
	var names, all []string
	for _, k := range contracts {
		all = append(all, k.Name)
		if name != "" && k.Name != name {
			continue
		}
		one := &Contract{Contract: k}
		for _, s := range k.Tools {
			if s.Live != nil && s.Live.Protocol == "mcp" {
				one.tools = append(one.tools, input{src: s})
			}
		}
		if len(one.tools) > 0 {
			found, names = one, append(names, k.Name)
		}
	}
	known := slices.Contains(all, name)
	switch {
	case name != "" && !known && config.Nearest(name, all) != "":
		return nil, &Usage{Text: fmt.Sprintf("the config has no contract %s; did you mean %s?", name, config.Nearest(name, all))}
	case name != "" && !known:
		return nil, &Usage{Text: fmt.Sprintf("the config has no contract %s, only %s", name, strings.Join(all, ", "))}
	case found == nil && name != "":
		return nil, &Usage{Text: fmt.Sprintf("the tools of contract %s are no MCP server's: a snapshot is of what a server lists", name)}
	case found == nil:
		return nil, &Usage{Text: "no contract has an MCP server among its tools: a snapshot is of what a server lists"}
	case len(names) > 1:
		return nil, &Usage{Text: fmt.Sprintf("the contracts %s have MCP servers: say which with --contract", strings.Join(names, ", "))}
	case len(found.tools) > 1:
		return nil, &Usage{Text: fmt.Sprintf("contract %s has %d MCP servers: a snapshot is of one; give each a contract", found.Name, len(found.tools))}
	}
	return found, nil
}
