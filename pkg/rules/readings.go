package rules

import (
	"fmt"
	"strconv"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// number is a number as JSON and people write it, to six digits.
func number(v float64) *source.Node {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	return &source.Node{Kind: source.Number, Text: strconv.FormatFloat(v, 'f', -1, 64)}
}

// meant is so many of a unit in words: "50 USD cents", "0.5 as a fraction", "30 per minute".
func meant(v *source.Node, u units.Unit, code string) string {
	switch {
	case u.Symbol == "fraction":
		return v.Text + " of the whole"
	case u.Symbol == "percent":
		return v.Text + " percent"
	case u.Symbol == "minor units" && len(code) != 3:
		return v.Text + " minor units"
	case u.Symbol == "major units" && len(code) != 3:
		return v.Text + " major units"
	}
	return v.Text + " " + noun(u, code)
}

// quotient is by how much a number of u is multiplied to mean the same in v; 0
// where the two do not convert. Where no currency is known, money has cents.
func quotient(u, v units.Unit) float64 {
	scale := func(u units.Unit) float64 {
		switch u.Symbol {
		case "minor units":
			return 0.01
		case "major units":
			return 1
		}
		return u.Scale
	}
	if u.Dim != v.Dim || scale(u) == 0 || scale(v) == 0 {
		return 0
	}
	return scale(u) / scale(v)
}

// misread tells a wrong call with both readings: asked for 50 dollars a model
// that counts in dollars sends 50, which is read as 50 cents: half a dollar.
func misread(d *diff.Drift, model, reader units.Unit, modelCode, readerCode string) string {
	asked := shownOr(d, "50")
	switch model.Symbol {
	case "fraction":
		asked = number(0.15)
	case "percent":
		asked = number(15)
	}
	by := operation(d)
	if d.Kind == diff.MixedUnits {
		by = d.Tool.Name
	}
	text := fmt.Sprintf("asked for %s a model sends %s; %s reads %s", meant(asked, model, modelCode), sent(d, asked), by, meant(asked, reader, readerCode))
	v, _ := strconv.ParseFloat(asked.Text, 64)
	if q := quotient(reader, model); q > 0 {
		text += ", which is " + meant(number(v*q), model, modelCode)
	}
	return text
}

// shownOr is the number that the tool itself shows, by example or default, else text.
func shownOr(d *diff.Drift, text string) *source.Node {
	if s := d.ToolSchema; s != nil {
		for _, v := range append(s.Examples[:len(s.Examples):len(s.Examples)], s.Default) {
			if v != nil && v.Kind == source.Number {
				return v
			}
		}
	}
	return &source.Node{Kind: source.Number, Text: text}
}

// place is where something stands, in a sentence: ".tooldrift.yaml:9".
func place(at source.Span) string {
	if at.IsZero() {
		return "the config"
	}
	return fmt.Sprintf("%s:%d", at.File.Name, at.File.Position(at.Start).Line)
}

// otherThan is a unit of u's dimension that a model may as well guess.
func otherThan(u units.Unit) (other units.Unit, ok bool) {
	for _, other := range guesses[u.Dim] {
		if q := quotient(other, u); q == 0 && other.Symbol != u.Symbol || q != 0 && (q < 0.99 || q > 1.01) {
			return other, true
		}
	}
	return units.Unit{}, false
}

// guesses are the units that a model takes a bare number for, likeliest first.
var guesses = map[units.Dimension][]units.Unit{
	units.Money:        {{Symbol: "USD", Dim: units.Money, Scale: 1}, {Symbol: "cents", Dim: units.Money, Scale: 0.01}},
	units.CurrencyRate: {unit("USD/EUR", units.CurrencyRate), unit("EUR/USD", units.CurrencyRate)},
	units.Duration:     {{Symbol: "s", Dim: units.Duration, Scale: 1}, {Symbol: "ms", Dim: units.Duration, Scale: 1e-3}},
	units.Mass:         {{Symbol: "kg", Dim: units.Mass, Scale: 1}, {Symbol: "lb", Dim: units.Mass, Scale: 0.45359237}},
	units.Length:       {{Symbol: "m", Dim: units.Length, Scale: 1}, {Symbol: "km", Dim: units.Length, Scale: 1000}, {Symbol: "in", Dim: units.Length, Scale: 0.0254}},
	units.Temperature:  {unit("celsius", units.Temperature), unit("fahrenheit", units.Temperature)},
	units.Ratio:        {{Symbol: "percent", Dim: units.Ratio, Scale: 0.01}, {Symbol: "fraction", Dim: units.Ratio, Scale: 1}},
	units.DataSize:     {{Symbol: "MB", Dim: units.DataSize, Scale: 1e6}, {Symbol: "bytes", Dim: units.DataSize, Scale: 1}},
	units.DataRate:     {{Symbol: "Mbit/s", Dim: units.DataRate, Scale: 1e6}, {Symbol: "bit/s", Dim: units.DataRate, Scale: 1}},
	units.Speed:        {{Symbol: "km/h", Dim: units.Speed, Scale: 1 / 3.6}, {Symbol: "mph", Dim: units.Speed, Scale: 0.44704}},
	units.Angle:        {{Symbol: "degrees", Dim: units.Angle, Scale: 1}, {Symbol: "radians", Dim: units.Angle, Scale: 57.29577951308232}},
	units.Area:         {{Symbol: "m2", Dim: units.Area, Scale: 1}, {Symbol: "ft2", Dim: units.Area, Scale: 0.09290304}},
	units.Volume:       {{Symbol: "l", Dim: units.Volume, Scale: 1e-3}, {Symbol: "ml", Dim: units.Volume, Scale: 1e-6}},
	units.Energy:       {{Symbol: "kWh", Dim: units.Energy, Scale: 3.6e6}, {Symbol: "J", Dim: units.Energy, Scale: 1}},
	units.Power:        {{Symbol: "kW", Dim: units.Power, Scale: 1e3}, {Symbol: "W", Dim: units.Power, Scale: 1}},
	units.Pressure:     {{Symbol: "bar", Dim: units.Pressure, Scale: 1e5}, {Symbol: "hPa", Dim: units.Pressure, Scale: 100}},
	units.Frequency:    {{Symbol: "per minute", Dim: units.Frequency, Scale: 1.0 / 60}, {Symbol: "per second", Dim: units.Frequency, Scale: 1}, {Symbol: "kHz", Dim: units.Frequency, Scale: 1e3}},
}
