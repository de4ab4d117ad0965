package logs

import (
	"bytes"
	"sync"
)

// key is a name of an object's member that some format gives a meaning.
type key uint8

// The keys. Those before lastShape decide what an object is; a node has a bit for
// each of them.
const (
	other key = iota
	kRole
	kType
	kName
	kTool
	kToolName
	kArguments
	kArgs
	kInput
	kKwargs
	kToolInput
	kToolCalls
	kFunctionCall
	kFunctionResponse
	kToolUse
	kToolResult
	kFunction
	kContent
	kParts
	kID
	kCallID
	kToolCallID
	kToolUseID
	kJSONRPC
	kMethod
	kParams
	kResult
	kError
	kStatus
	kOutput
	kAttributes
	kSpanID
	kTrace
	kSession
	kConversation
	kThread
	kTime
	kMessages
	kNodeType
	kTree
	kTrys
	kTrainMessages
	kLC
	kData
	kDescription
	kSchema
	kGenAIToolName
	kGenAIArguments
	kGenAICallID
	kGenAIInput
	kGenAIOutput
	kOpaque
	kToolCall
	kAnswer
	kTags
	kValue
	kCase
	kMetadata
	lastShape

	kKey
	kIsError
	kIsErrorCamel
	kText
	kResponse
	kMessage
	kCode
	kObservation
	kObservationCode
	kChildren
	kAdditional
	kInvalidCalls
	kContext
	kGenAIResult
	kGenAIOperation
	kGenAIErrorType
	kStringValue
	kKVList
	kValues
	kArrayValue
	kIntValue
	kDoubleValue
	kBoolValue
	kBytesValue
	kOK
	kStatusCode
	kMeta
	kEmbedded // may hold JSON in a string, as collectors of logs write what programs print
	kEcho     // likewise, and repeats what was told before
	kBody
	kEventName
	kEventContent
	kState
	kErrorText
	kRawInput
	kFunctionCalls
	kIndexed // gen_ai.completion.0.tool_calls.0.name
)

