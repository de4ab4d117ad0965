package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

// noticeDays is how long before its last day a waiver is announced to run out.
const noticeDays = 14

// placed is a waiver and one place that says what it is about.
type placed struct {
	contract.Waiver
	of      string // contract that it was read in; "" for one of the config
	op      *contract.Op
	apiPath string // of a waiver beside an API field
	spec    bool   // it stands in the spec: it holds for every tool bound to op
	stray   bool   // it stands at nothing that could be waived
	names   string // the tool that it names and does not stand in; "" where there is none
	use     *WaiverUse
}

// waive accepts findings, in place, and adds the findings on the waivers themselves.
func (s Settings) waive(all []Compared, r *Report) {
	waivers := s.collect(all)
	r.Waivers = uses(waivers)
	of := map[string][]*Finding{} // by rule
	for _, f := range r.Findings {
		of[f.Rule] = append(of[f.Rule], f)
	}
	for _, w := range waivers {
		if !s.holds(w) {
			continue
		}
		for _, f := range of[w.Rule] {
			if !w.matches(f) {
				continue
			}
			if f.Waived == nil {
				f.Waived = &Waived{Reason: w.Reason, Until: w.Until, Owner: w.Owner, At: w.At, Inline: w.op != nil}
			}
			w.use.covers(f)
		}
	}
	r.Findings = append(r.Findings, s.unknownLevels(all)...)
	for _, u := range r.Waivers {
		r.Findings = append(r.Findings, s.judgeUse(u, all)...)
	}
}

// holds reports whether a waiver is one at all: a known rule, a reason, a day to come.
func (s Settings) holds(w *placed) bool {
	return Find(w.Rule) != nil && SaysWhy(w.Reason) && (w.Until == "" || isDay(w.Until) && w.Until >= s.Today)
}

