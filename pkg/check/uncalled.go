package check

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// opKey is one operation, however many contracts read its spec.
type opKey struct {
	file *source.File
	name string
}

// settledOps are the operations that a tool calls, or that a contract says are left
// out. One that is settled for one contract is settled for all that read its spec.
func (r *Run) settledOps() map[opKey]bool {
	settled := map[opKey]bool{}
	for _, c := range r.Contracts {
		called := c.called()
		for _, spec := range c.Specs {
			complete(spec)
			for _, h := range spec.Heads {
				if called[h.Name] || slices.ContainsFunc(c.Omitted, func(e config.Entry) bool { return names(e.Path, h) }) {
					settled[opKey{h.At.File, h.Name}] = true
				}
			}
		}
	}
	return settled
}

// called are the names of the operations that tools of the contract are bound to.
func (c *Contract) called() map[string]bool {
	all := map[string]bool{}
	for _, b := range c.Bindings {
		for _, call := range b.Calls {
			all[rootField(call.Op.Name)] = true
		}
	}
	return all
}

// uncalled are the live operations of a contract's specs that are not settled. They
// are settled then: they are told in the first contract that asks for them.
func (r *Run) uncalled(c *Contract, settled map[opKey]bool) []*diff.Drift {
	var out []*diff.Drift
	for _, spec := range c.Specs {
		for _, h := range spec.Heads {
			key := opKey{h.At.File, h.Name}
			if h.Deprecated || settled[key] {
				continue
			}
			settled[key] = true
			out = append(out, diff.UncalledOperation(r.unloaded(spec, h)))
		}
	}
	return out
}

func complete(spec *contract.Index) {
	if spec.Complete != nil {
		spec.Complete()
	}
}

// unloaded is an operation that nothing is compared with. It is only loaded for the
// sake of a waiver beside it, which is in sight where the file names the rule.
func (r *Run) unloaded(spec *contract.Index, h contract.Head) *contract.Op {
	f := h.At.File
	if f != nil && bytes.Contains(f.Data, []byte("unbound-operation")) && !slices.Contains(r.live, f) {
		if ops, _ := spec.Expand(h.Name); len(ops) == 1 {
			return ops[0]
		}
	}
	return &contract.Op{Name: h.Name, At: h.At}
}

// rootField is the operation that a deeper path of GraphQL begins with: Query.user
// of Query.user.posts. Other names are whole.
func rootField(name string) string {
	parts := strings.SplitN(name, ".", 3)
	if len(parts) < 3 || strings.ContainsAny(name, " /") {
		return name
	}
	return parts[0] + "." + parts[1]
}

// names reports whether an entry of omitted is an operation's name, one of its
// aliases, or a pattern that its name matches: * stands for any run of characters.
func names(entry string, h contract.Head) bool {
	if entry == h.Name || slices.Contains(h.Aliases, entry) {
		return true
	}
	parts := strings.Split(entry, "*")
	rest, ok := strings.CutPrefix(h.Name, parts[0])
	if !ok || len(parts) == 1 {
		return false
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[last])
}

// staleOmitted are the entries of a contract's omitted that name no operation of
// its specs, or one that a tool calls all the same. Where an input was refused, who
// knows what it holds.
func (r *Run) staleOmitted(c *Contract) []bind.Stale {
	if len(c.Omitted) == 0 || c.Alone() || source.Refused(r.Faults) {
		return nil
	}
	var heads []contract.Head
	for _, spec := range c.Specs {
		complete(spec)
		heads = append(heads, spec.Heads...)
	}
	var ids []string
	for _, h := range heads {
		ids = append(ids, h.Name)
	}
	called := c.called()
	var out []bind.Stale
	for _, e := range c.Omitted {
		at := slices.IndexFunc(heads, func(h contract.Head) bool { return names(e.Path, h) })
		switch {
		case at < 0:
			out = append(out, bind.Stale{Key: "omitted", Entry: e.Path, Nearest: config.Nearest(e.Path, ids), At: e.At})
		case !strings.Contains(e.Path, "*") && called[heads[at].Name]:
			out = append(out, bind.Stale{Key: "omitted", Entry: e.Path, Offered: true, At: e.At})
		}
	}
	return out
}
