package logs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// formats are one conversation as each maker of logs writes it: a person asks, a
// model calls create_refund with {"amount":4200}, and the call fails with "Error: no such order".
var formats = []struct {
	name, log string
	want      []string // where it is not all of turn, call and outcome
}{
	{name: "OpenAI Chat", log: `{"messages":[{"role":"user","content":"refund it"},
		{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}}]},
		{"role":"tool","tool_call_id":"call_1","content":"Error: no such order"}],
		"tools":[{"type":"function","function":{"name":"create_refund","parameters":{"type":"object","examples":[{"name":"create_refund","arguments":{}}]}}}],"tool_choice":{"type":"function","function":{"name":"create_refund"}}}`},
	{name: "OpenAI Chat, legacy", log: `{"messages":[{"role":"user","content":"refund it"},
		{"role":"assistant","function_call":{"name":"create_refund","arguments":"{\"amount\":4200}"}},
		{"role":"function","name":"create_refund","content":"Error: no such order"}],"functions":[{"name":"create_refund","parameters":{}}],"function_call":"auto"}`},
	{name: "OpenAI Chat, response", log: `{"id":"chatcmpl-1","object":"chat.completion","created":1767323045,"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}}]},"finish_reason":"tool_calls"}]}`,
		want: []string{call1}},
	{name: "OpenAI Responses", log: `{"input":[{"role":"user","content":[{"type":"input_text","text":"refund it"}]},
		{"type":"reasoning","id":"rs_1","summary":[]},
		{"type":"function_call","id":"fc_1","call_id":"call_1","name":"create_refund","arguments":"{\"amount\":4200}","status":"completed"},
		{"type":"function_call_output","call_id":"call_1","output":"Error: no such order"}],"tools":[{"type":"function","name":"create_refund","parameters":{}}]}`},
	{name: "OpenAI Responses, stream", log: `{"type":"response.output_item.added","item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"create_refund","arguments":"","status":"in_progress"}}
{"type":"response.function_call_arguments.delta","item_id":"fc_1","delta":"{\"amount\":"}
{"type":"response.function_call_arguments.done","item_id":"fc_1","arguments":"{\"amount\":4200}"}
{"type":"response.output_item.done","item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"create_refund","arguments":"{\"amount\":4200}","status":"completed"}}`,
		want: []string{call1}},
	{name: "OpenAI Responses, an MCP server's tool", log: `{"output":[{"type":"mcp_list_tools","tools":[{"name":"create_refund","input_schema":{}}]},{"type":"mcp_call","id":"mcp_1","name":"create_refund","server_label":"shop","arguments":"{\"amount\":4200}","error":"Error: no such order","output":null}]}`,
		want: []string{call1 + failed}},
	{name: "Codex", log: `{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"s","cwd":"/"}}
{"timestamp":"2026-01-02T03:04:05Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"refund it"}]}}
{"timestamp":"2026-01-02T03:04:05Z","type":"response_item","payload":{"type":"function_call","name":"create_refund","arguments":"{\"amount\":4200}","call_id":"call_1"}}
{"timestamp":"2026-01-02T03:04:05Z","type":"response_item","payload":{"type":"function_call_output","call_id":"call_1","output":"Error: no such order"}}`},
	{name: "Anthropic", log: `{"model":"m","tools":[{"name":"create_refund","input_schema":{"type":"object"},"input_examples":[{"amount":1}]}],"messages":[{"role":"user","content":"refund it"},
		{"role":"assistant","content":[{"type":"text","text":"I will"},{"type":"tool_use","id":"toolu_1","name":"create_refund","input":{"amount":4200}},{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"x"}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[{"type":"text","text":"Error: no such order"}]}]}]}`},
	{name: "Anthropic, stream", log: `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"create_refund","input":{}}}
{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"amount\":"}}`, want: []string{}},
	{name: "Claude Code", log: `{"type":"summary","summary":"Refund","leafUuid":"u"}
{"parentUuid":null,"isSidechain":false,"userType":"external","sessionId":"s","type":"user","message":{"role":"user","content":"refund it"},"uuid":"a","timestamp":"2026-01-02T03:04:05.000Z"}
{"type":"user","isMeta":true,"sessionId":"s","message":{"role":"user","content":"Caveat: these are the program's words"}}
{"parentUuid":"a","sessionId":"s","type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"create_refund","input":{"amount":4200}}],"usage":{"input_tokens":1}},"requestId":"r","uuid":"b","timestamp":"2026-01-02T03:04:05.000Z"}
{"parentUuid":"b","sessionId":"s","type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"Error: no such order","is_error":true}]},"uuid":"c","timestamp":"2026-01-02T03:04:05.000Z","toolUseResult":{"type":"tool_use","name":"create_refund","input":{"amount":1}}}`},
	{name: "Gemini", log: `{"contents":[{"role":"user","parts":[{"text":"refund it"}]},
		{"role":"model","parts":[{"functionCall":{"name":"create_refund","args":{"amount":4200}},"thoughtSignature":"x"}]},
		{"role":"user","parts":[{"functionResponse":{"name":"create_refund","response":{"error":"Error: no such order"}}}]}],
		"tools":[{"functionDeclarations":[{"name":"create_refund","parameters":{}}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}`},
	{name: "Gemini, in Python", log: `[{"parts":[{"text":"refund it"}],"role":"user"},
		{"parts":[{"function_call":{"id":"fc-1","name":"create_refund","args":{"amount":4200}}}],"role":"model"},
		{"parts":[{"function_response":{"id":"fc-1","name":"create_refund","response":{"error":"Error: no such order"}}}],"role":"user"}]`},
	{name: "Gemini, response", log: `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"create_refund","args":{"amount":4200}}}],"role":"model"},"finishReason":"STOP"}]}`,
		want: []string{call1}},
	{name: "Bedrock Converse", log: `{"modelId":"m","messages":[{"role":"user","content":[{"text":"refund it"}]},
		{"role":"assistant","content":[{"toolUse":{"toolUseId":"tooluse_1","name":"create_refund","input":{"amount":4200}}}]},
		{"role":"user","content":[{"toolResult":{"toolUseId":"tooluse_1","content":[{"text":"Error: no such order"}],"status":"error"}}]}],
		"toolConfig":{"tools":[{"toolSpec":{"name":"create_refund","inputSchema":{"json":{}}}}]}}`},
	{name: "Bedrock invocation log", log: `{"schemaType":"ModelInvocationLog","schemaVersion":"1.0","timestamp":"2026-01-02T03:04:05Z","accountId":"1","requestId":"r","operation":"Converse","modelId":"m",
		"input":{"inputContentType":"application/json","inputBodyJson":{"messages":[{"role":"user","content":[{"text":"refund it"}]}],"toolConfig":{"tools":[]}}},
		"output":{"outputContentType":"application/json","outputBodyJson":{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"tooluse_1","name":"create_refund","input":{"amount":4200}}}]}},"stopReason":"tool_use"}}}`,
		want: []string{call1}},
	{name: "MCP", log: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}
{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"create_refund","inputSchema":{}}]}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"create_refund","arguments":{"amount":4200},"_meta":{"progressToken":1}}}
{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"Error: no such order"}],"isError":true}}
{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"tool":"create_refund","args":{}}}}`,
		want: []string{"outcome succeeded", call1, "outcome" + failed}},
	{name: "MCP, an envelope and an error of the protocol", log: `{"ts":1767323045000,"direction":"out","message":{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"create_refund","arguments":{"amount":4200}}}}
{"ts":1767323045000,"direction":"in","message":{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Error: no such order"}}}`,
		want: []string{call1, "outcome" + failed}},
	{name: "OTLP", log: `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"agent"}}]},"scopeSpans":[{"scope":{"name":"x"},"spans":[
		{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","name":"chat m","startTimeUnixNano":"1767323045000000000","attributes":[
			{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},
			{"key":"gen_ai.tool.definitions","value":{"stringValue":"[{\"type\":\"function\",\"name\":\"create_refund\"}]"}},
			{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"call_0\",\"name\":\"create_refund\",\"arguments\":{\"amount\":1}}]},{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"refund it\"}]}]"}},
			{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"call_1\",\"name\":\"create_refund\",\"arguments\":{\"amount\":4200}}],\"finish_reason\":\"tool_call\"}]"}}],"status":{}},
		{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203332","name":"execute_tool create_refund","startTimeUnixNano":"1767323045000000000","attributes":[
			{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},
			{"key":"gen_ai.tool.name","value":{"stringValue":"create_refund"}},
			{"key":"gen_ai.tool.call.id","value":{"stringValue":"call_1"}},
			{"key":"gen_ai.tool.call.arguments","value":{"stringValue":"{\"amount\":4200}"}}],"status":{"code":2,"message":"Error: no such order"}}]}]}]}`},
	{name: "OTLP, arguments as a map", log: `{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203332","startTimeUnixNano":"1767323045000000000","attributes":[
			{"key":"gen_ai.tool.name","value":{"stringValue":"create_refund"}},
			{"key":"gen_ai.tool.call.arguments","value":{"kvlistValue":{"values":[{"key":"amount","value":{"intValue":"4200"}}]}}},
			{"key":"error.type","value":{"stringValue":"Error: no such order"}}]}`,
		want: []string{call1 + failed}},
	{name: "OTLP, arguments that were not recorded", log: `{"traceId":"t","spanId":"s","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},
			{"key":"gen_ai.tool.name","value":{"stringValue":"create_refund"}},{"key":"gen_ai.tool.call.id","value":{"stringValue":"call_1"}}],"status":{"code":"STATUS_CODE_ERROR","message":"Error: no such order"}}`,
		want: []string{"outcome" + failed}},
	{name: "OTLP, messages as lists", log: `{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203332","attributes":[
			{"key":"gen_ai.output.messages","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"assistant"}},{"key":"parts","value":{"arrayValue":{"values":[
			{"kvlistValue":{"values":[{"key":"type","value":{"stringValue":"tool_call"}},{"key":"name","value":{"stringValue":"create_refund"}},{"key":"arguments","value":{"stringValue":"{\"amount\":4200}"}}]}}]}}}]}}]}}}]}`,
		want: []string{call1}},
	{name: "OTel, Python's console exporter", log: `{
    "name": "execute_tool create_refund",
    "context": {"trace_id": "0x0af7651916cd43dd8448eb211c80319c", "span_id": "0xb7ad6b7169203332", "trace_state": "[]"},
    "kind": "SpanKind.INTERNAL", "parent_id": null, "start_time": "2026-01-02T03:04:05.000000Z",
    "status": {"status_code": "ERROR", "description": "Error: no such order"},
    "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "create_refund", "gen_ai.tool.call.arguments": "{\"amount\":4200}"},
    "events": [], "links": []
}`, want: []string{call1 + failed}},
	{name: "OTel, flat", log: `{"timestamp":"2026-01-02T03:04:05Z","trace_id":"t","span_id":"s","gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"create_refund","gen_ai.tool.call.arguments":{"amount":4200},"error.type":"Error: no such order"}`,
		want: []string{call1 + failed}},
	{name: "OTel, Jaeger", log: `{"data":[{"traceID":"t","spans":[{"traceID":"t","spanID":"s","startTime":1767323045000000,"tags":[{"key":"gen_ai.operation.name","type":"string","value":"execute_tool"},{"key":"gen_ai.tool.name","type":"string","value":"create_refund"},{"key":"gen_ai.tool.call.arguments","type":"string","value":"{\"amount\":4200}"},{"key":"error.type","type":"string","value":"Error: no such order"}]}]}]}`,
		want: []string{call1 + failed}},
	{name: "LangChain", log: `{"messages":[{"type":"human","content":"refund it"},
		{"type":"ai","content":"","additional_kwargs":{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}}]},"tool_calls":[{"name":"create_refund","args":{"amount":4200},"id":"call_1","type":"tool_call"}],"invalid_tool_calls":[]},
		{"type":"tool","content":"Error: no such order","tool_call_id":"call_1","status":"error","name":"create_refund"}]}`},
	{name: "LangChain, below data", log: `[{"type":"human","data":{"content":"refund it","type":"human"}},
		{"type":"ai","data":{"content":"","additional_kwargs":{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}}]},"type":"ai","tool_calls":[{"name":"create_refund","args":{"amount":4200},"id":"call_1","type":"tool_call"}]}},
		{"type":"tool","data":{"content":"Error: no such order","type":"tool","tool_call_id":"call_1","status":"error"}}]`},
	{name: "LangChain, before it had tool_calls", log: `[{"type":"human","content":"refund it"},
		{"type":"ai","content":"","additional_kwargs":{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}}]}},
		{"type":"tool","content":"Error: no such order","tool_call_id":"call_1"}]`},
	{name: "LangChain, serialised", log: `{"messages":[{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"refund it","type":"human"}},
		{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessageChunk"],"kwargs":{"content":[{"type":"tool_use","id":"call_1","name":"create_refund","input":{"amount":4200}}],"tool_call_chunks":[{"name":"create_refund","args":"{\"am","id":"call_1","index":0,"type":"tool_call_chunk"}],"tool_calls":[{"name":"create_refund","args":{"amount":4200},"id":"call_1","type":"tool_call"}]}},
		{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"Error: no such order","tool_call_id":"call_1","status":"error"}}]}`},
	{name: "ToolBench", log: `{"win":true,"tree":{"size":3,"tree":{"node_type":"Action Input","description":"","children":[
		{"node_type":"Thought","description":"hm","children":[
		{"node_type":"Action","description":"create_refund","children":[
		{"node_type":"Action Input","description":"{\"amount\":4200}","observation":"Error: no such order","observation_code":12,"children":[]}]}]}]}},
		"compare_candidates":[[{"node_type":"Action","description":"create_refund"},{"node_type":"Action Input","description":"{}"}]],
		"answer_generation":{"function":[{"name":"create_refund","parameters":{}}],"train_messages":[[{"role":"user","content":"refund it"},{"role":"assistant","content":null,"function_call":{"name":"create_refund","arguments":"{}"}}]]}}`,
		want: []string{call1 + failed}},
	{name: "ToolBench, a chain", log: `{"win":true,"trys":[{"chain":[{"node_type":"Thought","description":"hm"},{"node_type":"Action","description":"create_refund"},{"node_type":"Action Input","description":"{\"amount\":4200}","observation":"Error: no such order","observation_code":12}]}],"answer_generation":{"train_messages":[]}}`,
		want: []string{call1 + failed}},
	{name: "ToolBench, no tree", log: `{"answer_generation":{"train_messages":[[{"role":"user","content":"refund it"},{"role":"assistant","function_call":{"name":"create_refund","arguments":"{\"amount\":4200}"}}],
		[{"role":"user","content":"refund it"},{"role":"assistant","function_call":{"name":"create_refund","arguments":"{\"amount\":4200}"}},{"role":"function","name":"create_refund","content":"Error: no such order"},{"role":"assistant","content":"it failed"}]]}}`,
		want: []string{call1}},
	{name: "BFCL, calls", log: `{"id":"simple_python_0","result":[{"create_refund":"{\"amount\":4200}"}],"input_token_count":1,"latency":0.5}`, want: []string{call1}},
	{name: "BFCL, Python", log: `{"id":"simple_python_0","result":"[create_refund(amount=4200)]","latency":0.5}`, want: []string{call1}},
	{name: "BFCL, turns", log: `{"id":"multi_turn_base_0","result":[[["create_refund(amount=4200)"],"it is done"],[[{"create_refund":"{\"amount\":4200}"}]]],"latency":[[0.5]]}`,
		want: []string{"turn", call1, "turn", call1}},
	{name: "BFCL, ground truth", log: `{"id":"simple_python_0","ground_truth":[{"create_refund":{"amount":[4200]}}]}
{"id":"multi_turn_base_0","ground_truth":[["create_refund(amount=4200)"]]}`, want: []string{}},
	{name: "tau-bench", log: `[{"task_id":0,"reward":0.0,"info":{"task":{"user_id":"u","actions":[{"name":"create_refund","kwargs":{"amount":1}}]},"reward_info":{"actions":[{"name":"create_refund","kwargs":{"amount":1}}]}},
		"traj":[{"role":"user","content":"refund it"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}}],"function_call":null},
		{"role":"tool","tool_call_id":"call_1","name":"create_refund","content":"Error: no such order"}],"trial":0}]`},
	{name: "tau2-bench", log: `{"tasks":[{"evaluation_criteria":{"actions":[{"name":"create_refund","arguments":{"amount":1}}]}}],"simulations":[{"id":"s","messages":[{"role":"user","content":"refund it"},
		{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","name":"create_refund","arguments":{"amount":4200},"requestor":"assistant"}]},
		{"role":"tool","id":"call_1","content":"Error: no such order","error":true,"requestor":"assistant"}]}]}`},
	{name: "AI SDK", log: `{"messages":[{"role":"user","content":"refund it"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"call_1","toolName":"create_refund","input":{"amount":4200}}]},
		{"role":"tool","content":[{"type":"tool-result","toolCallId":"call_1","toolName":"create_refund","output":{"type":"error-text","value":"Error: no such order"}}]}]}`},
	{name: "AI SDK, UI messages", log: `{"messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"refund it"}]},{"id":"m2","role":"assistant","parts":[{"type":"step-start"},
		{"type":"tool-create_refund","toolCallId":"call_0","state":"input-streaming","input":{"amount":42}},
		{"type":"tool-create_refund","toolCallId":"call_1","state":"output-error","input":{"amount":4200},"errorText":"Error: no such order"},
		{"type":"dynamic-tool","toolName":"create_refund","toolCallId":"call_2","state":"output-error","rawInput":{"amount":4200},"errorText":"Error: no such order"},
		{"type":"tool-call","toolCallId":"call_3","state":"output-available","input":{"amount":4200},"output":{"name":"f","arguments":{}}}]}]}`,
		want: []string{"turn", call1 + failed, call1 + failed, `call call {"amount":4200} succeeded`}},
	{name: "AI SDK, UI messages of version 4", log: `{"messages":[{"role":"assistant","parts":[{"type":"tool-invocation","toolInvocation":{"state":"partial-call","toolCallId":"call_0","toolName":"create_refund","args":{"amount":42}}},
		{"type":"tool-invocation","toolInvocation":{"state":"call","toolCallId":"call_1","toolName":"create_refund","args":{"amount":4200}}}]}]}`, want: []string{call1}},
	{name: "Gemini Live", log: `{"toolCall":{"functionCalls":[{"id":"call_1","name":"create_refund","args":{"amount":4200}}]}}`, want: []string{call1}},
	{name: "plain, a function", log: `{"function":"create_refund","arguments":"{\"amount\":4200}"}
{"function":"main.handle","args":{"amount":4200}}
{"function":"main.handle","arguments":["a"]}`, want: []string{call1}},
	{name: "OpenAI Responses, an item that begins", log: `{"type":"response.output_item.added","item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"create_refund","arguments":""}}`, want: []string{}},
	{name: "a hook of Claude Code", log: `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"create_refund","tool_input":{"amount":4200},"tool_use_id":"toolu_1"}`, want: []string{call1}},
	{name: "Claude Code, a line without a role", log: `{"type":"user","sessionId":"s","message":{"content":"refund it"}}
{"type":"assistant","sessionId":"s","message":{"content":[{"type":"tool_use","id":"toolu_1","name":"create_refund","input":{"amount":4200}}]}}`, want: []string{"turn", call1}},
	{name: "OpenAI, a list of calls", log: `[{"id":"call_1","type":"function","function":{"name":"create_refund","arguments":"{\"amount\":4200}"}},{"type":"function","function":{"name":"create_refund","parameters":{}}}]`, want: []string{call1}},
	{name: "OpenAI Agents, a span", log: `{"object":"trace.span","id":"span_1","trace_id":"trace_1","started_at":"2026-01-02T03:04:05Z","span_data":{"type":"function","name":"create_refund","input":"{\"amount\":4200}","output":"ok"}}`, want: []string{call1}},
	{name: "OTel, events", log: `{"resourceLogs":[{"scopeLogs":[{"logRecords":[
		{"timeUnixNano":"1767323045000000000","traceId":"t","spanId":"s","eventName":"gen_ai.assistant.message","attributes":[],"body":{"kvlistValue":{"values":[{"key":"tool_calls","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"id","value":{"stringValue":"call_0"}},{"key":"function","value":{"kvlistValue":{"values":[{"key":"name","value":{"stringValue":"create_refund"}},{"key":"arguments","value":{"stringValue":"{}"}}]}}}]}}]}}}]}}},
		{"timeUnixNano":"1767323045000000000","traceId":"t","spanId":"s","attributes":[{"key":"event.name","value":{"stringValue":"gen_ai.choice"}}],"body":{"kvlistValue":{"values":[{"key":"index","value":{"intValue":0}},{"key":"message","value":{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"assistant"}},{"key":"tool_calls","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"id","value":{"stringValue":"call_1"}},{"key":"type","value":{"stringValue":"function"}},{"key":"function","value":{"kvlistValue":{"values":[{"key":"name","value":{"stringValue":"create_refund"}},{"key":"arguments","value":{"stringValue":"{\"amount\":4200}"}}]}}}]}}]}}}]}}}]}}}]}]}]}`, want: []string{call1}},
	{name: "OTel, an event of a span", log: `{"traceId":"t","spanId":"s","name":"chat","attributes":[],"events":[{"name":"gen_ai.assistant.message","attributes":[{"key":"gen_ai.event.content","value":{"stringValue":"{\"tool_calls\":[{\"function\":{\"name\":\"create_refund\",\"arguments\":{}}}]}"}}]},
		{"name":"gen_ai.choice","attributes":[{"key":"gen_ai.event.content","value":{"stringValue":"{\"index\":0,\"message\":{\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"create_refund\",\"arguments\":{\"amount\":4200}}}]}}"}}]}]}`, want: []string{call1}},
	{name: "plain, a definition", log: `{"name":"create_refund","input":{"type":"object","properties":{}}}`, want: []string{}},
	{name: "OpenLLMetry", log: `{"traceId":"t","spanId":"s","attributes":[{"key":"gen_ai.prompt.0.tool_calls.0.name","value":{"stringValue":"create_refund"}},{"key":"gen_ai.completion.0.role","value":{"stringValue":"assistant"}},
		{"key":"gen_ai.completion.0.tool_calls.0.id","value":{"stringValue":"call_1"}},{"key":"gen_ai.completion.0.tool_calls.0.name","value":{"stringValue":"create_refund"}},{"key":"gen_ai.completion.0.tool_calls.0.arguments","value":{"stringValue":"{\"amount\":4200}"}}]}`, want: []string{call1}},
	{name: "OpenLLMetry, flat", log: `{"context":{"trace_id":"t","span_id":"s"},"attributes":{"gen_ai.completion.0.tool_calls.0.name" : "create_refund","gen_ai.completion.0.tool_calls.0.arguments": "{\"amount\":4200}"}}`, want: []string{call1}},
	{name: "a container's log", log: `{"log":"{\"tool\":\"create_refund\",\"args\":{\"amount\":4200},\"error\":\"Error: no such order\"}\n","stream":"stdout","time":"2026-01-02T03:04:05Z"}`, want: []string{call1 + failed}},
	{name: "Bedrock invocation log, bodies as strings", log: `{"schemaType":"ModelInvocationLog","input":{"inputBodyJson":"{\"messages\":[{\"role\":\"assistant\",\"content\":[{\"toolUse\":{\"toolUseId\":\"tooluse_0\",\"name\":\"create_refund\",\"input\":{}}}]}]}"},
		"output":{"outputBodyJson":"{\"output\":{\"message\":{\"role\":\"assistant\",\"content\":[{\"toolUse\":{\"toolUseId\":\"tooluse_1\",\"name\":\"create_refund\",\"input\":{\"amount\":4200}}}]}}}"}}`, want: []string{call1}},
	{name: "plain, parameters", log: `{"tool":"create_refund","parameters":{"amount":4200},"result":{"isError":true,"content":[{"type":"text","text":"Error: no such order"}]}}
{"tool":"create_refund","parameters":{"type":"object","properties":{}}}`, want: []string{call1 + failed}},
	{name: "plain", log: `{"time":"2026-01-02T03:04:05Z","tool":"create_refund","args":{"amount":4200},"error":"Error: no such order"}`, want: []string{call1 + failed}},
	{name: "plain, in an envelope", log: `{"level":"info","event":"tool_call","data":{"tool_name":"create_refund","arguments":"{\"amount\":4200}","status":"error","result":"Error: no such order"}}`, want: []string{call1 + failed}},
}

