package logs

import "bytes"

// langchain reads a message that says by its type who speaks: {type: ai, content,
// tool_calls}, or with the rest below data.
func (s *scan) langchain(at int, c context) bool {
	typ := s.member(at, kType)
	if !s.isString(typ) {
		return false
	}
	holder := at
	if data := s.member(at, kData); s.isObject(data) {
		holder = data
	}
	keys := s.tape.nodes[holder].keys
	if !keys.has(kContent) && !keys.has(kToolCalls) {
		return false
	}
	return s.speaker(string(s.raw(typ)), holder, typ, c)
}

// constructor reads what LangChain's dumpd writes: {lc: 1, type: constructor, id:
// [langchain, schema, messages, AIMessage], kwargs: {...}}; some leave lc out.
func (s *scan) constructor(at int, c context) bool {
	kwargs, id := s.member(at, kKwargs), s.member(at, kID)
	if !s.isObject(kwargs) || !s.isArray(id) {
		return false
	}
	class := 0
	for i := id + 1; i < int(s.tape.nodes[id].next); i = int(s.tape.nodes[i].next) {
		if s.isString(i) {
			class = i
		}
	}
	return class > 0 && s.speaker(string(bytes.TrimSuffix(s.raw(class), []byte("Chunk"))), kwargs, class, s.around(kwargs, c))
}

func (s *scan) speaker(who string, at, place int, c context) bool {
	switch who {
	case "human", "HumanMessage":
		s.user(at, place, c)
	case "ai", "AIMessage", "AIMessageChunk":
		s.assistant(at, c)
	case "tool", "ToolMessage":
		if s.member(at, kToolCallID) == 0 {
			return false
		}
		s.toolMessage(at, place, c)
	case "system", "SystemMessage":
	default:
		return false
	}
	return true
}
