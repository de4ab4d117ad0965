package units

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Money is said in many words. What counts is how the currency is divided, and
// which currency it is where that is said.
func TestMoneyIsSaidInManyWords(t *testing.T) {
	for _, c := range []struct {
		doc, unit, code string
	}{
		{"Amount in cents.", "cents", ""},
		{"Amount in US cents.", "cents", ""},
		{"Amount in USD cents.", "cents", "USD"},
		{"Amount in EUR cents.", "cents", "EUR"},
		{"Amount in euro cents.", "cents", "EUR"},
		{"Amount in US dollar cents", "cents", "USD"},
		{"Amount in cents (USD).", "cents", "USD"},
		{"Amount, USD, in cents.", "cents", "USD"},
		{"Dollar amount, in cents.", "cents", "$"},
		{"Amount in hundredths of a dollar.", "cents", "$"},
		{"Amount in hundredths of the currency unit.", "cents", ""},
		{"Amount in 1/100 of a euro", "cents", "EUR"},
		{"Amount in __cents__, as a positive integer", "cents", ""},
		{"Amount in the smallest currency unit.", "minor units", ""},
		{"Amount in the currency's smallest unit", "minor units", ""},
		{"Amount in minor units of the currency", "minor units", ""},
		{"Amount in the minor currency unit", "minor units", ""},
		{"Millionths of one unit of the account's currency.", "micros", ""},
		{"Amount in dollars, not cents.", "USD", "$"},
		{"Amount in dollars (not in cents)", "USD", "$"},
		{"Amount in dollars rather than cents", "USD", "$"},
		{"Amount in dollars. Fees are charged in cents.", "USD", "$"},
		{"Amount in Canadian dollars", "CAD", "CAD"},
		{"Amount in pounds sterling", "GBP", "GBP"},
		{"Amount in euros", "EUR", "EUR"},
		{"1000 is 10.00 USD", "cents", "USD"},
		{"Amount in the smallest unit of currency: 1000 is 10.00 USD, 1000 JPY", "minor units", ""},
		{"Amount in the smallest currency unit (e.g. cents for USD)", "minor units", ""},
		{"Amount in cents, e.g. 1099 for 10.99 USD", "cents", ""},
		{"Amount in cents (1099 = $10.99)", "cents", ""},
		{"Amount in dollars; must not be in cents", "USD", "$"},
	} {
		j := Judge(field("amount", c.doc, integer))
		if u, _ := j.Unit(); u.Symbol != c.unit || j.Code != c.code || j.Verdict != Prose {
			t.Errorf("%q: %s %q of %q, want %s %q of %q; %+v %+v", c.doc, j.Verdict, u.Symbol, j.Code, Prose, c.unit, c.code, j.Stated, j.Conflict)
		}
	}
}

func TestCompareMoney(t *testing.T) {
	for _, c := range []struct {
		a, b     Number
		factor   string
		conflict bool
	}{
		{field("amount", "in USD cents"), field("amount", "in cents"), "1", false},
		{field("amount", "in the smallest currency unit"), field("amount", "in cents"), "1", false},
		{field("amount_cents", ""), field("amount", "in the smallest currency unit"), "1", false},
		{field("amount", "in hundredths of a dollar"), field("amount", "in cents"), "1", false},
		{field("amount", "in USD cents"), field("amount", "in EUR cents"), "", true},
		{field("price", "in USD"), field("price", "in EUR"), "", true},
		{field("price_eur", ""), field("price", "in USD"), "", true},
		{field("price", "in Canadian dollars"), field("price", "in dollars"), "1", false},
		{field("price", "in Canadian dollars"), field("price", "in US dollars"), "", true},
		{field("price", "e.g. 19.90"), field("price", "in USD"), "1", false},
		{field("price", "e.g. 19.90"), field("price", "in cents"), "100", true},
		{field("price", "in USD"), field("price", "in minor units"), "100", true},
		{field("price", "in yen"), field("price", "in minor units"), "1", false},
		{field("price", "e.g. $19.90"), field("price", "in minor units"), "100", true},
		{field("bid", "in micros"), field("bid", "in minor units"), "", true},
		{field("price", "in USD"), field("price", "in cents", beside("currency")), "100", true},
		{field("price", "in cents (1099 = $10.99)"), field("price", "in EUR cents"), "1", false},
		{field("interest_rate", "", examples("0.75")), field("interest_rate", "in percent"), "", false},
	} {
		factor, conflict := Compare(Judge(c.a), Judge(c.b))
		if factor != c.factor || conflict != c.conflict {
			t.Errorf("%s %q against %s %q: %q, %v, want %q, %v", c.a.Name, c.a.Field.Doc.Text, c.b.Name, c.b.Field.Doc.Text, factor, conflict, c.factor, c.conflict)
		}
	}
}

