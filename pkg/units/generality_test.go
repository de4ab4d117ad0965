package units

import "testing"

// Rows read in specs that nobody labelled, by the labelling guide.
func TestReadInTheWild(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("acceleration", "Acceleration of the object, m/s^2."), Prose, "m/s2"},
		{field("gravity", "Acceleration due to gravity. Default value is 9.81 m/s^2"), Prose, "m/s2"},
		{field("acceleration", "in meters/second^2"), Prose, "m/s2"},
		{field("distance", "Distance traveled by the object, m."), Prose, "m"},
		{field("volume", "The volume of the gas in m^3.", integer), Prose, "m3"},
		{field("espera", "tiempo de espera en segundos"), Prose, "s"},
		{field("plazo", "El plazo en meses para pagar", integer), Prose, "months"},
		{field("TimeToLive", "How long the voice message is valid for.", integer), Bare, ""},
		{field("amount_to_capture", "", integer, beside("currency")), Bare, ""},
		{field("memoryReservation", "The limit of memory reserved for the container.", integer), Bare, ""},
		{field("priceTier", "which tier of prices to use", integer), None, ""},
		{field("source", "The size of a file in the source of a merge request.", integer), Bare, ""},
		{field("Logs", "Max log size in megabytes (default 10)"), Prose, "MB"},
		{field("max_disks", "size of all disks", integer), None, ""},
		{field("base", "The length of the base of the triangle.", integer), Bare, ""},
		{field("timeout", "in 1/10 seconds"), Prose, "tenths of a second"},
		{field("limit", "Rate limit in requests per minute", integer), Prose, "per minute"},
		{field("rate", "Rate per hour in USD"), Prose, "USD"},
		{field("price", "price in cents per minute"), Prose, "cents"},
		{field("rate", "Frame rate"), None, ""},
		{field("cost", "Cost of the edge"), None, ""},
		{field("cost", "Cost of the trip"), Bare, ""},
		{field("since", "Return changes since this Unix time", integer), Bare, ""},
		{field("SizeInMBs", "", integer), Named, "MB"},
		{field("memorySizeInGBs", "", integer), Named, "GB"},
		{field("RowSpan", "The height of an element expressed as a number of grid rows", integer), None, ""},
		{field("bandwidthAllocation", "The bandwidth allocation of a queue", bounds("0", "1")), None, "fraction"},
		{field("InitialVariantWeight", "Determines the traffic distribution among all models"), None, ""},
		{field("endTimeAfter", "Lower bound on the end time (ISO-8601)"), SelfDescribing, ""},
		{field("velocities", "velocities of the cars"), Bare, ""},
		{field("minLength", "The minimum required length. This value must be between 1 and 200 characters", integer), None, ""},
		{field("applyGuardrailInterval", "The interval is set to 50 characters by default.", integer), None, ""},
		{field("LookBackPeriods", "The integer that describes how many budget periods are included", integer), None, ""},
		{field("MaxOffsetsPerTrigger", "The rate limit on the maximum number of offsets that are processed", integer), None, ""},
		{field("Weight", "how one result relates proportionally to other results", integer), None, ""},
		{field("contribution_weight", "The weight that the progress contributes"), None, ""},
		{field("Confidence", "", bounds("50", "100")), None, "percent"},
		{field("FilterStrength", "magnitude of filtering from 1 (minimal) to 5 (strongest)", integer), Prose, "scale"},
		{field("FontOpacity", "255 is opaque; 0 is transparent", integer), Prose, "scale"},
		{field("Heading", "heading at the position", bounds("0", "360")), None, "degrees"},
		{field("TurnAngle", "", bounds("-180", "180")), None, "degrees"},
		{field("weight", "", bounds("5", "100")), Bare, ""},
		{field("Heading", "heading in degrees", bounds("0", "360")), Prose, "degrees"},
		{field("TimeToLive", "How long it is valid. By default this is 72 hours.", integer, bounds("5", "259200")), Prose, "s"},
		{field("timeout", "at most 15 minutes", integer, bounds("1", "900")), Prose, "s"},
		{field("timeout", "at most 15 minutes", integer, bounds("1", "15")), Prose, "min"},
		{field("timeout", "at most 15 minutes", integer), Prose, "min"},
		{field("max_size", "maximum file size, up to 5 MB", integer, bounds("1", "5000000")), Prose, "bytes"},
		{field("licenseCostReduction", "Business goal to reduce license costs.", integer, bounds("1", "5")), None, ""},
	})
	if j := Judge(field("current_period_end", "", integer)); j.Dim != Instant || j.Verdict != Bare {
		t.Errorf("current_period_end: %s, a %s", j.Verdict, j.Dim)
	}
}
