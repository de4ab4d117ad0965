package units

import "testing"

func TestConventions(t *testing.T) {
	minor := &Convention{Unit: Conventional("minor"), Text: "money: minor"}
	ms := &Convention{Unit: Conventional("ms"), Text: "durations: ms"}
	seconds := &Convention{Unit: Conventional("s"), Text: "instants: s"}
	c := &Conventions{Money: minor, Durations: ms, Instants: seconds, Dimensionless: []string{"score_weight", "box.height"}}
	for _, tc := range []struct {
		n    Number
		want Verdict
		unit string
	}{
		{field("amount", "", integer), Settled, "minor units"},
		{field("amount", "in cents", integer), Settled, "cents"},
		{field("amount_cents", "", integer), Named, "cents"},
		{field("amount", "in dollars", integer), Conflicting, "USD"},
		{field("price_usd", ""), Conflicting, "USD"},
		{field("amount_micros", "", integer), Conflicting, "micros"},
		{field("amount_sats", "", integer), Named, "sat"}, // no convention on money means bitcoin
		{field("discount", "in percent"), Prose, "percent"},
		{field("timeout", ""), Settled, "ms"},
		{field("timeout", "in milliseconds"), Settled, "ms"},
		{field("timeout", "in seconds"), Conflicting, "s"},
		{field("timeout_seconds", ""), Conflicting, "s"},
		{field("retention", "in days"), Conflicting, "days"},
		{field("retention_days", ""), Named, "days"}, // a calendar length
		{field("contract_months", ""), Named, "months"},
		{field("interval_count", "", beside("interval")), SelfDescribing, "by:interval"},
		{field("created_at", "", integer), Settled, "s"},
		{field("created_at", "Unix timestamp in milliseconds", integer), Conflicting, "ms"},
		{field("created_at_ms", "", integer), Conflicting, "ms"},
		{field("timeout_ms", "in seconds"), Conflicting, "ms"}, // of its own
		{field("score_weight", "in kg"), None, ""},
		{field("scoreWeight", ""), None, ""},
		{field("box.height", ""), None, ""},
		{field("height", "of the box"), Bare, ""},
		{field("limit", "", integer), None, ""},
		{field("weight", ""), Bare, ""},
	} {
		j := c.Judge(tc.n)
		if u, _ := j.Unit(); j.Verdict != tc.want || u.Symbol != tc.unit {
			t.Errorf("%s (%q): %s %q, want %s %q; conflict %+v", tc.n.Name, tc.n.Field.Doc.Text, j.Verdict, u.Symbol, tc.want, tc.unit, j.Conflict)
		}
	}
	strings := &Conventions{Instants: &Convention{Text: "instants: rfc3339"}}
	for _, n := range []Number{field("created_at", "", integer), field("created_at", "Unix seconds", integer), field("until", "", integer, format("unix-time"))} {
		if j := strings.Judge(n); j.Verdict != Conflicting || j.Conflict.Kind != AgainstConvention {
			t.Errorf("%s (%q): %s, want a conflict with strings", n.Name, n.Field.Doc.Text, j.Verdict)
		}
	}
	if j := strings.Judge(field("created_at", "", text, format("date-time"))); j.Verdict != SelfDescribing {
		t.Errorf("a string: %s", j.Verdict)
	}
	major := &Conventions{Money: &Convention{Unit: Conventional("major"), Text: "money: major"}}
	for _, n := range []Number{field("price", ""), field("price_usd", ""), field("price", "in euros")} {
		if j := major.Judge(n); j.Verdict == Conflicting || j.Fraction {
			t.Errorf("%s (%q) of a project that counts in major units: %s, a warned fraction %v", n.Name, n.Field.Doc.Text, j.Verdict, j.Fraction)
		}
	}
	if j := major.Judge(field("price_cents", "", integer)); j.Verdict != Conflicting {
		t.Errorf("price_cents of a project that counts in major units: %s", j.Verdict)
	}
	var none *Conventions
	if j := none.Judge(field("amount", "", integer)); j.Verdict != Bare {
		t.Errorf("without a config: %s", j.Verdict)
	}
}
