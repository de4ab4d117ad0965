package calls

import (
	"strings"
	"testing"
)

const orders = `
-- tools.json --
{"tools": [
 {"name": "list_orders", "description": "Lists orders.", "inputSchema": {"type": "object", "properties": {
   "page": {"type": "integer"}, "perPage": {"type": "string"}, "since": {"type": "string"}, "labels": {"type": "array", "items": {"type": "string"}}, "ids": {"type": "array", "items": {"type": "integer"}}}}},
 {"name": "order_write", "description": "Writes orders.", "inputSchema": {"type": "object", "required": ["method"], "properties": {
   "method": {"type": "string", "enum": ["create", "update"]}, "id": {"type": "string"}, "customer": {"type": "string"},
   "lines": {"type": "array", "items": {"type": "object", "properties": {"skuCode": {"type": "string"}, "quantity": {"type": "number"}, "gift": {"type": "boolean"}}}},
   "shipTo": {"type": "object", "properties": {"street": {"type": "string"}, "zip": {"type": ["string", "integer"]}}}, "rationale": {"type": "string"}}}},
 {"name": "search", "description": "Searches orders.", "inputSchema": {"type": "object", "properties": {"filter": {"$ref": "#/$defs/filter"}},
   "$defs": {"filter": {"type": "object", "properties": {"field": {"type": "string"}, "and": {"type": "array", "items": {"$ref": "#/$defs/filter"}}}}}}}
]}
-- api.yaml --
openapi: 3.0.3
info: {title: Orders, version: '1'}
paths:
  /orders:
    get:
      parameters:
        - {name: page, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
        - {name: per_page, in: query, schema: {type: integer, maximum: 50}}
        - {name: since, in: query, schema: {type: string, format: date}}
        - {name: labels, in: query, description: Names with commas between them., schema: {type: string}}
        - {name: ids, in: query, schema: {type: array, maxItems: 2, items: {type: string}}}
      responses: {'200': {description: ok}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
      responses: {'200': {description: ok}}
  /orders/{id}:
    patch:
      parameters: [{name: id, in: path, required: true, schema: {type: string, maxLength: 8}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, additionalProperties: false, properties: {
        customer: {type: string, pattern: '^c_'}, lines: {type: array, items: {$ref: '#/components/schemas/Line'}}, shipTo: {$ref: '#/components/schemas/Address'}}}}}}
      responses: {'200': {description: ok}}
  /orders/search:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {filter: {$ref: '#/components/schemas/Filter'}}}}}}
      responses: {'200': {description: ok}}
components:
  schemas:
    Order: {type: object, additionalProperties: false, required: [customer, lines], properties: {
      customer: {type: string}, lines: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}, shipTo: {$ref: '#/components/schemas/Address'}}}
    Line: {type: object, additionalProperties: false, required: [sku_code], properties: {sku_code: {type: string}, quantity: {type: integer, minimum: 1}, gift: {type: boolean}}}
    Address: {type: object, required: [street], properties: {street: {type: string}, zip: {type: string}}}
    Filter: {type: object, required: [field], properties: {field: {type: string, enum: [id, state]}, and: {type: array, items: {$ref: '#/components/schemas/Filter'}}}}
-- .tooldrift.yaml --
version: 1
contracts:
  - name: orders
    tools: [tools.json]
    spec: [api.yaml]
    bindings:
      list_orders: GET /orders
      order_write:
        - {when: {method: create}, operation: POST /orders, agent_only: [rationale]}
        - {when: {method: update}, operation: 'PATCH /orders/{id}', agent_only: [rationale]}
      search: POST /orders/search
`

