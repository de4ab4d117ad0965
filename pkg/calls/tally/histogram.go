package tally

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A histogram counts values by their size on a log scale, in bins so narrow that a
// factor of 60 is told from one of 100. Bins are found with integers from the
// digits as sent: floating point differs between processors, and shards are
// counted on several.
const (
	binsADecade = 32
	// The decades that are told apart; what lies beyond counts in the outermost bin.
	firstDecade, lastDecade = -15, 24
)

// edges are 10^(i/32) as integers of 18 digits, rounded up: a value belongs to the
// last bin whose edge it is not below.
var edges = [binsADecade]uint64{
	100000000000000000, 107460782832131750, 115478198468945818, 124093776075171957, 133352143216332403, 143301257023696275, 153992652605949199, 165481709994318143,
	177827941003892281, 191095297497044052, 205352502645714608, 220673406908458981, 237137370566165527, 254829674797934653, 273841963426436130, 294272717620928182,
	316227766016837934, 339820832894255938, 365174127254837706, 392418975848453587, 421696503428582249, 453158363760081789, 486967525165863115, 523299114681494689,
	562341325190349081, 604296390238132820, 649381631576211316, 697830584859866339, 749894209332455828, 805842187761481818, 865964323360065353, 930572040929698980,
}

// binOf is the bin of a number as JSON spells it, its sign left out; ok is false
// for zero and for what is no number.
func binOf(text string) (bin int, ok bool) {
	text = strings.TrimLeft(text, "+-")
	var mantissa uint64
	digits, exponent := 0, 0
	point := false
	i := 0
loop:
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '.' && !point:
			point = true
		case c < '0' || c > '9':
			break loop
		default:
			if point {
				exponent--
			}
			switch {
			case digits == 0 && c == '0':
			case digits < 18:
				mantissa = mantissa*10 + uint64(c-'0')
				digits++
			default:
				exponent++ // what no edge has digits for
			}
		}
	}
	if i < len(text) {
		if text[i] != 'e' && text[i] != 'E' {
			return 0, false
		}
		e, err := strconv.Atoi(strings.TrimPrefix(text[i+1:], "+"))
		if err != nil {
			return 0, false
		}
		exponent += max(-1000, min(e, 1000))
	}
	if digits == 0 {
		return 0, false
	}
	decade := exponent + digits - 1
	for ; digits < 18; digits++ {
		mantissa *= 10
	}
	switch {
	case decade < firstDecade:
		return firstDecade * binsADecade, true
	case decade > lastDecade:
		return (lastDecade+1)*binsADecade - 1, true
	}
	at, found := slices.BinarySearch(edges[:], mantissa)
	if !found {
		at--
	}
	return decade*binsADecade + at, true
}

// edge is where a bin begins.
func edge(bin int) float64 {
	decade := int(math.Floor(float64(bin) / binsADecade))
	x, _ := strconv.ParseFloat(strconv.FormatUint(edges[bin-decade*binsADecade], 10)+"e"+strconv.Itoa(decade-17), 64)
	return x
}

// histogram is the bins that have calls, in order.
type histogram []binned

// binned is one bin.
type binned struct {
	Bin     int
	Calls   int64
	Between span
	Samples []string // the two that stand first in the order of their hashes
}

const (
	samplesABin = 2
	longSample  = 40 // bytes of a number that is shown; longer ones are counted only
)

type jsonBinned struct {
	Bin     int      `json:"bin"`
	Calls   int64    `json:"calls"`
	Between span     `json:"between"`
	Samples []string `json:"samples"`
}

func (b binned) MarshalJSON() ([]byte, error) { return json.Marshal(jsonBinned(b)) }

func (b *binned) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, (*jsonBinned)(b)) }

func (h *histogram) add(text string, at int64) {
	bin, ok := binOf(text)
	if !ok {
		return
	}
	b := h.bin(bin)
	b.Calls++
	b.Between.add(at)
	b.sample(text)
}

func (b *binned) sample(text string) {
	if len(text) > longSample || slices.Contains(b.Samples, text) {
		return
	}
	b.Samples = smallest(b.Samples, strings.Clone(text), samplesABin, func(x, y string) int {
		return cmp.Or(cmp.Compare(hashed(x), hashed(y)), cmp.Compare(x, y))
	})
}

func hashed(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return bits.Reverse64(h.Sum64()) // FNV mixes its low bits well, the high ones hardly
}

// bin is a bin of h, which is new where it had no calls.
func (h *histogram) bin(bin int) *binned {
	i, found := slices.BinarySearchFunc(*h, bin, func(b binned, bin int) int { return cmp.Compare(b.Bin, bin) })
	if !found {
		*h = slices.Insert(*h, i, binned{Bin: bin})
	}
	return &(*h)[i]
}

func (h *histogram) merge(o histogram) {
	for _, b := range o {
		into := h.bin(b.Bin)
		into.Calls += b.Calls
		into.Between.merge(b.Between)
		for _, s := range b.Samples {
			into.sample(s)
		}
	}
}

func (h histogram) calls() (n int64) {
	for _, b := range h {
		n += b.Calls
	}
	return n
}
