package logs

import (
	"github.com/tooldrift/tooldrift/pkg/source"
)

// kind is what a JSON value is.
type kind uint8

const (
	isNull kind = iota
	isFalse
	isTrue
	isNumber
	isString
	isArray
	isObject
	noLiteral // no value
)

// node is a value of a record. A tape of them, in order of text, is all that is
// kept of a record's structure: members whose key means nothing are on it only as
// far as they hold something, so that most of a transcript leaves no node.
type node struct {
	keys    set    // the shape keys of an object's members
	start   uint32 // of the text in the record's bytes; of a string after its quote
	end     uint32 // of a string before its quote
	next    uint32 // the node behind this one and all that it holds
	key     key    // of the member that it is the value of
	kind    kind
	escaped bool // a string that holds a backslash
}

type frame struct {
	at     int32 // of the node
	object bool
}

// tape is the values of one record.
type tape struct {
	keys  *keyTable
	nodes []node
	stack []frame
}

// flaw is why a text is no JSON; "" where it is.
type flaw string

const cutOff flaw = "cut off"

// stringFlaws are what makes a text no string.
var stringFlaws = [...]flaw{
	source.CutString: cutOff, source.ControlInString: "a control character in a string", source.BadEscape: "an escape that JSON does not have",
}

// read puts the JSON value that begins at pos, behind white space, onto the tape
// and says where it ends, or where the flaw is that makes it no JSON. It accepts
// what encoding/json does.
func (t *tape) read(data []byte, pos int) (end int, why flaw) {
	t.nodes, t.stack = t.nodes[:0], t.stack[:0]
	name, object := other, false
	i := pos
value:
	i = space(data, i)
	if i >= len(data) {
		return i, cutOff
	}
	switch c := data[i]; c {
	case '{', '[':
		if len(t.stack) >= source.MaxDepth {
			return i + 1, flaw("nested deeper than " + source.DepthLimit.Words())
		}
		if len(t.nodes) >= source.MaxLogValues {
			return i + 1, flaw("more than " + source.LogValuesLimit.Words())
		}
		k := isArray
		if c == '{' {
			k = isObject
		}
		t.stack = append(t.stack, frame{int32(len(t.nodes)), c == '{'})
		t.nodes = append(t.nodes, node{start: uint32(i), key: name, kind: k})
		object = c == '{'
		name = other
		i = space(data, i+1)
		if i < len(data) && (object && data[i] == '}' || !object && data[i] == ']') {
			goto closing
		}
		if object {
			goto member
		}
		goto value
	case '"':
		stop, escaped, why := source.StringEnd(data, i+1)
		if why != source.WholeString {
			return stop, stringFlaws[why]
		}
		if name != other || !object {
			t.add(node{start: uint32(i + 1), end: uint32(stop), key: name, kind: isString, escaped: escaped})
		}
		i = stop + 1
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		stop, why := numberEnd(data, i)
		if why != "" {
			return stop, why
		}
		if name != other || len(t.stack) == 0 {
			t.add(node{start: uint32(i), end: uint32(stop), key: name, kind: isNumber})
		}
		i = stop
	default:
		stop, k := literal(data, i)
		if stop > len(data) {
			return len(data), cutOff
		}
		if k == noLiteral {
			return stop, "no JSON value where one is due"
		}
		if name != other || len(t.stack) == 0 {
			t.add(node{start: uint32(i), end: uint32(stop), key: name, kind: k})
		}
		i = stop
	}
after:
	if len(t.stack) == 0 {
		return i, ""
	}
	if i < len(data) && data[i] <= ' ' {
		i = space(data, i)
	}
	if i >= len(data) {
		return i, cutOff
	}
	switch {
	case data[i] == ',':
		i++
		name = other
		if object {
			i = space(data, i)
			goto member
		}
		goto value
	case object && data[i] == '}', !object && data[i] == ']':
		goto closing
	case object:
		return i, "neither , nor } behind a member"
	}
	return i, "neither , nor ] behind an item"

member:
	{
		if i >= len(data) {
			return i, cutOff
		}
		if data[i] != '"' {
			return i, "no name where a member is due"
		}
		stop, _, why := source.StringEnd(data, i+1)
		if why != source.WholeString {
			return stop, stringFlaws[why]
		}
		name = t.keys.find(data[i+1 : stop])
		if name > other && name < lastShape {
			t.nodes[t.stack[len(t.stack)-1].at].keys |= 1 << name
		}
		i = stop + 1
		if i < len(data) && data[i] != ':' {
			i = space(data, i)
		}
		if i >= len(data) {
			return i, cutOff
		}
		if data[i] != ':' {
			return i, "no : behind a name"
		}
		i++
		goto value
	}

closing:
	{
		top := t.stack[len(t.stack)-1].at
		t.stack = t.stack[:len(t.stack)-1]
		i++
		n := &t.nodes[top]
		n.end, n.next = uint32(i), uint32(len(t.nodes))
		if n.key == other && int(top) == len(t.nodes)-1 && len(t.stack) > 0 {
			t.nodes = t.nodes[:top]
		}
		object = len(t.stack) > 0 && t.stack[len(t.stack)-1].object
		name = other
		goto after
	}
}

// add puts a value that holds no other onto the tape.
func (t *tape) add(n node) {
	n.next = uint32(len(t.nodes) + 1)
	t.nodes = append(t.nodes, n)
}

func space(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// numberEnd is where a number ends.
func numberEnd(data []byte, i int) (int, flaw) {
	end, ok := source.NumberEnd(data, i)
	switch {
	case ok:
		return end, ""
	case end == len(data) && data[end-1] == '-' && end == i+1:
		return end, cutOff
	}
	return end, "a number that JSON does not have"
}

// literal is where true, false or null ends, beyond data where data ends within
// it, or where the byte stands that makes it none of them.
func literal(data []byte, i int) (int, kind) {
	text, k := "null", isNull
	switch data[i] {
	case 't':
		text, k = "true", isTrue
	case 'f':
		text, k = "false", isFalse
	}
	for at := range len(text) {
		if i+at < len(data) && data[i+at] != text[at] {
			return i + at, noLiteral
		}
	}
	return i + len(text), k
}
