package logs

import "bytes"

// uiPart reads a part of a UI message of the AI SDK: {type: "tool-NAME", toolCallId,
// state, input, output or errorText}, or {type: "dynamic-tool", toolName, ...}. What
// the model is still writing is no call yet. An input that is no JSON, or that the
// tool's schema refused, is kept as rawInput.
// https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message
func (s *scan) uiPart(at, typ int, c context) bool {
	name, static := bytes.CutPrefix(s.decode(typ, &s.name), []byte("tool-"))
	dynamic := s.is(typ, "dynamic-tool")
	tool, state := s.member(at, kToolName), s.member(at, kState)
	switch {
	case !static && !dynamic, dynamic != s.isString(tool), static && len(name) == 0:
		return false
	case !s.isString(state), !s.isString(s.member(at, kToolCallID)):
		return false
	case s.unfinished(state):
		return true
	}
	e := s.begin(Call, c, typ)
	if e.Tool = name; dynamic {
		e.Tool = s.decode(tool, &s.name)
	}
	e.ID = s.idOf(s.member(at, kToolCallID))
	e.Args = s.argsOf(s.first(at, kInput, kRawInput))
	switch string(s.raw(state)) {
	case "output-available":
		e.Status = Succeeded
	case "output-error":
		e.Status, e.Error = Failed, s.errorText(s.member(at, kErrorText))
	}
	s.hand(e)
	return true
}

// unfinished says that a call is still being written.
func (s *scan) unfinished(state int) bool {
	return s.is(state, "input-streaming") || s.is(state, "partial-call")
}
