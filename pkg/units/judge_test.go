package units

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// field builds the evidence of a test: a name, perhaps with its objects
// ("timeout.read"), a description, and edits to both.
func field(path, doc string, edits ...func(*Number)) Number {
	parts := strings.Split(path, ".")
	s := &contract.Schema{Types: contract.Number}
	f := &contract.Field{Name: parts[len(parts)-1], Schema: s, Doc: contract.Text{Text: doc}}
	n := Number{Name: f.Name, Parents: parts[:len(parts)-1], Field: f}
	for _, edit := range edits {
		edit(&n)
	}
	return n
}

func integer(n *Number)         { n.Field.Schema.Types = contract.Integer }
func text(n *Number)            { n.Field.Schema.Types = contract.StringType }
func op(s string) func(*Number) { return func(n *Number) { n.Op = s } }
func format(s string) func(*Number) {
	return func(n *Number) { n.Field.Schema.Format.Text = s }
}
func key(s string) func(*Number) { return func(n *Number) { n.Field.Schema.Unit.Text = s } }
func bounds(lo, hi string) func(*Number) {
	return func(n *Number) {
		if lo != "" {
			n.Field.Schema.Min = &contract.Bound{Num: lo}
		}
		if hi != "" {
			n.Field.Schema.Max = &contract.Bound{Num: hi}
		}
	}
}
func defaults(s string) func(*Number) {
	return func(n *Number) { n.Field.Schema.Default = &source.Node{Kind: source.Number, Text: s} }
}
func beside(names ...string) func(*Number) {
	return func(n *Number) {
		for _, name := range names {
			n.Siblings = append(n.Siblings, &contract.Field{Name: name, Schema: &contract.Schema{Types: contract.StringType}})
		}
	}
}
func besideEnum(name string, values ...string) func(*Number) {
	return func(n *Number) {
		s := &contract.Schema{Types: contract.StringType}
		for _, v := range values {
			s.Enum = append(s.Enum, contract.Value{Lit: &source.Node{Kind: source.String, Text: v}})
		}
		n.Siblings = append(n.Siblings, &contract.Field{Name: name, Schema: s})
	}
}

type verdictCase struct {
	n    Number
	want Verdict
	unit string // symbol of the strongest statement, "" where none
}

func testVerdicts(t *testing.T, cases []verdictCase) {
	t.Helper()
	for _, c := range cases {
		j := Judge(c.n)
		u, _ := j.Unit()
		name := strings.Join(append(c.n.Parents[:len(c.n.Parents):len(c.n.Parents)], c.n.Name), ".")
		if j.Verdict != c.want || u.Symbol != c.unit {
			t.Errorf("%s (%q): %s %q, want %s %q; stated %v, conflict %+v, convention %q",
				name, c.n.Field.Doc.Text, j.Verdict, u.Symbol, c.want, c.unit, j.Stated, j.Conflict, j.Convention)
		}
	}
}

func TestNameHoldsUnit(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("poll_interval_ms", ""), Named, "ms"},
		{field("pollIntervalMillis", ""), Named, "ms"},
		{field("PollIntervalInSeconds", "how long"), Named, "s"},
		{field("grace_s", "grace period"), Named, "s"},
		{field("timeout_s", ""), Named, "s"},
		{field("token_expires_in_sec", ""), Named, "s"},
		{field("parcel_weight_kg", ""), Named, "kg"},
		{field("weight_g", ""), Named, "g"},
		{field("uplinkBandwidthGbps", ""), Named, "Gbit/s"},
		{field("WriteThroughputMiBps", ""), Named, "MiB/s"},
		{field("SizeInGigaBytes", ""), Named, "GB"},
		{field("fee_basis_points", ""), Named, "basis points"},
		{field("slippage_bps", ""), Named, "basis points"},
		{field("uplink_bitrate_bps", ""), Named, "bit/s"},
		{field("shipping_fee_cents", ""), Named, "cents"},
		{field("bid_micros", ""), Named, "micros"},
		{field("requests_per_minute", ""), Named, "per minute"},
		{field("bytes_per_second", ""), Named, "bytes/s"},
		{field("battery_percent", ""), Named, "percent"},
		{field("retain_days", ""), Named, "days"},
		{field("linkSpeedMbps.min", "lower end"), Named, "Mbit/s"},
		{field("max_wait_ms", "at least 1"), Named, "ms"},
		{field("degrees", "degrees of clockwise rotation"), Named, "degrees"},
		{field("break_min", "length of the break in minutes"), Named, "min"},
		{field("memory_per_worker_mb", ""), Named, "MB"},
	})
}

