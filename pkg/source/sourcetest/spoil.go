// Package sourcetest helps tests of readers: it spoils what they read.
package sourcetest

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Spoil changes a tree in one place after another, and back: each value becomes one
// after the other of those given, each member is left out and misspelt, each item left
// out and doubled. try is called with every spoilt tree and what is spoilt in it.
func Spoil(n *source.Node, values []source.Node, try func(what string)) {
	spoilt := func(what string, change func()) {
		was := *n
		change()
		try(what)
		*n = was
	}
	for _, v := range values {
		spoilt("in place of "+n.JSON()+" "+v.JSON(), func() { *n = v })
	}
	for i, m := range n.Members {
		without := slices.Delete(slices.Clone(n.Members), i, i+1)
		spoilt("without "+m.Key, func() { n.Members = without })
		spoilt("renamed "+m.Key, func() { n.Members = append(slices.Clone(without), source.Member{Key: m.Key + "ed", Value: m.Value}) })
	}
	for i := range n.Items {
		spoilt("without an item", func() { n.Items = slices.Delete(slices.Clone(n.Items), i, i+1) })
		spoilt("twice an item", func() { n.Items = append(slices.Clone(n.Items), n.Items[i]) })
	}
	for _, m := range n.Members {
		Spoil(m.Value, values, try)
	}
	for _, item := range n.Items {
		Spoil(item, values, try)
	}
}
