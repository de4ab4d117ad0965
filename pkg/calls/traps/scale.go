package traps

import (
	"math/big"

	"github.com/tooldrift/tooldrift/pkg/units"
)

// measure is a unit that people say.
type measure struct {
	symbol   string // as pkg/units has it
	dim      units.Dimension
	one, all string // "minute", "minutes"
	short    string // "min"; "" where nobody would write it so
}

// measures holds what is defined exactly only.
var measures = []measure{
	{"ns", units.Duration, "nanosecond", "nanoseconds", "ns"},
	{"us", units.Duration, "microsecond", "microseconds", ""},
	{"ms", units.Duration, "millisecond", "milliseconds", "ms"},
	{"s", units.Duration, "second", "seconds", ""},
	{"min", units.Duration, "minute", "minutes", ""},
	{"hours", units.Duration, "hour", "hours", ""},
	{"days", units.Duration, "day", "days", ""},
	{"weeks", units.Duration, "week", "weeks", ""},

	{"ug", units.Mass, "microgram", "micrograms", ""},
	{"mg", units.Mass, "milligram", "milligrams", "mg"},
	{"g", units.Mass, "gram", "grams", "g"},
	{"kg", units.Mass, "kilogram", "kilograms", "kg"},
	{"t", units.Mass, "metric ton", "metric tons", ""},
	{"oz", units.Mass, "ounce", "ounces", "oz"},
	{"lb", units.Mass, "pound", "pounds", "lb"},
	{"st", units.Mass, "stone", "stone", ""},

	{"nm", units.Length, "nanometer", "nanometers", ""},
	{"um", units.Length, "micrometer", "micrometers", ""},
	{"mm", units.Length, "millimeter", "millimeters", "mm"},
	{"cm", units.Length, "centimeter", "centimeters", "cm"},
	{"m", units.Length, "meter", "meters", ""},
	{"km", units.Length, "kilometer", "kilometers", "km"},
	{"in", units.Length, "inch", "inches", ""},
	{"ft", units.Length, "foot", "feet", "ft"},
	{"yd", units.Length, "yard", "yards", ""},
	{"mi", units.Length, "mile", "miles", ""},

	{"bits", units.DataSize, "bit", "bits", ""},
	{"bytes", units.DataSize, "byte", "bytes", ""},
	{"kB", units.DataSize, "kilobyte", "kilobytes", "kB"},
	{"MB", units.DataSize, "megabyte", "megabytes", "MB"},
	{"GB", units.DataSize, "gigabyte", "gigabytes", "GB"},
	{"TB", units.DataSize, "terabyte", "terabytes", "TB"},
	{"KiB", units.DataSize, "kibibyte", "kibibytes", "KiB"},
	{"MiB", units.DataSize, "mebibyte", "mebibytes", "MiB"},
	{"GiB", units.DataSize, "gibibyte", "gibibytes", "GiB"},
	{"TiB", units.DataSize, "tebibyte", "tebibytes", "TiB"},

	{"bit/s", units.DataRate, "bit per second", "bits per second", "bit/s"},
	{"kbit/s", units.DataRate, "kilobit per second", "kilobits per second", "kbit/s"},
	{"Mbit/s", units.DataRate, "megabit per second", "megabits per second", "Mbit/s"},
	{"Gbit/s", units.DataRate, "gigabit per second", "gigabits per second", "Gbit/s"},

	{"m/s", units.Speed, "meter per second", "meters per second", "m/s"},
	{"km/h", units.Speed, "kilometer per hour", "kilometers per hour", "km/h"},
	{"mph", units.Speed, "mile per hour", "miles per hour", "mph"},
	{"knots", units.Speed, "knot", "knots", ""},

	{"degrees", units.Angle, "degree", "degrees", ""},
	{"turns", units.Angle, "full turn", "full turns", ""},
	{"arcminutes", units.Angle, "minute of arc", "minutes of arc", ""},

	{"cm2", units.Area, "square centimeter", "square centimeters", ""},
	{"m2", units.Area, "square meter", "square meters", ""},
	{"km2", units.Area, "square kilometer", "square kilometers", ""},
	{"hectares", units.Area, "hectare", "hectares", ""},
	{"ft2", units.Area, "square foot", "square feet", ""},
	{"acres", units.Area, "acre", "acres", ""},

	{"ml", units.Volume, "milliliter", "milliliters", "ml"},
	{"cl", units.Volume, "centiliter", "centiliters", "cl"},
	{"l", units.Volume, "liter", "liters", ""},
	{"m3", units.Volume, "cubic meter", "cubic meters", ""},

	{"J", units.Energy, "joule", "joules", "J"},
	{"kJ", units.Energy, "kilojoule", "kilojoules", "kJ"},
	{"Wh", units.Energy, "watt-hour", "watt-hours", "Wh"},
	{"kWh", units.Energy, "kilowatt-hour", "kilowatt-hours", "kWh"},
	{"MWh", units.Energy, "megawatt-hour", "megawatt-hours", "MWh"},

	{"W", units.Power, "watt", "watts", "W"},
	{"kW", units.Power, "kilowatt", "kilowatts", "kW"},
	{"MW", units.Power, "megawatt", "megawatts", "MW"},
	{"GW", units.Power, "gigawatt", "gigawatts", "GW"},

	{"Pa", units.Pressure, "pascal", "pascals", "Pa"},
	{"hPa", units.Pressure, "hectopascal", "hectopascals", "hPa"},
	{"kPa", units.Pressure, "kilopascal", "kilopascals", "kPa"},
	{"bar", units.Pressure, "bar", "bar", ""},

	{"Hz", units.Frequency, "hertz", "hertz", "Hz"},
	{"kHz", units.Frequency, "kilohertz", "kilohertz", "kHz"},
	{"MHz", units.Frequency, "megahertz", "megahertz", "MHz"},
	{"GHz", units.Frequency, "gigahertz", "gigahertz", "GHz"},
}