func TestWordsThatAreNoUnits(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("duration_min", ""), Bare, ""},       // a minimum
		{field("fan_min_runtime", ""), Bare, ""},    // a minimum
		{field("gust_speed_80m", ""), Bare, ""},     // a level above ground
		{field("temperature_850hPa", ""), Bare, ""}, // a pressure level
		{field("price_per_kg", ""), Bare, ""},       // not the price's unit
		{field("hour_price", ""), Bare, ""},         // a price
		{field("s3_timeout", ""), Bare, ""},         // a product
		{field("us_region_count", ""), None, ""},    // a country
		{field("second_attempt", "attempt number", integer), None, ""},
		{field("min_items", "", integer), None, ""},
		{field("oz", ""), None, ""},
	})
}

func TestProseHoldsUnit(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("timeout", "How long to wait, in milliseconds"), Prose, "ms"},
		{field("timeout", "Seconds before the call is given up"), Prose, "s"},
		{field("lookback", "Number of days to look back"), Prose, "days"},
		{field("wait", "wait time (sec)"), Prose, "s"},
		{field("radius", "search radius, in metres"), Prose, "m"},
		{field("setpoint", "target in degrees Celsius"), Prose, "celsius"},
		{field("price", "price in the smallest currency unit"), Prose, "minor units"},
		{field("price", "e.g. 19.90"), Prose, "major units"},
		{field("price", "1999 = $19.99"), Prose, "cents"},
		{field("since", "start of the window, e.g. 1700000000"), None, ""},
		{field("start_time", "start of the window, e.g. 1700000000"), Prose, "s"},
		{field("start_time", "a 13-digit timestamp"), Prose, "ms"},
		{field("heading", "compass heading from 0 to 360"), Prose, "degrees"},
		{field("opacity", "from 0 to 1"), Prose, "fraction"},
		{field("volume_level", "0-100", integer), Prose, "percent"},
		{field("interest_rate", "yearly rate, 0.05 = 5%"), Prose, "fraction"},
		{field("rate_limit", "requests per second"), Prose, "per second"},
		{field("end_index", "end of the range, measured in bytes"), Prose, "bytes"},
		{field("tempo", "beats per minute"), Prose, "bpm"},
		{field("delay", "等待时间（毫秒）"), Prose, "ms"},
		{field("espera", "tiempo de espera en segundos", op("x")), Prose, "s"},
	})
}

func TestBare(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("timeout", ""), Bare, ""},
		{field("amount", "what to pay", beside("currency")), Bare, ""},
		{field("created_at", "Unix timestamp"), Bare, ""},
		{field("from", "start, as a Unix timestamp"), Bare, ""},
		{field("timeout.connect", ""), Bare, ""},
		{field("PriceFilter.gte", ""), Bare, ""},
		{field("weight", "weight of the parcel"), Bare, ""},
		{field("width", "width of the parcel"), Bare, ""},
		{field("discount_rate", ""), Bare, ""},
		{field("cacheSize", "size of the cache on disk"), Bare, ""},
		{field("winnings", "Amount of the prize", beside("currency")), Bare, ""},
		{field("rain_probability", "", integer), Bare, ""},
		{field("SubTotal", ""), Bare, ""},
		{field("temperature", "target temperature of the room"), Bare, ""},
		{field("attachment.size", ""), Bare, ""},
		{field("size", "Size of the uploaded file"), Bare, ""},
		{field("Total", "sum of all lines", beside("CurrencyCode")), Bare, ""},
		{field("cacheMaxAge", ""), Bare, ""},
		{field("detection_threshold", ""), Bare, ""},
	})
}

