package calls

import (
	"fmt"
	"strings"
	"testing"
)

// pays is one tool of an operation whose body is an object, and what the body says.
func pays(properties, body string) string {
	return `
-- tools.json --
{"tools": [{"name": "pay", "description": "Pays.", "inputSchema": {"type": "object", "properties": ` + properties + `}}]}
-- api.yaml --
openapi: 3.1.0
info: {title: Payments, version: '1'}
paths:
  /payments/{account}:
    post:
      operationId: pay
      parameters:
        - {name: account, in: path, required: true, schema: {type: string}}
        - {name: dry, in: query, schema: {type: boolean}}
      requestBody: {required: true, content: {application/json: {schema: ` + body + `}}}
      responses: {'200': {description: ok}}
-- .tooldrift.yaml --
version: 1
contracts:
  - name: payments
    tools: [tools.json]
    spec: [api.yaml]
    bindings:
      pay: {operation: pay, supplied: [account], agent_only: [why]}
`
}

const (
	integers = `{"a": {"type": "integer"}, "b": {"type": "integer"}, "dry": {"type": "boolean"}, "why": {"type": "string"}}`
	methods  = `{"method": {"type": "string", "enum": ["card", "sepa"]}, "cardNumber": {"type": "string"}, "iban": {"type": "string"}, "why": {"type": "string"}}`
	tagged   = `{oneOf: [
	 {type: object, additionalProperties: false, required: [method, card_number], properties: {method: {const: card}, card_number: {type: string}}},
	 {type: object, additionalProperties: false, required: [method, iban], properties: {method: {const: sepa}, iban: {type: string, maxLength: 5}}}], discriminator: {propertyName: method}}`
)

// Alternatives of a body as a whole are held to as those of a field are, in the
// tool's names; what comes from elsewhere is left out of account.
func TestAlternativesOfTheWholeBody(t *testing.T) {
	judgeAll(t, contractsOf(t, pays(methods, tagged)), "pay", []call{
		{`{"method": "card", "cardNumber": "4111", "why": "asked"}`, nil},
		{`{"method": "sepa", "iban": "DE1"}`, nil},
		{`{"method": "sepa", "cardNumber": "4111"}`, []string{
			"cardNumber is no field of the API", "iban is left out, and the API requires it: a string"}},
		{`{"method": "sepa", "iban": "DE12345"}`, []string{`iban is the string "DE12345", not at most 5 characters long`}},
		{`{"method": "card"}`, []string{"cardNumber is left out, and the API requires it: a string"}},
		{`{"cardNumber": "4111"}`, []string{"method is left out, and the API requires it"}},
	})
	judgeAll(t, contractsOf(t, pays(integers, `{type: object, properties: {a: {type: integer}, b: {type: integer}}, anyOf: [{required: [a]}, {required: [b]}]}`)), "pay", []call{
		{`{"a": 1, "dry": true}`, nil},
		{`{"a": 1, "b": 1, "why": "asked"}`, nil},
		{`{"why": "asked"}`, []string{"the call is an object, not what one of the alternatives takes: an object with a; an object with b"}},
	})
	judgeAll(t, contractsOf(t, pays(integers, `{oneOf: [{type: object, additionalProperties: false, required: [a], properties: {a: {type: integer}}},
	  {type: object, additionalProperties: false, required: [b], properties: {b: {type: integer}}}]}`)), "pay", []call{
		{`{"b": 1, "dry": true, "why": "asked"}`, nil},
		{`{"a": 1, "b": 1}`, []string{"the call is an object, not what one of the alternatives takes: an object with a; an object with b"}},
		{`{}`, []string{"the call is an object, not what one of the alternatives takes: an object with a; an object with b"}},
	})
	judgeAll(t, contractsOf(t, pays(integers, `{allOf: [{type: object, properties: {a: {type: integer}, b: {type: integer}}}, {anyOf: [{required: [a]}, {required: [b]}]}]}`)), "pay", []call{
		{`{"b": 1}`, nil},
		{`{}`, []string{"the call is an object, not what one of the alternatives takes: an object with a; an object with b"}},
	})
	// What no field of the tool's feeds comes from elsewhere.
	judgeAll(t, contractsOf(t, pays(`{"method": {"type": "string", "enum": ["card", "sepa"]}, "cardNumber": {"type": "string"}}`, tagged)), "pay", []call{
		{`{"method": "sepa"}`, nil},
	})
	// The body in one object of the tool's, which may be left out.
	judgeAll(t, contractsOf(t, pays(`{"body": {"type": "object", "properties": `+methods+`}}`, tagged)), "pay", []call{
		{`{"body": {"method": "sepa", "iban": "DE1"}}`, nil},
		{`{"body": {"method": "sepa"}}`, []string{"body.iban is left out, and the API requires it: a string"}},
	})
}

// What limits a body as a whole and is not judged is no ground to be sure.
func TestUnreadOfTheWholeBody(t *testing.T) {
	for _, words := range []string{"dependentRequired: {a: [b]}", "minProperties: 1", "not: {required: [a]}"} {
		c := contractsOf(t, pays(integers, "{type: object, properties: {a: {type: integer}, b: {type: integer}}, "+words+"}"))
		var seen Observation
		c.Named([]byte("pay")).Judge([]byte(`{"a": 1}`), &seen)
		if !seen.Valid || !seen.Unsure {
			t.Errorf("%s: valid %v, unsure %v", words, seen.Valid, seen.Unsure)
		}
	}
}

// A value that several alternatives of a oneOf take is not refused, as authors write
// it for anyOf; but nobody can be sure of it. A discriminator chooses.
func TestAlternativesThatExcludeEachOther(t *testing.T) {
	body := `{type: object, properties: {a: {type: integer}, b: {type: integer}}, %s: [{required: [a]}, {required: [b]}]%s}`
	for _, c := range []struct {
		key, tag, args string
		unsure         bool
	}{
		{"oneOf", "", `{"a": 1, "b": 1}`, true},
		{"oneOf", "", `{"a": 1}`, false},
		{"oneOf", ", discriminator: {propertyName: a}", `{"a": 1, "b": 1}`, false},
		{"anyOf", "", `{"a": 1, "b": 1}`, false},
	} {
		judge := contractsOf(t, pays(integers, fmt.Sprintf(body, c.key, c.tag))).Named([]byte("pay"))
		for _, args := range []string{c.args, strings.Replace(c.args, "1", "1.0e0", 1)} { // the quick way, and the long one
			var seen Observation
			judge.Judge([]byte(args), &seen)
			if !seen.Valid || seen.Unsure != c.unsure {
				t.Errorf("%s%s %s: valid %v, unsure %v", c.key, c.tag, args, seen.Valid, seen.Unsure)
			}
		}
	}
}
