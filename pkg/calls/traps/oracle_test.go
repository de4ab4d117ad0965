package traps_test

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/calls/traps"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// This file knows nothing of how cases are made: it reads what a person says, word by
// word, and works out what the field must hold from a table of its own.

// inField is how much of the base unit 1 is in each field of testdata/shop: of a
// dollar, a kilogram, a meter, a second, a byte ...
var inField = map[string]string{
	"amount_cents": "1/100", "fee": "1", "tip_usd": "1", "budget_micros": "1/1000000", "steps_cents": "1/100", "legs[].leg_amount_cents": "1/100",
	"discount_percent": "1/100", "share_ratio": "1", "spread_basis_points": "1/10000",
	"weight_kg": "1", "load_g": "1/1000", "gross_lb": "45359237/100000000",
	"width_cm": "1/100", "height_m": "1", "route_km": "1000", "pipe_inches": "254/10000",
	"cruise_kmh": "1000/3600", "wind_mps": "1", "field_hectares": "10000", "tank_liters": "1",
	"timeout_ms": "1/1000", "delay_seconds": "1", "lead_minutes": "60", "retention_days": "86400", "backoff_seconds": "1",
	"cache_bytes": "1", "heap_mib": "1048576", "bandwidth_kbps": "1000", "clock_mhz": "1000000", "draw_watts": "1",
}

// inWord is how much of the base unit a word stands for.
var inWord = map[string]string{
	"dollars": "1", "euros": "1", "pounds sterling": "1", "yen": "1", "jpy": "1", "eur": "1", "usd": "1", "cents": "1/100", "us dollars": "1", "us cents": "1/100",
	"percent": "1/100", "%": "1/100", "basis points": "1/10000",
	"ounces": "28349523125/1000000000000", "oz": "28349523125/1000000000000", "pounds": "45359237/100000000", "lb": "45359237/100000000", "stone": "635029318/100000000",
	"grams": "1/1000", "g": "1/1000", "kilograms": "1", "kg": "1", "metric tons": "1000", "milligrams": "1/1000000",
	"inches": "254/10000", "feet": "3048/10000", "ft": "3048/10000", "yards": "9144/10000", "miles": "1609344/1000",
	"millimeters": "1/1000", "mm": "1/1000", "centimeters": "1/100", "cm": "1/100", "meters": "1", "kilometers": "1000", "km": "1000",
	"miles per hour": "44704/100000", "mph": "44704/100000", "meters per second": "1", "m/s": "1", "kilometers per hour": "1000/3600", "km/h": "1000/3600", "knots": "1852/3600",
	"square meters": "1", "square kilometers": "1000000", "milliliters": "1/1000", "ml": "1/1000", "cubic meters": "1000",
	"milliseconds": "1/1000", "ms": "1/1000", "seconds": "1", "second": "1", "minutes": "60", "minute": "60", "hours": "3600", "hour": "3600", "days": "86400", "day": "86400", "weeks": "604800", "week": "604800",
	"bytes": "1", "kilobytes": "1000", "kb": "1000", "megabytes": "1000000", "mb": "1000000", "kibibytes": "1024", "kibibyte": "1024", "kib": "1024", "mebibytes": "1048576", "mib": "1048576", "gibibytes": "1073741824", "gibibyte": "1073741824", "gib": "1073741824",
	"megabits per second": "1000000", "mbit/s": "1000000", "gigabits per second": "1000000000", "gigabit per second": "1000000000", "gbit/s": "1000000000",
	"kilohertz": "1000", "khz": "1000", "gigahertz": "1000000000", "ghz": "1000000000", "kilowatts": "1000", "kw": "1000",
}

var spelled = map[string]int64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
	"fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
	"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var parts = map[string]string{
	"one half": "1/2", "three quarters": "3/4", "one quarter": "1/4", "a fifth": "1/5", "one tenth": "1/10", "two fifths": "2/5", "one in twenty": "1/20",
	"an hour and a half": "5400", "half an hour": "1800", "a quarter of an hour": "900", "a minute and a half": "90", "half a minute": "30",
	"a day and a half": "129600", "half a second": "1/2",
}

func number(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return r
}