func TestNothingToGuess(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("page_size", "", integer), None, ""},
		{field("max_results", "at most 100", integer), None, ""},
		{field("latitude", "in degrees"), None, ""},
		{field("width", "width of the viewport in pixels"), None, "px"},
		{field("image.height", ""), None, ""},
		{field("temperature", "sampling temperature, 0-2"), None, ""},
		{field("speed", "", op("text_to_speech voice")), None, ""},
		{field("weight", "weight of the edge"), None, ""},
		{field("opacity", "", bounds("0", "1")), None, "fraction"},
		{field("rain_probability", ""), None, ""},
		{field("max_age", "maximum age of the driver", integer), None, ""},
		{field("distance", "MX priority"), None, ""},
		{field("since", "organization ID", integer), None, ""},
		{field("travel_time", "ratio between planned and real time"), None, ""},
		{field("wait_multiplier", ""), None, ""},
		{field("trading_volume", ""), None, ""},
		{field("DefaultUid", "The POSIX user ID", integer), None, ""},
		{field("start_at", "The hour of the day", integer), None, ""},
		{field("name_length", "length of the name", integer), None, ""},
		{field("attempts", "Number of attempts within 5 seconds", integer), None, ""},
		{field("amount", "Number of copies", integer), None, ""},
		{field("auc", "area under the curve"), None, ""},
		{field("thinking_budget", "budget in tokens", integer), None, ""},
		{field("distance", "between the vector and its neighbor"), None, ""},
		{field("max_disks", "", integer), None, ""},
		{field("heading_level", "", integer), None, ""},
		{field("learning_rate", ""), None, ""},
		{field("failure_threshold", "", integer), None, ""},
	})
}

func TestSelfDescribing(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("end", "", text, format("date-time")), SelfDescribing, ""},
		{field("created", "", integer, format("unix-time")), SelfDescribing, "s"},
		{field("wait", "", key("ms")), SelfDescribing, "ms"},
		{field("weight", "", beside("weight_unit")), SelfDescribing, "by:weight_unit"},
		{field("weight", "", beside("price_unit")), Bare, ""},
		{field("amount", "", integer, beside("unit_amount")), Bare, ""},
		{field("width", "width of the box", beside("unit")), SelfDescribing, "by:unit"},
		{field("interval_count", "", integer, beside("interval")), SelfDescribing, "by:interval"},
		{field("radius", "in metres", beside("unit")), Prose, "m"},
		{field("radius", "in metres unless unit says otherwise", beside("unit")), SelfDescribing, "by:unit"},
		{field("price", "e.g. 5.50", text, beside("currency")), SelfDescribing, ""},
	})
}

