package units

import (
	"strings"
	"testing"
)

// A number that is worth so much in some unit tells the unit that it is in, not that one.
func TestEquivalentsStateTheUnit(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("timeout", "Timeout, 60 is one minute."), Prose, "s"},
		{field("timeout", "Timeout (3600 = one hour)"), Prose, "s"},
		{field("timeout", "Timeout, e.g. 300000 (5 minutes)"), Prose, "ms"},
		{field("timeout", "at most 3 minutes (180000)"), Prose, "ms"},
		{field("timeout", "1500 means one and a half seconds"), Prose, "ms"},
		{field("timeout", "default 1800, half an hour"), Prose, "s"},
		{field("timeout", "default: 30 (30 seconds)"), Prose, "s"},
		{field("timeout", "up to 3600 seconds"), Prose, "s"},
		{field("timeout_ms", "default 30000 (30 seconds)"), Named, "ms"},
		{field("max_size", "maximum file size, 1048576 = 1 MiB"), Prose, "bytes"},
		{field("delay", "in tenths of a second"), Prose, "tenths of a second"},
		{field("delay", "in thousandths of a second"), Prose, "ms"},
		{field("spread", "spread rate in hundredths of a percent"), Prose, "basis points"},
	})
	j := Judge(field("timeout_ms", "Timeout, 60 is one minute."))
	if j.Verdict != Conflicting || j.Conflict.Why != "the name says ms, the description s" {
		t.Errorf("timeout_ms of which 60 is one minute: %s %+v", j.Verdict, j.Conflict)
	}
}

// A word that spells several units is the one of the field's own dimension.
func TestWordsOfTwoDimensions(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("weight_kg", "Weight in kilograms"), Named, "kg"},
		{field("weight", "Weight in pounds."), Prose, "lb"},
		{field("load", "Highest load, in pounds"), Prose, "lb"},
		{field("price", "Price in pounds."), Prose, "GBP"},
		{field("weight", "Weight in stone"), Prose, "st"},
		{field("weight", "Weight in ounces"), Prose, "oz"},
		{field("delay", "Delay in micros"), Prose, "us"},
		{field("temperature", "Setpoint of the heater, in degrees"), Bare, ""},
		{field("heading", "Course in degrees"), Prose, "degrees"},
		{field("floor_area", "in square meters"), Prose, "m2"},
		{field("floor_area", "in square feet"), Prose, "ft2"},
	})
	j := Judge(field("weight_kg", "Weight in pounds."))
	if j.Verdict != Conflicting || j.Conflict.Why != "the name says kg, the description lb" {
		t.Errorf("weight_kg in pounds: %s %+v", j.Verdict, j.Conflict)
	}
}

func TestVolumeOfTanksAndOfSounds(t *testing.T) {
	for _, c := range []struct {
		n   Number
		dim Dimension
	}{
		{field("volume", "Volume of the tank."), Volume},
		{field("tank_volume", ""), Volume},
		{field("volume", "Volume of the liquid"), Volume},
		{field("volume", "Playback volume"), Ratio},
		{field("volume", ""), Ratio},
	} {
		if j := Judge(c.n); j.Dim != c.dim || j.Verdict != Bare {
			t.Errorf("%s (%q): %s, a %s; want a bare %s", c.n.Name, c.n.Field.Doc.Text, j.Verdict, j.Dim, c.dim)
		}
	}
}

