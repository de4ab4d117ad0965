package config

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Drafts are what bindings of one contract is to say beside what it says.
type Drafts struct {
	Contract string
	Tools    []Draft
}

// Addition is a config with drafts put in.
type Addition struct {
	Text     []byte
	Lines    []int    // numbers from 1 of the lines of Text that are new or changed
	Entries  int      // tools that have an entry now
	Comments int      // tools that stand in comments now
	Left     []string // tools that stood in comments before, and are left so
	NoPlace  []string // tools in doubt of a contract in braces, where no comment can stand
}

// AddBindings puts drafts into the text of a config that parses. Nothing that is
// there is changed or moved: entries come after those of their contract, in
// their own order, and a tool that has one, or that a comment there names, is
// left alone. The fault says what cannot be edited so, and where; then nothing is.
func AddBindings(f *source.File, all []Drafts) (*Addition, *source.Fault) {
	root, faults := source.ParseYAML(f)
	if len(faults) > 0 {
		return nil, &faults[0]
	}
	a := &adder{file: f, data: f.Data, out: &Addition{}}
	want := *root
	for _, d := range all {
		n, i := contractNamed(root, d.Contract)
		if n == nil {
			return nil, &source.Fault{File: f.Name, Text: "the config has no contract " + d.Contract}
		}
		sure, fault := a.contract(n, d)
		if fault != nil {
			return nil, fault
		}
		want = withEntries(want, i, sure, a.keyAdded)
	}
	if len(a.edits) == 0 {
		a.out.Text = f.Data
		return a.out, nil
	}
	text, err := source.Apply(f, a.edits)
	if err != nil {
		return nil, &source.Fault{File: f.Name, Text: err.Error()}
	}
	if got, _ := source.ParseYAML(&source.File{Name: f.Name, Data: text}); got == nil || got.JSON() != want.JSON() {
		// The form is one that was not thought of. Better to say so than to break it.
		at := a.edits[0].At
		return nil, &source.Fault{At: at, Text: "entries cannot be put in here without changing what is there; write them by hand"}
	}
	a.out.Text, a.out.Lines = text, changedLines(text, a.edits)
	return a.out, nil
}

func contractNamed(root *source.Node, name string) (n *source.Node, index int) {
	list := root.Value("contracts")
	if list == nil {
		return nil, 0
	}
	for i, item := range list.Items {
		if got, ok := item.Value("name").Str(); ok && got == name {
			return item, i
		}
	}
	return nil, 0
}

// withEntries is the tree of a config with drafts added to its contract at an
// index, or with an empty bindings. The tree that is given is not changed.
func withEntries(root source.Node, index int, sure []Draft, keyAdded bool) source.Node {
	if len(sure) == 0 && !keyAdded {
		return root
	}
	set := func(n source.Node, key string, change func(source.Node) source.Node) source.Node {
		n.Members = slices.Clone(n.Members)
		if m := n.Member(key); m != nil {
			v := change(*m.Value)
			m.Value = &v
			return n
		}
		v := change(source.Node{Kind: source.Object})
		n.Members = append(n.Members, source.Member{Key: key, Value: &v})
		return n
	}
	return set(root, "contracts", func(list source.Node) source.Node {
		list.Items = slices.Clone(list.Items)
		k := set(*list.Items[index], "bindings", func(b source.Node) source.Node {
			if len(sure) == 0 {
				return source.Node{Kind: source.Null}
			}
			b.Kind, b.Members = source.Object, slices.Clone(b.Members)
			for i := range sure {
				b.Members = append(b.Members, source.Member{Key: sure[i].Tool, Value: sure[i].node()})
			}
			return b
		})
		list.Items[index] = &k
		return list
	})
}

// adder gathers the edits of one config.
type adder struct {
	file  *source.File
	data  []byte
	edits []source.Edit
	out   *Addition

	keyAdded bool // the contract edited last had no bindings
}

func (a *adder) insert(at int, text string) {
	a.edits = append(a.edits, source.Edit{At: source.Span{File: a.file, Start: at, End: at}, New: text})
}

