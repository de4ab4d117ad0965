package source

import "strings"

// Kind is the JSON type of a node.
type Kind uint8

// The kinds of a node.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

// String is the kind's JSON Schema name.
func (k Kind) String() string { return kindNames[k] }

// Node is a JSON or YAML value. Text holds a scalar: decoded for a String, else
// as it is spelled in the file (1.10, 1e3, 12345678901234567890), so no digit
// is lost. Nodes are shared where YAML aliases share them.
type Node struct {
	Kind     Kind
	Text     string
	Members  []Member // of an Object, in source order
	Items    []*Node  // of an Array
	At       Span     // of the value, quotes and brackets included
	Plain    bool     // an unquoted YAML scalar: its kind is a guess, a reader that expects a string takes Text
	Comments []Comment
}

// Member is one key of an object. Comments above or beside it are on its value.
type Member struct {
	Key   string
	KeyAt Span // of the key, quotes included
	Value *Node
}

// Comment is a YAML or JSONC comment without its marker, trimmed.
type Comment struct {
	Text string
	At   Span
}

// Value is the value of a key, or nil: also for a nil node or one that is no object.
func (n *Node) Value(key string) *Node {
	if m := n.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Member is the member of a key, or nil: also for a nil node or one that is no object.
func (n *Node) Member(key string) *Member {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return &n.Members[i]
		}
	}
	return nil
}

// Str is the text of a string node, or of a plain YAML scalar where a string is
// expected ("title: 404"); ok is false for everything else, nil included.
func (n *Node) Str() (text string, ok bool) {
	if n == nil || n.Kind == Array || n.Kind == Object || n.Kind == Null || n.Kind != String && !n.Plain {
		return "", false
	}
	return n.Text, true
}

// True reports whether n is the boolean true.
func (n *Node) True() bool { return n != nil && n.Kind == Bool && strings.EqualFold(n.Text, "true") }
