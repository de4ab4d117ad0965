package calls

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// CheckRequest answers a call that names its tool: a JSON-RPC request of the method
// tools/call, or an object of tool and args. Args may be the text of the arguments in
// a string, as OpenAI sends them. What is no such call is refused.
func (g *Guard) CheckRequest(data []byte) Verdict {
	root, keys, lesson := strictJSON(data, "the request is")
	if lesson != nil {
		return refusal("", *lesson)
	}
	r := request{root: root, data: data, keys: keys}
	if why := r.read(); why != nil {
		return refusal(r.tool, *why)
	}
	return g.Check(r.tool, r.args)
}

// request is a call in its envelope.
type request struct {
	root *source.Node
	data []byte
	keys []source.Fault // that are there twice, in the envelope or in the arguments

	tool string
	args []byte
}

func (r *request) read() *Lesson {
	n := r.root
	if n.Kind != source.Object {
		return noCall("the request is " + kindWords[n.Kind] + ", not one call")
	}
	rpc, own := n.Member("method"), n.Member("tool")
	switch {
	case rpc != nil && own != nil:
		return noCall("the request has both a method and a tool")
	case rpc != nil:
		if why := rival(n, "", "method", "params", "jsonrpc"); why != nil {
			return why
		}
		return r.readRPC(rpc.Value)
	case own != nil:
		if why := rival(n, "", "tool", "args"); why != nil {
			return why
		}
		return r.readOwn(own.Value)
	}
	return noCall("the request has neither a method (JSON-RPC) nor a tool")
}

func noCall(text string) *Lesson {
	return &Lesson{Kind: NoCall, Want: `a tools/call request, or {"tool": NAME, "args": {...}}`, Text: text}
}

// rivals are keys that some reader takes the tool, its arguments or the request by,
// without case and what joins words, and which of the three it is.
var rivals = map[string]string{
	"tool": "tool", "name": "tool", "toolname": "tool", "function": "tool", "functionname": "tool",
	"args": "args", "arguments": "args", "input": "args", "parameters": "args", "params": "args", "kwargs": "args",
	"toolinput": "args", "toolargs": "args", "toolarguments": "args",
	"method": "method", "jsonrpc": "method",
}

// rival tells of a member that another reader would take for one of those that are
// read here: to it the request is another call.
func rival(n *source.Node, at string, read ...string) *Lesson {
	for i := range n.Members {
		key := n.Members[i].Key
		if slices.Contains(read, key) {
			continue
		}
		what := rivals[strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))]
		if what == "" {
			continue
		}
		beside := read[0]
		for _, k := range read {
			if rivals[k] == what {
				beside = k
				break
			}
		}
		return noCall("the request has " + at + short(key) + " beside " + at + beside + ", and readers take the one or the other")
	}
	return nil
}

// readRPC reads the request of an MCP client (modelcontextprotocol.io, tools/call).
func (r *request) readRPC(method *source.Node) *Lesson {
	if method.Kind != source.String || method.Text != "tools/call" {
		return noCall("the request's method is " + short(text(method)) + ", not tools/call")
	}
	if v := r.root.Value("jsonrpc"); v == nil || v.Kind != source.String || v.Text != "2.0" {
		return noCall(`the request does not say "jsonrpc": "2.0"`)
	}
	params := r.root.Value("params")
	if params == nil || params.Kind != source.Object {
		return noCall("the request has no params")
	}
	if why := rival(params, "params.", "name", "arguments"); why != nil {
		return why
	}
	args := params.Value("arguments")
	r.args = []byte("{}") // a client may leave them out
	if args != nil {
		r.args = r.data[args.At.Start:args.At.End]
	}
	return r.named(params.Value("name"), "params.name", args)
}

func (r *request) readOwn(tool *source.Node) *Lesson {
	args := r.root.Value("args")
	if args != nil {
		r.args = r.data[args.At.Start:args.At.End]
		if args.Kind == source.String {
			r.args = []byte(args.Text)
		}
	}
	if why := r.named(tool, "tool", args); why != nil {
		return why
	}
	if args == nil {
		return noCall("the request has no args; no arguments are written {}")
	}
	return nil
}

// named takes the tool's name. A key that is there twice outside of the arguments
// makes it another call to another reader.
func (r *request) named(name *source.Node, what string, args *source.Node) *Lesson {
	if name == nil || name.Kind != source.String || name.Text == "" {
		return noCall("the request has no " + what)
	}
	r.tool = name.Text
	for _, f := range r.keys {
		if args == nil || f.At.Start < args.At.Start || args.At.End < f.At.End {
			key, _, _ := strings.Cut(f.Text, ", first at ")
			return &Lesson{Kind: Duplicate, Want: "there once", Text: "in the request the " + key + ", and readers take the one or the other"}
		}
	}
	return nil
}

// Lines answers calls line by line, as CheckRequest does: for every line in, a blank
// or a broken one too, one verdict out, in order, each by one Write. It ends with the
// input. count is how many there were, worst the sternest of them.
func (g *Guard) Lines(in io.Reader, out io.Writer) (count int, worst Decision, err error) {
	worst = Allow
	read := bufio.NewReaderSize(in, 64<<10)
	for {
		line, long, err := callLine(read)
		if errors.Is(err, io.EOF) {
			return count, worst, nil
		}
		if err != nil {
			return count, worst, err
		}
		v := Verdict{}
		switch {
		case long:
			v = refusal("", Lesson{Kind: TooLarge, Text: fmt.Sprintf("the line is beyond %s", source.CallLimit)})
		case len(bytes.TrimSpace(line)) == 0:
			v = refusal("", *noCall("the line is empty"))
		default:
			v = g.CheckRequest(line)
		}
		count++
		if v.Decision == Refuse || worst == Allow {
			worst = v.Decision
		}
		if _, err := out.Write(append(v.JSON(), '\n')); err != nil {
			return count, worst, err
		}
	}
}

// callLine is the next line without its end. Of one that is too long nothing is kept,
// and the rest is passed over.
func callLine(read *bufio.Reader) (line []byte, long bool, err error) {
	some := false
	for {
		part, err := read.ReadSlice('\n')
		some = some || len(part) > 0
		if !long {
			line = append(line, part...)
		}
		if len(line) > source.MaxCall+1 {
			line, long = nil, true
		}
		switch {
		case err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), long, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && some:
			return line, long, nil
		default:
			return nil, false, err
		}
	}
}

// JSON is the verdict as one line of JSON.
func (v Verdict) JSON() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // it is made of strings
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
