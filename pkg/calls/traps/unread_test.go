package traps_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/calls/traps"
)

// hold writes the cases of a tool of these properties, and of this description.
func hold(t *testing.T, doc, props string) *traps.Set {
	t.Helper()
	quoted, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, traps.Options{}, map[string]string{"tools.json": fmt.Sprintf(`{"tools": [{"name": "make_hold", "description": %s, "inputSchema": {"type": "object", "properties": {%s}}}]}`, quoted, props)})
}

// What a description or a field beside says of a number, and no schema does, is kept or
// there is no case, and its owner is told which words stand in the way.
func TestWordsThatStandInTheWay(t *testing.T) {
	for _, c := range []struct{ doc, props, why string }{
		{"", `"weight": {"type": "number", "description": "Weight in kilograms by default"}, "weight_unit": {"type": "string", "enum": ["kg", "lb"], "default": "kg"}`, "weight_unit may choose the unit of weight"},
		{"", `"weight_kg": {"type": "number"}, "unit": {"type": "string", "enum": ["kg", "lb"]}`, "unit may choose the unit of weight_kg"},
		{"", `"amount": {"type": "integer", "description": "Amount in cents"}, "amount_unit": {"type": "string", "enum": ["cents", "dollars"]}`, "amount_unit may choose the unit of amount"},
		{"", `"temperature": {"type": "number", "description": "Temperature in degrees Celsius"}, "temperature_unit": {"type": "string"}`, "temperature_unit may choose the unit of temperature"},
		{"", `"temperature_celsius": {"type": "number"}, "units": {"type": "string", "enum": ["metric", "imperial"]}`, "units may choose the unit of temperature_celsius"},
		{"", `"temperature": {"type": "number", "description": "Temperature in degrees Celsius"}, "temperature_scale": {"type": "string", "enum": ["C", "F"]}`, "temperature_scale may choose the unit of temperature"},
		{"", `"box": {"type": "object", "properties": {"weight": {"type": "number", "description": "Weight in kilograms by default"}, "weight_unit": {"type": "string"}}}`, "weight_unit may choose the unit of box.weight"},
		{"", `"mem_mb": {"type": "integer", "description": "Memory. 1 MB = 1024 KB"}`, "it defines its unit in its own way: 1 MB = 1024 KB"},
		{"", `"mem_mb": {"type": "integer", "description": "Memory in MB (1024 x 1024 bytes)"}`, "it counts in powers of 1024"},
		{"", `"price": {"type": "number", "description": "Price in dollars, or in cents when integer"}`, "two units are claimed for price: USD and cents"},
		{"", `"wait": {"type": "number", "description": "Wait in seconds or minutes"}`, "two units are stated for wait"},
		{"Hold it. Timeouts are given in seconds.", `"timeout": {"type": "integer", "description": "Timeout in milliseconds"}`, "the tool's description says s of timeout"},
		{"", `"window": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2, "description": "Start and end, in epoch seconds; the start must be before the end"}`, `"the start must be before the end"`},
		{"", `"amount": {"type": "integer", "description": "Amount in minor units"}, "account_currency": {"type": "string"}, "target_currency": {"type": "string"}`, "of which currency amount is, account_currency or target_currency, nobody says"},
		{"", `"zoom_percent": {"type": "integer", "description": "Zoom of the page in percent, in steps of a quarter"}`, `in steps of a quarter"`},
		{"", `"expiry": {"type": "integer", "description": "Expiry in epoch seconds. Must be in the past."}`, `"Must be in the past"`},
		{"", `"expiry": {"type": "string", "format": "date-time", "description": "Expiry; must be in the future"}`, `"must be in the future"`},
		{"", `"tz_offset": {"type": "integer", "description": "UTC offset in minutes"}`, "an offset of a time zone has bounds of its own"},
		{"", `"delay_seconds": {"type": "integer", "description": "Delay. Must be longer than the grace period."}`, `"Must be longer than the grace period"`},
		{"", `"delay_seconds": {"type": "integer", "description": "Delay; only odd numbers"}`, `"only odd numbers"`},
		{"", `"delay_seconds": {"type": "integer", "description": "Delay. Anything except a full hour."}`, `"Anything except a full hour"`},
		{"", `"delay_seconds": {"type": "integer", "description": "Delay. At least the minimum of the account."}`, `"At least the minimum of the account"`},
		{"", `"delay_seconds": {"type": "array", "items": {"type": "integer"}, "description": "Delays, descending"}`, `"Delays, descending"`},
		{"", `"delay_seconds": {"type": "integer", "description": "Delay in seconds. Use negative values for no delay."}`, "it may count in more than one s"},
	} {
		set := hold(t, c.doc, c.props)
		for _, got := range set.Cases {
			t.Errorf("%s\n%s: %s", c.props, got.ID, got.Prompt)
			break
		}
		if len(set.Untold) != 1 || !strings.Contains(set.Untold[0].Why, c.why) {
			t.Errorf("%s\ntold %+v, want %q", c.props, set.Untold, c.why)
		}
	}
}