// heard is what is said, in the base unit.
func heard(t *testing.T, said string) *big.Rat {
	t.Helper()
	said = strings.ToLower(said)
	if p, ok := parts[said]; ok {
		return number(t, p)
	}
	for _, sign := range []string{"us$", "$", "€", "£"} {
		if rest, ok := strings.CutPrefix(said, sign); ok {
			if k, ok := strings.CutSuffix(rest, "k"); ok {
				return new(big.Rat).Mul(number(t, k), big.NewRat(1000, 1))
			}
			return number(t, strings.ReplaceAll(rest, ",", ""))
		}
	}
	if first, second, ok := strings.Cut(said, " and "); ok {
		return new(big.Rat).Add(heard(t, first), heard(t, second))
	}
	if m := regexp.MustCompile(`^(\d+) feet (\d+) inches$`).FindStringSubmatch(said); m != nil {
		return new(big.Rat).Add(heard(t, m[1]+" feet"), heard(t, m[2]+" inches"))
	}
	if m := regexp.MustCompile(`^([\d.]+),(\d\d) eur$`).FindStringSubmatch(said); m != nil {
		return number(t, strings.ReplaceAll(m[1], ".", "")+"."+m[2])
	}
	if n, ok := strings.CutSuffix(said, "%"); ok {
		said = n + " %"
	}
	if said[0] >= 'a' {
		return inWords(t, said)
	}
	amount, word, _ := strings.Cut(said, " ")
	return new(big.Rat).Mul(number(t, strings.ReplaceAll(amount, ",", "")), worth(t, word))
}

// inWords is "one hundred twenty-nine dollars".
func inWords(t *testing.T, said string) *big.Rat {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(said, "-", " "))
	total := int64(0)
	for i, w := range words {
		n, ok := spelled[w]
		switch {
		case ok:
			total += n
		case w == "hundred":
			total *= 100
		default:
			return new(big.Rat).Mul(big.NewRat(total, 1), worth(t, strings.Join(words[i:], " ")))
		}
	}
	t.Fatalf("%q says no unit", said)
	return nil
}

func worth(t *testing.T, word string) *big.Rat {
	t.Helper()
	unit, ok := inWord[word]
	if !ok {
		t.Fatalf("the unit %q is not known", word)
	}
	return number(t, unit)
}

// valueAt is the value of a case in the field that it is about, as JSON.
func valueAt(c *traps.Case) string {
	n := c.Args
	for _, step := range strings.Split(strings.ReplaceAll(c.Field, "[]", ".0"), ".") {
		if n.Kind == source.Array {
			i, _ := strconv.Atoi(step)
			n = n.Items[i]
			continue
		}
		n = n.Value(step)
	}
	return n.JSON()
}

// The value of every case is what the words say, worked out anew.
func TestOracle(t *testing.T) {
	held := map[string]int{}
	for _, c := range shop(t).Cases {
		scale, linear := inField[c.Field]
		if c.Field == "amount" || !linear {
			continue // its own test
		}
		sums, values := strings.Split(c.Said, ", then "), strings.Split(strings.Trim(valueAt(c), "[]"), ", ")
		if len(sums) != len(values) {
			t.Errorf("%s: %q is %d numbers, the case has %d", c.ID, c.Said, len(sums), len(values))
			continue
		}
		for i, said := range sums {
			want, got := new(big.Rat).Quo(heard(t, said), number(t, scale)), number(t, values[i])
			if got.Cmp(want) != 0 {
				t.Errorf("%s: %q is %s, the case says %s", c.ID, said, want.RatString(), got.RatString())
			}
		}
		held[c.Field]++
	}
	for field := range inField {
		if held[field] == 0 {
			t.Errorf("%s: no case was held against the oracle", field)
		}
	}
}

// minor is what 1 of a currency is in its smallest unit (ISO 4217, list one), and how it is called.
var minor = map[string]struct {
	per   int64
	names []string
}{
	"USD": {100, []string{"us dollars", "us$", "usd"}}, "EUR": {100, []string{"euros", "€", "eur"}}, "GBP": {100, []string{"pounds sterling", "£", "gbp"}}, "JPY": {1, []string{"yen", "jpy"}},
	"KRW": {1, []string{"korean won", "krw"}}, "KWD": {1000, []string{"kuwaiti dinars", "kwd"}}, "BHD": {1000, []string{"bahraini dinars", "bhd"}}, "CAD": {100, []string{"canadian dollars", "cad"}},
	"AUD": {100, []string{"australian dollars", "aud"}}, "CHF": {100, []string{"swiss francs", "chf"}}, "INR": {100, []string{"indian rupees", "inr"}}, "BRL": {100, []string{"brazilian reais", "brl"}},
	"MXN": {100, []string{"mexican pesos", "mxn"}}, "SEK": {100, []string{"swedish kronor", "sek"}}, "PLN": {100, []string{"polish zlotys", "pln"}},
}

