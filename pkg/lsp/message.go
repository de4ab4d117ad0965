package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// message is a request, a notification (no ID), or an answer (no Method) of JSON-RPC 2.0.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// answer is the answer to a request: one of the two.
type answer struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type refusal struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *rpcError       `json:"error"`
}

// rpcError is why a request is not answered.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// The codes of JSON-RPC 2.0 and of LSP 3.17 that are used here.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeUnknownMethod  = -32601
	codeInvalidParams  = -32602
	codeNotInitialized = -32002
	codeFailed         = -32803
	codeCancelled      = -32800
)

func failure(code int, format string, args ...any) *rpcError {
	return &rpcError{code, fmt.Sprintf(format, args...)}
}

// parse reads a message. Of one that is none, as much of its ID is returned as there is.
func parse(content []byte) (m message, wrong *rpcError) {
	if err := json.Unmarshal(content, &m); err != nil {
		if json.Valid(content) {
			var only struct{ ID json.RawMessage }
			if json.Unmarshal(content, &only) != nil || !isID(only.ID) {
				only.ID = nil
			}
			return message{ID: only.ID}, failure(codeInvalidRequest, "the message is no object of JSON-RPC 2.0")
		}
		return message{}, failure(codeParse, "the message is not JSON")
	}
	if m.ID != nil && !isID(m.ID) {
		m.ID = nil
		return m, failure(codeInvalidRequest, "the id of a message is a string or a number")
	}
	if m.JSONRPC != "2.0" {
		return m, failure(codeInvalidRequest, "the message does not say jsonrpc 2.0")
	}
	return m, nil
}

// isID reports whether a value is a string or a number.
func isID(v json.RawMessage) bool {
	v = bytes.TrimSpace(v)
	return len(v) > 0 && (v[0] == '"' || v[0] == '-' || '0' <= v[0] && v[0] <= '9')
}

// params reads the parameters of a message.
func params[T any](m message) (p T, wrong *rpcError) {
	if len(m.Params) == 0 {
		return p, failure(codeInvalidParams, "%s has no params", m.Method)
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return p, failure(codeInvalidParams, "the params of %s: %v", m.Method, err)
	}
	return p, nil
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("a message that is no JSON: %v", err)) // only our own types come here
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