// SaysWhy reports whether a reason says anything: one without a letter or a digit is
// what stood in a snippet that was pasted and not filled in.
func SaysWhy(reason string) bool {
	return strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// matches is exact: rule, tool, field, and the value where one is given.
func (w *placed) matches(f *Finding) bool {
	if w.stray || f.Rule != w.Rule || !w.reaches(f.Contract) {
		return false
	}
	if w.Value != "" && w.Value != f.Value {
		return false
	}
	if w.spec {
		switch {
		case !slices.ContainsFunc(f.Of.Ops, w.standsIn), w.Tool != "" && w.Tool != f.Tool:
			return false
		case w.apiPath != "":
			return f.APIField == w.apiPath
		case len(w.Fields) == 0:
			return f.Field == "" && f.APIField == ""
		}
		return slices.Contains(w.Fields, f.APIField) || slices.Contains(w.Fields, f.Field)
	}
	if w.Operation != "" {
		return f.Tool == "" && slices.Contains(f.Operations, w.Operation)
	}
	return f.Tool == w.Tool && (w.op == nil || w.standsIn(f.Of.Tool)) && fieldListed(w.Fields, f.Field)
}

// standsIn reports whether a waiver stands in a tool or an operation: another of the
// same name, in another file, is not meant. What a drift says of one that is not
// there has a name and no file.
func (w *placed) standsIn(op *contract.Op) bool {
	return op.Name == w.op.Name && (op.File == w.op.File || op.File == "")
}

// reaches reports whether the waiver is about findings of a contract.
func (w *placed) reaches(contract string) bool {
	return (w.Contract == "" || w.Contract == contract) && (w.of == "" || w.of == contract)
}

func fieldListed(fields []string, field string) bool {
	if len(fields) == 0 {
		return field == ""
	}
	return slices.Contains(fields, field)
}

// collect gathers the waivers of the config and, where they count, those beside
// tools and API fields.
func (s Settings) collect(all []Compared) []*placed {
	var out []*placed
	for _, w := range s.Waivers {
		out = append(out, &placed{Waiver: w})
	}
	if !s.Inline {
		return out
	}
	free := map[*contract.Schema]bool{}
	for _, c := range all {
		seen := map[*contract.Op]bool{}
		for _, b := range c.Bindings {
			out = append(out, beside(b.Tool, c.Contract, false, free)...)
			for _, call := range b.Calls {
				if !seen[call.Op] {
					seen[call.Op] = true
					out = append(out, beside(call.Op, c.Contract, true, free)...)
				}
			}
		}
		for _, w := range c.Strays {
			out = append(out, &placed{Waiver: w, of: c.Contract, stray: true})
		}
		for _, d := range c.Drifts {
			if d.Kind == diff.Uncalled {
				out = append(out, besideUncalled(d.Ops[0], c.Contract)...)
			}
		}
	}
	return out
}

// besideUncalled are the waivers on an operation that no tool calls, of that alone.
func besideUncalled(op *contract.Op, of string) []*placed {
	var out []*placed
	for _, w := range op.Waivers {
		if w.Rule == unboundOperation.ID {
			out = append(out, &placed{Waiver: w, of: of, op: op, spec: true})
		}
	}
	return out
}

// beside are the waivers on an operation and its fields. One that several paths
// lead to (a shared schema) is one waiver a path. free is the schemas that are
// known to lead to none.
func beside(op *contract.Op, of string, spec bool, free map[*contract.Schema]bool) []*placed {
	var out []*placed
	add := func(w contract.Waiver, path string) {
		p := &placed{Waiver: w, of: of, op: op, spec: spec}
		if !spec {
			if w.Tool != "" && w.Tool != op.Name {
				p.stray, p.names = true, w.Tool
			}
			p.Tool = op.Name
		}
		if path != "" {
			if spec {
				p.apiPath = path
			}
			p.Fields = []string{path}
		}
		out = append(out, p)
	}
	for _, w := range op.Waivers {
		add(w, "")
	}
	for _, f := range fieldWaivers(op, answerPath(spec), free) {
		add(f.waiver, f.path)
	}
	return out
}

// on is what a waiver accepts, of some of its fields.
func (w *placed) on(fields []string) string {
	if w.Operation != "" {
		return w.Rule + " on " + w.Operation
	}
	if len(fields) == 0 {
		return w.Rule
	}
	return w.Rule + " on " + strings.Join(fields, ", ")
}

func (s Settings) runsOut(until string) bool {
	day, err := time.Parse(time.DateOnly, s.Today)
	if err != nil {
		return false
	}
	return until <= day.AddDate(0, 0, noticeDays).Format(time.DateOnly)
}

// couldMatch reports whether the waiver could have matched: its tool was read, its
// rule is on for it, and all that the rule judges was looked at.
func (s Settings) couldMatch(w *placed, all []Compared) bool {
	rule := Find(w.Rule)
	ran := func(c Compared, b *bind.Binding) bool {
		if !slices.Contains(alone, rule) && c.unseen(b, rule, append(slices.Clip(w.Fields), w.apiPath)...) {
			return false
		}
		return s.runs(rule, scope{c.Contract, b.Tool.File}) && judged(b, rule, c.NoSpec) && !(c.NoSpec && s.Partial)
	}
	if w.spec { // it was found on an operation that a tool is bound to
		return slices.ContainsFunc(all, func(c Compared) bool {
			return w.reaches(c.Contract) && slices.ContainsFunc(c.Bindings, func(b *bind.Binding) bool {
				return ran(c, b) && slices.ContainsFunc(b.Calls, func(call *bind.Call) bool { return call.Op == w.op })
			})
		})
	}
	known := false
	for _, c := range all {
		if !w.reaches(c.Contract) {
			continue
		}
		if w.Operation != "" && !c.NoSpec && !s.Partial && s.runs(rule, scope{contract: c.Contract}) {
			return true
		}
		known = known || c.Unread
		for _, b := range c.Bindings {
			if b.Tool.Name != w.Tool || w.op != nil && !w.standsIn(b.Tool) {
				continue
			}
			known = true
			if ran(c, b) {
				return true
			}
		}
	}
	// A waiver of the config for a tool that is in no list could never match.
	return !known && !s.Partial && len(all) > 0 && w.op == nil && w.Operation == "" && s.runs(rule, scope{contract: w.Contract})
}

// about is a finding on a waiver, as a list: empty where its rule is off.
func (s Settings) about(r *Rule, w *placed, f *Finding) []*Finding {
	at := scope{contract: cmp.Or(w.of, w.Contract)}
	if w.op != nil && !w.spec {
		at.file = w.op.File
	}
	if !s.runs(r, at) {
		return nil
	}
	if f.Severity == Off {
		f.Severity = r.Severity
	}
	if f.Rule, f.Category = r.ID, r.Category; !s.settle(r, f, at) {
		return nil
	}
	f.Contract, f.At, f.Value = cmp.Or(w.of, w.Contract), w.At, w.Rule
	f.Field = strings.Join(w.Fields, ", ")
	if w.Operation != "" {
		f.Operations, f.Value = []string{w.Operation}, w.on(nil)
	}
	if w.spec {
		f.SpecAt, f.Operations = w.At, []string{w.op.Name}
		f.APIField = w.apiPath
	} else {
		f.Tool = w.Tool
		if w.op != nil {
			f.ToolAt = w.At
		}
	}
	f.Fingerprint = fingerprint(f)
	return []*Finding{f}
}

// unknownLevels are the names under rules: that name no rule, of the whole config,
// of each contract and of each override.
func (s Settings) unknownLevels(all []Compared) []*Finding {
	var out []*Finding
	unknown := func(levels []config.RuleLevel, of string) {
		for _, l := range levels {
			if Find(l.Rule) != nil {
				continue
			}
			f := &Finding{Message: fmt.Sprintf("rules names %q, which does not exist", l.Rule), Why: "the severity given to it changes nothing"}
			out = append(out, s.about(unknownRule, &placed{Waiver: contract.Waiver{Rule: l.Rule, At: l.At, Contract: of}}, f.withNearest(l.Rule))...)
		}
	}
	unknown(s.Levels, "")
	for _, c := range all {
		unknown(s.Contracts[c.Contract], c.Contract)
	}
	for _, o := range s.Overrides {
		unknown(o.Rules, "")
	}
	return out
}

// withNearest says what to write in place of a rule that does not exist.
func (f *Finding) withNearest(id string) *Finding {
	f.Fix = "name a rule of those that tooldrift rules lists"
	if near := config.Nearest(id, IDs()); near != "" {
		f.Suggestion, f.Fix = near, "write "+near
	}
	return f
}

// answerPath is what the paths of a side's answer begin with in findings.
func answerPath(spec bool) string {
	if spec {
		return ""
	}
	return diff.OutputPath
}

type fieldWaiver struct {
	path   string
	waiver contract.Waiver
}

// fieldWaivers are the waivers beside the fields of an operation and of its answer,
// whose paths begin with answer, at every depth.
// Where there are none, all that was looked at is free: operations share schemas,
// and a ring of them would be gone round once for each.
func fieldWaivers(op *contract.Op, answer string, free map[*contract.Schema]bool) []fieldWaiver {
	var out []fieldWaiver
	seen := map[*contract.Schema]bool{}
	var walk func(s *contract.Schema, path string)
	walk = func(s *contract.Schema, path string) {
		if s == nil || seen[s] || free[s] {
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			at := bind.Join(path, f.Name)
			for _, w := range f.Waivers {
				out = append(out, fieldWaiver{at, w})
			}
			walk(f.Schema, at)
		}
		walk(s.Elem, bind.Elem(path))
		for _, alt := range s.AnyOf {
			walk(alt, path)
		}
	}
	walk(op.Input, "")
	walk(op.Output, answer)
	if len(out) == 0 {
		maps.Copy(free, seen)
	}
	return out
}
