package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// WaiverEntry is a waiver as it stands in the list of a config, on one line:
//
//	{rule: type-mismatch, tool: create_refund, field: amount, reason: "the server converts"}
func WaiverEntry(w contract.Waiver) string {
	var members []string
	for _, m := range waiverNode(w).Members {
		text := m.Value.Text
		switch {
		case m.Value.Kind == source.Array:
			var fields []string
			for _, f := range m.Value.Items {
				fields = append(fields, flowScalar(f.Text))
			}
			text = "[" + strings.Join(fields, ", ") + "]"
		case m.Key == "reason" || m.Key == "owner":
			text = Quoted(text)
		case m.Key != "until":
			text = flowScalar(text)
		}
		members = append(members, m.Key+": "+text)
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// waiverNode is the value that a waiver has in the tree of a config.
func waiverNode(w contract.Waiver) *source.Node {
	n := &source.Node{Kind: source.Object}
	add := func(key string, v *source.Node) { n.Members = append(n.Members, source.Member{Key: key, Value: v}) }
	word := func(key, s string) {
		if s != "" {
			add(key, text(s))
		}
	}
	word("rule", w.Rule)
	word("tool", w.Tool)
	word("operation", w.Operation)
	if len(w.Fields) == 1 {
		word("field", w.Fields[0])
	} else if len(w.Fields) > 1 {
		list := &source.Node{Kind: source.Array}
		for _, f := range w.Fields {
			list.Items = append(list.Items, text(f))
		}
		add("field", list)
	}
	word("contract", w.Contract)
	word("value", w.Value)
	add("reason", text(w.Reason)) // an empty one stands there for somebody to fill in
	word("until", w.Until)
	word("owner", w.Owner)
	return n
}

// AddWaivers puts waivers into the text of a config that parses, behind those that
// it has. Nothing that is there is changed or moved. The fault says what cannot be
// edited so, and where; then nothing is. Entries counts them.
func AddWaivers(f *source.File, all []contract.Waiver) (*Addition, *source.Fault) {
	root, faults := source.ParseYAML(f)
	if len(faults) > 0 {
		return nil, &faults[0]
	}
	a := &adder{file: f, data: f.Data, out: &Addition{Text: f.Data}}
	if len(all) == 0 {
		return a.out, nil
	}
	if fault := a.waivers(root, all); fault != nil {
		return nil, fault
	}
	changed, err := source.Apply(f, a.edits)
	if err != nil {
		return nil, &source.Fault{File: f.Name, Text: err.Error()}
	}
	want := withWaivers(*root, all)
	if got, _ := source.ParseYAML(&source.File{Name: f.Name, Data: changed}); got == nil || got.JSON() != want.JSON() {
		// The form is one that was not thought of. Better to say so than to break it.
		return nil, &source.Fault{At: a.edits[0].At, Text: "waivers cannot be put in here without changing what is there; write them by hand"}
	}
	a.out.Text, a.out.Lines, a.out.Entries = changed, changedLines(changed, a.edits), len(all)
	return a.out, nil
}

// withWaivers is the tree of a config with waivers added. The tree that is given
// is not changed.
func withWaivers(root source.Node, all []contract.Waiver) source.Node {
	list := source.Node{Kind: source.Array}
	root.Members = slices.Clone(root.Members)
	at := slices.IndexFunc(root.Members, func(m source.Member) bool { return m.Key == "waivers" })
	if at < 0 {
		root.Members = append(root.Members, source.Member{Key: "waivers", Value: &list})
	} else {
		list.Items = slices.Clone(root.Members[at].Value.Items)
		root.Members[at].Value = &list
	}
	for _, w := range all {
		list.Items = append(list.Items, waiverNode(w))
	}
	return root
}

// waivers makes the edits that put waivers in.
func (a *adder) waivers(root *source.Node, all []contract.Waiver) *source.Fault {
	own := ownMembers(root)
	if len(own) == 0 {
		return &source.Fault{At: root.At, Text: "there is nothing in the config that waivers could be put behind; write them by hand"}
	}
	last := own[len(own)-1]
	m := root.Member("waivers")
	braces := a.data[root.At.Start] == '{'
	switch {
	case m == nil && braces:
		a.intoBraces(root, last, func(json bool) []string {
			return []string{keyed("waivers", json) + "[" + strings.Join(entries(all, json), ", ") + "]"}
		})
		return nil
	case m == nil:
		column := a.column(last.KeyAt.Start)
		a.insertLines(a.tail(memberEnd(last), column), append([]string{spaces(column) + "waivers:"}, items(all, column+2)...))
		return nil
	}
	v := m.Value
	switch {
	case !inside(m.KeyAt, root.At):
		return &source.Fault{At: m.KeyAt, Text: "the waivers are merged in from elsewhere; write them by hand"}
	case v.At.Start < m.KeyAt.End:
		return &source.Fault{At: m.KeyAt, Text: "the waivers are an alias; write them where its anchor is"}
	case hasAnchor(a.data[m.KeyAt.End:v.At.Start]):
		return &source.Fault{At: m.KeyAt, Text: "the waivers are an anchor, which others may share; write them by hand"}
	}
	json := a.data[m.KeyAt.Start] == '"'
	switch {
	case v.At.Start < v.At.End && a.data[v.At.Start] == '[':
		a.intoBrackets(v, entries(all, json))
	case v.Kind == source.Null && braces:
		at := v.At
		text := "[" + strings.Join(entries(all, json), ", ") + "]"
		if at.Start == at.End {
			text = " " + text
		}
		a.edits = append(a.edits, source.Edit{At: at, New: text})
	case v.Kind == source.Null:
		a.empty(m)
		column := a.column(m.KeyAt.Start)
		a.insertLines(a.tail(memberEnd(*m), column+1), items(all, column+2))
	default:
		column := a.column(v.At.Start)
		a.insertLines(a.tail(v.At.End, column), items(all, column))
	}
	return nil
}

// intoBrackets puts entries behind the last item of a list in brackets: in its
// line, or in lines of their own where the closing bracket has one.
func (a *adder) intoBrackets(n *source.Node, all []string) {
	start := n.At.Start + 1
	if len(n.Items) > 0 {
		start = n.Items[len(n.Items)-1].At.End
	}
	rest := a.data[start : n.At.End-1]
	comma := trailingComma(rest)
	switch {
	case len(n.Items) == 0 && len(bytes.TrimSpace(rest)) == 0:
		a.edits = append(a.edits, source.Edit{At: n.At, New: "[" + strings.Join(all, ", ") + "]"})
		return
	case !bytes.ContainsAny(rest, "\r\n") && comma >= 0:
		a.insert(start+comma+1, " "+strings.Join(all, ", "))
		return
	case !bytes.ContainsAny(rest, "\r\n"):
		a.insert(start, ", "+strings.Join(all, ", "))
		return
	case len(n.Items) == 0: // comments alone
		a.insert(n.At.End-1, strings.Join(all, ", "))
		return
	}
	end, after := start, ""
	if comma >= 0 {
		end, after = start+comma+1, ","
	} else {
		a.insert(start, ",")
	}
	indent := a.indent(n.Items[len(n.Items)-1].At.Start)
	for i := range all {
		all[i] = indent + all[i] + ","
	}
	all[len(all)-1] = strings.TrimSuffix(all[len(all)-1], ",") + after
	if at := a.lineEnd(end); at > end || comma >= 0 {
		a.insertLines(at, all)
		return
	}
	// The comma that was put in and the lines begin at one place.
	newline := a.newline(end)
	a.edits[len(a.edits)-1].New += newline + strings.Join(all, newline)
}

func keyed(key string, json bool) string {
	if json {
		key = Quoted(key)
	}
	return key + ": "
}

func entries(all []contract.Waiver, json bool) []string {
	var out []string
	for _, w := range all {
		if json {
			out = append(out, waiverNode(w).JSON())
		} else {
			out = append(out, WaiverEntry(w))
		}
	}
	return out
}

func items(all []contract.Waiver, column int) []string {
	var lines []string
	for _, w := range all {
		lines = append(lines, spaces(column)+"- "+WaiverEntry(w))
	}
	return lines
}
