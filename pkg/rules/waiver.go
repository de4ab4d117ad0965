package rules

import "github.com/tooldrift/tooldrift/pkg/contract"

// Waivable reports whether a waiver can accept a finding: one on a tool, or on an
// operation that none calls, that is not itself about waivers.
func (f *Finding) Waivable() bool {
	return (f.Tool != "" || f.Rule == unboundOperation.ID) && f.Category != waiverCategory
}

// Waiver is the waiver of a config that accepts exactly this finding, for a reason
// that is still to be given. It names the contract too: a config of one contract
// can do without.
func (f *Finding) Waiver() contract.Waiver {
	if f.Tool == "" && len(f.Operations) > 0 {
		return contract.Waiver{Rule: f.Rule, Operation: f.Operations[0], Contract: f.Contract}
	}
	w := contract.Waiver{Rule: f.Rule, Tool: f.Tool, Contract: f.Contract, Value: f.Value}
	if f.Field != "" {
		w.Fields = []string{f.Field}
	}
	return w
}
