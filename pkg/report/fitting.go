package report

import (
	"bytes"
	"cmp"
)

// fitting is Markdown that is never longer than there is room.
type fitting struct {
	out  bytes.Buffer
	room int // bytes
}

func fittingIn(v View) fitting { return fitting{room: cmp.Or(v.Most, commentMost)} }

// put writes text where it fits, and says whether it does.
func (w *fitting) put(text string) bool {
	text = harmlessLines(text)
	if len(text) > w.room {
		return false
	}
	w.room -= len(text)
	w.out.WriteString(text)
	return true
}

// always writes text that has room of its own.
func (w *fitting) always(text string) { w.out.WriteString(text) }

// section writes lines between a head and a tail, up to the first that does not fit;
// neither without a line. The result is how many are left out.
func (w *fitting) section(head string, lines []string, tail string) (left int) {
	w.room -= len(tail)
	for i, line := range lines {
		if !w.put(head + line) {
			left = len(lines) - i
			break
		}
		head = ""
	}
	if left == len(lines) {
		w.room += len(tail)
		return left
	}
	w.always(tail)
	return left
}
