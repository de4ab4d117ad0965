package logs

// shape is how an object looks that takes part in calls: members that it has all
// of, members that it has one of, and what reads it. read says whether it did; if
// not, another shape may.
type shape struct {
	all, any set
	read     func(*scan, int, context) bool
}

// shapes are tried in order on each object that is reached. Below one that is
// read, only its reader goes on.
func shapes() []shape {
	return []shape{
		{all: setOf(kJSONRPC), read: (*scan).rpc},
		{all: setOf(kMethod, kParams), read: (*scan).rpc},
		{all: setOf(kRole), read: (*scan).message},
		{all: setOf(kID, kKwargs), read: (*scan).constructor},
		{all: setOf(kType), any: setOf(kContent, kData, kToolCalls), read: (*scan).langchain},
		{all: setOf(kType), read: (*scan).item},
		{any: setOf(kFunctionCall, kFunctionResponse, kToolUse, kToolResult, kToolCall), read: (*scan).part},
		{any: setOf(kAttributes, kTags), read: (*scan).span},
		{any: setOf(kGenAIToolName, kGenAIInput, kGenAIOutput), read: (*scan).flatSpan},
		{all: setOf(kAnswer), any: setOf(kTree, kTrys), read: (*scan).answerTree},
		{all: setOf(kNodeType), read: (*scan).treeNode},
		{all: setOf(kTrainMessages), read: (*scan).trainMessages},
		{any: setOf(kTool, kToolName), read: (*scan).wrapped},
		{all: setOf(kToolCalls), read: (*scan).loose},
	}
}

// message reads one of a chat, of whatever maker: who speaks, the calls of a
// model, what tools answered.
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

// user tells a turn, unless the message carries what tools answered.
func (s *scan) user(at, place int, c context) {
	answered := false
	for _, k := range [...]key{kContent, kParts} {
		answered = s.answers(s.member(at, k), c) || answered
	}
	if !answered {
		s.turn(c, place)
	}
}

// answers reads the parts of a message that say what became of calls, and says
// whether there are some.
func (s *scan) answers(list int, c context) bool {
	if !s.isArray(list) {
		return false
	}
	some := false
	for i := list + 1; i < int(s.tape.nodes[list].next); i = int(s.tape.nodes[i].next) {
		if s.isObject(i) {
			some = s.answer(i, c) || some
		}
	}
	return some
}

// answer reads a part of a message that says what became of a call.
func (s *scan) answer(at int, c context) bool {
	return s.response(at, c) || s.toolResult(at, c)
}

// assistant reads the calls of a model's message. Libraries keep what a provider
// sent beside what they made of it: the same calls by id, and where there are no
// ids, the provider's only where there are no others.
func (s *scan) assistant(at int, c context) {
	if s.scope == 0 {
		s.scopes++
		defer s.within(s.within(s.scopes))
	}
	before := s.stats.Calls
	if i := s.member(at, kToolCalls); s.isArray(i) {
		s.toolCalls(i, c)
	}
	if i := s.member(at, kInvalidCalls); s.isArray(i) {
		s.toolCalls(i, c)
	}
	for _, k := range [...]key{kContent, kParts} {
		if i := s.member(at, k); s.isArray(i) {
			s.walk(i, c)
		}
	}
	if s.stats.Calls > before {
		return
	}
	if i := s.member(at, kFunctionCall); s.isObject(i) {
		s.direct(i, c)
	}
	if i := s.member(at, kAdditional); s.isObject(i) {
		s.assistant(i, c)
	}
}

// loose reads tool_calls that stand in no message, as frameworks' events have them.
func (s *scan) loose(at int, c context) bool {
	i := s.member(at, kToolCalls)
	if !s.isArray(i) {
		return false
	}
	s.toolCalls(i, c)
	s.descend(at, c, kToolCalls)
	return true
}

