package check_test

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// CI has no Node: it reads the verdicts of graphql-js from a table. Other pairs, and
// a new table, need a folder in which "npm install graphql@16" has been run:
//
//	go test ./pkg/check -run JudgesGraphQL -judge-node /tmp/graphql -judge-write
var (
	judgeNode  = flag.String("judge-node", "", "folder with graphql-js in node_modules, to ask it in place of the table")
	judgeWrite = flag.Bool("judge-write", false, "write the table of verdicts of graphql-js")
)

const verdictFile = "testdata/judges_graphql.json.gz"

func TestJudgesGraphQL(t *testing.T) {
	js := &graphqlJS{verdicts: map[string]map[string][]verdict{}}
	switch {
	case *judgeNode != "":
		js.start(t)
	case *judgeSeed != 1 || *judgeFirst+*judgePairs > 1000:
		t.Skip("the table has the first 1000 pairs of seed 1; others need -judge-node")
	default:
		js.read(t)
	}
	runJudges(t, func(pair int) judged { return makerOf(pair).graphQL(t, js) })
	if js.asked > 0 && js.unknown > js.asked/20 {
		t.Errorf("the table lacks %d of %d verdicts: write it anew", js.unknown, js.asked)
	}
	if *judgeWrite {
		js.write(t)
	}
}

// verdict is one complaint of graphql-js.
type verdict struct {
	Path []any  `json:"path"`
	Text string `json:"text"`
}

// graphqlJS is graphql-js itself, or what it once said.
type graphqlJS struct {
	in             io.Writer
	out            *bufio.Reader
	verdicts       map[string]map[string][]verdict // by sums of schema and arguments
	asked, unknown int
}

func (js *graphqlJS) start(t *testing.T) {
	t.Helper()
	script, err := filepath.Abs("testdata/judge.js")
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", script)
	node.Dir, node.Stderr = *judgeNode, os.Stderr
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	js.in, js.out = in, bufio.NewReader(out)
	t.Cleanup(func() {
		in.Close()
		if err := node.Wait(); err != nil {
			t.Error(err)
		}
	})
}

func (js *graphqlJS) read(t *testing.T) {
	t.Helper()
	f, err := os.Open(verdictFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(&js.verdicts); err != nil {
		t.Fatal(err)
	}
}

func (js *graphqlJS) write(t *testing.T) {
	t.Helper()
	f, err := os.Create(verdictFile)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(z).Encode(js.verdicts); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func shortSum(text string, digits int) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:digits]
}

// judge asks, or looks it up; known is false where the table does not have it.
func (js *graphqlJS) judge(t *testing.T, sdl string, args map[string]any) (said []verdict, known bool) {
	t.Helper()
	schema, call := shortSum(sdl, 10), shortSum(spelled(args), 8)
	js.asked++
	if js.in == nil {
		said, known = js.verdicts[schema][call]
		if !known {
			js.unknown++
		}
		return said, known
	}
	request, err := json.Marshal(object{"sdl": sdl, "field": "act", "args": args})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.in.Write(append(request, '\n')); err != nil {
		t.Fatal(err)
	}
	line, err := js.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("%v\n%s", err, sdl)
	}
	if err := json.Unmarshal(line, &said); err != nil {
		t.Fatal(err)
	}
	if *judgeWrite {
		if js.verdicts[schema] == nil {
			js.verdicts[schema] = map[string][]verdict{}
		}
		short := make([]verdict, len(said))
		for i, v := range said {
			short[i] = v
			if i := strings.IndexByte(v.Text, '{'); i >= 0 && len(v.Text) > 60 {
				short[i].Text = v.Text[:i]
			}
		}
		js.verdicts[schema][call] = short
	}
	return said, true
}

// graphQLMaker writes types, and the schema that a tool's author would give each.
type graphQLMaker struct {
	*maker
	types strings.Builder
	count int
}

func (g *maker) graphQL(t *testing.T, js *graphqlJS) judged {
	g.defs = object{}
	q := &graphQLMaker{maker: g}
	fields, tool := q.fields(1+g.IntN(5), 0)
	flat, wrapped := false, false
	arguments := strings.Join(fields, ", ")
	switch {
	case g.chance(20):
		q.types.WriteString("input ActInput {\n  " + strings.Join(fields, "\n  ") + "\n}\n")
		arguments, flat = "input: ActInput!", true
	case g.chance(15):
		q.types.WriteString("input ActInput {\n  " + strings.Join(fields, "\n  ") + "\n}\n")
		arguments, wrapped = "input: ActInput!", true
		tool = object{"type": "object", "properties": object{"input": tool}, "required": []any{"input"}}
	}
	sdl := "type Query { ok: Boolean }\ntype Mutation { act(" + arguments + "): Boolean }\n" + q.types.String()
	if len(g.defs) > 0 {
		tool["$defs"] = clone(g.defs)
	}
	g.mutate(tool)
	return judged{
		tool: tool, files: map[string]string{"api.graphql": sdl}, spec: config.Source{Glob: "api.graphql"}, operation: "Mutation.act", rand: g.Rand,
		// A wrapper of another name is the tool server's own, which unpacks it.
		cannot: func(map[string]any) bool { return wrapped && at(tool, "properties", "input") == nil },
		inner:  wrapped,
		judge: func(args map[string]any) []rejection {
			sent := args
			if flat {
				sent = map[string]any{"input": args}
			}
			said, known := js.judge(t, sdl, sent)
			if !known {
				return []rejection{{unsaid: true, text: "not in the table"}}
			}
			var out []rejection
			for _, v := range said {
				r := rejection{text: v.Text}
				for _, step := range v.Path {
					r.path = append(r.path, fmt.Sprint(step))
				}
				if flat {
					r.path = r.path[1:]
				}
				if m := notDefined.FindStringSubmatch(v.Text); m != nil {
					r.path, r.undeclared = append(r.path, m[1]), true
				}
				if m := notProvided.FindStringSubmatch(v.Text); m != nil {
					r.path = append(r.path, m[1])
				}
				r.undeclared = r.undeclared || v.Text == "is not declared"
				r.group = strings.Contains(v.Text, "OneOf")
				out = append(out, r)
			}
			return out
		},
	}
}