// spellings are how formats spell each key. Opaque are those below which nothing
// is a call, whatever it looks like: definitions of tools and their schemas, what
// should have been called, pieces of a stream that is told whole elsewhere.
var spellings = map[string]key{
	"role": kRole, "type": kType, "name": kName,
	"tool": kTool, "tool_name": kToolName, "toolName": kToolName,
	"arguments": kArguments, "args": kArgs, "input": kInput, "kwargs": kKwargs,
	"tool_input": kToolInput, "toolInput": kToolInput, "tool_args": kToolInput, "tool_arguments": kToolInput,
	"tool_calls": kToolCalls, "toolCalls": kToolCalls,
	"function_call": kFunctionCall, "functionCall": kFunctionCall,
	"function_response": kFunctionResponse, "functionResponse": kFunctionResponse,
	"toolUse": kToolUse, "toolResult": kToolResult, "function": kFunction,
	"content": kContent, "parts": kParts,
	"id": kID, "call_id": kCallID, "tool_call_id": kToolCallID, "toolCallId": kToolCallID,
	"tool_use_id": kToolUseID, "toolUseId": kToolUseID,
	"jsonrpc": kJSONRPC, "method": kMethod, "params": kParams,
	"result": kResult, "error": kError, "status": kStatus, "output": kOutput,
	"attributes": kAttributes, "spanId": kSpanID, "span_id": kSpanID,
	"traceId": kTrace, "trace_id": kTrace, "traceID": kTrace, "spanID": kSpanID,
	"session": kSession, "session_id": kSession, "sessionId": kSession, "sessionID": kSession, "session.id": kSession,
	"conversation": kConversation, "conversation_id": kConversation, "conversationId": kConversation, "gen_ai.conversation.id": kConversation,
	"conversationID": kConversation, "chat_id": kConversation, "chatId": kConversation, "dialog_id": kConversation, "dialogue_id": kConversation,
	"thread": kThread, "thread_id": kThread, "threadId": kThread,
	"time": kTime, "timestamp": kTime, "ts": kTime, "@timestamp": kTime, "created": kTime, "created_at": kTime, "createdAt": kTime,
	"datetime": kTime, "date_time": kTime, "event_time": kTime, "eventTime": kTime, "logged_at": kTime, "called_at": kTime, "started_at": kTime, "startedAt": kTime,
	"timestamp_ms": kTime, "timestampMs": kTime, "ts_ms": kTime, "time_ms": kTime, "createTime": kTime, "create_time": kTime,
	"startTimeUnixNano": kTime, "start_time_unix_nano": kTime, "start_time": kTime, "timeUnixNano": kTime, "time_unix_nano": kTime, "startTime": kTime,
	"messages": kMessages, "traj": kMessages, "contents": kMessages, "choices": kMessages, "candidates": kMessages,
	"node_type": kNodeType, "tree": kTree, "trys": kTrys, "train_messages": kTrainMessages,
	"lc": kLC, "data": kData, "description": kDescription,
	"input_schema": kSchema, "inputSchema": kSchema, "parameters": kSchema, "parametersJsonSchema": kSchema,
	"gen_ai.tool.name": kGenAIToolName, "gen_ai.tool.call.arguments": kGenAIArguments, "gen_ai.tool.call.id": kGenAICallID,
	"gen_ai.input.messages": kGenAIInput, "gen_ai.output.messages": kGenAIOutput,
	"gen_ai.tool.call.result": kGenAIResult, "gen_ai.operation.name": kGenAIOperation, "error.type": kGenAIErrorType,
	"value": kValue, "tool_call": kToolCall, "toolCall": kToolCall,
	"answer_generation": kAnswer, "tags": kTags, "isMeta": kMeta, "isCompactSummary": kMeta,
	"case": kCase, "case_id": kCase, "caseId": kCase, "prompt_id": kCase, "promptId": kCase, "task_id": kCase, "taskId": kCase,
	"test_id": kCase, "testId": kCase, "custom_id": kCase, "metadata": kMetadata,

	"tools": kOpaque, "functions": kOpaque, "toolConfig": kOpaque, "tool_config": kOpaque, "tool_definitions": kOpaque,
	"gen_ai.tool.definitions": kOpaque, "functionDeclarations": kOpaque, "function_declarations": kOpaque,
	"toolUseResult": kOpaque, "tool_response": kOpaque, "toolResponse": kOpaque, "structuredContent": kOpaque,
	"schema": kOpaque, "output_schema": kOpaque, "outputSchema": kOpaque, "examples": kOpaque, "input_examples": kOpaque,
	"ground_truth": kOpaque, "possible_answer": kOpaque, "actions": kOpaque, "reward_info": kOpaque, "evaluation_criteria": kOpaque,
	"expected": kOpaque, "expected_output": kOpaque, "expected_calls": kOpaque, "expected_tool_calls": kOpaque, "golden": kOpaque, "reference": kOpaque,
	"delta": kOpaque, "content_block": kOpaque, "tool_call_chunks": kOpaque, "artifact": kOpaque,

	"key": kKey, "is_error": kIsError, "isError": kIsErrorCamel, "text": kText, "response": kResponse,
	"message": kMessage, "code": kCode, "observation": kObservation, "observation_code": kObservationCode,
	"children": kChildren, "additional_kwargs": kAdditional, "invalid_tool_calls": kInvalidCalls, "context": kContext,
	"stringValue": kStringValue, "string_value": kStringValue, "kvlistValue": kKVList, "kvlist_value": kKVList,
	"values": kValues, "arrayValue": kArrayValue, "array_value": kArrayValue, "intValue": kIntValue, "int_value": kIntValue,
	"doubleValue": kDoubleValue, "double_value": kDoubleValue, "boolValue": kBoolValue, "bool_value": kBoolValue, "bytesValue": kBytesValue,
	"eventName": kEventName, "event_name": kEventName, "event.name": kEventName, "gen_ai.event.content": kEventContent,
	"state": kState, "errorText": kErrorText, "rawInput": kRawInput, "functionCalls": kFunctionCalls, "function_calls": kFunctionCalls,
	"ok": kOK, "success": kOK, "status_code": kStatusCode,

	"log": kEmbedded, "msg": kEmbedded, "@message": kEmbedded, "body": kBody, "payload": kEmbedded, "line": kEmbedded, "raw": kEmbedded,
	"request_body": kEmbedded, "requestBody": kEmbedded, "response_body": kEmbedded, "responseBody": kEmbedded,
	"request": kEmbedded, "inputBodyJson": kEcho, "outputBodyJson": kEmbedded,
}

// indexed begins the attributes of spans that OpenLLMetry writes: one for each part
// of each call.
const indexed = "gen_ai.completion."

// keyTable finds a key by its bytes: open addressing, at a tenth full, so that a
// name that means nothing is known by one look.
type keyTable [2048]struct {
	name string
	key  key
}

func slot(name []byte) uint32 {
	n := uint32(len(name))
	return (uint32(name[0])*31 + uint32(name[n-1])*331 + uint32(name[n/2])*1999 + n*7919) % 2048
}

var keys = sync.OnceValue(func() *keyTable {
	t := new(keyTable)
	for name, k := range spellings {
		at := slot([]byte(name))
		for t[at].name != "" {
			at = (at + 1) % 2048
		}
		t[at].name, t[at].key = name, k
	}
	return t
})

func (t *keyTable) find(name []byte) key {
	if len(name) == 0 {
		return other
	}
	for at := slot(name); t[at].name != ""; at = (at + 1) % 2048 {
		if t[at].name == string(name) {
			return t[at].key
		}
	}
	if bytes.HasPrefix(name, []byte(indexed)) {
		return kIndexed
	}
	return other
}

// set is a set of shape keys.
type set uint64

const _ = uint(64 - lastShape) // each has a bit

func setOf(ks ...key) set {
	var s set
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s set) has(k key) bool { return s&(1<<k) != 0 }
