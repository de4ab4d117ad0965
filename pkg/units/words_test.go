package units

import "testing"

// A word that spells a unit is none where it stands among its kin: min beside max is
// the least, the h of "h, w" a height, the s of "item(s)" a plural.
func TestWordsAmongTheirKinAreNoUnits(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("weights_kg", "[min, max]"), Named, "kg"},
		{field("weights_kg", "Weights, [min, max]."), Named, "kg"},
		{field("price_usd", "Price filter (min, max)"), Named, "USD"},
		{field("price_usd", "Price (min/max)"), Named, "USD"},
		{field("price_usd", "Price (max/min)"), Named, "USD"},
		{field("price_usd", "Price (min | max)"), Named, "USD"},
		{field("price_usd", "Price (min and max)"), Named, "USD"},
		{field("price_usd", "Price (min)"), Named, "USD"},
		{field("area_sqm", "Area [min, max]"), Named, "m2"},
		{field("distance_km", "Distance, aggregated by avg (min, max, avg)"), Named, "km"},
		{field("distance_km", "Distance, aggregated (avg, sum, min)."), Named, "km"},
		{field("distance_km", "Distance, one of avg, max, min."), Named, "km"},
		{field("delay_seconds", "Delay (min. 5)"), Named, "s"},
		{field("delay_seconds", "Delay [mean; min; max]"), Named, "s"},
		{field("delay_seconds", "Delay in min/max form"), Named, "s"},
		{field("size_cm", "Size (s, m, l)"), Named, "cm"},
		{field("box_cm", "Box (l, w, h)"), Named, "cm"},
		{field("box_cm", "Box [h, w]"), Named, "cm"},
		{field("delay_seconds", "Delay (first, second)"), Named, "s"},
		{field("weight_kg", "Weight of the item(s)"), Named, "kg"},
		{field("fee_cents", "Fee of the item(s), in cents"), Named, "cents"},
		{field("timeout_ms", "Timeout(s) in milliseconds"), Named, "ms"},
		{field("weight", "Weight of the item(s)"), Bare, ""},
		{field("retention", "Retention in day(s)"), Prose, "days"},
		{field("retention_days_s3", ""), Named, "days"},
		{field("retention_amount_s3", ""), None, ""},
		{field("retention_amount", ""), None, ""},
		{field("s3_retention_days", ""), Named, "days"},
		{field("timeout_h2", ""), Bare, ""},
		{field("minute", "Minutes of hour of day", integer), None, ""},
		{field("minutes", "Minutes of hour of day", integer), None, ""},
		{field("at_minute", "minute of the hour", integer), None, ""},
		{field("start_minute", "The minute of the hour at which it starts", integer), None, ""},
		{field("minutes", "Minutes past the hour", integer), None, ""},
	})
}

// What makes min, s and h no unit elsewhere leaves them one where they stand alone.
func TestShortWordsThatAreUnits(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("timeout", "Timeout (min)"), Prose, "min"},
		{field("timeout", "Timeout (min, default 5)"), Prose, "min"},
		{field("timeout", "Timeout (min, max 60)"), Prose, "min"},
		{field("timeout", "Timeout [min]"), Prose, "min"},
		{field("timeout", "Timeout in min"), Prose, "min"},
		{field("timeout", "Timeout (s)"), Prose, "s"},
		{field("timeout", "Timeout(s)"), Prose, "s"},
		{field("timeout", "Timeout (s, optional, at most 60)"), Prose, "s"},
		{field("distance", "Distance (m)"), Prose, "m"},
		{field("speed", "Speed (m/s)"), Prose, "m/s"},
		{field("speed", "Speed(m/s)"), Prose, "m/s"},
		{field("flow", "Flow (l/min)"), Prose, "l/min"},
		{field("duration_minutes", "How many minutes of the day are worked"), Named, "min"},
	})
	j := Judge(field("timeout_seconds", "Timeout (min)"))
	if j.Verdict != Conflicting || j.Conflict.Why != "the name says s, the description min" {
		t.Errorf("timeout_seconds (min): %s %+v", j.Verdict, j.Conflict)
	}
}
