package source

import (
	"fmt"
	"sort"
	"unicode/utf8"
)

// faultList collects the faults of one file.
type faultList struct {
	list []Fault
	more int // faults that are not in the list
	last Fault
}

func (l *faultList) add(f Fault) {
	f.Text = Escape(f.Text) // it may quote the input
	if len(l.list) < MaxFaults {
		l.list = append(l.list, f)
		return
	}
	l.more++
	l.last = f
}

// twice adds the fault of a key that its object has already.
func (l *faultList) twice(key string, first, second Span) {
	if len(l.list) >= MaxFaults {
		l.add(Fault{At: second})
		return
	}
	l.add(Fault{At: second, Also: first, Text: fmt.Sprintf("key %s is there twice, first at %s", Quote(clip(key)), first.Place())})
}

// sorted is all faults in the order of their places.
func (l *faultList) sorted() []Fault {
	sort.SliceStable(l.list, func(i, j int) bool { return l.list[i].At.Start < l.list[j].At.Start })
	if l.more > 0 {
		l.list = append(l.list, Fault{At: l.last.At, Text: fmt.Sprintf("%d more faults in this file are not listed", l.more)})
		l.more = 0
	}
	return l.list
}

// clip shortens what a message quotes to 80 code points.
func clip(s string) string {
	const most = 80
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == most {
			return s[:i] + "…"
		}
	}
	return s
}
