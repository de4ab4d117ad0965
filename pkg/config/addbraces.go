package config

import (
	"bytes"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// fill puts entries between the braces of bindings.
func (a *adder) fill(b *source.Member, sure []Draft) {
	own := ownMembers(b.Value)
	entries := func(json bool) []string {
		var all []string
		for i := range sure {
			all = append(all, sure[i].entry(json))
		}
		return all
	}
	switch {
	case len(sure) == 0:
	case len(own) > 0:
		a.intoBraces(b.Value, own[len(own)-1], entries)
	default: // {} or null, between the braces of its contract
		text := "{" + strings.Join(entries(a.data[b.KeyAt.Start] == '"'), ", ") + "}"
		at := b.Value.At
		if at.Start == at.End {
			text = " " + text
		}
		a.edits = append(a.edits, source.Edit{At: at, New: text})
	}
}

// newBindings is a key bindings with entries, between the braces of its contract.
func newBindings(sure []Draft, json bool) string {
	var all []string
	for i := range sure {
		all = append(all, sure[i].entry(json))
	}
	key := "bindings"
	if json {
		key = Quoted(key)
	}
	return key + ": {" + strings.Join(all, ", ") + "}"
}

// intoBraces puts entries behind the last member of an object in braces: in its
// line, or in lines of their own where the closing brace has one.
func (a *adder) intoBraces(n *source.Node, last source.Member, entries func(json bool) []string) {
	all := entries(a.data[last.KeyAt.Start] == '"')
	end := memberEnd(last)
	rest := a.data[end : n.At.End-1]
	comma := trailingComma(rest)
	if !bytes.ContainsAny(rest, "\r\n") {
		if comma >= 0 {
			a.insert(end+comma+1, " "+strings.Join(all, ", "))
		} else {
			a.insert(end, ", "+strings.Join(all, ", "))
		}
		return
	}
	after := ""
	if comma >= 0 {
		end, after = end+comma, ","
	} else {
		a.insert(end, ",")
	}
	indent := a.indent(last.KeyAt.Start)
	for i, entry := range all {
		all[i] = indent + entry + ","
	}
	last1 := len(all) - 1
	all[last1] = strings.TrimSuffix(all[last1], ",") + after
	if at := a.lineEnd(end); at > end || comma >= 0 {
		a.insertLines(at, all)
		return
	}
	// The comma that was put in and the lines begin at one place.
	newline := a.newline(end)
	a.edits[len(a.edits)-1].New += newline + strings.Join(all, newline)
}

// trailingComma is where a comma stands in the text behind a last member, or -1.
func trailingComma(rest []byte) int {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case ',':
			return i
		case '#':
			for i < len(rest) && rest[i] != '\n' && rest[i] != '\r' {
				i++
			}
		}
	}
	return -1
}
