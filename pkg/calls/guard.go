package calls

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Decision is what a guard answers to a call.
type Decision string

// The decisions, mildest first.
const (
	Allow  Decision = "allow"
	Review Decision = "review" // a person is to look at it: a fence of the config says so
	Refuse Decision = "refuse"
)

// Kinds of fault that only a guard tells: it lets nothing through that another
// reader may read otherwise than it was judged.
const (
	// Ambiguous arguments mean different things to different readers of JSON: a key
	// twice, half a surrogate pair, a number that no double holds (RFC 7493, I-JSON).
	Ambiguous Kind = "ambiguous"
	TooLarge  Kind = "too-large" // beyond source.CallLimit
	NoCall    Kind = "no-call"   // the input is no call of a tool
	Internal  Kind = "internal"  // the guard itself failed
)

// Verdict is a guard's answer to one call. It encodes to the JSON that README
// documents: strings are never null, and what is not there is "".
type Verdict struct {
	Version  int      `json:"version"` // 1
	Tool     string   `json:"tool"`    // as it was called
	Decision Decision `json:"verdict"`
	// Unsure: a part of the contract cannot be seen through, and what was sent there
	// was not judged.
	Unsure bool     `json:"unsure"`
	Faults []Lesson `json:"faults"`
	Fences []Beyond `json:"fences"`
}

// Lesson is a fault, told so that whoever made it can do better.
type Lesson struct {
	Kind  Kind   `json:"kind"`
	Side  Side   `json:"side"` // "" where it breaks neither contract
	Field string `json:"field"`
	At    string `json:"at"`
	Got   string `json:"got"`
	Want  string `json:"want"`
	Text  string `json:"text"`
	Send  string `json:"send"`
	// Reading is how the value would be read: "amount_cents=4200 means $42.00; ...".
	Reading string `json:"reading"`
	// Suspicion is a mix-up of units that would account for the value. The guard
	// changes nothing by it.
	Suspicion string `json:"suspicion"`
	// Drift is the finding of check that explains the fault; nil where none does.
	Drift *Explained `json:"drift"`
}

// Explained is a finding of check that leads models to a fault.
type Explained struct {
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
	Fix         string `json:"fix"`
}

// Beyond is a value beyond a fence of the config.
type Beyond struct {
	Fence     string   `json:"fence"` // its name: "create_refund.amount_cents"
	Bound     string   `json:"bound"` // "review_above", "not_above_field", ...
	Limit     string   `json:"limit"` // a number, or the field that holds it
	Field     string   `json:"field"`
	At        string   `json:"at"`
	Got       string   `json:"got"`
	Decision  Decision `json:"verdict"`
	Text      string   `json:"text"`
	Reading   string   `json:"reading"`
	Suspicion string   `json:"suspicion"`
}

// Guard answers calls of tools before they are made. It never changes a value, and
// may be used by several goroutines at once.
type Guard struct {
	contracts []guardedContract
	seen      sync.Pool // of *Observation
}

// guardedContract is one contract of a run: tools of one name in several are apart.
type guardedContract struct {
	*Contracts
	name    string
	guarded []*guarded // by Tool.Index
}

// guarded is a tool and what a guard knows of it beyond its contracts.
type guarded struct {
	*Tool
	blind   bool // the API's side is meant to be judged, and is not there
	fences  []fence
	numbers map[string]*quantity // by path
}

// Unguarded is why there is no guard: an input was refused, or there is nothing to
// judge by. Nothing must be let through.
type Unguarded struct {
	Text   string
	Faults []source.Fault // of inputs; their files are named from Root
	Root   string
}

func (u *Unguarded) Error() string {
	lines := make([]string, 0, len(u.Faults)+1)
	for _, f := range u.Faults {
		lines = append(lines, f.Error())
	}
	return strings.Join(append(lines, u.Text), "\n")
}

// OpenGuard reads the contracts and the fences that calls are held to: of the config
// that check finds, or of the named files. The error is a *check.Usage where the
// config is wrong, a fence that keeps nothing out included, else an *Unguarded.
func OpenGuard(in check.Inputs) (*Guard, error) {
	var err error
	if in.Dir, err = filepath.Abs(in.Dir); err != nil {
		return nil, &check.Usage{Text: err.Error()}
	}
	run, err := check.Open(in)
	if err != nil {
		return nil, err
	}
	run.Match()
	run.Compare()
	return NewGuard(run)
}

// NewGuard is a guard of a run that has been matched and compared.
func NewGuard(run *check.Run) (*Guard, error) {
	if source.Refused(run.Faults) {
		refused := slices.DeleteFunc(slices.Clone(run.Faults), func(f source.Fault) bool { return f.Dirt })
		return nil, &Unguarded{Text: "an input was refused: no call can be judged", Faults: refused, Root: run.Root}
	}
	fences, faults := run.Fences()
	if len(faults) > 0 {
		return nil, &check.Usage{Text: "a fence that keeps nothing out guards nothing", Faults: faults, Root: run.Root}
	}
	g := &Guard{}
	g.seen.New = func() any { return new(Observation) }
	found, tools := run.Judge(rules.Settings{}), 0
	measures := newMeasures(run, found)
	for _, c := range run.Contracts {
		one := *run
		one.Contracts = []*check.Contract{c}
		k := guardedContract{Contracts: Compile(&one, found), name: c.Name}
		for _, t := range k.Tools {
			k.guarded = append(k.guarded, guard(t, c, fences, measures))
		}
		tools += len(k.Tools)
		g.contracts = append(g.contracts, k)
	}
	if why := run.Nothing(); tools == 0 || why != "" {
		return nil, &Unguarded{Text: cmp.Or(why, "no tool was read") + ": no call can be judged", Root: run.Root}
	}
	return g, nil
}