func TestConflicts(t *testing.T) {
	cases := []struct {
		n    Number
		want string // of Why
	}{
		{field("ramp_minutes", "ramp-up time, in seconds"), "the name says min, the description s"},
		{field("disk_size_gb", "size in GiB"), "the name says GB, the description GiB"},
		{field("off_percent", "", bounds("0", "1")), "a percentage with maximum 1"},
		{field("rate", "percentage between 0 and 1"), "a percentage on a scale from 0 to 1"},
		{field("tax_rate", "in percentage; for 5 % enter 0.05"), "a percentage whose example is a fraction"},
		{field("keep_ratio", "", bounds("0", "100")), "a fraction with maximum 100"},
		{field("amount", "in cents", integer, beside("currency")), "cents beside a free currency: JPY has no cents, KWD has 1000"},
		{field("amount_cents", "", integer, besideEnum("currency", "USD", "JPY")), "cents beside a free currency: JPY has no cents, KWD has 1000"},
		{field("fee_cents", "", format("double")), "a float for cents, which have no fractions"},
		{field("request_timeout_seconds", "", defaults("30000")), "a default of 30000 s is over two hours for one call"},
		{field("query_timeout_ms", "", defaults("30")), "a default of 30 ms is too short for a request"},
		{field("start", "milliseconds since 1970; e.g. 1546336800"), "a point in time in ms whose example looks like s"},
		{field("cpu_time", "in nanoseconds on Linux, 100 nanoseconds on Windows"), "the unit depends on the platform"},
		{field("turn_angle_deg", "", bounds("0", "6.283")), "degrees up to 6.283 look like radians"},
		{field("share", "percent of visits, from 0 to 0.9"), "a percentage on a scale from 0 to 1"},
		{field("quota", "in GB or GiB"), "the description claims both GB and GiB"},
	}
	for _, c := range cases {
		j := Judge(c.n)
		if j.Verdict != Conflicting || j.Conflict.Why != c.want {
			t.Errorf("%s (%q): %s %+v, want conflict %q", c.n.Name, c.n.Field.Doc.Text, j.Verdict, j.Conflict, c.want)
		}
	}
}

func TestNoConflict(t *testing.T) {
	testVerdicts(t, []verdictCase{
		{field("timeout_ms", "in milliseconds, default 30000 (30 seconds)", defaults("30000")), Named, "ms"},
		{field("pixel_size_meters", "in meters per pixel"), Named, "m"},
		{field("WeightLbs", "in pounds"), Named, "lb"},
		{field("disk-mbps", "bandwidth in MBps"), Named, "Mbit/s"}, // lower case says neither
		{field("amount", "in cents", integer, besideEnum("currency", "USD")), Prose, "cents"},
		{field("amount", "in the smallest unit of the currency", integer, beside("currency")), Prose, "minor units"},
		{field("amount", "in cents (or local equivalent)", integer, beside("currency")), Prose, "cents"},
		{field("amount", "in cents", integer, beside("merchant_currency")), Prose, "cents"},
		{field("fee_micros", "in USD"), Named, "micros"},
		{field("avg_fee_cents", "", format("double")), Named, "cents"},
		{field("discount_percent", "", bounds("0", "100")), Named, "percent"},
		{field("session_ttl_seconds", "", defaults("86400")), Named, "s"},
	})
}

