package units

// Dimension is the kind of quantity.
type Dimension uint8

// The dimensions.
const (
	Pure Dimension = iota // a count, an identifier, a code: no quantity
	Duration
	Instant
	Money
	CurrencyRate
	Mass
	Length
	Temperature
	Ratio
	DataSize
	DataRate
	Speed
	Angle
	Area
	Volume
	Energy
	Power
	Pressure
	Frequency
	Other // a quantity of a dimension that has no name here: voltage, density, ...
)

var dimensionNames = [...]string{"none", "duration", "point in time", "money", "exchange rate", "mass", "length", "temperature", "ratio",
	"data size", "data rate", "speed", "angle", "area", "volume", "energy", "power", "pressure", "frequency", "quantity"}

// String is the dimension as a message calls it: "duration", "money".
func (d Dimension) String() string { return dimensionNames[d] }