// An operation is held to in the tool's own names, at every depth, by the way that
// each value travels and by the choice of the call.
func TestWhatTheOperationTakes(t *testing.T) {
	c := contractsOf(t, orders)
	judgeAll(t, c, "list_orders", []call{
		{`{"page": 3, "perPage": "20", "since": "2026-03-01", "ids": [1, 2], "labels": ["late", "gift"]}`, nil},
		{`{"page": 101}`, []string{"page is the number 101, not at most 100"}},
		{`{"perPage": "many"}`, []string{`perPage is the string "many", not an integer`}},
		{`{"perPage": "51"}`, []string{`perPage is the string "51", not at most 50`}},
		{`{"since": "last week", "ids": [1, 2, 3]}`, []string{
			`since is the string "last week", not a date (YYYY-MM-DD)`, "ids is an array of 3 items, not at most 2 items long"}},
	})
	judgeAll(t, c, "order_write", []call{
		{`{"method": "create", "customer": "ada", "lines": [{"skuCode": "a", "quantity": 2}], "rationale": "asked"}`, nil},
		{`{"method": "create", "customer": "ada", "lines": []}`, []string{"lines is an array of 0 items, not at least 1 items long"}},
		{`{"method": "create", "lines": [{"skuCode": "a"}, {"quantity": 0.5, "gift": true}]}`, []string{
			"lines[1].quantity is the number 0.5, not an integer",
			"lines[1].skuCode is left out, and the API requires it: a string", "customer is left out, and the API requires it: a string"}},
		{`{"method": "update", "id": "12345678", "customer": "c_1"}`, nil},
		{`{"method": "update", "id": "123456789", "customer": "ada"}`, []string{
			`id is the string "123456789", not at most 8 characters long`, `customer is the string "ada", not what the pattern ^c_ takes`}},
		{`{"method": "update", "id": "1", "shipTo": {"street": "a", "zip": 12345}}`, []string{`shipTo.zip is the number 12345, not a string; send "12345"`}},
		{`{"method": "drop"}`, []string{`method is the string "drop", not one of create, update`}},
	})
	judgeAll(t, c, "search", []call{
		{`{"filter": {"field": "id", "and": [{"field": "state"}]}}`, nil},
		{`{"filter": {"field": "id", "and": [{"field": "id", "and": [{"field": "age"}]}]}}`, []string{`filter.and[0].and[0].field is the string "age", not one of id, state`}},
	})
}

// What a waiver accepts is not held against a call; an entry of the baseline accepts nothing.
func TestWaiversAreNotHeldAgainstCalls(t *testing.T) {
	c := contractsOf(t, orders+`waivers:
  - {rule: bound-too-wide, tool: list_orders, field: page, reason: "the server pages on"}
  - {rule: type-mismatch, tool: order_write, field: shipTo.zip, reason: "the server spells it"}
  - {rule: required-by-api, tool: order_write, field: customer, reason: "the session knows it"}
  - {rule: enum-open, tool: search, field: filter.field, reason: "the server maps it"}
`)
	judgeAll(t, c, "list_orders", []call{
		{`{"page": 101}`, nil},
		{`{"perPage": "51"}`, []string{`perPage is the string "51", not at most 50`}},
	})
	judgeAll(t, c, "order_write", []call{
		{`{"method": "create", "lines": [{"skuCode": "a"}]}`, nil},
		{`{"method": "update", "id": "1", "shipTo": {"street": "a", "zip": 12345}}`, nil},
		{`{"method": "update", "id": "1", "shipTo": {"street": "a", "zip": true}}`, []string{`shipTo.zip is the boolean true, not a string or integer`}},
	})
	judgeAll(t, c, "search", []call{{`{"filter": {"field": "age"}}`, nil}})

	// However many are accepted, one that is not is told.
	var zips strings.Builder
	for range 2 * maxTold {
		zips.WriteString(`{"field": "age"}, `)
	}
	judgeAll(t, c, "search", []call{{`{"filter": {"field": "age", "and": [` + zips.String() + `{"field": "id", "and": [{"field": 7}]}]}}`, []string{
		`filter.and[200].and[0].field is the number 7, not a string`}}})
}