// neighbours are the units in which people speak of what is counted in another,
// with the amounts that they say: those of everyday first.
var neighbours = []struct {
	unit   string
	spoken []spoken
}{
	{"ns", []spoken{{"ms", "5 20 250"}, {"us", "15 400 2.5"}}},
	{"us", []spoken{{"ms", "15 250 2.5"}, {"s", "2 5 1.5"}}},
	{"ms", []spoken{{"s", "5 30 45 2.5 1.5 90 20 10 3 0.5"}, {"min", "2 5 10 3 1 15"}, {"hours", "1 2"}}},
	{"s", []spoken{{"min", "5 90 45 10 30 2 15 3 1 1.5"}, {"hours", "2 6 3 12 1 4"}, {"days", "2 3 7 1"}, {"ms", "250 1500 500 30000 5000"}}},
	{"min", []spoken{{"hours", "2 3 1.5 8 1 6"}, {"s", "90 600 300 180 30"}, {"days", "2 3 1"}}},
	{"hours", []spoken{{"days", "2 3 5 1"}, {"min", "90 120 30 180 45"}, {"weeks", "2 1"}}},
	{"days", []spoken{{"weeks", "2 3 6 1 4"}, {"hours", "48 72 24 96"}}},
	{"weeks", []spoken{{"days", "14 21 42 28"}}},

	{"ug", []spoken{{"mg", "2 0.5 15 1.5"}}},
	{"mg", []spoken{{"g", "2 0.5 1.5 5"}}},
	{"g", []spoken{{"kg", "2 1.5 3 0.75 5"}, {"lb", "2 5 10"}, {"oz", "8 16 12"}}},
	{"kg", []spoken{{"lb", "150 5 100 20 2 40 2000"}, {"oz", "16 32 48"}, {"st", "11 10 12"}, {"g", "1500 750 2500 500 3000"}, {"t", "2 1.5 3"}}},
	{"t", []spoken{{"kg", "2500 1500 4000 12000"}}},
	{"oz", []spoken{{"lb", "2 1.5 3 5"}}},
	{"lb", []spoken{{"oz", "24 40 8 48"}, {"st", "11 12 10"}, {"kg", "4.5359237 45.359237"}}},
	{"st", []spoken{{"lb", "154 168 182 140"}}},

	{"nm", []spoken{{"um", "2 1.5 0.5"}}},
	{"um", []spoken{{"mm", "2 0.5 1.5"}}},
	{"mm", []spoken{{"in", "5 10 3 8 50"}, {"cm", "12 30 2.5 45"}}},
	{"cm", []spoken{{"in", "50 12 30 100 6"}, {"ft", "6 3 5 50"}, {"m", "2 1.8 3 1.5"}, {"mm", "250 45 120"}}},
	{"m", []spoken{{"ft", "6 100 1250 50 5000"}, {"km", "2 1.5 5 12"}, {"mi", "2 5 125"}, {"cm", "180 250 75 300"}}},
	{"km", []spoken{{"mi", "5 26 100 3 125"}, {"m", "1500 800 5000 2500"}}},
	{"in", []spoken{{"ft", "6 5 3 4"}, {"cm", "127 5.08 254"}}},
	{"ft", []spoken{{"in", "72 30 66 96"}, {"yd", "100 50 12"}, {"mi", "2 1 3"}, {"m", "381 3.048"}}},
	{"yd", []spoken{{"ft", "300 12 75"}}},
	{"mi", []spoken{{"ft", "10560 26400 15840"}, {"km", "80.4672 8.04672"}}},

	{"bits", []spoken{{"bytes", "64 512 4096"}}},
	{"bytes", []spoken{{"MB", "5 10 2 25"}, {"MiB", "5 16 2 64"}, {"GiB", "2 1 4"}, {"kB", "64 250 1.5"}, {"KiB", "64 16 512"}}},
	{"kB", []spoken{{"MB", "5 2 1.5"}, {"bytes", "64000 2500000 12000"}}},
	{"KiB", []spoken{{"MiB", "2 5 16"}, {"GiB", "1 2"}, {"bytes", "4096 65536"}}},
	{"MB", []spoken{{"GB", "2 1.5 4"}, {"bytes", "5000000 25000000"}}},
	{"MiB", []spoken{{"GiB", "2 1.5 4 8"}, {"KiB", "2048 10240"}}},
	{"GB", []spoken{{"TB", "2 1.5 1"}, {"MB", "5000 2500"}}},
	{"GiB", []spoken{{"TiB", "2 1.5 1"}, {"MiB", "2048 512 4096"}}},
	{"TB", []spoken{{"GB", "2000 1500"}}},
	{"TiB", []spoken{{"GiB", "2048 1536"}}},

	{"bit/s", []spoken{{"kbit/s", "128 64 256"}, {"Mbit/s", "2 5 1.5"}}},
	{"kbit/s", []spoken{{"Mbit/s", "5 2.5 20 100"}, {"Gbit/s", "1"}}},
	{"Mbit/s", []spoken{{"Gbit/s", "2 1.5 10"}, {"kbit/s", "2500 500 128"}}},
	{"Gbit/s", []spoken{{"Mbit/s", "2500 500 100"}}},

	{"km/h", []spoken{{"mph", "60 25 50 30 125"}, {"m/s", "10 25 5"}, {"knots", "10 25"}}},
	{"m/s", []spoken{{"km/h", "36 90 18 72"}, {"mph", "25 50 10"}}},
	{"mph", []spoken{{"km/h", "80.4672 40.2336"}}},
	{"knots", []spoken{{"km/h", "37.04 18.52"}}},

	{"degrees", []spoken{{"turns", "0.5 0.25 0.75"}}},
	{"arcminutes", []spoken{{"degrees", "2 1.5"}}},

	{"cm2", []spoken{{"m2", "2 1.5"}}},
	{"m2", []spoken{{"hectares", "2 1.5 3"}, {"ft2", "1000 1250 500"}, {"km2", "2"}, {"acres", "2 5"}}},
	{"km2", []spoken{{"hectares", "250 400"}}},
	{"hectares", []spoken{{"m2", "25000 15000"}, {"km2", "2 1.5"}}},
	{"ft2", []spoken{{"acres", "2 1"}}},
	{"acres", []spoken{{"ft2", "87120 43560"}}},

	{"ml", []spoken{{"l", "2 1.5 0.75 5"}}},
	{"cl", []spoken{{"l", "2 1.5 0.75"}}},
	{"l", []spoken{{"ml", "750 1500 250 2000"}, {"m3", "2 1.5"}}},
	{"m3", []spoken{{"l", "2500 500 3000"}}},

	{"J", []spoken{{"kJ", "2 5 1.5"}}},
	{"kJ", []spoken{{"J", "2500 5000"}, {"kWh", "2"}}},
	{"Wh", []spoken{{"kWh", "2 1.5 10"}}},
	{"kWh", []spoken{{"MWh", "2 1.5"}, {"Wh", "1500 750 3000"}}},
	{"MWh", []spoken{{"kWh", "2500 500"}}},

	{"W", []spoken{{"kW", "2 1.5 7.5"}}},
	{"kW", []spoken{{"W", "1500 750 3000"}, {"MW", "2 1.5"}}},
	{"MW", []spoken{{"kW", "2500 500"}, {"GW", "1.2 2"}}},
	{"GW", []spoken{{"MW", "1500 500"}}},

	{"Pa", []spoken{{"kPa", "101 2.5 50"}, {"hPa", "1013 980"}, {"bar", "2 1.5"}}},
	{"hPa", []spoken{{"kPa", "101 98.5"}, {"bar", "1 2"}}},
	{"kPa", []spoken{{"bar", "2 2.5 1"}, {"Pa", "2500 50000"}}},
	{"bar", []spoken{{"kPa", "250 150"}}},

	{"Hz", []spoken{{"kHz", "44.1 2 8 1.5"}, {"MHz", "2 1.5"}}},
	{"kHz", []spoken{{"MHz", "2 1.5"}, {"Hz", "2500 44100"}}},
	{"MHz", []spoken{{"GHz", "2.4 5 3.5"}, {"kHz", "2500 1500"}}},
	{"GHz", []spoken{{"MHz", "2400 3500"}}},
}

// spoken is a unit and the amounts of it that people say, with blanks between.
type spoken struct{ unit, amounts string }

// measureOf is the exact definition of a unit; nil where there is none.
func measureOf(symbol string, dim units.Dimension) *measure {
	for i := range measures {
		if m := &measures[i]; m.symbol == symbol && m.dim == dim {
			return m
		}
	}
	return nil
}

// neighboursOf are the ways to speak of what is counted in a unit.
func neighboursOf(symbol string) []spoken {
	for _, n := range neighbours {
		if n.unit == symbol {
			return n.spoken
		}
	}
	return nil
}

// convert is an amount of one unit in another, exactly.
func convert(amount *big.Rat, from, to *measure) *big.Rat {
	out := from.size()
	return out.Quo(out.Mul(out, amount), to.size())
}

// size is 1 of a measure in the base unit of its dimension.
func (m *measure) size() *big.Rat {
	if m.symbol == "turns" {
		return big.NewRat(360, 1) // degrees
	}
	return units.Of(m.dim, m.symbol).Exact()
}

// rat is a number of this package's own tables.
func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("not a number: " + text)
	}
	return r
}
