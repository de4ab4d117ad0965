package traps

import "github.com/tooldrift/tooldrift/pkg/calls/golden"

// Golden is the cases as a file of golden calls, which tooldrift golden scores.
func Golden(s *Set) []byte {
	suite := &golden.Suite{About: "written by tooldrift traps: prompts in which people's units are not the API's"}
	for _, c := range s.Cases {
		note := c.Note
		if c.Wrong != nil {
			note += "; " + c.Wrong.Text
		}
		call := &golden.Call{Tool: c.Tool, Args: c.Args, Optional: c.Optional}
		for _, a := range c.Accept {
			call.Accept = append(call.Accept, golden.Accept{Field: a.Field, Values: a.Values})
		}
		suite.Cases = append(suite.Cases, &golden.Case{ID: c.ID, Prompt: c.Prompt, Note: note, Calls: []*golden.Call{call}})
	}
	return golden.Encode(suite)
}
