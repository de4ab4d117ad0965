package logs

// toolCalls reads a list of calls as chats have it: {id, function: {name,
// arguments}} of OpenAI, {id, name, args} of LangChain and others.
func (s *scan) toolCalls(list int, c context) {
	for i := list + 1; i < int(s.tape.nodes[list].next); i = int(s.tape.nodes[i].next) {
		if !s.isObject(i) {
			continue
		}
		if f := s.member(i, kFunction); s.isObject(f) {
			s.openAICall(i, f, c)
		} else if !s.part(i, c) {
			s.direct(i, c)
		}
	}
}

// openAICall reads {id, type: function, function: {name, arguments}}.
func (s *scan) openAICall(at, function int, c context) bool {
	name := s.member(function, kName)
	if !s.isString(name) {
		return false
	}
	s.call(c, call{tool: name, args: s.first(function, kArguments, kArgs, kInput), id: s.first(at, kID, kToolCallID, kCallID)})
	return true
}

// responsesCall reads an item of OpenAI's Responses. The input of a custom tool is
// text and no JSON: it is handed over as a JSON string. A call that is still being
// written comes again when it is whole.
func (s *scan) responsesCall(at int, c context) bool {
	name := s.member(at, kName)
	if !s.isString(name) {
		return false
	}
	if s.is(s.member(at, kStatus), "in_progress") {
		return true
	}
	from := call{tool: name, args: s.member(at, kArguments), id: s.first(at, kCallID, kID), nameless: true}
	if i := s.member(at, kError); i > 0 && s.truthy(i) {
		from.status, from.why = Failed, s.errorText(i)
	} else if i := s.member(at, kOutput); i > 0 && s.tape.nodes[i].kind != isNull {
		from.status = Succeeded
	}
	if input := s.member(at, kInput); s.isString(input) && from.args == 0 {
		e := s.begin(Call, c, name)
		e.Tool = s.decode(name, &s.name)
		e.ID = s.idOf(from.id)
		n := &s.tape.nodes[input]
		e.Args = s.data[n.start-1 : n.end+1]
		s.hand(e)
		return true
	}
	s.call(c, from)
	return true
}
