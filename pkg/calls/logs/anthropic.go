package logs

// toolResult reads the answer to a call that Anthropic's messages, the AI SDK's
// and OpenAI's Responses have among their parts and items, and OTel's messages.
func (s *scan) toolResult(at int, c context) bool {
	typ := s.member(at, kType)
	if !s.isString(typ) {
		return false
	}
	content := s.first(at, kContent, kOutput, kResult, kResponse)
	id := s.first(at, kToolUseID, kToolCallID, kCallID, kID)
	status := Unknown
	switch string(s.raw(typ)) {
	case "tool_result", "mcp_tool_result", "tool-result":
		// An answer that is no error does not say so.
		status = Succeeded
		if i := s.first(at, kIsError, kIsErrorCamel); i > 0 && s.truthy(i) {
			status = Failed
		}
		if kind := s.member(content, kType); s.isObject(content) && (s.is(kind, "error-text") || s.is(kind, "error-json")) {
			status = Failed
			content = max(content, s.member(content, kValue))
		}
	case "function_call_output", "custom_tool_call_output", "tool_call_response", "mcp_call_output":
	default:
		return false
	}
	status, why := s.judged(status, content)
	s.outcome(c, typ, id, s.first(at, kName, kToolName), status, why)
	return true
}
