package golden

import (
	"strconv"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// tauActions are the golden calls of a record of tau-bench: of a task,
//
//	{"user_id": "...", "instruction": "...", "actions": [{"name": "...", "kwargs": {}}], "outputs": []}
//
// of a trajectory, which has its task in info.task, and of a task of tau2, whose
// actions are in evaluation_criteria. nil: n is none of them.
func tauActions(n *source.Node) (task, actions *source.Node) {
	for _, task := range []*source.Node{n.Value("info").Value("task"), n, n.Value("evaluation_criteria")} {
		actions := task.Value("actions")
		if actions == nil || actions.Kind != source.Array {
			continue
		}
		if task == n && n.Value("instruction") == nil {
			continue
		}
		return task, actions
	}
	return nil, nil
}

// tau reads one record of tau-bench; index is its place in the file, which is what
// trajectories call a task by. The reward looks at what the calls have changed, so
// that further calls, to look things up, do no harm.
func (r *reader) tau(n *source.Node, index int) *Case {
	task, actions := tauActions(n)
	c := &Case{ID: strconv.Itoa(index), IDAt: n.At, At: n.At, Extra: ExtraAllowed}
	for _, name := range []string{"task_id", "id"} {
		if id := n.Value(name); id != nil && (id.Kind == source.String || id.Kind == source.Number) {
			c.ID, c.IDAt = id.Text, id.At
			break
		}
	}
	if prompt, ok := task.Value("instruction").Str(); ok {
		c.Prompt = prompt
	}
	for _, a := range actions.Items {
		name := a.Value("name")
		args := a.Value("kwargs")
		if args == nil {
			args = a.Value("arguments")
		}
		tool, ok := name.Str()
		switch {
		case !ok:
			r.Fault(a.At, "an action has no name")
			continue
		case args == nil:
			args = &source.Node{Kind: source.Object, At: a.At}
		case args.Kind != source.Object:
			r.Expect(args, "kwargs", "a mapping of fields to values")
			continue
		}
		c.Calls = append(c.Calls, &Call{Tool: tool, ToolAt: name.At, Args: args, At: a.At, want: valueOf(args)})
	}
	return c
}
