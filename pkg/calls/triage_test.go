package calls

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each kind of drift explains the mistakes that it leads to, and no other.
func TestDriftExplainsWhatItLeadsTo(t *testing.T) {
	archive, err := os.ReadFile("testdata/triage.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := contractsOf(t, string(archive))
	type fault struct {
		Kind Kind
		Side Side
		At   string
		Rule string
	}
	for _, test := range []struct {
		tool, args string
		want       []fault
	}{
		{"renamed", `{"payment_ref": "p"}`, []fault{{UnknownField, ByAPI, "payment_ref", "renamed-field"}}},
		{"renamed", `{"payment_id": "p"}`, []fault{{MissingField, ByTool, "payment_ref", "renamed-field"}, {UnknownField, ByTool, "payment_id", "renamed-field"}}},
		{"renamed", `{"payment": "p", "payment_ref": "p"}`, []fault{{UnknownField, ByTool, "payment", ""}, {UnknownField, ByAPI, "payment_ref", "renamed-field"}}},
		{"renamed", `{}`, []fault{{MissingField, ByTool, "payment_ref", ""}}},
		{"gone", `{"limit": 1}`, nil},
		{"gone", `{"verbose": true}`, []fault{{UnknownField, ByAPI, "verbose", "unknown-field"}}},
		{"stale", `{"verified_annual_income": true}`, nil},
		{"stale", `{"annual_income_verified": true}`, []fault{{MissingField, ByTool, "verified_annual_income", "stale-name-in-prose"}, {UnknownField, ByTool, "annual_income_verified", "stale-name-in-prose"}}},
		{"stale", `{"income": true}`, []fault{{MissingField, ByTool, "verified_annual_income", ""}, {UnknownField, ByTool, "income", ""}}},
		{"offered", `{"room": "1", "late_checkout": true}`, []fault{{UnknownField, ByTool, "late_checkout", "undeclared-field-in-prose"}}},
		{"offered", `{"room": "1", "breakfast": true}`, []fault{{UnknownField, ByTool, "breakfast", ""}}},
		{"typed", `{"customer_id": 7}`, []fault{{WrongType, ByAPI, "customer_id", "type-mismatch"}}},
		{"typed", `{"customer_id": "c_7"}`, []fault{{WrongType, ByTool, "customer_id", "type-mismatch"}}},
		{"typed", `{"customer_id": true}`, []fault{{WrongType, ByTool, "customer_id", ""}}},
		{"typed", `{"customer_id": "c", "rows": 2.5}`, []fault{{WrongType, ByTool, "customer_id", "type-mismatch"}, {WrongType, ByAPI, "rows", "fraction-allowed"}}},
		{"typed", `{"customer_id": "c", "rows": "2"}`, []fault{{WrongType, ByTool, "customer_id", "type-mismatch"}, {WrongType, ByTool, "rows", ""}}},
		{"typed", `{"customer_id": "c", "memo": null}`, []fault{{WrongType, ByTool, "customer_id", "type-mismatch"}, {WrongType, ByAPI, "memo", "null-rejected"}}},
		{"listed", `{"state": "open", "kind": "b", "mode": "fast"}`, nil},
		{"listed", `{"state": "parked"}`, []fault{{NotListed, ByAPI, "state", "enum-value-unknown"}}},
		{"listed", `{"state": "lost"}`, []fault{{NotListed, ByTool, "state", ""}}},
		{"listed", `{"kind": "c"}`, []fault{{NotListed, ByTool, "kind", "enum-value-omitted"}}},
		{"listed", `{"kind": "d"}`, []fault{{NotListed, ByTool, "kind", ""}}},
		{"listed", `{"mode": "quick"}`, []fault{{NotListed, ByAPI, "mode", "enum-open"}}},
		{"bounded", `{"count": 100, "code": "abcdefgh"}`, nil},
		{"bounded", `{"count": 500}`, []fault{{OutOfBounds, ByAPI, "count", "bound-too-wide"}}},
		{"bounded", `{"count": 5000}`, []fault{{OutOfBounds, ByTool, "count", ""}}},
		{"bounded", `{"code": "abcdefghi"}`, []fault{{WrongLength, ByAPI, "code", "bound-too-wide"}}},
		{"bounded", `{"day": "2026-03-01"}`, []fault{{WrongFormat, ByTool, "day", "format-mismatch"}}},
		{"bounded", `{"day": "2026-03-01T09:00:00Z"}`, []fault{{WrongFormat, ByAPI, "day", "format-mismatch"}}},
		{"bounded", `{"day": "tomorrow"}`, []fault{{WrongFormat, ByTool, "day", ""}}},
		{"shown", `{"start": "12/24/2026"}`, []fault{{WrongFormat, ByTool, "start", "bad-example"}}},
		{"shown", `{"start": "tomorrow"}`, []fault{{WrongFormat, ByTool, "start", ""}}},
		{"shown", `{"seats": "4"}`, []fault{{WrongType, ByTool, "seats", "bad-example"}}},
		{"shown", `{"seats": 1.5}`, []fault{{WrongType, ByTool, "seats", ""}}},
		{"said", `{}`, []fault{{MissingField, ByTool, "query", "prose-contradiction"}}},
		{"said", `{"query": "a", "order": "newest"}`, []fault{{NotListed, ByTool, "order", "prose-contradiction"}}},
		{"said", `{"query": "a", "order": "oldest"}`, []fault{{NotListed, ByTool, "order", ""}}},
		{"said", `{"query": "a", "top": 80}`, []fault{{OutOfBounds, ByTool, "top", "prose-contradiction"}}},
		{"said", `{"query": "a", "top": 500}`, []fault{{OutOfBounds, ByTool, "top", ""}}},
		{"needing", `{"order": "o", "reason": "late"}`, nil},
		{"needing", `{"order": "o"}`, []fault{{MissingField, ByAPI, "reason", "required-by-api"}}},
		{"needing", `{"reason": "late"}`, []fault{{MissingField, ByTool, "order", ""}}},
		{"lacking", `{"order": "o"}`, []fault{{MissingField, ByAPI, "tenant_ref", "required-by-api"}}},
		{"invited", `{"rows": "10"}`, []fault{{WrongType, ByTool, "rows", "lenient-input"}}},
		{"invited", `{"rows": "ten"}`, []fault{{WrongType, ByTool, "rows", ""}}},
		{"invited", `{"order": "ASC"}`, []fault{{NotListed, ByTool, "order", "lenient-input"}}},
		{"invited", `{"order": "newest"}`, []fault{{NotListed, ByTool, "order", ""}}},
		{"unsaid", `{"parent": "p_1"}`, []fault{{WrongType, ByAPI, "parent", "malformed-schema"}}},
		{"vague", `{"note": {"text": "a"}}`, nil},
		{"vague", `{"note": {"body": "a"}}`, []fault{{MissingField, ByAPI, "note.text", "not-comparable"}}},
		{"vague", `{"note": "a"}`, []fault{{WrongType, ByTool, "note", ""}}},
		{"heard", `{"payment_id": "p", "amount": 1}`, nil},
		{"heard", `{"payment_id": "p", "notify_email": "a@b.example"}`, []fault{{UnknownField, ByTool, "notify_email", "undeclared-field-in-prose"}}},
		{"heard", `{"payment_id": "p", "hold_days": 2}`, []fault{{UnknownField, ByTool, "hold_days", "undeclared-field-in-prose"}}},
		{"heard", `{"payment_id": "p", "memo": "m"}`, []fault{{UnknownField, ByTool, "memo", "undeclared-field-in-prose"}}},
		{"heard", `{"payment_id": "p", "old_note": "m"}`, []fault{{UnknownField, ByTool, "old_note", "undeclared-field-in-prose"}}},
		{"heard", `{"payment_id": "p", "lines": [{"line_ref": "l"}]}`, []fault{{UnknownField, ByTool, "lines[0].line_ref", "undeclared-field-in-prose"}}},
		{"heard", `{"payment_id": "p", "lines": [{"hold_days": 2}]}`, []fault{{UnknownField, ByTool, "lines[0].hold_days", ""}}},
		{"heard", `{"payment_id": "p", "reason_code": "r"}`, []fault{{UnknownField, ByTool, "reason_code", ""}}},
		{"heard", `{"payment_id": "p", "order": "o"}`, []fault{{UnknownField, ByTool, "order", ""}}},
		{"heard", `{"payment_id": "p", "list_payments": true}`, []fault{{UnknownField, ByTool, "list_payments", ""}}},
		{"heard", `{"payment_id": "p", "renamed": true}`, []fault{{UnknownField, ByTool, "renamed", ""}}},
		{"heard", `{"payment_id": "p", "refund_total": 5}`, []fault{{UnknownField, ByTool, "refund_total", ""}}},
		{"heard", `{"payment_id": "p", "leftover": true}`, []fault{{UnknownField, ByTool, "leftover", ""}}},
		{"heard", `{"payment_id": "p", "fee_total": 5}`, []fault{{UnknownField, ByTool, "fee_total", ""}}},
		{"heard", `{"payment_id": "p", "part_only": true}`, []fault{{UnknownField, ByTool, "part_only", ""}}},
		{"heard", `{"payment_ref": "p"}`, []fault{{MissingField, ByTool, "payment_id", "undeclared-field-in-prose"}, {UnknownField, ByTool, "payment_ref", "undeclared-field-in-prose"}}},
		{"heard", `{"payment_ref": "p", "reason": "r"}`, []fault{{MissingField, ByTool, "payment_id", "undeclared-field-in-prose"}, {UnknownField, ByTool, "payment_ref", "undeclared-field-in-prose"}, {UnknownField, ByTool, "reason", ""}}},
		{"heard", `{"memo": "p"}`, []fault{{MissingField, ByTool, "payment_id", "undeclared-field-in-prose"}, {UnknownField, ByTool, "memo", "undeclared-field-in-prose"}}},
		{"heard", `{"memo": "p", "reason": "r"}`, []fault{{MissingField, ByTool, "payment_id", ""}, {UnknownField, ByTool, "memo", "undeclared-field-in-prose"}, {UnknownField, ByTool, "reason", ""}}},
		{"heard", `{"payment_ref": 7}`, []fault{{MissingField, ByTool, "payment_id", ""}, {UnknownField, ByTool, "payment_ref", "undeclared-field-in-prose"}}},
		{"heard", `{"payment": "p"}`, []fault{{MissingField, ByTool, "payment_id", ""}, {UnknownField, ByTool, "payment", ""}}},
		{"paired", `{"source_account": "s", "target_account": "t"}`, []fault{{MissingField, ByTool, "source_id", "undeclared-field-in-prose"}, {MissingField, ByTool, "target_id", "undeclared-field-in-prose"},
			{UnknownField, ByTool, "source_account", "undeclared-field-in-prose"}, {UnknownField, ByTool, "target_account", "undeclared-field-in-prose"}}},
		{"paired", `{"source_account": "s"}`, []fault{{MissingField, ByTool, "source_id", "undeclared-field-in-prose"}, {MissingField, ByTool, "target_id", ""}, {UnknownField, ByTool, "source_account", "undeclared-field-in-prose"}}},
		{"bare", `{"amount": 4200, "items": 3}`, nil},
		{"bare", `{"amount": 42}`, []fault{{OutOfBounds, ByTool, "amount", "bare-number"}}},
		{"bare", `{"amount": 42.50}`, []fault{{WrongType, ByTool, "amount", "bare-number"}}},
		{"bare", `{"amount": "4200"}`, []fault{{WrongType, ByTool, "amount", ""}}},
		{"bare", `{"items": 12}`, []fault{{OutOfBounds, ByTool, "items", ""}}},
	} {
		var seen Observation
		c.Named([]byte(test.tool)).Judge([]byte(test.args), &seen)
		var got []fault
		for _, f := range seen.Faults {
			one := fault{f.Kind, f.Side, f.At, ""}
			if f.Drift != nil {
				one.Rule = f.Drift.Rule
			}
			got = append(got, one)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %s (-want +got)\n%s", test.tool, test.args, diff)
		}
	}
}

// A name that only a text mentions is told in the words of the rule that asks for more
// evidence, with the place of the mention.
func TestWhatADescriptionMentions(t *testing.T) {
	archive, err := os.ReadFile("testdata/triage.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := contractsOf(t, string(archive))
	for _, test := range []struct{ args, message, fix, at string }{
		{`{"payment_ref": "p"}`, "its description offers payment_ref, which the schema does not have", "add payment_ref to the schema, or take it out of the description", "payment_ref"},
		{`{"payment_id": "p", "lines": [{"line_ref": "l"}]}`, "the description of lines offers line_ref, which the schema does not have", "add line_ref to the schema, or take it out of the description", "line_ref"},
	} {
		var seen Observation
		c.Named([]byte("heard")).Judge([]byte(test.args), &seen)
		for _, f := range seen.Faults {
			if f.Drift == nil {
				t.Errorf("%s: %s is not explained", test.args, f.Text)
				continue
			}
			got := []string{f.Drift.Message, f.Drift.Fix, f.Drift.At.Text()}
			if diff := cmp.Diff([]string{test.message, test.fix, test.at}, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.args, diff)
			}
		}
	}
}
