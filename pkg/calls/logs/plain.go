package logs

import "bytes"

// plain reads a record that is a call by itself, as programs write that keep their
// calls: {"time", "tool", "args", "result", "error", "status"}.
func (s *scan) plain(at int, c context) bool {
	keys := s.tape.nodes[at].keys
	if keys&setOf(kArgs, kArguments, kInput, kKwargs, kToolInput, kParams, kSchema) == 0 || keys.has(kLC) {
		return false
	}
	tool := s.first(at, kTool, kToolName)
	args := s.first(at, kArgs, kArguments, kToolInput, kInput, kKwargs)
	if s.isString(tool) && args == 0 {
		if args = s.first(at, kParams, kSchema); !s.isObject(args) || s.isString(s.member(args, kType)) {
			return false // parameters that have a type are a schema
		}
	}
	if !s.isString(tool) {
		// A name alone may be anything's: only arguments make it a tool's, and a schema or a type that is known says that it is not one.
		if tool = s.member(at, kName); !s.isString(tool) && keys.has(kArguments) {
			tool = s.member(at, kFunction)
		}
		if !s.isString(tool) || keys&setOf(kSchema, kDescription, kRole, kSpanID, kJSONRPC, kOpaque) != 0 || s.isString(s.member(at, kType)) {
			return false
		}
		text := s.isString(args) && s.opens(args)
		if !text && !s.isObject(args) || s.isObject(args) && s.is(s.member(args, kType), "object") {
			return false
		}
	}
	if s.unfinished(s.member(at, kState)) {
		return true
	}
	if i := s.member(at, kID); c.caseFrom == noCase && i > 0 && s.names(i) {
		c.caseID, c.caseFrom = s.kept(i), fromID
	}
	status, why := s.status(at)
	s.call(c, call{tool: tool, args: args, id: s.first(at, kToolCallID, kCallID, kToolUseID, kID), alone: true, status: status, why: why})
	return true
}

// wrapped reads a plain call within an envelope. There a name alone is none.
func (s *scan) wrapped(at int, c context) bool {
	return s.isString(s.first(at, kTool, kToolName)) && s.plain(at, c)
}

// opens says that a string begins as the JSON of an object does.
func (s *scan) opens(at int) bool {
	return bytes.HasPrefix(bytes.TrimLeft(s.decode(at, &s.text), " \t\r\n"), []byte("{"))
}

// status is what a record says of its own call: an error that is one, a status, a
// result.
func (s *scan) status(at int) (Status, []byte) {
	if i := s.member(at, kError); i > 0 && s.truthy(i) {
		return Failed, s.errorText(i)
	}
	if i := s.first(at, kIsError, kIsErrorCamel); i > 0 && s.truthy(i) {
		return Failed, s.errorText(s.first(at, kResult, kOutput, kContent))
	}
	status := Unknown
	if i := s.member(at, kStatus); i > 0 {
		status = s.word(i)
	} else if i := s.member(at, kOK); i > 0 && s.tape.nodes[i].kind <= isTrue {
		status = Failed
		if s.tape.nodes[i].kind == isTrue {
			status = Succeeded
		}
	}
	result := s.first(at, kResult, kOutput, kResponse)
	if s.isObject(result) {
		if i := s.first(result, kIsErrorCamel, kIsError); i > 0 && s.truthy(i) {
			return Failed, s.errorText(s.first(result, kContent, kError, kMessage))
		} else if i := s.member(result, kError); i > 0 && s.truthy(i) {
			return Failed, s.errorText(i)
		}
	}
	switch {
	case status == Failed:
		return Failed, s.errorText(result)
	case status == Unknown && result > 0 && s.tape.nodes[result].kind != isNull && s.member(at, kStatus) == 0:
		return Succeeded, nil
	}
	return status, nil
}

// truthy says that a value tells of an error: not null, false, 0, "" or {}.
func (s *scan) truthy(at int) bool {
	switch n := &s.tape.nodes[at]; n.kind {
	case isNull, isFalse:
		return false
	case isString:
		return n.end > n.start
	case isNumber:
		return string(s.raw(at)) != "0"
	case isArray, isObject:
		return len(bytes.TrimSpace(s.data[n.start+1:n.end-1])) > 0
	}
	return true
}

// word is what a status means.
func (s *scan) word(at int) Status {
	switch n := &s.tape.nodes[at]; n.kind {
	case isTrue:
		return Succeeded
	case isFalse:
		return Failed
	case isNumber:
		if code := number(s.raw(at)); code >= 200 && code < 400 {
			return Succeeded
		} else if code >= 400 && code < 600 {
			return Failed
		}
	case isString:
		var low [16]byte
		text := s.raw(at)
		if len(text) > len(low) {
			return Unknown
		}
		for i, c := range text {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			low[i] = c
		}
		switch string(low[:len(text)]) {
		case "ok", "success", "succeeded", "successful", "completed", "complete", "done", "200":
			return Succeeded
		case "error", "failed", "failure", "fail", "errored", "exception", "rejected", "denied", "timeout":
			return Failed
		}
	}
	return Unknown
}
