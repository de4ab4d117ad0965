package diff_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// refundTool is a tool that declares payment_id and amount, and says what it is given.
func refundTool(t *testing.T, says string, more string) []string {
	t.Helper()
	text, err := json.Marshal(says)
	if err != nil {
		t.Fatal(err)
	}
	list := fmt.Sprintf(`{"tools": [{"name": "create_refund", "description": %s, "inputSchema": {"type": "object", "required": ["payment_id"], "properties": {
		"payment_id": {"type": "string"}, "amount": {"type": "number"}%s}}}]}`, text, more)
	lists, faults := loaders.Tools(&source.Store{FS: fstest.MapFS{"tools.json": {Data: []byte(list)}}}, config.Source{Glob: "tools.json"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	op := lists[0].Ops[0]
	var got []string
	for _, d := range diff.Single(op, diff.Read(op, nil), nil) {
		if d.Kind == diff.Undeclared || d.Kind == diff.BadExample {
			got = append(got, fmt.Sprintf("%s at %s", d.Kind, d.ToolAt.Text()))
		}
	}
	return got
}

// TestExamplesInRunningText holds that an example of a call needs no fence to be one.
func TestExamplesInRunningText(t *testing.T) {
	for _, says := range []string{
		`Refund a payment. Example: {"payment_ref": "pay_1", "amount": 42.5}`,
		"Refund a payment. Example: `{\"payment_ref\": \"pay_1\", \"amount\": 42.5}`",
		"Refund a payment. For example ``{\"payment_ref\": \"pay_1\", \"amount\": 42.5}``.",
		`Refund a payment, e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment, such as {"payment_ref": "pay_1", "amount": 42.5}.`,
		"Refund a payment.\n\nUsage:\n  {\"payment_ref\": \"pay_1\", \"amount\": 42.5}",
		`Refund a payment. Input: {"payment_ref": "pay_1", "amount": 42.5} Output: {"ok": true}`,
		`Refund a payment. Example: {'payment_ref': 'pay_1', 'amount': 42.5}`,
		`Usage: create_refund(payment_ref="pay_1", amount=42.5)`,
		"Usage: `create_refund(payment_ref=\"pay_1\")`",
		`Use create_refund({"payment_ref": "pay_1", "amount": 42.5}) to refund.`,
		`create_refund({payment_ref: id, amount: 42.5})`,
		"Usage:\n```python\nresult = create_refund(payment_ref=p.id, amount=42.5)\n```",
		"## Example: full refund\n\n{\"payment_ref\": \"pay_1\", \"amount\": 42.5}\n",
		"Examples:\n- {\"payment_id\": \"pay_1\", \"amount\": 1}\n- {\"payment_ref\": \"pay_1\", \"amount\": 42.5}\n",
		"Examples: `{\"payment_id\": \"pay_1\"}`, `{\"payment_ref\": \"pay_1\", \"amount\": 42.5}`",
		`Example: {"name": "create_refund", "arguments": {"payment_ref": "pay_1", "amount": 42.5}}`,
		`Example (partial refund): {"payment_ref": "pay_1", "amount": 42.5}`,
		`Example arguments: {"payment_ref": "pay_1", "amount": 42.5}`,
		"Refund a payment.\nExample request: {\"payment_ref\": \"pay_1\", \"amount\": 42.5}",
		`e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
		"Refund a payment. **Example:** `{\"payment_ref\": \"pay_1\", \"amount\": 42.5}`",
		`Refund a payment. Eg: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Ex: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. To refund $42.50, call with {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Pass {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. Call it like {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. Call it like this: {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. For example, call create_refund with {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. For example, to refund $42.50: {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. Example: to refund part of it, use {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. <example>{"payment_ref": "pay_1", "amount": 42.5}</example>`,
		`Refund a payment. Example: create_refund {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Example - {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Arguments: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Parameters: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Example JSON: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Example: "{"payment_ref": "pay_1", "amount": 42.5}"`,
		"Refund a payment. Example: (`{\"payment_ref\": \"pay_1\", \"amount\": 42.5}`)",
		"Refund a payment. (e.g. `{\"payment_ref\": \"pay_1\", \"amount\": 42.5}`)",
		"Refund a payment (e.g., `{\"payment_ref\": \"pay_1\", \"amount\": 42.5}`)",
	} {
		got := refundTool(t, says, "")
		if len(got) != 1 {
			t.Errorf("%s: %q, want payment_ref alone", says, got)
		}
	}
}

// TestWhatIsNoExampleOfACall holds that answers, values, other tools' calls and calls
// that nobody should make offer no arguments.
func TestWhatIsNoExampleOfACall(t *testing.T) {
	for _, says := range []string{
		`Refund a payment. Returns {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Example response: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Example output: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. Input: {"payment_id": "p", "amount": 1} Output: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Returns the refund, e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
		`Errors: e.g. {"payment_ref": "unknown", "amount": 42.5}`,
		`The amount may be an object, e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
		`Call list_payments(payment_ref="pay_1", amount=42.5) first.`,
		`Example: list_payments({"payment_ref": "pay_1", "amount": 42.5})`,
		`Example: list_payments {"payment_ref": "pay_1", "amount": 42.5}`,
		`Do not call create_refund(payment_ref="pay_1"); it fails.`,
		`create_refund(payment_ref="pay_1") is no longer supported.`,
		`Unlike before, formerly create_refund(payment_ref="pay_1", amount=1)`,
		`Example: {"name": "list_payments", "arguments": {"payment_ref": "pay_1", "amount": 42.5}}`,
		`Example: {"payment_ref": "pay_1"}`,
		`Example: {"payment_ref": "pay_1", "x": 1, "amount": 42.5}`,
		`Example webhook: {"payment_ref": "pay_1", "amount": 42.5}`,
		`The server sends an event, e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
		`create_refund(payment_ref: str, amount: float)`,
		`create_refund(payment_ref, amount)`,
		`stripe.create_refund(payment_ref="x")`,
		`Example: create_refund(payment_id="p", amount=1) -> {"payment_ref": "pay_1", "amount": 42.5}`,
		"Example: create_refund(payment_id=\"p\", amount=1)\n{\"payment_ref\": \"pay_1\", \"amount\": 42.5}",
		`Stored as a ledger row. Example: {"payment_ref": "pay_1", "amount": 42.5} is returned.`,
		`Use this instead of create_refund(payment_ref="p")`,
		`Example of what you get back: {"payment_ref": "pay_1", "amount": 42.5}`,
		`Example result {"payment_ref": "pay_1", "amount": 42.5}`,
		`To find a payment call list_payments, for example {"payment_ref": "pay_1", "amount": 42.5}`,
		`For the list_payments tool, use e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
		`On success you get an object such as {"payment_ref": "pay_1", "amount": 42.5}`,
		`On success: {"payment_ref": "pay_1", "amount": 42.5}`,
		`The refund is stored as a record, for example {"payment_ref": "pay_1", "amount": 42.5}.`,
		`The upstream ledger holds rows like {"payment_ref": "pay_1", "amount": 42.5}.`,
		`The webhook payload has the shape, e.g. {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Looks up a payment, such as {"payment_ref": "pay_1", "amount": 42.5}.`,
		`Refund a payment. Example: listPayments {"payment_ref": "pay_1", "amount": 42.5}`,
		`Refund a payment. See list_payments, e.g. {"payment_ref": "pay_1", "amount": 42.5}`,
	} {
		if got := refundTool(t, says, ""); got != nil {
			t.Errorf("%s: %q, want nothing", says, got)
		}
	}
	const says = `Refund a payment. Example: {"payment_ref": "pay_1", "amount": 42.5}`
	for name, more := range map[string]string{
		"it may be the value of one that takes any object": `, "filter": {"type": "object"}`,
		"it may be one of a list of such":                  `, "rows": {"type": "array", "items": {"type": "object"}}`,
		"the member of another field has the name":         `, "of": {"type": "object", "properties": {"payment_ref": {"type": "string"}}}`,
	} {
		if got := refundTool(t, says, more); got != nil {
			t.Errorf("%s: %q, want nothing", name, got)
		}
	}
	if got := refundTool(t, "Refund a payment.", `, "note": {"type": "string", "description": "Example: {\"payment_ref\": \"pay_1\", \"amount\": 42.5}"}`); got != nil {
		t.Errorf("in a field's description: %q, want nothing", got)
	}
}

// TestExamplesInRunningTextAreHeldToTheSchema holds what they show, and where.
func TestExamplesInRunningTextAreHeldToTheSchema(t *testing.T) {
	for says, want := range map[string][]string{
		`Usage: create_refund(payment_id="pay_1", amount="a lot")`:       {`example at \"a lot\"`},
		`Usage: create_refund(payment_id='pay_1', amount=True)`:          {`example at True`},
		`Usage: create_refund(payment_id="pay_1", amount=total)`:         nil,
		`Usage: create_refund(payment_id=payment["id"], amount=f(1, 2))`: nil,
		`Example: {"payment_id": 17, "amount": 42.5}`:                    {`example at 17`},
		`Example: {"payment_id": "<the id>", "amount": 42.5}`:            nil,
		`Usage: create_refund(payment_ref="pay_1", amount=42.5)`:         {`undeclared at payment_ref`},
		`Example: {'payment_ref': 'pay_1', 'amount': 42.5}`:              {`undeclared at 'payment_ref'`},
	} {
		if diff := cmp.Diff(want, refundTool(t, says, "")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", says, diff)
		}
	}
}
