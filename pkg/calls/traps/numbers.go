package traps

import (
	"math/big"
	"strings"
)

// maxDecimals and maxDigits bound what a case asks for: a double holds 15 digits of
// any decimal (IEEE 754), so that every reader of JSON sees the very number.
const (
	maxDecimals = 9
	maxDigits   = 15
)

// decimal is a number as JSON spells it, without an exponent; ok is false for one
// that has no end, or more digits than every reader keeps.
func decimal(r *big.Rat) (text string, ok bool) {
	if r.IsInt() {
		text = r.Num().String()
		return text, len(strings.TrimPrefix(text, "-")) <= maxDigits
	}
	text = strings.TrimRight(r.FloatString(maxDecimals), "0")
	if back, ok := new(big.Rat).SetString(text); !ok || back.Cmp(r) != 0 {
		return "", false
	}
	digits := strings.NewReplacer("-", "", ".", "").Replace(text)
	return text, len(strings.TrimLeft(digits, "0")) <= maxDigits
}

// grouped is a number with a comma, or what stands for it, between thousands.
func grouped(text, comma string) string {
	whole, frac, has := strings.Cut(text, ".")
	var b strings.Builder
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(comma)
		}
		b.WriteRune(d)
	}
	if has {
		return b.String() + "." + frac
	}
	return b.String()
}

// fixed is a number with so many decimals: 7.5 is 7.50.
func fixed(text string, decimals int) string {
	whole, frac, _ := strings.Cut(text, ".")
	if decimals == 0 {
		return whole
	}
	for len(frac) < decimals {
		frac += "0"
	}
	return whole + "." + frac
}

var (
	small = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens  = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// inWords spells a whole number below a million: "forty-two".
func inWords(n int) string {
	switch {
	case n < 20:
		return small[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + small[n%10]
	case n < 1000:
		return wordsBehind(small[n/100]+" hundred", n%100)
	}
	return wordsBehind(inWords(n/1000)+" thousand", n%1000)
}

func wordsBehind(text string, rest int) string {
	if rest == 0 {
		return text
	}
	return text + " " + inWords(rest)
}

// dice are numbers that follow from a seed and a name, whatever else there is
// (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
type dice struct{ state uint64 }

func newDice(seed uint64, name string) *dice {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return &dice{seed ^ h}
}

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (d *dice) below(n int) int { return int(d.next() % uint64(n)) }