const (
	call1  = `call create_refund {"amount":4200}`
	failed = ` failed "Error: no such order"`
)

func TestFormats(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			want := f.want
			if want == nil {
				want = []string{"turn", call1, "outcome" + failed}
			}
			check := func(log string) {
				t.Helper()
				got := []string{}
				var stats Stats
				if err := Read(strings.NewReader(log), "log", func(c *Chunk) error {
					stats.Add(c.Scan(func(e *Event) { got = append(got, line(e)) }))
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				if stats.Broken > 0 {
					t.Errorf("broken: %v", stats.Examples)
				}
			}
			check(f.log)
			check("\ufeff" + strings.ReplaceAll(f.log, "\n", "\r\n"))
		})
	}
}

// A call and what became of it have session and id in common.
func TestOutcomesFindTheirCalls(t *testing.T) {
	for _, f := range formats {
		if strings.HasPrefix(f.name, "MCP") || f.want != nil {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			type name struct{ session, id uint64 }
			var called, answered name
			var turn uint64
			if err := Read(strings.NewReader(f.log), "log", func(c *Chunk) error {
				c.Scan(func(e *Event) {
					switch e.Kind {
					case Call:
						called = name{e.Session, e.ID}
					case Outcome:
						answered = name{e.Session, e.ID}
					case Turn:
						turn = e.Session
					}
				})
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if called != answered || called.id == 0 || turn != called.session {
				t.Errorf("turn in %x, call %x, outcome %x", turn, called, answered)
			}
		})
	}
}

// The span of a model that asks for a call and the span that executes it are told
// to be of one call, whatever records they stand in; a trace of its own is not.
func TestAgain(t *testing.T) {
	asks := `{"traceId":"t","spanId":"1","attributes":{"gen_ai.output.messages":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"1\",\"name\":\"f\",\"arguments\":{\"a\": 1}}]}]"}}`
	runs := `{"traceId":"t","spanId":"2","attributes":{"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"f","gen_ai.tool.call.id":"1","gen_ai.tool.call.arguments":"{}"},"status":{"code":2}}`
	chat := `{"messages":[{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{\"a\": 1}"}}]}]}`
	var again []uint64
	if err := Read(strings.NewReader(strings.Join([]string{asks, runs, strings.ReplaceAll(runs, `"t"`, `"u"`), chat, chat}, "\n")), "log", func(c *Chunk) error {
		c.Scan(func(e *Event) { again = append(again, e.Again) })
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(again) != 5 || again[0] == 0 || again[0] != again[1] || again[2] == 0 || again[2] == again[1] || again[3] != 0 || again[4] != 0 {
		t.Errorf("%x", again)
	}
}

// Events of a stream that tell a call again as it is completed, and a session of Claude
// Code that is resumed, in whose log those before it stand again under its own name.
func TestToldAgain(t *testing.T) {
	item := `{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{\"a\": 1}"}`
	stream := `{"type":"response.output_item.done","item":` + item + `}
{"type":"response.completed","response":{"id":"r","output":[` + item + `]}}
`
	session := func(id, args string) string {
		return fmt.Sprintf(`{"type":"assistant","sessionId":%q,"uuid":"%s-1","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":%s}]}}`, id, id, args) + "\n"
	}
	for _, c := range []struct {
		name, log string
		want      int // calls that are not told again
	}{
		{"a stream", stream, 1},
		{"streams of two sessions", stream + strings.ReplaceAll(stream, `{"type":"response.`, `{"session_id":"s","type":"response.`), 2},
		{"a resumed session", session("s", `{"a":1}`) + session("t", `{"a": 1}`), 1},
		{"one that is another call", session("s", `{"a":1}`) + session("t", `{"a":2}`), 2},
		{"a response that is no event", `{"output":[` + item + "]}\n" + `{"output":[` + item + "]}\n", 2},
	} {
		told := map[uint64]bool{}
		calls := 0
		if err := Read(strings.NewReader(c.log), "log", func(k *Chunk) error {
			k.Scan(func(e *Event) {
				if e.Kind == Call && (e.Again == 0 || !told[e.Again]) {
					calls++
				}
				told[e.Again] = true
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if calls != c.want {
			t.Errorf("%s: %d calls, not %d", c.name, calls, c.want)
		}
	}
}