func TestOracleOfCurrencies(t *testing.T) {
	seen := map[string]int{}
	for _, c := range shop(t).Cases {
		if c.Field != "amount" {
			continue
		}
		code, _ := c.Args.Value("currency").Str()
		m, ok := minor[code]
		if !ok {
			t.Errorf("%s: currency %q", c.ID, code)
			continue
		}
		said := strings.ToLower(c.Said)
		named := false
		for _, name := range m.names {
			if strings.Contains(said, name) {
				named = true
				said = strings.TrimSpace(strings.ReplaceAll(said, name, ""))
			}
		}
		if !named || said == "" {
			t.Errorf("%s: %q does not say %s", c.ID, c.Said, code)
			continue
		}
		var want *big.Rat
		switch {
		case regexp.MustCompile(`^[\d.]+,\d\d$`).MatchString(said): // "1.234,50"
			want = number(t, strings.ReplaceAll(strings.ReplaceAll(said, ".", ""), ",", "."))
		case strings.HasSuffix(said, "k"):
			want = new(big.Rat).Mul(number(t, strings.TrimSuffix(said, "k")), big.NewRat(1000, 1))
		case said[0] >= 'a':
			want = heard(t, said+" dollars")
		default:
			want = number(t, strings.ReplaceAll(said, ",", ""))
		}
		want.Mul(want, big.NewRat(m.per, 1))
		if got := number(t, valueAt(c)); got.Cmp(want) != 0 {
			t.Errorf("%s: %q is %s, the case says %s", c.ID, c.Said, want.RatString(), got.RatString())
		}
		seen[code]++
	}
	for code := range minor {
		if seen[code] == 0 {
			t.Errorf("%s: no case", code)
		}
	}
}

func TestOracleOfTemperatures(t *testing.T) {
	n := 0
	for _, c := range shop(t).Cases {
		if c.Kind != "temperature" {
			continue
		}
		n++
		said := strings.ReplaceAll(strings.ToLower(c.Said), "°", " ")
		amount, scale, _ := strings.Cut(said, " ")
		kelvin := number(t, amount)
		switch {
		case strings.HasSuffix(scale, "fahrenheit"), scale == "f": // K = (F + 459.67) * 5/9
			kelvin.Add(kelvin, number(t, "45967/100")).Mul(kelvin, big.NewRat(5, 9))
		case strings.HasSuffix(scale, "celsius"), scale == "c":
			kelvin.Add(kelvin, number(t, "27315/100"))
		case scale == "kelvins":
		default:
			t.Fatalf("%q is not understood", c.Said)
		}
		got := number(t, valueAt(c))
		switch c.Field {
		case "oven_fahrenheit":
			got.Add(got, number(t, "45967/100")).Mul(got, big.NewRat(5, 9))
		case "chill_celsius":
			got.Add(got, number(t, "27315/100"))
		}
		if got.Cmp(kelvin) != 0 {
			t.Errorf("%s: %q is %s K, the case says %s K", c.ID, c.Said, kelvin.RatString(), got.RatString())
		}
	}
	if n < 10 {
		t.Errorf("%d cases of temperatures", n)
	}
}

// days counts the days from 1970-01-01 to a date of the Gregorian calendar, month by
// month.
func days(year, month, day int) int64 {
	leap := func(y int) bool { return y%4 == 0 && y%100 != 0 || y%400 == 0 }
	n := 0
	for y := 1970; y < year; y++ {
		n += 365
		if leap(y) {
			n++
		}
	}
	for m, length := range []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31} {
		if m+1 < month {
			n += length
			if m == 1 && leap(year) {
				n++
			}
		}
	}
	return int64(n + day - 1)
}

var (
	months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	saidAt = regexp.MustCompile(`^(?:(\w+day), )?(?:(\w+) (\d+), (\d+) at|(\d+) (\w+) (\d+),) (\d+):(\d\d)( am| pm)? UTC(?:([+-])(\d\d):(\d\d))?$`)
)

