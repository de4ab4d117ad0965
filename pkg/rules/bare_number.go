package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/contract"
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
			q = question{"which unit?", "a number", "one unit", "another", units.Unit{}}
		}
		f.Message = fmt.Sprintf("%s is a bare number: %s whose unit is stated nowhere", d.Path, amount(dim))
		f.Why = fmt.Sprintf("a model has to guess (%s): asked for %s it may send %s or %s", q.ask, q.asked, q.one, q.other)
		f.Fix = giveUnit(d, q.unit)
		if d.Units[1] != nil {
			f.SpecSays = ""
		}
	},
}

// giveUnit is how to state a unit that nobody has stated yet; the one shown is an example.
func giveUnit(d *diff.Drift, u units.Unit) string {
	name := leaf(d.Path)
	switch {
	case u.Dim == units.Ratio && d.ToolSchema.Types.Has(contract.Fraction):
		return `give it "minimum": 0, "maximum": 1 where it is a fraction, 100 where it is a percentage`
	case u.Dim == units.Ratio:
		return `give it "minimum": 0, "maximum": 100, or whatever its range is`
	case u.Symbol == "cents" && d.Units[0].FreeCurrency:
		u = units.Unit{Symbol: "minor units", Dim: units.Money}
	}
	for _, u := range append([]units.Unit{u}, guesses[d.Units[0].Dim]...) {
		if fresh := units.Rename(name, u, ""); fresh != "" && holds(d, fresh, d.ToolField.Field.Doc.Text) {
			way := fmt.Sprintf("put the unit in the name (%s)", fresh)
			if doc := phrase(u, ""); u.Dim != units.Money && holds(d, name, doc+". "+d.ToolField.Field.Doc.Text) {
				way += fmt.Sprintf(", or begin the description with it (%q)", doc)
			}
			return way
		}
	}
	return "put the unit in the name, or begin the description with it"
}

// holds reports whether the tool's field, of this name and description, states a
// unit and nothing that contradicts it, its default included.
func holds(d *diff.Drift, name, doc string) bool {
	f := *d.ToolField.Field
	s := *f.Schema
	f.Name, f.Schema, f.Doc.Text, s.Doc.Text = name, &s, doc, doc
	j := units.Judge(units.Number{Name: name, Field: &f})
	_, ok := j.Unit()
	return ok && j.Verdict != units.Conflicting
}

// question is the guess that a bare number of a dimension leaves to the model.
type question struct {
	ask, asked, one, other string
	unit                   units.Unit // one of the answers
}

var questions = map[units.Dimension]question{
	units.Money:        {"dollars or cents?", "50 dollars", "50", "5000", unit("cents", units.Money)},
	units.CurrencyRate: {"which currency per which?", "a rate of 1.08", "1.08", "0.93", unit("USD/EUR", units.CurrencyRate)},
	units.Duration:     {"seconds or milliseconds?", "half a minute", "30", "30000", unit("s", units.Duration)},
	units.Instant:      {"seconds or milliseconds since 1970?", "today", "1772323200", "1772323200000", unit("s", units.Duration)},
	units.Mass:         {"kilograms, grams or pounds?", "two kilograms", "2", "2000", unit("kg", units.Mass)},
	units.Length:       {"metres, centimetres, inches or pixels?", "two metres", "2", "200", unit("cm", units.Length)},
	units.Temperature:  {"Celsius or Fahrenheit?", "20 degrees Celsius", "20", "68", unit("celsius", units.Temperature)},
	units.Ratio:        {"15 or 0.15?", "15 percent", "15", "0.15", unit("percent", units.Ratio)},
	units.DataSize:     {"bytes, KB or MB?", "two megabytes", "2", "2000000", unit("bytes", units.DataSize)},
	units.DataRate:     {"bits or bytes, kilo or mega?", "2 megabits per second", "2", "2000000", unit("kbit/s", units.DataRate)},
	units.Speed:        {"km/h, m/s or mph?", "50 kilometres an hour", "50", "13.9", unit("km/h", units.Speed)},
	units.Angle:        {"degrees or radians?", "a right angle", "90", "1.57", unit("degrees", units.Angle)},
	units.Area:         {"square metres or square feet?", "100 square metres", "100", "1076", unit("m2", units.Area)},
	units.Volume:       {"litres, millilitres or gallons?", "two litres", "2", "2000", unit("ml", units.Volume)},
	units.Energy:       {"kWh, joules or kcal?", "one kilowatt hour", "1", "3600000", unit("kWh", units.Energy)},
	units.Power:        {"watts or kilowatts?", "two kilowatts", "2", "2000", unit("W", units.Power)},
	units.Pressure:     {"hPa, bar or psi?", "one bar", "1", "1000", unit("hPa", units.Pressure)},
	units.Frequency:    {"hertz, kilohertz or per minute?", "2 kilohertz", "2", "2000", unit("Hz", units.Frequency)},
}

func unit(symbol string, dim units.Dimension) units.Unit { return units.Unit{Symbol: symbol, Dim: dim} }

// amount is a quantity of a dimension in words: "a duration", "an amount of money".
func amount(dim units.Dimension) string {
	switch dim {
	case units.Money, units.Energy, units.Power, units.Pressure:
		return "an amount of " + dim.String()
	}
	return article(dim.String())
}
