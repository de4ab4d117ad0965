package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

var bareNumber = &Rule{
	ID: "bare-number", Category: "number", Severity: Error,
	Summary: "a quantity whose unit is stated nowhere, on either side",
	Kinds:   []diff.Kind{diff.BareNumber},
	Judge: func(d *diff.Drift, f *Finding) {
		dim := d.Units[0].Dim
		q := questions[dim]
		if q.ask == "" {
			q = question{"which unit?", "a number", "one unit", "another", "_<unit>"}
		}
		f.Message = fmt.Sprintf("%s is a bare number: %s whose unit is stated nowhere", d.Path, amount(dim))
		f.Why = fmt.Sprintf("a model has to guess (%s): asked for %s it may send %s or %s", q.ask, q.asked, q.one, q.other)
		f.Fix = fmt.Sprintf("put the unit in the name (%s%s), or begin the description with it", leaf(d.Path), q.suffix)
		if d.Units[1] != nil {
			f.SpecSays = ""
		}
	},
}

// question is the guess that a bare number of a dimension leaves to the model.
type question struct{ ask, asked, one, other, suffix string }

var questions = map[units.Dimension]question{
	units.Money:        {"dollars or cents?", "50 dollars", "50", "5000", "_cents"},
	units.CurrencyRate: {"which currency per which?", "a rate of 1.08", "1.08", "0.93", "_usd_per_eur"},
	units.Duration:     {"seconds or milliseconds?", "half a minute", "30", "30000", "_seconds"},
	units.Instant:      {"seconds or milliseconds since 1970?", "today", "1772323200", "1772323200000", "_seconds"},
	units.Mass:         {"kilograms, grams or pounds?", "two kilograms", "2", "2000", "_kg"},
	units.Length:       {"metres, centimetres, inches or pixels?", "two metres", "2", "200", "_cm"},
	units.Temperature:  {"Celsius or Fahrenheit?", "20 degrees Celsius", "20", "68", "_celsius"},
	units.Ratio:        {"15 or 0.15?", "15 percent", "15", "0.15", "_percent"},
	units.DataSize:     {"bytes, KB or MB?", "two megabytes", "2", "2000000", "_bytes"},
	units.DataRate:     {"bits or bytes, kilo or mega?", "2 megabits per second", "2", "2000000", "_kbps"},
	units.Speed:        {"km/h, m/s or mph?", "50 kilometres an hour", "50", "13.9", "_kmh"},
	units.Angle:        {"degrees or radians?", "a right angle", "90", "1.57", "_degrees"},
	units.Area:         {"square metres or square feet?", "100 square metres", "100", "1076", "_sqm"},
	units.Volume:       {"litres, millilitres or gallons?", "two litres", "2", "2000", "_ml"},
	units.Energy:       {"kWh, joules or kcal?", "one kilowatt hour", "1", "3600000", "_kwh"},
	units.Power:        {"watts or kilowatts?", "two kilowatts", "2", "2000", "_watts"},
	units.Pressure:     {"hPa, bar or psi?", "one bar", "1", "1000", "_hpa"},
	units.Frequency:    {"hertz, kilohertz or per minute?", "2 kilohertz", "2", "2000", "_hz"},
}

// amount is a quantity of a dimension in words: "a duration", "an amount of money".
func amount(dim units.Dimension) string {
	switch dim {
	case units.Money, units.Energy, units.Power, units.Pressure:
		return "an amount of " + dim.String()
	}
	return article(dim.String())
}
