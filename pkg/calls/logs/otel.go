package logs

import "bytes"

// attributes are those of a span that tell of calls: nodes of their values, 0
// where there is none.
type attributes struct {
	tool, args, id, result, operation, failure, input, output int
	session, event, content                                   int

	indexed []indexedCall
}

// indexedCall is a call of OpenLLMetry's attributes, one for each part of it.
type indexedCall struct {
	tool, args, id int
}

// setIndexed notes gen_ai.completion.0.tool_calls.0.name and its like.
func (s *scan) setIndexed(a *attributes, name []byte, value int) {
	dot := bytes.LastIndexByte(name, '.')
	if !bytes.Contains(name[:dot], []byte(".tool_calls.")) {
		return
	}
	if a.indexed == nil {
		clear(s.parts)
	}
	i, known := s.parts[string(name[:dot])]
	if !known {
		i = len(a.indexed)
		a.indexed = append(a.indexed, indexedCall{})
		s.parts[string(name[:dot])] = i
	}
	switch string(name[dot+1:]) {
	case "name":
		a.indexed[i].tool = value
	case "arguments":
		a.indexed[i].args = value
	case "id":
		a.indexed[i].id = value
	}
}

func (a *attributes) set(k key, value int) {
	switch k {
	case kGenAIToolName:
		a.tool = value
	case kGenAIArguments:
		a.args = value
	case kGenAICallID:
		a.id = value
	case kGenAIResult:
		a.result = value
	case kGenAIOperation:
		a.operation = value
	case kGenAIErrorType:
		a.failure = value
	case kGenAIInput:
		a.input = value
	case kGenAIOutput:
		a.output = value
	case kSession, kConversation:
		a.session = value
	case kEventName:
		a.event = value
	case kEventContent:
		a.content = value
	}
}

// span reads a span, or a log record, of OpenTelemetry by its attributes: a list
// of {key, value} as OTLP and Jaeger write them, or an object.
func (s *scan) span(at int, c context) bool {
	var a attributes
	list := s.first(at, kAttributes, kTags)
	switch {
	case s.isArray(list):
		for i := list + 1; i < int(s.tape.nodes[list].next); i = int(s.tape.nodes[i].next) {
			if !s.isObject(i) {
				continue
			}
			name, value := s.member(i, kKey), s.member(i, kValue)
			if s.isString(name) && value > 0 {
				k := s.tape.keys.find(s.raw(name))
				if a.set(k, s.unwrap(value)); k == kIndexed {
					s.setIndexed(&a, s.raw(name), s.unwrap(value))
				}
			}
		}
	case s.isObject(list):
		s.collect(list, &a)
	}
	if i := s.member(at, kContext); s.isObject(i) { // Python's console exporter has the ids of a span there
		c = s.around(i, c)
	}
	if s.given(at, &a) {
		return true
	}
	return s.spanCalls(at, a, c)
}

// given reads the events by which older conventions told of messages: what a model
// chose is its output, and the others are what it was given.
func (s *scan) given(at int, a *attributes) bool {
	name := a.event
	if i := s.first(at, kEventName, kName); name == 0 {
		name = i
	}
	if !s.isString(name) || !bytes.HasPrefix(s.raw(name), []byte("gen_ai.")) {
		return false
	}
	switch string(s.raw(name)) {
	case "gen_ai.choice":
		if a.output = a.content; a.output == 0 {
			a.output = s.unwrap(s.member(at, kBody))
		}
	case "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message":
		return true
	}
	return false
}

// flatSpan reads a record whose own members are the attributes.
func (s *scan) flatSpan(at int, c context) bool {
	var a attributes
	s.collect(at, &a)
	return s.spanCalls(at, a, c)
}

func (s *scan) collect(at int, a *attributes) {
	for i := at + 1; i < int(s.tape.nodes[at].next); i = int(s.tape.nodes[i].next) {
		if a.set(s.tape.nodes[i].key, i); s.tape.nodes[i].key == kIndexed {
			s.setIndexed(a, s.nameOf(i), i)
		}
	}
}

// nameOf is the name of a member, which stands before its value.
func (s *scan) nameOf(at int) []byte {
	end := int(s.tape.nodes[at].start) - 1
	for s.data[end] != ':' {
		end--
	}
	end = bytes.LastIndexByte(s.data[:end], '"')
	return s.data[bytes.LastIndexByte(s.data[:end], '"')+1 : end]
}

// unwrap is the value within OTLP's {stringValue: ...}; lists and maps stay as
// they are.
func (s *scan) unwrap(at int) int {
	if at == 0 || !s.isObject(at) {
		return at
	}
	if i := s.first(at, kStringValue, kIntValue, kDoubleValue, kBoolValue); i > 0 {
		return i
	}
	return at
}