var (
	notDefined  = regexp.MustCompile(`^Field "(\w+)" is not defined by type`)
	notProvided = regexp.MustCompile(`^Field "(\w+)" of required type .* was not provided`)
)

// fields are declarations of arguments or of members of an input object.
func (q *graphQLMaker) fields(n, depth int) (decls []string, s object) {
	props := object{}
	var required []any
	for range n {
		name := q.name()
		typ, own, fallback := q.value(depth)
		switch {
		case q.chance(45):
			typ += "!"
			if fallback != "" && q.chance(25) {
				typ += " = " + fallback
			} else {
				required = append(required, name)
			}
		case fallback != "" && q.chance(20):
			typ += " = " + fallback
		case q.chance(25):
			if word, ok := own["type"].(string); ok && own["enum"] == nil {
				own["type"] = []any{word, "null"}
			}
		}
		decls = append(decls, name+": "+typ)
		props[name] = own
	}
	s = object{"type": "object", "properties": props}
	if required != nil {
		s["required"] = required
	}
	if q.chance(40) {
		s["additionalProperties"] = false
	}
	return decls, s
}

// value is a type without its mark for null, its schema, and a default of it or "".
func (q *graphQLMaker) value(depth int) (typ string, s object, fallback string) {
	n := 14
	if depth > 2 {
		n = 8
	}
	switch q.IntN(n) {
	case 0, 1:
		return "String", object{"type": "string"}, `"x"`
	case 2, 3:
		return "Int", object{"type": "integer"}, "3"
	case 4:
		return "Float", object{"type": "number"}, "1.5"
	case 5:
		return "Boolean", object{"type": "boolean"}, "true"
	case 6:
		return "ID", object{"type": []any{"string", "integer", []any{"string", "integer"}}[q.IntN(3)]}, `"7"`
	case 7:
		q.count++
		name := fmt.Sprintf("Kind%d", q.count)
		var words []string
		var listed []any
		for _, c := range q.someOf(colours, 2) {
			words = append(words, strings.ToUpper(c.(string)))
			listed = append(listed, strings.ToUpper(c.(string)))
		}
		q.types.WriteString("enum " + name + " { " + strings.Join(words, " ") + " }\n")
		return name, object{"type": "string", "enum": listed}, words[0]
	case 8, 9:
		typ, s, _ = q.value(depth + 1)
		if q.chance(60) {
			typ += "!"
		}
		return "[" + typ + "]", object{"type": "array", "items": s}, ""
	case 10, 11:
		decls, s := q.fields(1+q.IntN(3), depth+1)
		return q.input(decls, ""), s, ""
	case 12:
		return q.oneOf(depth)
	}
	q.count++
	name := fmt.Sprintf("Tree%d", q.count)
	decls, own := q.fields(1, 3)
	again := q.name()
	q.types.WriteString("input " + name + " {\n  " + strings.Join(decls, "\n  ") + "\n  " + again + ": [" + name + "!]\n}\n")
	ref := q.define(own)
	members(own["properties"])[again] = object{"type": "array", "items": object{"$ref": ref}}
	return name, object{"$ref": ref}, ""
}

func (q *graphQLMaker) input(decls []string, directive string) (name string) {
	q.count++
	name = fmt.Sprintf("Input%d", q.count)
	q.types.WriteString("input " + name + directive + " {\n  " + strings.Join(decls, "\n  ") + "\n}\n")
	return name
}

// oneOf is an input object of which one member is given.
func (q *graphQLMaker) oneOf(depth int) (typ string, s object, fallback string) {
	var decls []string
	var alts []any
	props := object{}
	for range 2 + q.IntN(2) {
		name := q.name()
		typ, own, _ := q.value(depth + 1)
		decls = append(decls, name+": "+typ)
		props[name] = own
		alts = append(alts, object{"type": "object", "properties": object{name: own}, "required": []any{name}, "additionalProperties": false})
	}
	s = object{"type": "object", "properties": props}
	if q.chance(60) {
		s = object{"oneOf": alts}
	}
	return q.input(decls, " @oneOf"), s, ""
}
