package units

import (
	"strings"
	"testing"
)

func TestRename(t *testing.T) {
	ms, s, cents := Unit{"ms", Duration, 1e-3}, Unit{"s", Duration, 1}, Unit{"cents", Money, 0.01}
	for _, c := range []struct {
		name string
		u    Unit
		want string
	}{
		{"timeout", ms, "timeout_ms"},
		{"timeout_ms", s, "timeout_seconds"},
		{"timeoutMs", s, "timeoutSeconds"},
		{"TimeoutMillis", s, "TimeoutSeconds"},
		{"waitFor", s, "waitForSeconds"},
		{"TTL", s, "TTLSeconds"},
		{"MAX_WAIT", s, "MAX_WAIT_SECONDS"},
		{"max-wait", s, "max-wait-seconds"},
		{"ms_timeout", s, "seconds_timeout"},
		{"seconds", ms, "ms"},
		{"estimate_hours", Unit{"min", Duration, 60}, "estimate_minutes"},
		{"amount", cents, "amount_cents"},
		{"amount_cents", minorUnits, "amount_minor_units"},
		{"amountCents", minorUnits, "amountMinorUnits"},
		{"price_minor_units", cents, "price_cents"},
		{"fee_basis_points", Unit{"percent", Ratio, 0.01}, "fee_percent"},
		{"bytes_per_second", Unit{"Mbit/s", DataRate, 1e6}, "mbps"},
		{"floor_square_feet", Unit{"m2", Area, 1}, "floor_sqm"},
		{"rate", Unit{"EUR/USD", CurrencyRate, 0}, "rate_eur_per_usd"},
		{"rate_limit", perMinute, "rate_limit_per_minute"},
		{"heading", Unit{"degrees", Angle, 1}, "heading_degrees"},
		{"wait", businessDays, ""}, // days would be read
		{"delay", Unit{"tenths of a second", Duration, 0.1}, ""},
	} {
		if got := Rename(c.name, c.u, ""); got != c.want {
			t.Errorf("Rename(%s, %s) = %q, want %q", c.name, c.u.Symbol, got, c.want)
		}
	}
	if got := Rename("amount_eur_cents", cents, "USD"); got != "amount_usd_cents" {
		t.Errorf("in USD cents: %q", got)
	}
	if got := Rename("amount_cents", Unit{"USD", Money, 1}, "$"); got != "amount_dollars" {
		t.Errorf("in dollars: %q", got)
	}
}

// What a fix tells to write must be read as what it means.
func TestNounsAreReadBack(t *testing.T) {
	for i := range vocabulary {
		u := vocabulary[i].Unit
		if u.Dim == Other || u.Symbol == "px" {
			continue
		}
		name := map[Dimension]string{Duration: "delay", DataSize: "memory", DataRate: "bandwidth", Money: "price", Mass: "weight", Length: "distance",
			Temperature: "temperature", Ratio: "interest", Speed: "velocity", Angle: "angle", Area: "area", Volume: "tank_volume", Energy: "energy",
			Power: "power", Pressure: "pressure", Frequency: "frequency"}[u.Dim]
		phrase := "In " + u.Noun() + "."
		if strings.HasPrefix(u.Symbol, "per ") {
			phrase = u.Noun() + "."
		}
		if u.Symbol == fraction {
			phrase = "As a fraction from 0 to 1."
		}
		j := Judge(field(name, phrase))
		if got, ok := j.Unit(); !ok || !alike(got, u) {
			t.Errorf("%s %q is read as %q (%s), want %q", name, phrase, got.Symbol, j.Verdict, u.Symbol)
		}
	}
}
