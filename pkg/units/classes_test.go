package units

import "testing"

// Ways to say one thing. Two of one class never contradict, two of two classes
// always do: which author wrote which side is chance.
var classes = map[string]map[string][]string{
	"amount": {
		"cents": {"Amount in cents.", "Amount in cents", "amount, in cents", "Amount (in cents)", "Amount (cents)", "The amount to charge, in US cents.", "Amount in USD cents.",
			"Dollar amount, in cents.", "Amount in the smallest currency unit", "Amount in minor units.", "Amount, expressed in minor units of the currency",
			"A positive integer in cents representing how much to charge", "Amount in cents (e.g. 1099 for $10.99)", "Charge in the currency's smallest unit (e.g. cents)",
			"Amount in hundredths of a dollar", "Amount in cents, not dollars", "Amount specified in cents", "Value in cents", "Amount intended to be collected, in the smallest currency unit (e.g., 100 cents to charge $1.00)"},
		"major": {"Amount in dollars.", "Amount in USD", "Amount (USD)", "Dollar amount", "Amount in US dollars", "Amount, in dollars", "Amount in dollars, e.g. 10.99", "e.g. 10.99",
			"Amount in dollars, not cents", "USD amount", "Amount in dollars (not in cents)", "Amount to pay in dollars and cents, e.g. 10.99"},
		"micros": {"Amount in micros", "Amount, in micros of the account currency", "Amount in millionths of the currency unit", "Amount in micros (1,000,000 = 1 USD)"},
	},
	"timeout": {
		"s": {"Timeout in seconds.", "Timeout (seconds)", "timeout, in s", "Seconds to wait", "Number of seconds to wait", "How many seconds to wait", "Timeout in seconds (60 = one minute)", "Timeout, 60 is one minute",
			"The timeout, specified in seconds", "Timeout [s]", "Timeout: 3600 = 1 hour", "Timeout in secs", "Wait at most this many seconds", "timeout in seconds, at most 5 minutes", "Request timeout, seconds"},
		"ms": {"Timeout in milliseconds.", "Timeout (ms)", "timeout, in ms", "Milliseconds to wait", "Number of milliseconds to wait", "Timeout in ms, e.g. 30000 (30 seconds)", "Timeout, 30000 is 30 seconds",
			"Timeout [ms]", "timeout in thousandths of a second", "Maximum wait in milliseconds (default: 5000 = 5 seconds)", "Timeout in milliseconds, at most 5 minutes", "Timeout in milliseconds, not seconds"},
		"min": {"Timeout in minutes.", "Timeout (minutes)", "Minutes to wait", "Number of minutes to wait", "timeout, in mins", "Timeout in minutes, at most 2 hours"},
	},
	"discount": {
		"percent":  {"Discount in percent.", "Discount in %", "Discount percentage", "Discount as a percentage", "Discount (%)", "Percent off", "Discount, in percent (0-100)", "percentage to take off, from 0 to 100"},
		"fraction": {"Discount as a fraction.", "Discount as a fraction from 0 to 1", "Discount as a decimal (0.15 = 15%)", "Discount, 0.15 means 15%"},
		"dollars":  {"Discount in dollars", "Discount (USD)", "discount amount in dollars"},
		"cents":    {"Discount in cents", "Discount (in cents)"},
	},
	"weight": {
		"kg": {"Weight in kilograms.", "Weight in kg", "Weight (kg)", "weight, in kgs", "Weight of the parcel in kilograms", "Weight of the parcel, kg", "Parcel weight, kg."},
		"lb": {"Weight in pounds.", "Weight in lbs", "Weight (lb)", "Weight of the parcel, in pounds"},
		"g":  {"Weight in grams.", "Weight in g", "Weight (g)", "Weight of the parcel in grams", "Weight, 1000 = 1 kg"},
		"oz": {"Weight in ounces.", "Weight (oz)", "Weight in oz"},
	},
	"temperature": {
		"c": {"Temperature of the room in Celsius.", "Room temperature in degrees Celsius", "Room temperature in °C", "Temperature of the oven (C)", "Room temperature (°C)"},
		"f": {"Temperature of the room in Fahrenheit.", "Room temperature in degrees Fahrenheit", "Room temperature in °F", "Temperature of the oven (F)"},
		"k": {"Temperature of the star in kelvin", "Temperature of the gas in Kelvin (K)"},
	},
	"memory": {
		"bytes": {"Memory in bytes.", "Memory (bytes)", "Memory limit, in bytes", "Number of bytes", "Memory limit, e.g. 1048576 (1 MiB)"},
		"MB":    {"Memory in megabytes.", "Memory in MB", "Memory (MB)", "Memory limit, in MB"},
		"MiB":   {"Memory in mebibytes.", "Memory in MiB", "Memory (MiB)"},
		"GB":    {"Memory in gigabytes", "Memory in GB", "Memory (GB)"},
	},
	"created_at": {
		"s":  {"Unix timestamp in seconds", "Unix time (seconds)", "Seconds since the epoch", "Unix seconds", "Epoch seconds", "Unix timestamp, e.g. 1700000000", "Number of seconds since 1970-01-01", "Unix epoch time in seconds", "10-digit Unix timestamp"},
		"ms": {"Unix timestamp in milliseconds", "Milliseconds since the epoch", "Epoch milliseconds", "Unix timestamp, e.g. 1700000000000", "epoch millis", "Unix time (ms)", "13-digit Unix timestamp"},
	},
	"distance": {
		"km": {"Distance in kilometers.", "Distance in km", "Distance (km)", "Distance driven, km", "Distance in kilometres"},
		"m":  {"Distance in meters.", "Distance (m)", "Distance in m", "distance, in metres", "The distance driven, m."},
		"mi": {"Distance in miles.", "Distance (miles)", "Distance (mi)", "distance, in miles"},
	},
	"wind_speed": {
		"km/h": {"Wind speed in km/h", "Wind speed in kilometers per hour", "Wind speed (kph)", "wind speed, km/h"},
		"m/s":  {"Wind speed in m/s", "Wind speed in meters per second", "Wind speed (m/s)"},
		"mph":  {"Wind speed in mph", "Wind speed in miles per hour", "Wind speed (mph)"},
	},
}

func TestWaysToSayOneThing(t *testing.T) {
	for name, ways := range classes {
		for class, docs := range ways {
			for _, doc := range docs {
				a := Judge(field(name, doc))
				if u, ok := a.Unit(); !ok || a.Verdict == Conflicting {
					t.Errorf("%s %q states nothing, or two things: %s %s %+v", name, doc, a.Verdict, u.Symbol, a.Conflict)
					continue
				}
				for other, others := range ways {
					for _, against := range others {
						if _, conflict := Compare(a, Judge(field(name, against))); conflict != (class != other) {
							u, _ := a.Unit()
							v, _ := Judge(field(name, against)).Unit()
							t.Errorf("%s: %q (%s) against %q (%s): conflict %v", name, doc, u.Symbol, against, v.Symbol, conflict)
						}
					}
				}
			}
		}
	}
}
