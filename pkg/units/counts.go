package units

import "github.com/tooldrift/tooldrift/pkg/contract"

// inThings reports "budget in tokens", "maximum age, in transactions".
func (d *description) inThings() bool {
	for i := 1; i+1 < len(d.toks); i++ {
		if string(d.toks[i].text) != "in" {
			continue
		}
		t := &d.toks[i+1]
		switch string(t.text) {
		case "tokens", "characters", "chars", "words", "lines", "rows", "credits", "points", "frames":
			return true
		}
		p := &d.toks[i-1]
		apart := p.mark == ',' || p.mark == '(' || p.is(measured)
		if t.is(linking) || !isPlural(t) || t.word != nil && (len(t.word.units) > 0 || t.word.dim != Pure && !t.is(tally|moneyed)) {
			continue
		}
		if (apart || i-1 == d.leadTok && t.is(tally)) && d.ends(i+2) {
			return true
		}
	}
	return false
}

// ends reports whether a phrase is over before token i.
func (d *description) ends(i int) bool {
	if i >= len(d.toks) {
		return true
	}
	switch d.toks[i].mark {
	case '.', ',', ')', ';', ':':
		return true
	}
	return d.toks[i].is(linking)
}

// isPlural reports words such as refunds, balances, replies.
func isPlural(t *token) bool {
	n := len(t.text)
	return n > 3 && t.text[n-1] == 's' && t.text[n-2] != 's' && t.text[n-2] != 'u'
}

// sums are plurals that one number measures.
var sums = map[string]bool{"earnings": true, "savings": true, "expenses": true, "costs": true, "proceeds": true, "taxes": true, "fees": true, "wages": true,
	"winnings": true, "sales": true, "profits": true, "losses": true, "receivables": true, "payables": true, "assets": true, "liabilities": true}

// readCounts notes a description that opens with things to count: "How many
// refunds", "Consecutive intervals".
func (d *description) readCounts() {
	if d.counts && d.says("divided", "by") {
		d.counts = false
	}
	if len(d.toks) > 2 && string(d.toks[0].text) == "times" && d.article(1) { // "times a user may see the ad"
		d.counts = true
	}
	for i := 0; i+2 < len(d.toks) && i < 8 && d.toks[i].mark == 0; i++ {
		first, second := string(d.toks[i].text), string(d.toks[i+1].text)
		if first == "how" && second == "many" || i > d.leadTok && first == "number" && second == "of" && (d.limits(d.leadTok) || d.limits(d.leadTok+1)) {
			u, _ := d.unitNear(i + 2)
			d.counts = d.counts || u == nil
		}
	}
	for i := 2; i+3 < len(d.toks) && !d.counts; i++ { // "expressed as a number of rows"
		if string(d.toks[i].text) == "number" && string(d.toks[i+1].text) == "of" && d.article(i-1) && string(d.toks[i-2].text) == "as" {
			u, _ := d.unitNear(i + 2)
			d.counts = u == nil
		}
	}
	if d.leadTok > 0 && d.leadMods&repeated != 0 && isPlural(&d.toks[d.leadTok]) && len(d.lead.allUnits()) == 0 {
		d.counts = true
	}
}

// limits reports the limit of "the rate limit on the number of requests".
func (d *description) limits(i int) bool {
	if i < 0 || i >= len(d.toks) {
		return false
	}
	switch string(d.toks[i].text) {
	case "limit", "cap", "quota", "maximum", "bound":
		return true
	}
	return false
}

// inCharacters reports "between 1 and 200 characters".
func (d *description) inCharacters() bool {
	for i := 1; i < len(d.toks); i++ {
		switch string(d.toks[i].text) {
		case "characters", "chars", "character":
			if d.toks[i-1].isNum {
				return true
			}
		}
	}
	return false
}

func (w *word) allUnits() []*Unit {
	if w == nil {
		return nil
	}
	return w.units
}

// countsThings reports how many things there are, come back or may be: limit
// "maximum refunds to return", top "return the top n balances", an integer of refunds.
func (e *evidence) countsThings() bool {
	r, d := &e.name, &e.doc
	for _, c := range d.claims[:d.n] {
		if c.in {
			return false
		}
	}
	if n := r.headTok; n >= 0 && !e.types.Has(contract.Fraction) && events[string(r.toks[n].text)] && !d.speaksOfSums() && !e.currencySibling() {
		return true
	}
	if !r.generic || r.dim != Pure || d.leadTok < 0 || e.outer.dim != Pure && !e.outer.silent {
		return false
	}
	lead := &d.toks[d.leadTok]
	if !isPlural(lead) || sums[string(lead.text)] || lead.is(qualifier|generic) || len(d.lead.allUnits()) > 0 {
		return false
	}
	return d.toks[0].is(retrieving) || len(r.toks) == 1 && bounding[string(r.toks[0].text)]
}

// speaksOfSums reports "sum of all payments", "amount of refunds".
func (d *description) speaksOfSums() bool {
	for i := range d.toks {
		switch string(d.toks[i].text) {
		case "amount", "sum", "value", "money", "dollars", "price", "cost", "currency":
			return true
		}
	}
	return false
}

var bounding = map[string]bool{"max": true, "min": true, "maximum": true, "minimum": true, "limit": true, "top": true, "first": true, "last": true, "num": true, "n": true, "k": true}

// events are things that happen one by one, though each is an amount as well.
var events = map[string]bool{"refunds": true, "payments": true, "purchases": true, "invoices": true, "bids": true, "bets": true, "loans": true, "payouts": true,
	"donations": true, "deposits": true, "charges": true, "discounts": true, "coupons": true, "timeouts": true, "intervals": true}

// inPlurals reports "in messages": in things that are no units.
func (d *description) inPlurals() bool {
	for i := 0; i+1 < len(d.toks); i++ {
		if string(d.toks[i].text) == "in" && isPlural(&d.toks[i+1]) && len(d.toks[i+1].word.allUnits()) == 0 {
			return true
		}
	}
	return false
}
