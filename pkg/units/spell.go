package units

import "strings"

// spellings are the nouns and the endings of names for units whose symbol is
// neither: "s" is seconds in prose and in names.
var spellings = map[string]struct{ noun, ending string }{
	"ns": {"nanoseconds", "nanoseconds"}, "us": {"microseconds", "microseconds"}, "ms": {"milliseconds", "ms"},
	"s": {"seconds", "seconds"}, "min": {"minutes", "minutes"},
	"minor units": {"minor units of the currency", "minor units"}, "major units": {"major units of the currency", "major units"},
	"USD": {"dollars", "usd"}, "fraction": {"fraction", "fraction"}, "lb": {"pounds (lb)", "lb"},
	"celsius": {"degrees Celsius", "celsius"}, "fahrenheit": {"degrees Fahrenheit", "fahrenheit"},
	"m": {"metres", "meters"}, "ft": {"feet", "feet"}, "in": {"inches", "inches"}, "mi": {"miles", "miles"}, "yd": {"yards", "yards"},
	"px": {"pixels", "px"}, "um": {"micrometres", "micrometers"}, "nm": {"nanometres", "nanometers"},
	"g": {"grams", "grams"}, "t": {"tonnes", "tonnes"}, "oz": {"ounces", "ounces"}, "st": {"stone", "stone"}, "ug": {"micrograms", "mcg"},
	"m2": {"square metres", "sqm"}, "ft2": {"square feet", "sqft"}, "m3": {"cubic metres", "m3"},
	"l": {"litres", "liters"}, "W": {"watts", "watts"}, "kW": {"kilowatts", "kw"}, "J": {"joules", "joules"}, "V": {"volts", "volts"}, "A": {"amperes", "amperes"},
	"Pa": {"pascals", "pascals"}, "bit/s": {"bits per second", "bits per second"}, "kbit/s": {"kbit/s", "kbps"}, "Mbit/s": {"Mbit/s", "mbps"}, "Gbit/s": {"Gbit/s", "gbps"},
	"Tbit/s": {"Tbps", "tbps"}, "ly": {"lightyears", "lightyears"}, "pc": {"parsecs", "parsecs"}, "km/h": {"km/h", "kmh"}, "m/s": {"metres per second", "meters per second"},
}

// Noun is a unit as a person says it behind "in": "seconds", "percent", "EUR per USD".
func (u Unit) Noun() string {
	if s, ok := spellings[u.Symbol]; ok {
		return s.noun
	}
	if over, under, ok := strings.Cut(u.Symbol, "/"); ok && u.Dim != Speed {
		return over + " per " + singular(under)
	}
	return u.Symbol
}

// singular is the word behind "per": s, "hours", USD.
func singular(symbol string) string {
	if s, ok := spellings[symbol]; ok && symbol != "USD" {
		symbol = s.noun
	}
	return strings.TrimSuffix(symbol, "s")
}

// ending is the words that say a unit at the end of a name.
func (u Unit) ending() []string {
	s := u.Symbol
	if known, ok := spellings[s]; ok {
		s = known.ending
	} else if over, under, ok := strings.Cut(s, "/"); ok {
		s = over + " per " + singular(under)
	}
	return strings.Fields(strings.ToLower(s))
}

// Rename is name with the unit that it spells replaced by u, or with u at its
// end where it spells none, in the name's own style. A code, which may be "", is
// the currency that the name is to say as well: amount_usd_cents. The result is ""
// where the name would not be read so: then a name cannot say it.
func Rename(name string, u Unit, code string) string {
	words := u.ending()
	switch {
	case isCurrency(&u) && code == anyDollar:
		words = []string{"dollars"}
	case !isCurrency(&u) && len(code) == 3:
		words = append([]string{strings.ToLower(code)}, words...)
	}
	return rename(name, u, words)
}

func rename(name string, u Unit, words []string) string {
	r := readName(splitName(name, nil, nil), u.Dim)
	from, to := len(name), len(name)
	if r.unit != nil {
		first := r.unitFrom
		if first > 0 && r.toks[first-1].word != nil && len(r.toks[first-1].word.units) > 0 && isCurrency(r.toks[first-1].word.units[0]) { // usd of usd_cents
			first--
		}
		from = r.toks[first].start
		last := &r.toks[r.unitTo-1]
		to = last.start + len(last.text)
	}
	fresh := name[:from] + styled(name, from, words) + name[to:]
	if len(fresh) > maxName {
		return ""
	}
	again := readName(splitName(fresh, nil, nil), u.Dim)
	if again.unit == nil || !alike(*again.unit, u) || fresh == name {
		return ""
	}
	return fresh
}

// styled joins words as the rest of the name is spelled, to stand at byte from of it.
func styled(name string, from int, words []string) string {
	lowered, raised := strings.ToLower(name), strings.ToUpper(name)
	sep := ""
	switch {
	case strings.Contains(name, "_"):
		sep = "_"
	case strings.Contains(name, "-"):
		sep = "-"
	case name == lowered:
		sep = "_"
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 || from == len(name) {
			b.WriteString(sep)
		}
		switch {
		case sep != "" && name == raised && name != lowered:
			w = strings.ToUpper(w)
		case sep == "" && (i > 0 || from > 0 || isUpper(name[0])):
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
	}
	return b.String()
}
