package calls

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// HookCall is the call that a hook of Claude Code is asked about, before it is made
// (code.claude.com/docs/en/hooks, PreToolUse).
type HookCall struct {
	Tool string
	Args []byte // as JSON text
}

// ReadHook reads what Claude Code writes to a hook's standard input. The error says
// why there is no call to judge: then the hook must block it.
func ReadHook(data []byte) (HookCall, error) {
	root, keys, lesson := strictJSON(data, "what the hook was sent is")
	switch {
	case lesson != nil:
		return HookCall{}, errors.New(lesson.Text)
	case root.Kind != source.Object:
		return HookCall{}, errors.New("the hook was sent " + kindWords[root.Kind] + ", not an object")
	}
	if event := root.Value("hook_event_name"); event == nil || event.Kind != source.String || event.Text != "PreToolUse" {
		return HookCall{}, errors.New("the hook was not sent hook_event_name PreToolUse; set it up under PreToolUse")
	}
	name, args := root.Value("tool_name"), root.Value("tool_input")
	if name == nil || name.Kind != source.String || name.Text == "" {
		return HookCall{}, errors.New("the hook was sent no tool_name")
	}
	if args == nil {
		return HookCall{}, errors.New("the hook was sent no tool_input")
	}
	for _, f := range keys {
		if f.At.Start < args.At.Start || args.At.End < f.At.End {
			return HookCall{}, errors.New("the hook was sent a key twice: " + f.Text)
		}
	}
	return HookCall{Tool: name.Text, Args: data[args.At.Start:args.At.End]}, nil
}

// Hook answers a call in Claude Code's protocol: what to print before exit 0. It is
// empty where the guard has no objection, and where the tool is none of the contracts'
// (Bash, Read): the user's own permissions then decide, as they would without a hook.
// Never is a call allowed that the user would be asked about. The error is a failure
// of the guard: the hook must block the call.
func (g *Guard) Hook(c HookCall) (answer []byte, err error) {
	if !g.knows(c.Tool) {
		return nil, nil
	}
	v := g.Check(c.Tool, c.Args)
	if len(v.Faults) > 0 && v.Faults[0].Kind == Internal {
		return nil, errors.New(v.Faults[0].Text)
	}
	decision := map[Decision]string{Review: "ask", Refuse: "deny"}[v.Decision]
	if decision == "" {
		return nil, nil
	}
	var out struct {
		Output struct {
			Event    string `json:"hookEventName"`
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	out.Output.Event, out.Output.Decision, out.Output.Reason = "PreToolUse", decision, v.Reason()
	return json.Marshal(out)
}

// knows reports whether a name is that of a tool of the contracts. What is built into
// the runtime goes by its plain name, so that one counts only where it is exact.
func (g *Guard) knows(name string) bool {
	for _, t := range g.find(name) {
		if t.Name == name || strings.HasPrefix(name, "mcp__") {
			return true
		}
	}
	return false
}

// maxReasons is how many things a reason tells: a model that mends these may be told
// of the rest. Claude Code cuts what is longer than 10,000 characters.
const maxReasons = 10

// Reason is the verdict in words, a line for each thing that is wrong, the first ten
// of them; "" for a call that is allowed.
func (v Verdict) Reason() string {
	var lines []string
	say := func(text, reading, suspicion string) {
		if len(lines) == maxReasons {
			return
		}
		for _, more := range []string{reading, suspicion} {
			if more != "" {
				text += "; " + more
			}
		}
		lines = append(lines, source.Escape(fmt.Sprintf("%s: %s", short(v.Tool), text)))
	}
	for _, l := range v.Faults {
		say(l.Text, l.Reading, l.Suspicion)
	}
	for _, b := range v.Fences {
		say(b.Text, b.Reading, b.Suspicion)
	}
	if more := len(v.Faults) + len(v.Fences) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}