func TestMoneyContradictsItself(t *testing.T) {
	for _, c := range []struct {
		n    Number
		want string
	}{
		{field("price_usd", "Price in EUR."), "the name says USD, the description EUR"},
		{field("price_cents", "Price in dollars."), "the name says cents, the description USD"},
		{field("price_minor_units", "Price in dollars."), "the name says minor units, the description USD"},
		{field("price_usd_cents", "Price in EUR cents."), "the name says USD, the description EUR"},
		{field("daily_budget_micros", "Daily budget, e.g. 25", integer), "an amount of 25 micros is less than a hundredth of any currency"},
		{field("daily_budget_micros", "", integer, defaults("25")), "an amount of 25 micros is less than a hundredth of any currency"},
	} {
		if j := Judge(c.n); j.Verdict != Conflicting || j.Conflict.Why != c.want {
			t.Errorf("%s (%q): %s %+v, want conflict %q", c.n.Name, c.n.Field.Doc.Text, j.Verdict, j.Conflict, c.want)
		}
	}
	testVerdicts(t, []verdictCase{
		{field("price_cents", "Price in the smallest currency unit."), Named, "cents"},
		{field("price_minor_units", "Price in cents."), Named, "minor units"},
		{field("price_cents", "Price in US dollar cents."), Named, "cents"},
		{field("daily_budget_micros", "", integer, defaults("2500000")), Named, "micros"},
		{field("daily_budget_micros", "", integer, defaults("0")), Named, "micros"},
	})
}

// A word of money may be a ratio: the bounds of the schema say which.
func TestRatioBeforeMoney(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("discount", "", bounds("0", "1")), None, "fraction"},
		{field("discount", "", bounds("0", "100")), None, "percent"},
		{field("tax", "", bounds("0", "1")), None, "fraction"},
		{field("fee", "", bounds("0", "1")), None, "fraction"},
		{field("fee", "", bounds("0", "100")), Bare, ""},
		{field("discount", ""), Bare, ""},
		{field("price", "", bounds("0", "100")), Bare, ""},
		{field("opacity", "", bounds("0", "1")), None, "fraction"},
		{field("quality", "", bounds("1", "100")), None, "percent"},
		{field("opacity", "", bounds("0", "255")), None, ""},
	})
	if factor, conflict := Compare(Judge(field("discount", "", bounds("0", "100"))), Judge(field("discount", "", bounds("0", "1")))); factor != "1/100" || !conflict {
		t.Errorf("0..100 against 0..1: %q, %v", factor, conflict)
	}
}

func examples(values ...string) func(*Number) {
	return func(n *Number) {
		for _, v := range values {
			n.Field.Schema.Examples = append(n.Field.Schema.Examples, &source.Node{Kind: source.Number, Text: v})
		}
	}
}

// An example of the schema says what an example in the description says.
func TestExamplesState(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("price", "what it costs", examples("19.99")), Prose, "major units"},
		{field("price", "what it costs", examples("20")), Bare, ""},
		{field("created_at", "Unix timestamp", integer, examples("1700000000")), Prose, "s"},
		{field("created_at", "Unix timestamp", integer, examples("1700000000000")), Prose, "ms"},
		{field("created_at", "Unix timestamp", integer, defaults("1700000000000")), Prose, "ms"},
		{field("interest_rate", "", examples("0.05")), Prose, "fraction"},
		{field("timeout", "", integer, examples("1700000000")), Bare, ""},
	})
	for _, c := range []struct {
		n    Number
		want string
	}{
		{field("since", "Unix timestamp in seconds.", integer, examples("1700000000000")), "a point in time in s whose example 1700000000000 looks like ms"},
		{field("since", "Unix timestamp in seconds.", integer, defaults("1700000000000")), "a point in time in s whose default 1700000000000 looks like ms"},
		{field("created_at", "in milliseconds", integer, examples("1700000000")), "a point in time in ms whose example 1700000000 looks like s"},
	} {
		if j := Judge(c.n); j.Verdict != Conflicting || j.Conflict.Why != c.want {
			t.Errorf("%s (%q): %s %+v, want conflict %q", c.n.Name, c.n.Field.Doc.Text, j.Verdict, j.Conflict, c.want)
		}
	}
}

func TestCurrencyThatASiblingPins(t *testing.T) {
	if j := Judge(field("amount", "in minor units", integer, besideEnum("currency", "EUR"))); j.Code != "EUR" {
		t.Errorf("code %q, want EUR", j.Code)
	}
	if j := Judge(field("amount", "in minor units", integer, besideEnum("currency", "EUR", "USD"))); j.Code != "" {
		t.Errorf("code %q, want none", j.Code)
	}
}
