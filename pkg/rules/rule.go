// Package rules turns facts into opinions: each drift is judged by one rule,
// which gives it a severity and words; waivers accept findings, one by one and
// with a reason. It loads, binds and compares nothing.
package rules

import (
	"embed"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

// Rule is one opinion. Beside <id>.go stands <id>.txtar: its documentation, its
// explain text and its test in one.
type Rule struct {
	ID       string         // names the bad thing, reads well after "waive"
	Category string         // "field-name", "type", "required", "number", "binding", "waiver"
	Severity Severity       // Off: only where a profile, the config or --only asks for it
	Strict   Severity       // what the strict profile makes of it; Off: an Error
	Since    config.Release // that brought the rule; zero: it was there from the first
	Summary  string         // when it fires, for the table of rules
	Kinds    []diff.Kind    // the facts it judges; none for the rules on waivers
	// Judge fills in the words of a finding and may make it milder than Severity;
	// Off says that the fact is worth no finding.
	Judge func(d *diff.Drift, f *Finding)
	// Mend is the edits that fix a finding, nil where none is certain enough to be
	// typed by a machine; the field is nil where the rule never has any.
	Mend func(d *diff.Drift, f *Finding, t trees) []Edit
}

// All is every rule, in the order of the documentation.
var All = []*Rule{
	renamedField, unknownField, mixedCase, locationPrefix, hiddenField, omittedField, staleNameInProse,
	undeclaredFieldInProse, unknownToolInProse,
	malformedSchema, typeMismatch, fractionAllowed, formatMismatch, enumValueUnknown, enumValueOmitted, enumOpen, boundTooWide,
	nullRejected, defaultMismatch, badExample, proseContradiction, openObject, lenientInput, outputMismatch,
	requiredByAPI, requiredByTool, exclusiveFields, readOnlyField, deprecatedField,
	unitConflict, bareNumber, unitOnlyInProse, unitOnlyInSpec, moneyAsFloat, currencyExponent, percentRange, mixedUnits,
	unboundTool, unboundOperation, doubtfulBinding, missingOperation, staleMapping, deprecatedOperation, notComparable,
	unusedWaiver, expiredWaiver, waiverWithoutReason, unknownRule, staleBaseline,
}

// Find is the rule of an ID, or nil.
func Find(id string) *Rule {
	for _, r := range All {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// IDs are those of all rules, in the order of the documentation.
func IDs() []string {
	ids := make([]string, len(All))
	for i, r := range All {
		ids[i] = r.ID
	}
	return ids
}

//go:embed *.txtar
var archives embed.FS

// Explain is a rule's documentation: what, why, how to fix, when to waive.
func (r *Rule) Explain() string {
	text, err := archives.ReadFile(strings.ReplaceAll(r.ID, "-", "_") + ".txtar")
	if err != nil {
		return ""
	}
	doc, _, _ := strings.Cut(string(text), "\n-- ")
	return strings.TrimSpace(doc) + "\n"
}

var byKind = func() map[diff.Kind]*Rule {
	m := map[diff.Kind]*Rule{}
	for _, r := range All {
		for _, k := range r.Kinds {
			m[k] = r
		}
	}
	return m
}()