// part reads what Gemini and Bedrock hold their calls in: an object with one
// member that says what it is.
func (s *scan) part(at int, c context) bool {
	if s.answer(at, c) {
		return true
	}
	if list := s.member(s.member(at, kToolCall), kFunctionCalls); s.isArray(list) { // of Gemini Live
		s.toolCalls(list, c)
		return true
	}
	for _, k := range [...]key{kFunctionCall, kToolCall, kToolUse} {
		if i := s.member(at, k); s.isObject(i) && s.direct(i, c) {
			return true
		}
	}
	return false
}

// direct reads {name, arguments} or a spelling of it.
func (s *scan) direct(at int, c context) bool {
	tool := s.first(at, kName, kToolName)
	if !s.isString(tool) {
		return false
	}
	s.call(c, call{
		tool:     tool,
		args:     s.first(at, kArguments, kArgs, kInput, kToolInput),
		id:       s.first(at, kToolUseID, kToolCallID, kCallID, kID),
		nameless: true,
	})
	return true
}

// repeated walks what other records tell again, once being what they have in common.
func (s *scan) repeated(at int, c context, once uint64) {
	outer := s.once
	s.once = once
	s.descend(at, c, other)
	s.once = outer
}

// item reads a part or an item that says by its type what it is.
func (s *scan) item(at int, c context) bool {
	typ := s.member(at, kType)
	if !s.isString(typ) {
		return false
	}
	if s.uiPart(at, typ, c) {
		return true
	}
	switch string(s.raw(typ)) {
	case "function_call", "custom_tool_call", "mcp_call":
		return s.responsesCall(at, c)
	case "tool_use", "mcp_tool_use", "tool_call", "tool-call":
		if i := s.member(at, kFunction); s.isObject(i) { // of OpenAI's chunks and of loose copies of them
			return s.openAICall(at, i, c)
		}
		return s.direct(at, c)
	case "function": // of OpenAI's lists of calls, and of traces of its agents; a definition has no arguments
		if i := s.member(at, kFunction); s.isObject(i) && s.member(i, kArguments) > 0 {
			return s.openAICall(at, i, c)
		}
		return s.isString(s.member(at, kInput)) && s.opens(s.member(at, kInput)) && s.direct(at, c)
	case "response.output_item.added": // which comes again when it is whole
		return true
	case "response.output_item.done", "response.completed", "response.incomplete", "response.failed":
		s.repeated(at, c, hashNumber(1, c.session))
		return true
	case "assistant": // of Claude Code's lines: a session that is resumed begins with those before it
		if s.isObject(s.member(at, kMessage)) && s.tape.nodes[at].keys.has(kSession) {
			s.repeated(at, c, 2)
			return true
		}
	case "user", "human": // of Claude Code's lines, which some versions write without the role
		if i := s.member(at, kMessage); s.isObject(i) && s.member(i, kRole) == 0 {
			s.user(i, typ, c)
			return true
		}
	}
	return s.answer(at, c)
}

// toolMessage reads what a tool answered, in a message of its own. OpenAI has no
// mark for an error: that of tau2-bench, of LangChain, or an answer that begins
// with "Error:" is one; else nothing is known.
func (s *scan) toolMessage(at, place int, c context) {
	content := s.member(at, kContent)
	if s.answers(content, c) || s.answers(s.member(at, kParts), c) {
		return
	}
	status := Unknown
	if i := s.member(at, kStatus); i > 0 {
		status = s.word(i)
	}
	if i := s.first(at, kError, kIsError, kIsErrorCamel); i > 0 && s.truthy(i) {
		status = Failed
	}
	status, why := s.judged(status, content)
	s.outcome(c, place, s.first(at, kToolCallID, kCallID, kToolUseID, kID), s.first(at, kName, kToolName), status, why)
}

// judged completes a status by what a tool answered.
func (s *scan) judged(status Status, content int) (Status, []byte) {
	if status == Succeeded {
		return status, nil
	}
	text := s.errorText(content)
	if status == Failed || len(text) >= 6 && string(text[:6]) == "Error:" {
		return Failed, text
	}
	return Unknown, nil
}