// spanCalls tells what a span tells: the call that it is, and those that a model
// asked for. The messages that a model was given repeat what earlier spans told:
// of them only a turn is told, where a person had the last word.
func (s *scan) spanCalls(at int, a attributes, c context) bool {
	if a.tool == 0 && a.input == 0 && a.output == 0 && a.indexed == nil {
		return false
	}
	if !c.named && s.isString(a.session) {
		c.session, c.named = hash(0, s.decode(a.session, &s.text)), true
	}
	defer s.within(s.within(hashNumber(1, c.session)))
	s.traced = c.named
	defer func() { s.traced = false }()
	if s.isString(a.tool) && (a.args > 0 || s.is(a.operation, "execute_tool")) {
		s.execution(at, a, c)
	}
	for _, i := range a.indexed {
		if s.isString(i.tool) {
			s.call(c, call{tool: i.tool, args: i.args, id: i.id})
		}
	}
	if a.input > 0 {
		s.messages(a.input, func(list int) { s.lastTurn(list, c) })
	}
	if a.output > 0 {
		s.messages(a.output, func(list int) { s.walk(list, c) })
	}
	return true
}

// execution tells the call that a span is. Where arguments were not recorded, as by
// default, there is nothing to judge: it tells what became of a call that the span
// of a model tells.
func (s *scan) execution(at int, a attributes, c context) {
	if a.args == 0 {
		status, why := s.spanStatus(at, a)
		s.outcome(c, a.tool, a.id, 0, status, why)
		return
	}
	e := s.begin(Call, c, a.tool)
	e.Tool = s.decode(a.tool, &s.name)
	e.ID = s.idOf(a.id)
	switch {
	case s.isObject(a.args) && s.isOTLP(a.args):
		s.args = s.appendJSON(s.args[:0], a.args)
		e.Args = s.args
	default:
		e.Args = s.argsOf(a.args)
	}
	e.Status, e.Error = s.spanStatus(at, a)
	s.hand(e)
}

// spanStatus: code 2 of a span's status is an error, however it is spelled; a
// result, or code 1, is success.
func (s *scan) spanStatus(at int, a attributes) (Status, []byte) {
	status := s.member(at, kStatus)
	code, why := status, 0
	if s.isObject(status) {
		code, why = s.first(status, kCode, kStatusCode), s.first(status, kMessage, kDescription)
	}
	if code > 0 {
		switch string(s.raw(code)) {
		case "2", "ERROR", "Error", "error", "STATUS_CODE_ERROR", "StatusCode.ERROR":
			if s.isString(why) {
				return Failed, s.errorText(why)
			}
			return Failed, s.errorText(a.failure)
		case "1", "OK", "Ok", "ok", "STATUS_CODE_OK", "StatusCode.OK":
			return Succeeded, nil
		}
	}
	switch {
	case s.isString(a.failure):
		return Failed, s.errorText(a.failure)
	case a.result > 0:
		return Succeeded, nil
	}
	return Unknown, nil
}

// messages visits the messages of an attribute: JSON in a string, OTLP's lists and
// maps, or plain.
func (s *scan) messages(at int, visit func(list int)) {
	switch {
	case s.isString(at):
		s.nested(s.decode(at, &s.embed), at, visit)
	case s.isObject(at) && s.isOTLP(at):
		s.embed = s.appendJSON(s.embed[:0], at)
		s.nested(s.embed, at, visit)
	default:
		visit(at)
	}
}

func (s *scan) lastTurn(list int, c context) {
	last := 0
	for i := list + 1; s.tape.nodes[list].kind == isArray && i < int(s.tape.nodes[list].next); i = int(s.tape.nodes[i].next) {
		last = i
	}
	if s.isObject(last) && s.is(s.member(last, kRole), "user") {
		s.user(last, last, c)
	}
}

func (s *scan) isOTLP(at int) bool { return s.first(at, kKVList, kArrayValue) > 0 }

// appendJSON writes an AnyValue of OTLP as the JSON that it stands for.
func (s *scan) appendJSON(to []byte, at int) []byte {
	if list := s.member(at, kKVList); list > 0 {
		return s.appendList(to, list, '{', '}', func(to []byte, i int) []byte {
			if name := s.member(i, kKey); s.isString(name) {
				to = append(append(append(to, '"'), s.raw(name)...), '"', ':')
				if value := s.member(i, kValue); s.isObject(value) {
					return s.appendJSON(to, value)
				}
				return append(to, "null"...)
			}
			return append(to, `"":null`...)
		})
	}
	if list := s.member(at, kArrayValue); list > 0 {
		return s.appendList(to, list, '[', ']', s.appendJSON)
	}
	if i := s.first(at, kStringValue, kBytesValue); s.isString(i) {
		return append(append(append(to, '"'), s.raw(i)...), '"')
	}
	if i := s.first(at, kIntValue, kDoubleValue, kBoolValue); i > 0 {
		return append(to, s.raw(i)...)
	}
	return append(to, "null"...)
}

func (s *scan) appendList(to []byte, at int, opening, closing byte, item func([]byte, int) []byte) []byte {
	to = append(to, opening)
	if values := s.member(at, kValues); s.isObject(at) && s.isArray(values) {
		for i := values + 1; i < int(s.tape.nodes[values].next); i = int(s.tape.nodes[i].next) {
			if i > values+1 {
				to = append(to, ',')
			}
			to = item(to, i)
		}
	}
	return append(to, closing)
}
