package logs

import "bytes"

// shape is how an object looks that takes part in calls: members that it has all
// of, members that it has one of, and what reads it. take says whether it did; if
// not, another shape may.
type shape struct {
	all, any set
	take     func(*scan, int, context) bool
}

// shapes are tried in order.
func shapes() []shape {
	return []shape{
		{all: setOf(kRole), take: (*scan).message},
		{all: setOf(kType), any: setOf(kName, kCallID), take: (*scan).item},
	}
}

// message reads one of a chat: who speaks, and the calls of a model.
func (s *scan) message(at int, c context) bool {
	role := s.member(at, kRole)
	if !s.isString(role) {
		return false
	}
	switch string(s.raw(role)) {
	case "user", "human":
		s.user(at, role, c)
	case "tool", "function":
		s.toolMessage(at, role, c)
	case "assistant", "model", "ai":
		s.assistant(at, c)
	case "system", "developer":
	default:
		return false
	}
	return true
}

// user tells a turn, unless the message carries nothing but what tools answered.
func (s *scan) user(at, role int, c context) {
	content := s.first(at, kContent, kParts)
	if s.isArray(content) {
		answers := false
		for i := content + 1; i < int(s.tape.nodes[content].next); i = int(s.tape.nodes[i].next) {
			answers = answers || s.isObject(i) && s.answer(i, c)
		}
		if answers {
			return
		}
	}
	s.turn(c, role)
}

// answer reads a part of a message that says what became of a call.
func (s *scan) answer(at int, c context) bool { return false }

// assistant reads the calls of a model's message.
func (s *scan) assistant(at int, c context) {
	if i := s.member(at, kFunctionCall); s.isObject(i) && s.isString(s.member(i, kName)) {
		s.call(c, s.member(i, kName), s.first(i, kArguments, kArgs), 0)
	}
	if i := s.member(at, kToolCalls); s.isArray(i) {
		s.toolCalls(i, c)
	}
	for _, k := range [...]key{kContent, kParts} {
		if i := s.member(at, k); s.isArray(i) {
			s.walk(i, c)
		}
	}
}

// toolCalls reads a list of calls as chats have it: {id, function: {name,
// arguments}} of OpenAI, {id, name, args} of others.
func (s *scan) toolCalls(list int, c context) {
	for i := list + 1; i < int(s.tape.nodes[list].next); i = int(s.tape.nodes[i].next) {
		if !s.isObject(i) {
			continue
		}
		holder := i
		if f := s.member(i, kFunction); s.isObject(f) {
			holder = f
		}
		if name := s.first(holder, kName, kToolName); s.isString(name) {
			s.call(c, name, s.first(holder, kArguments, kArgs, kInput, kToolInput), s.first(i, kID, kToolCallID, kCallID))
		}
	}
}

// toolMessage reads what a tool answered, in a message of its own. OpenAI has no
// mark for an error: that of tau2-bench, of LangChain, or an answer that begins
// with "Error:" is one; else nothing is known.
func (s *scan) toolMessage(at, role int, c context) {
	content := s.member(at, kContent)
	status, why := Unknown, []byte(nil)
	if i := s.first(at, kStatus); i > 0 {
		status = s.word(i)
	}
	if i := s.first(at, kError, kIsError, kIsErrorCamel); i > 0 && s.truthy(i) {
		status = Failed
	}
	if text := s.errorText(content); status == Unknown && bytes.HasPrefix(text, []byte("Error:")) {
		status = Failed
	}
	if status == Failed {
		why = s.errorText(content)
	}
	s.outcome(c, role, s.first(at, kToolCallID, kCallID, kID), status, why)
}

// item reads one of OpenAI's Responses: a call or what became of it.
func (s *scan) item(at int, c context) bool {
	typ := s.member(at, kType)
	if !s.isString(typ) {
		return false
	}
	switch string(s.raw(typ)) {
	case "function_call":
		if name := s.member(at, kName); s.isString(name) && !s.is(s.member(at, kStatus), "in_progress") {
			s.call(c, name, s.member(at, kArguments), s.first(at, kCallID, kID))
			return true
		}
	case "function_call_output", "custom_tool_call_output":
		output := s.member(at, kOutput)
		status, why := Unknown, []byte(nil)
		if text := s.errorText(output); bytes.HasPrefix(text, []byte("Error:")) {
			status, why = Failed, text
		}
		s.outcome(c, typ, s.member(at, kCallID), status, why)
		return true
	}
	return false
}