// What is understood costs no case, and no case goes against it.
func TestWordsThatAreUnderstood(t *testing.T) {
	ascending := func(c *traps.Case) bool {
		items := c.Args.Members[0].Value.Items
		return len(items) == 2 && number(t, items[0].Text).Cmp(number(t, items[1].Text)) < 0
	}
	for _, c := range []struct {
		props string
		holds func(*traps.Case) bool
	}{
		{`"weight_kg": {"type": "number"}, "distance": {"type": "number", "description": "Distance"}, "distance_unit": {"type": "string", "enum": ["km", "mi"]}`, nil},
		{`"weight_kg": {"type": "number"}, "unit": {"type": "string", "enum": ["piece", "box"]}`, nil},
		{`"memory_mib": {"type": "integer", "description": "Memory. 1 MiB = 1024 KiB"}`, nil},
		{`"price_micros": {"type": "integer", "description": "Price. 1,000,000 micros = 1 unit of currency"}`, nil},
		{`"timeout_ms": {"type": "integer", "description": "Time to wait before it is tried again. Must be a positive integer."}`, nil},
		{`"timeout_ms": {"type": "integer", "description": "Must be between 1000 and 600000."}`, nil},
		{`"amount_cents": {"type": "integer", "description": "Amount in US cents. Must be at least 50."}`, nil},
		{`"created_after": {"type": "string", "format": "date-time", "description": "Only return holds created after this time."}`, nil},
		{`"until": {"type": "string", "format": "date-time", "description": "Return only holds created until this given time. Defaults to 30 days ago."}`, nil},
		{`"weights_kg": {"type": "array", "items": {"type": "number"}, "description": "[min, max]"}`, ascending},
		{`"window": {"type": "array", "items": {"type": "integer"}, "description": "Start and end, in epoch seconds"}`, ascending},
		{`"delay_seconds": {"type": "array", "items": {"type": "integer"}, "description": "Shortest and longest delay"}`, ascending},
		{`"age_seconds": {"type": "integer", "description": "Age in seconds. Must be a multiple of 60."}`, func(c *traps.Case) bool {
			return number(t, valueAt(c)).Denom().IsInt64() && strings.HasSuffix(valueAt(c), "0")
		}},
		{`"amount": {"type": "integer", "description": "Amount in minor units"}, "currency": {"type": "string", "description": "Only CHF"}`, func(c *traps.Case) bool {
			return c.Args.Value("currency").JSON() == `"CHF"`
		}},
		{`"amount": {"type": "integer", "description": "Amount in minor units"}, "currency": {"type": "string", "description": "Supported: JPY and EUR."}`, func(c *traps.Case) bool {
			code := c.Args.Value("currency").JSON()
			return code == `"JPY"` || code == `"EUR"`
		}},
	} {
		set := hold(t, "", c.props)
		if len(set.Cases) == 0 {
			t.Errorf("%s\nno case: %+v", c.props, set.Untold)
		}
		for _, got := range set.Cases {
			if c.holds != nil && !c.holds(got) {
				t.Errorf("%s\n%s: %s", c.props, got.ID, got.Args.JSON())
			}
		}
	}
}

// Each number that is passed over is told, also beside one that got cases.
func TestWhatIsPassedOverIsTold(t *testing.T) {
	for _, c := range []struct{ props, why string }{
		{`"confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "Ratio from 0 to 1"}`, "follows from a convention only"},
		{`"fuel_gallons": {"type": "number"}`, ""},
		{`"temp_delta": {"type": "number", "description": "Change, in degrees Celsius"}`, "it may be a difference of temperatures"},
		{`"start_ms": {"type": "integer"}`, "it is not said since when it counts"},
		{`"delay": {"type": "integer", "description": "Delay in seconds. Must be a multiple of 61."}`, "no amount is known that the description allows"},
	} {
		set := hold(t, "", c.props+`, "weight_kg": {"type": "number"}`)
		if len(set.Untold) == 0 && c.why == "" && set.Fields == 2 {
			continue
		}
		if len(set.Untold) != 1 || !strings.Contains(set.Untold[0].Why, c.why) {
			t.Errorf("%s\ntold %+v, want %q", c.props, set.Untold, c.why)
		}
		if set.Fields != 1 {
			t.Errorf("%s: cases of %d fields, want 1", c.props, set.Fields)
		}
	}
}