func TestMoneyFacts(t *testing.T) {
	got := Judge(field("refund_cents", "", beside("id", "refundCurrency")))
	want := Judgement{Verdict: Conflicting, Dim: Money, Currency: "refundCurrency", FreeCurrency: true, Cents: true, Fraction: true}
	got.Stated, got.Conflict = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestExponent(t *testing.T) {
	for code, want := range map[string]int{"JPY": 0, "USD": 2, "KWD": 3} {
		if got, ok := Exponent(code); got != want || !ok {
			t.Errorf("Exponent(%s) = %d, %v, want %d", code, got, ok, want)
		}
	}
	if _, ok := Exponent("points"); ok {
		t.Error("points are no currency")
	}
}

func TestPercentFacts(t *testing.T) {
	for _, c := range []struct {
		n               Number
		percent, ranged bool
	}{
		{field("share_percent", ""), true, false},
		{field("share_percent", "", bounds("0", "100")), true, true},
		{field("share", "as a percentage"), true, false},
		{field("share", ""), false, false},
	} {
		if j := Judge(c.n); j.Percent != c.percent || j.Ranged != c.ranged {
			t.Errorf("%s (%q): percent %v, ranged %v, want %v, %v", c.n.Name, c.n.Field.Doc.Text, j.Percent, j.Ranged, c.percent, c.ranged)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		factor   string
		conflict bool
	}{
		{"timeout_ms", "timeout_seconds", "1/1000", true},
		{"timeout_seconds", "timeout_ms", "1000", true},
		{"timeout_seconds", "timeoutSecs", "1", false},
		{"price_cents", "price_usd", "1/100", true},
		{"temp_celsius", "temp_fahrenheit", "", true},
		{"timeout_ms", "size_bytes", "", true},
		{"timeout", "timeout_ms", "", false},
		{"retain_days", "retain_hours", "24", true},
	} {
		factor, conflict := Compare(Judge(field(c.a, "")), Judge(field(c.b, "")))
		if factor != c.factor || conflict != c.conflict {
			t.Errorf("Compare(%s, %s) = %q, %v, want %q, %v", c.a, c.b, factor, conflict, c.factor, c.conflict)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"networkBandwidthGbps": "network bandwidth gbps",
		"wind_speed_40m":       "wind speed 40 m",
		"IPAddress":            "ip address",
		"x-rate.limit":         "x rate limit",
		"WarmThroughputMiBps":  "warm throughput mibps",
		"powerKWh":             "power kwh",
		"userIDs":              "user ids",
		"":                     "",
	} {
		if got := strings.Join(Words(name), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

// Every unit is a line of the table: its sure spellings are read in a name by
// themselves, its short ones beside a word of its dimension.
func TestVocabulary(t *testing.T) {
	carrier := map[Dimension]string{Duration: "delay", DataSize: "memory", DataRate: "bandwidth", Money: "price", Mass: "weight", Length: "distance",
		Temperature: "temperature", Ratio: "likelihood", Speed: "velocity", Angle: "angle", Area: "area", Energy: "energy", Power: "power", Pressure: "pressure",
		Frequency: "frequency", Other: "voltage", Volume: ""}
	for _, row := range vocabulary {
		for _, s := range strings.Fields(row.sure) {
			name := strings.TrimPrefix(carrier[row.Dim]+"_"+s, "_")
			if !ascii(s) {
				continue
			}
			if r := readName(splitName(name, nil, nil), Pure); r.unit == nil || r.unit.Dim != row.Dim {
				t.Errorf("%s: read as %v, want %v", name, r.unit, row.Unit)
			}
		}
		for _, s := range strings.Fields(row.short) {
			if !ascii(s) || carrier[row.Dim] == "" || s == "min" {
				continue
			}
			if r := readName(splitName(carrier[row.Dim]+"_"+s, nil, nil), Pure); r.unit == nil || r.unit.Dim != row.Dim {
				t.Errorf("%s_%s: read as %v, want %v", carrier[row.Dim], s, r.unit, row.Unit)
			}
		}
	}
}

func ascii(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) {
			return false
		}
	}
	return true
}

func FuzzJudge(f *testing.F) {
	f.Add("timeout_ms", "retry.policy", "in milliseconds (default: 30), 0 to 1, e.g. 1546336800 $5.50 90% °C 毫秒", "currency_unit", "30", "0", "1")
	f.Add("per", "", "per no. of", "unit", "", "", "")
	f.Fuzz(func(t *testing.T, name, path, doc, sibling, def, lo, hi string) {
		n := field(name, doc, bounds(lo, hi), defaults(def), beside(sibling))
		n.Parents = strings.Split(path, ".")
		j := Judge(n)
		if (j.Verdict == Conflicting) != (j.Conflict != nil) {
			t.Errorf("verdict %s with conflict %+v", j.Verdict, j.Conflict)
		}
		if (j.Verdict == Named || j.Verdict == Prose) && len(j.Stated) == 0 {
			t.Errorf("verdict %s without a statement", j.Verdict)
		}
	})
}

func BenchmarkJudge(b *testing.B) {
	n := field("request.maxWaitTime", "Maximum time to wait for the remote endpoint, in milliseconds; if it is exceeded the call fails (default: 30000)", integer, defaults("30000"), beside("retries", "endpoint"))
	b.ReportAllocs()
	for b.Loop() {
		Judge(n)
	}
}
