package logs

// response reads the answer to a call that is the one member of an object: of
// Gemini {functionResponse: {id, name, response}}, whose response has an error if
// it is one, and of Bedrock {toolResult: {toolUseId, status, content}}.
func (s *scan) response(at int, c context) bool {
	if i := s.member(at, kFunctionResponse); s.isObject(i) {
		response := s.member(i, kResponse)
		status, why := Succeeded, []byte(nil)
		if s.isObject(response) {
			if e := s.member(response, kError); e > 0 && s.truthy(e) {
				status, why = Failed, s.errorText(e)
			}
		}
		s.outcome(c, i, s.member(i, kID), s.member(i, kName), status, why)
		return true
	}
	if i := s.member(at, kToolResult); s.isObject(i) && s.member(i, kToolUseID) > 0 {
		status, why := Succeeded, []byte(nil)
		if s.is(s.member(i, kStatus), "error") {
			status, why = Failed, s.errorText(s.member(i, kContent))
		}
		s.outcome(c, i, s.member(i, kToolUseID), 0, status, why)
		return true
	}
	return false
}
