package calls

import (
	"math/bits"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// decimal is a number of at most 18 digits as it is spelled: 12.50 is 1250 and scale 2.
type decimal struct {
	digits int64
	scale  int
}

// maxDecimal is how many digits an int64 holds, whatever they are.
const maxDecimal = 18

// decimalOf reads a number; ok is false where it is longer, or spelled with an exponent.
func decimalOf[T string | []byte](text T) (d decimal, ok bool) {
	i, negative := 0, false
	if len(text) > 0 && text[0] == '-' {
		i, negative = 1, true
	}
	if len(text) == i || len(text)-i > maxDecimal {
		return d, false
	}
	point := false
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			d.digits = d.digits*10 + int64(c-'0')
			if point {
				d.scale++
			}
		case c == '.' && !point:
			point = true
		default:
			return d, false
		}
	}
	if negative {
		d.digits = -d.digits
	}
	return d, true
}

// isWhole reports whether a number has no fraction: 4.0 has none.
func (d decimal) isWhole() bool { return d.digits%powers[d.scale] == 0 }

var powers = func() (p [maxDecimal + 1]int64) {
	p[0] = 1
	for i := 1; i <= maxDecimal; i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

// with is both numbers without their points, as multiples of the same power of ten;
// ok is false where they are too large for that.
func (d decimal) with(e decimal) (x, y int64, ok bool) {
	scale := max(d.scale, e.scale)
	x, okX := times(d.digits, powers[scale-d.scale])
	y, okY := times(e.digits, powers[scale-e.scale])
	return x, y, okX && okY
}

func times(x, y int64) (product int64, ok bool) {
	negative := x < 0
	if negative {
		x = -x
	}
	high, low := bits.Mul64(uint64(x), uint64(y))
	if high != 0 || low > 1<<62 {
		return 0, false
	}
	if negative {
		return -int64(low), true
	}
	return int64(low), true
}

// limit is a bound ready to be compared with.
type limit struct {
	decimal
	exclusive bool
	is        bool // there is one
	hard      bool // it is spelled as no decimal is
}

func limitOf(b *contract.Bound) limit {
	if b == nil {
		return limit{}
	}
	if _, ok := contract.Rat(b.Num); !ok {
		return limit{} // no number, which bounds nothing
	}
	d, ok := decimalOf(b.Num)
	return limit{decimal: d, exclusive: b.Exclusive, is: true, hard: !ok}
}

// order says whether a number lies on the good side of a limit: sign is 1 for a
// lower limit, -1 for an upper one.
func (l *limit) order(d decimal, sign int) answer {
	if !l.is {
		return yes
	}
	if l.hard {
		return unknown
	}
	x, y, ok := d.with(l.decimal)
	if !ok {
		return unknown
	}
	if sign < 0 {
		x, y = y, x
	}
	if x > y || x == y && !l.exclusive {
		return yes
	}
	return no
}