func TestCountsAreNoQuantities(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("limit", "How many refunds to return.", integer), None, ""},
		{field("limit", "Maximum refunds to return", integer), None, ""},
		{field("top", "Return the top n balances.", integer), None, ""},
		{field("first", "Fetch the first payments", integer), None, ""},
		{field("installments", "How many installments the price is split into.", integer), None, ""},
		{field("max_refunds", "", integer), None, ""},
		{field("payments_per_period", "", integer), None, ""},
		{field("freeze_max_age", "Maximum age, in transactions, before a vacuum is forced.", integer), None, ""},
		{field("freeze_max_age", "Specifies the maximum age (in transactions) that a table may attain", integer), None, ""},
		{field("window", "length of the window in messages", integer), None, ""},
		{field("intervals_to_resolve", "Consecutive evaluation intervals with no data. Default is 2.", integer), None, ""},
		{field("evals_to_resolve", "Consecutive evaluation intervals with no data. Default is 2.", integer), None, ""},
		{field("balance", "1 for left, -1 for right."), None, ""},
		{field("pan_balance", "Balance between the left and the right channel"), None, ""},
		{field("payments", "", integer), None, ""},
		{field("payments", "sum of the payments", integer), Bare, ""},
		{field("payments", "", integer, beside("currency")), Bare, ""},
		{field("limit", "Credit limits in dollars"), Prose, "USD"},
		{field("height", "one of l, w, h."), Bare, ""},
		{field("retention", "How many days to keep", integer), Prose, "days"},
		{field("lookback", "How many hours of history to search", integer), Prose, "hours"},
		{field("balance", "Balance of the account"), Bare, ""},
		{field("monthly_payments", "Payments per month, all loans together"), Bare, ""},
		{field("max", "Highest price", beside("currency")), Bare, ""},
	})
}

func TestExchangeRates(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("rate", "Exchange rate, EUR per USD."), Prose, "EUR/USD"},
		{field("rate", "Exchange rate"), Bare, ""},
		{field("exchange_rate", "in USD per EUR"), Prose, "USD/EUR"},
		{field("exchange_rate_usd_per_eur", ""), Named, "USD/EUR"},
	})
	if _, conflict := Compare(Judge(field("rate", "Exchange rate, EUR per USD.")), Judge(field("rate", "Exchange rate, USD per EUR."))); !conflict {
		t.Error("EUR per USD and USD per EUR agree")
	}
}

func opDoc(s string) func(*Number) { return func(n *Number) { n.OpDoc = s } }

// The tool's description states a unit only where it names the field.
func TestDescriptionOfTheToolNamesTheField(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("timeout", "", opDoc("Wait for the page. timeout is in milliseconds.")), Prose, "ms"},
		{field("timeout", "", opDoc("Wait for the page.\n\nArgs:\n  url: the page\n  timeout: how long to wait, in seconds\n")), Prose, "s"},
		{field("timeout", "", opDoc("Wait for the page.\n\nArgs:\n  timeout: how long to wait. Given in seconds.\n  url: the page\n")), Prose, "s"},
		{field("timeout", "", opDoc("Wait, at most the timeout: long. Given in seconds.")), Bare, ""},
		{field("timeout", "", opDoc("Wait for the page (`timeout` in milliseconds).")), Prose, "ms"},
		{field("amount", "", opDoc("Refund a payment. All amounts are in cents.")), Prose, "cents"},
		{field("amount", "", opDoc("Refund an amount in cents.")), Prose, "cents"},
		{field("timeout", "", opDoc("Wait for the page. delay is in milliseconds.")), Bare, ""},
		{field("timeout", "", opDoc("Wait for the page. The timeout is optional. Gives the load time in milliseconds.")), Bare, ""},
		{field("timeout", "", opDoc("Wait for the timeout, then report the load time in milliseconds.")), Bare, ""},
		{field("time", "", opDoc("Gives the arrival time_zone in minutes.")), Bare, ""},
		{field("limit", "", integer, opDoc("limit is the number of results, found in milliseconds.")), None, ""},
		{field("timeout", "in seconds", opDoc("timeout is in milliseconds.")), Prose, "s"},
	})
}

func TestWhatFollowsALinkingWord(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("idle_in_transaction_session_timeout", "", integer), Bare, ""},
		{field("released_at", "", integer), Bare, ""},
		{field("radius", "Search radius in meters (max 50000)", op("maps_search_places")), Prose, "m"},
		{field("width", "width in pixels", op("render_map")), None, "px"},
	})
}

// A unit that stands behind a long explanation is stated all the same.
func TestLongDescriptionsAreRead(t *testing.T) {
	testVerdicts(t, []verdictCase{{field("timeout", strings.Repeat("How long the job waits for its turn. ", 100)+"In seconds."), Prose, "s"}})
}