func TestOracleOfInstants(t *testing.T) {
	n := 0
	for _, c := range shop(t).Cases {
		if c.Kind != "instant" || c.Field == "due_on" {
			continue
		}
		n++
		m := saidAt.FindStringSubmatch(c.Said)
		if m == nil {
			t.Fatalf("%q is not understood", c.Said)
		}
		whole := func(s string) int { v, _ := strconv.Atoi(s); return v }
		year, month, day := whole(m[4]), m[2], whole(m[3])
		if m[6] != "" {
			year, month, day = whole(m[7]), m[6], whole(m[5])
		}
		at := 0
		for i, name := range months {
			if name == month {
				at = i + 1
			}
		}
		hour := whole(m[8])
		if m[10] == " pm" && hour < 12 {
			hour += 12
		}
		date := days(year, at, day)
		if m[1] != "" && []string{"Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"}[date%7] != m[1] {
			t.Errorf("%s: %q is no %s", c.ID, c.Said, m[1])
		}
		seconds := date*86400 + int64(hour)*3600 + int64(whole(m[9]))*60
		east := int64(whole(m[12])*3600 + whole(m[13])*60)
		if m[11] == "-" {
			east = -east
		}
		seconds -= east
		switch c.Field {
		case "run_at":
			if got := valueAt(c); got != strconv.FormatInt(seconds, 10) {
				t.Errorf("%s: %q is %d, the case says %s", c.ID, c.Said, seconds, got)
			}
		case "expires_epoch_ms":
			if got := valueAt(c); got != strconv.FormatInt(seconds*1000, 10) {
				t.Errorf("%s: %q is %d000, the case says %s", c.ID, c.Said, seconds, got)
			}
		case "starts_at":
			right := []string{strings.Trim(valueAt(c), `"`)}
			for _, a := range c.Accept {
				for _, v := range a.Values {
					right = append(right, v.Text)
				}
			}
			for _, text := range right {
				if got := rfc3339(t, text); got != seconds {
					t.Errorf("%s: %q is %d, %s is %d", c.ID, c.Said, seconds, text, got)
				}
			}
		}
	}
	if n < 15 {
		t.Errorf("%d cases of instants", n)
	}
}

var stamp = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):00(?:\.000)?(?:Z|([+-])(\d\d):(\d\d))$`)

func rfc3339(t *testing.T, text string) int64 {
	t.Helper()
	m := stamp.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is not RFC 3339", text)
	}
	whole := func(s string) int64 { v, _ := strconv.ParseInt(s, 10, 64); return v }
	seconds := days(int(whole(m[1])), int(whole(m[2])), int(whole(m[3])))*86400 + whole(m[4])*3600 + whole(m[5])*60
	east := whole(m[7])*3600 + whole(m[8])*60
	if m[6] == "-" {
		east = -east
	}
	return seconds - east
}

var isoSpan = regexp.MustCompile(`^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$`)

func TestOracleOfISODurations(t *testing.T) {
	want := map[string]int64{"90 minutes": 5400, "two days": 172800, "45 seconds": 45, "half an hour": 1800, "an hour and a half": 5400, "five minutes": 300, "12 hours": 43200}
	seen := map[string]bool{}
	for _, c := range shop(t).Cases {
		if c.Field != "grace" {
			continue
		}
		seen[c.Said] = true
		right := []string{strings.Trim(valueAt(c), `"`)}
		for _, a := range c.Accept {
			for _, v := range a.Values {
				right = append(right, v.Text)
			}
		}
		for _, text := range right {
			m := isoSpan.FindStringSubmatch(text)
			total := new(big.Rat)
			for i, length := range []int64{86400, 3600, 60, 1} {
				if m[i+1] != "" {
					total.Add(total, new(big.Rat).Mul(number(t, m[i+1]), big.NewRat(length, 1)))
				}
			}
			if total.Cmp(big.NewRat(want[c.Said], 1)) != 0 {
				t.Errorf("%s: %q is %d s, %s is %s", c.ID, c.Said, want[c.Said], text, total.RatString())
			}
		}
	}
	if len(seen) < len(want)-1 { // of two that are one, one is said
		t.Errorf("%d lengths of %d were said", len(seen), len(want))
	}
}