// A unit that the tool's name adds does not part a number from the API's limits,
// unless the two sides count in different units.
func TestNumbersWhoseNamesDifferByTheirUnit(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "pay", "description": "Pays.", "inputSchema": {"type": "object", "properties": {
  "amount_cents": {"type": "integer"}, "timeout_s": {"type": "integer"}, "id": {"type": "string"}}}}]}
-- api.yaml --
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /pay:
    post:
      operationId: pay
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {
        amount: {type: integer, maximum: 5000, description: In cents.}, timeout_ms: {type: integer, minimum: 1000}, id: {type: string}}}}}}
      responses: {'200': {description: ok}}
`)
	judgeAll(t, c, "pay", []call{
		{`{"amount_cents": 4200, "timeout_s": 30}`, nil},
		{`{"amount_cents": 6000}`, []string{"amount_cents is the number 6000, not at most 5000"}},
	})
}

// ProtoJSON takes numbers of 64 bits as text and null as left out, and of a oneof
// one field.
func TestWhatProtobufTakes(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "Pay", "description": "Pays.", "inputSchema": {"type": "object", "properties": {
  "amount": {"type": ["string", "integer", "null"]}, "card_token": {"type": "string"}, "iban": {"type": ["string", "null"]}, "state": {"type": "string"},
  "after": {"type": "string"}}}}]}
-- pay.proto --
syntax = "proto3";
package pay;
import "google/protobuf/timestamp.proto";
enum State { STATE_UNSPECIFIED = 0; OPEN = 1; CLOSED = 2; }
message PayRequest {
  int64 amount = 1;
  oneof source { string card_token = 2; string iban = 3; }
  State state = 4;
  google.protobuf.Timestamp after = 5;
}
message PayResponse {}
service Payments { rpc Pay(PayRequest) returns (PayResponse); }
`)
	judgeAll(t, c, "Pay", []call{
		{`{"amount": 4200, "card_token": "t", "iban": null, "state": "OPEN", "after": "2026-03-01T09:00:00Z"}`, nil},
		{`{"amount": "4200"}`, nil},
		{`{"amount": null}`, nil},
		{`{"amount": "much"}`, []string{`amount is the string "much", not a string that spells a number`}},
		{`{"amount": 9223372036854775808}`, []string{`amount is the number 9223372036854775808, not at most 9223372036854775807`}},
		{`{"card_token": "t", "iban": "i"}`, []string{"the call has card_token and iban, of which one may be there"}},
		{`{"state": "open"}`, []string{`state is the string "open", not one of OPEN, CLOSED; send "OPEN"`}},
		{`{"after": "tomorrow"}`, []string{`after is the string "tomorrow", not a date-time (RFC 3339, 2006-01-02T15:04:05Z)`}},
	})
}

// A GraphQL list takes one value for a list of one; a document of several root
// fields calls all of them.
func TestWhatGraphQLTakes(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "orders", "description": "Lists orders.", "inputSchema": {"type": "object", "properties": {
  "states": {"type": ["array", "string"], "items": {"type": "string"}}, "by": {"type": "object", "properties": {"id": {"type": "string"}, "email": {"type": "string"}}}}}}]}
-- api.graphql --
enum State { OPEN CLOSED }
input By @oneOf { id: ID email: String }
type Query { orders(states: [State!], by: By): [String] }
`)
	judgeAll(t, c, "orders", []call{
		{`{"states": "OPEN"}`, nil},
		{`{"states": ["OPEN", "CLOSED"], "by": {"id": "1"}}`, nil},
		{`{"states": "GONE"}`, []string{`states is the string "GONE", not one of OPEN, CLOSED`}},
		{`{"states": ["OPEN", "open"]}`, []string{`states[1] is the string "open", not one of OPEN, CLOSED; send "OPEN"`}},
		{`{"by": {"id": "1", "email": "a@b.c"}}`, []string{"by has id and email, of which one may be there"}},
		{`{"by": {}}`, []string{"by has none of id, email"}},
	})
}