// contract edits one contract, and says which drafts became entries.
func (a *adder) contract(n *source.Node, d Drafts) (sure []Draft, fault *source.Fault) {
	a.keyAdded = false
	own := ownMembers(n)
	b := n.Member("bindings")
	if fault := a.refuse(n, b, d.Contract); fault != nil {
		return nil, fault
	}
	braces := a.data[n.At.Start] == '{'
	known := map[string]bool{}
	if b != nil {
		for _, m := range b.Value.Members {
			known[m.Key] = true
		}
	}
	var commented map[string]bool
	if !braces {
		commented = a.commented(own[0].KeyAt.Start, memberEnd(own[len(own)-1]))
	}
	var fresh, unsure []Draft
	for _, t := range d.Tools {
		switch {
		case known[t.Tool]:
		case commented[t.Tool]:
			a.out.Left = append(a.out.Left, t.Tool)
		case t.Sure:
			fresh, sure = append(fresh, t), append(sure, t)
		case braces:
			a.out.NoPlace = append(a.out.NoPlace, t.Tool)
		default:
			fresh, unsure = append(fresh, t), append(unsure, t)
		}
	}
	a.out.Entries += len(sure)
	a.out.Comments += len(unsure)
	if len(fresh) == 0 {
		return sure, nil
	}
	last := own[len(own)-1]
	switch {
	case braces && b == nil:
		a.intoBraces(n, last, func(json bool) []string { return []string{newBindings(sure, json)} })
	case braces:
		a.fill(b, sure)
	case b == nil:
		column := a.column(last.KeyAt.Start)
		a.keyAdded = true
		lines := append([]string{spaces(column) + "bindings:"}, indented(fresh, column+2)...)
		a.insertLines(a.tail(memberEnd(last), column), lines)
	case len(ownMembers(b.Value)) > 0 && a.data[b.Value.At.Start] == '{':
		a.fill(b, sure)
		column := a.column(b.KeyAt.Start)
		a.insertLines(a.tail(b.Value.At.End, column+1), indented(unsure, column+2))
	case len(ownMembers(b.Value)) > 0:
		entries := ownMembers(b.Value)
		lastEntry := entries[len(entries)-1]
		column := a.column(lastEntry.KeyAt.Start)
		a.insertLines(a.tail(memberEnd(lastEntry), column), indented(fresh, column))
	default:
		if len(sure) > 0 {
			a.empty(b)
		}
		column := a.column(b.KeyAt.Start)
		a.insertLines(a.tail(memberEnd(*b), column+1), indented(fresh, column+2))
	}
	return sure, nil
}

// refuse says what makes the bindings of a contract none that an entry can be
// put into, or nil.
func (a *adder) refuse(n *source.Node, b *source.Member, contract string) *source.Fault {
	if len(ownMembers(n)) == 0 {
		return &source.Fault{At: n.At, Text: fmt.Sprintf("contract %s is merged in from elsewhere; write its bindings by hand", contract)}
	}
	if b == nil {
		return nil
	}
	no := func(at source.Span, format string, args ...any) *source.Fault {
		return &source.Fault{At: at, Text: fmt.Sprintf("the bindings of contract %s are ", contract) + fmt.Sprintf(format, args...)}
	}
	if !inside(b.KeyAt, n.At) {
		return no(b.KeyAt, "merged in from here, where other contracts may share them; give the contract bindings of its own")
	}
	v := b.Value.At
	if v.Start < b.KeyAt.End {
		return no(b.KeyAt, "an alias; write the entries where its anchor is, or give the contract bindings of its own")
	}
	if hasAnchor(a.data[b.KeyAt.End:v.Start]) {
		return no(b.KeyAt, "an anchor, which other contracts may share; write the entries by hand")
	}
	if len(b.Value.Members) > 0 && len(ownMembers(b.Value)) == 0 {
		return no(b.KeyAt, "merged in from elsewhere; write the entries by hand")
	}
	return nil
}

// hasAnchor looks for an anchor in what stands between a key and its value, where
// there are comments too.
func hasAnchor(between []byte) bool {
	for line := range bytes.Lines(between) {
		for _, word := range bytes.Fields(line) {
			if word[0] == '#' {
				break
			}
			if bytes.IndexByte(word, '&') >= 0 {
				return true
			}
		}
	}
	return false
}

func inside(at, of source.Span) bool {
	return at.File == of.File && at.Start >= of.Start && at.End <= of.End
}

// ownMembers is the members that stand in an object itself, not those that a
// merge key brings from elsewhere.
func ownMembers(n *source.Node) []source.Member {
	var own []source.Member
	for _, m := range n.Members {
		if inside(m.KeyAt, n.At) {
			own = append(own, m)
		}
	}
	return own
}

// memberEnd is where a member ends; of one whose value is an alias, where its key does.
func memberEnd(m source.Member) int {
	if m.Value.At.Start < m.KeyAt.End {
		return m.KeyAt.End
	}
	return m.Value.At.End
}

// empty takes away what stands for no entries at all, null or {}.
func (a *adder) empty(b *source.Member) {
	at := b.Value.At
	if at.Start == at.End {
		return
	}
	for at.Start > b.KeyAt.End && (a.data[at.Start-1] == ' ' || a.data[at.Start-1] == '\t') {
		at.Start--
	}
	a.edits = append(a.edits, source.Edit{At: at})
}

func indented(drafts []Draft, column int) []string {
	var lines []string
	for i := range drafts {
		for _, line := range drafts[i].block() {
			lines = append(lines, spaces(column)+line)
		}
	}
	return lines
}

func spaces(n int) string { return strings.Repeat(" ", n) }

// insertLines puts lines below the one that ends at an offset.
func (a *adder) insertLines(at int, lines []string) {
	if len(lines) > 0 {
		newline := a.newline(at)
		a.insert(at, newline+strings.Join(lines, newline))
	}
}
