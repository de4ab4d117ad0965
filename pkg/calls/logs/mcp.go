package logs

// rpc reads a message of MCP: tools/call, and the answer to a request. Requests
// and answers have an id in common; of what was asked an answer says nothing, so
// that one is told for every request.
func (s *scan) rpc(at int, c context) bool {
	if method := s.member(at, kMethod); method > 0 {
		params := s.member(at, kParams)
		if s.is(method, "tools/call") && s.isObject(params) {
			if name := s.member(params, kName); s.isString(name) {
				s.call(c, call{tool: name, args: s.member(params, kArguments), id: s.member(at, kID), alone: true})
			}
			return true
		}
		return s.tape.nodes[at].keys.has(kJSONRPC)
	}
	if i := s.member(at, kError); s.isObject(i) {
		s.outcome(c, i, s.member(at, kID), 0, Failed, s.errorText(i))
	} else if i := s.member(at, kResult); s.isObject(i) {
		status, why := Succeeded, []byte(nil)
		if e := s.first(i, kIsErrorCamel, kIsError); e > 0 && s.truthy(e) {
			status, why = Failed, s.errorText(s.member(i, kContent))
		}
		s.outcome(c, i, s.member(at, kID), 0, status, why)
	}
	return true
}