// guard is a tool with its fences and its quantities.
func guard(t *Tool, c *check.Contract, fences []check.Fence, m *measures) *guarded {
	one := &guarded{Tool: t, numbers: map[string]*quantity{}}
	if b := binding(c, t); b != nil {
		unbound := len(b.Calls) == 0 && b.Local == "" && b.Unsupported == ""
		one.blind = !c.Alone() && unbound || len(b.Missing) > 0 || b.Doubt != nil
		m.add(one, b)
	}
	for _, f := range fences {
		if f.Contract == c.Name && f.Tool.Name == t.Name {
			one.fences = append(one.fences, newFence(f))
		}
	}
	return one
}

// Check answers a call: the tool's name, with or without the MCP server before it
// (mcp__server__tool), and its arguments as JSON text, as they would be sent.
func (g *Guard) Check(tool string, args []byte) (v Verdict) {
	defer func() {
		if r := recover(); r != nil {
			v = refusal(tool, Lesson{Kind: Internal, Text: fmt.Sprintf("the guard failed: %v", r)})
		}
	}()
	known := g.find(tool)
	if len(known) == 0 {
		return refusal(tool, g.unknown(tool))
	}
	root, lesson := strictArgs(args)
	if lesson != nil {
		return refusal(tool, *lesson)
	}
	v = g.hold(known[0], tool, args, root)
	for _, t := range known[1:] {
		v = v.or(g.hold(t, tool, args, root))
	}
	return v
}

// or is the verdict on a call that another contract has a say in as well, where
// nothing tells which is meant: the faults are those of the contract that finds fewer,
// and the fences of both hold.
func (v Verdict) or(other Verdict) Verdict {
	switch {
	case len(other.Faults) < len(v.Faults):
		v, other = other, v
	case len(other.Faults) == len(v.Faults):
		v.Unsure = v.Unsure || other.Unsure
	}
	for _, b := range other.Fences {
		v.beyond(b)
	}
	return v
}

// beyond adds a value beyond a fence, each but once, and decides by it.
func (v *Verdict) beyond(b Beyond) {
	told := func(x Beyond) bool {
		return x.Fence == b.Fence && x.Bound == b.Bound && x.Limit == b.Limit && x.At == b.At
	}
	if slices.ContainsFunc(v.Fences, told) {
		return
	}
	v.Fences = append(v.Fences, b)
	if b.Decision == Refuse || v.Decision == Allow {
		v.Decision = b.Decision
	}
}

func refusal(tool string, why ...Lesson) Verdict {
	return Verdict{Version: 1, Tool: tool, Decision: Refuse, Faults: why, Fences: []Beyond{}}
}

// hold holds a call against the contracts and the fences of a tool.
func (g *Guard) hold(t *guarded, name string, args []byte, root *source.Node) Verdict {
	o := g.seen.Get().(*Observation)
	defer g.seen.Put(o)
	t.Judge(args, o)
	v := Verdict{Version: 1, Tool: name, Decision: Allow, Unsure: o.Unsure || t.blind, Faults: []Lesson{}, Fences: []Beyond{}}
	if !o.Valid {
		v.Decision = Refuse
	}
	for i := range o.Faults {
		v.Faults = append(v.Faults, t.lesson(&o.Faults[i], root))
	}
	var fences []Beyond
	for i := range t.fences {
		fences = t.beyond(&t.fences[i], root, o.Valid, fences)
	}
	for _, b := range fences {
		v.beyond(b)
	}
	return v
}

// lesson is a fault with what helps to understand it.
func (t *guarded) lesson(f *Fault, root *source.Node) Lesson {
	l := Lesson{Kind: f.Kind, Side: f.Side, Field: f.Field, At: f.At, Got: f.Got, Want: f.Want, Text: f.Text, Send: f.Send}
	if q := t.numbers[f.Field]; q != nil {
		l.Reading, l.Suspicion = q.explain(f.At, root, t.limits(f.Field), f.Kind == OutOfBounds)
	}
	doubtful := l.Suspicion != "" || t.numbers[f.Field] != nil && t.numbers[f.Field].against != ""
	if doubtful && l.Send != "" { // the value itself is in doubt, and not its spelling alone
		l.Text, l.Send = strings.TrimSuffix(l.Text, "; send "+l.Send), ""
	}
	if d := f.Drift; d != nil {
		l.Drift = &Explained{d.Rule, d.Fingerprint, d.Message, d.Fix}
	}
	for _, text := range []*string{&l.Field, &l.At, &l.Text, &l.Reading} {
		*text = clip(*text)
	}
	return l
}

// maxWords is how many bytes a verdict quotes of what was sent in one text: a key may
// be a megabyte long.
const maxWords = 2000

func clip(text string) string {
	if len(text) <= maxWords {
		return text
	}
	return strings.ToValidUTF8(text[:maxWords], "") + "…"
}

// unknown is the fault of a name that no tool has.
func (g *Guard) unknown(tool string) Lesson {
	l := Lesson{Kind: UnknownTool, Got: source.Quote(short(tool)), Want: "a tool of the contracts", Text: "no tool is called " + source.Quote(short(tool))}
	for _, c := range g.contracts {
		if near := c.Nearest(tool); near != nil {
			l.Text += "; did you mean " + near.Name + "?"
			l.Send = source.Quote(near.Name)
			break
		}
	}
	return l
}
