package units

import (
	"strings"
	"sync"
)

// role is what a word does to the words around it.
type role uint64

const (
	qualifier  role = 1 << iota // max, total, limit: stands before or after the word that matters
	generic                     // value, gte, level: says nothing by itself, the description or the parent decides
	tally                       // count, id, index, version: what it counts or names needs no unit
	grouped                     // page, batch, pool: its size is a count
	stored                      // file, disk, payload: its size is data
	raster                      // image, viewport, chart: its lengths are pixels
	physical                    // parcel, room, vehicle: its lengths are not
	person                      // driver, patient: its age is in years
	sampler                     // prompt, completion: its temperature is a sampler setting
	playback                    // voice, animation: its speed is a multiplier
	relative                    // edge, ranking, traffic: its weight or cost is a pure number
	factor                      // multiplier, coefficient: a pure number, whatever it multiplies
	number                      // number, no, count: "number of" what follows
	linking                     // of, for, per: ends the phrase that names the quantity
	filler                      // the, whole, of: may stand between "in" and a unit
	epochal                     // unix, posix: an instant counted in s or ms, nobody knows which
	minor                       // smallest, minor: a currency's own subunit
	averaged                    // avg, mean: may be a fraction of what cannot be divided
	called                      // timeout, wait: hours of it are absurd
	queried                     // query, request: milliseconds of it are absurd
	moneyed                     // currency, paid: money is near
	textual                     // text, string, list: its length is a count
	timed                       // video, clip, session: its length is a duration
	participle                  // due, paid, refunded: follows the word that matters
	measured                    // measured, expressed, unit: what comes next is the unit
	local                       // equivalent, local: a currency-relative "cents"
	partOfDay                   // hour, minute, day: a clock or calendar part as easily as a unit
	identity                    // id, index, priority: as the head of a description it settles that there is no quantity
	traded                      // trading, search, call: its volume is a count
	chained                     // block, ledger: its height is a position
	statistic                   // prediction, confidence: its interval is no duration
	fuzzy                       // retrieval, detection: its threshold is a ratio
	spatial                     // vector, embedding: a distance without a unit
	vessel                      // tank, bottle: its volume is no loudness
	repeated                    // consecutive, concurrent: a plural after it is counted
	retrieving                  // return, list: what comes next is what the tool hands back
	dated                       // created, start, expires: with "at", "time", "date" it is an instant
)

// word is what the lexicon knows of a spelling.
type word struct {
	units []*Unit   // that it may spell, likeliest first
	short bool      // as a unit it is believed only beside a word of the unit's dimension
	dim   Dimension // of the quantity that it names
	weak  bool      // dim holds only if the description bears it out
	role  role
}

func (w *word) is(r role) bool { return w != nil && w.role&r != 0 }

// lexicon holds every spelling, lower case. It is built when a number is first read: that
// takes half a millisecond, which a command that judges none need not spend.
var lexicon = sync.OnceValue(buildLexicon)

// cased holds the spellings whose case matters: Mb is bits, MB is bytes.
var cased = map[string]*word{
	"Kb": {units: []*Unit{{"kbit", DataSize, 125}}}, "kb": {units: []*Unit{{"kB", DataSize, 1e3}}},
	"Mb": {units: []*Unit{{"Mbit", DataSize, 125e3}}}, "Gb": {units: []*Unit{{"Gbit", DataSize, 125e6}}},
	"KBps": {units: []*Unit{{"kB/s", DataRate, 8e3}}}, "MBps": {units: []*Unit{{"MB/s", DataRate, 8e6}}}, "GBps": {units: []*Unit{{"GB/s", DataRate, 8e9}}},
}

func buildLexicon() map[string]*word {
	lex := map[string]*word{}
	at := func(spelling string) *word {
		w := lex[spelling]
		if w == nil {
			w = &word{}
			lex[spelling] = w
		}
		return w
	}
	for i := range vocabulary {
		row := &vocabulary[i]
		for _, s := range strings.Fields(row.sure) {
			w := at(s)
			w.units = append(w.units, &row.Unit)
		}
		for _, s := range strings.Fields(row.short) {
			w := at(s)
			w.short = w.short || len(w.units) == 0
			w.units = append(w.units, &row.Unit)
		}
	}
	for _, q := range quantities {
		for _, s := range strings.Fields(q.clear) {
			if w := at(s); w.dim == Pure {
				w.dim = q.dim
			}
		}
		for _, s := range strings.Fields(q.weak) {
			if w := at(s); w.dim == Pure {
				w.dim, w.weak = q.dim, true
			}
		}
	}
	for _, g := range roles {
		for _, s := range strings.Fields(g.words) {
			at(s).role |= g.role
		}
	}
	for s, w := range lex { // payments stands in a list of its own, and is a payment's plural
		one := lex[strings.TrimSuffix(s, "s")]
		if strings.HasSuffix(s, "s") && one != nil && w.dim == Pure && len(w.units) == 0 && w.role&tally == 0 {
			w.dim, w.weak = one.dim, one.weak
		}
	}
	return lex
}

// find is the word of a spelling, singular or plural, or nil.
func find(spelling []byte) *word {
	if w := lexicon()[string(spelling)]; w != nil {
		return w
	}
	n := len(spelling)
	if n < 4 || spelling[n-1] != 's' || spelling[n-2] == 's' {
		return nil
	}
	if w := lexicon()[string(spelling[:n-1])]; w != nil {
		return w
	}
	if spelling[n-2] != 'e' || n < 6 {
		return nil
	}
	if spelling[n-3] == 'i' {
		var buf [32]byte
		if n-3 < len(buf) {
			copy(buf[:], spelling[:n-3])
			buf[n-3] = 'y'
			return lexicon()[string(buf[:n-2])]
		}
	}
	return lexicon()[string(spelling[:n-2])]
}
