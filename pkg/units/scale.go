package units

// readExample finds the first number of an example: "e.g. 1099", "example: 5".
func (d *description) readExample() {
	for i := 0; i+1 < len(d.toks); i++ {
		text := string(d.toks[i].text)
		eg := text == "example" || text == "g" && i >= 2 && string(d.toks[i-2].text) == "e" || text == "enter"
		if !eg {
			continue
		}
		for j := i + 1; j < len(d.toks) && j <= i+8; j++ {
			if d.toks[j].isNum {
				d.example, d.exampleOK, d.exampleFr, d.exampleAt = d.toks[j].num, true, d.toks[j].frac, j
			}
		}
		if d.exampleOK {
			return
		}
	}
}

// readScale finds a stated range that begins at 0, 1 or a negative mirror of its end.
func (d *description) readScale() {
	for i := 0; i+2 < len(d.toks); i++ {
		if !d.toks[i].isNum {
			continue
		}
		j := i + 1
		for j < len(d.toks) && (d.toks[j].mark == '%' || d.toks[j].mark == '°') {
			j++
		}
		link := false
		for ; j < len(d.toks) && j <= i+7 && !d.toks[j].isNum; j++ {
			t := &d.toks[j]
			text := string(t.text)
			if t.mark == '-' || t.mark == '–' || t.mark == '.' || t.mark == '…' || text == "to" || text == "and" || text == "through" || t.mark == ',' && i > 0 && (d.toks[i-1].mark == '[' || d.toks[i-1].mark == '(') {
				link = true
				continue
			}
			if t.mark == '(' || t.mark == ')' || t.mark == '=' || j > i+1 && d.toks[j-1].mark == '(' || j+1 < len(d.toks) && d.toks[j+1].mark == ')' {
				continue
			}
			break
		}
		if !link || j >= len(d.toks) || !d.toks[j].isNum {
			continue
		}
		lo, hi := d.toks[i].num, d.toks[j].num
		if lo == 0 || lo == 1 && (hi == 100 || hi >= 3 && hi <= 10) || lo == -hi || lo > 0 && lo < 1 && hi == 1 {
			d.scale, d.ranged = scale{lo, hi, i, j + 1}, hi > lo
			if d.ranged {
				return
			}
		}
	}
	d.readEnds()
}

// readEnds finds a range that is told by what its ends mean: "255 is opaque; 0 is transparent".
func (d *description) readEnds() {
	lo, hi := -1, -1
	for i := 0; i+1 < len(d.toks); i++ {
		next := &d.toks[i+1]
		if !d.toks[i].isNum || next.isNum || !d.equals(i+1) && (next.mark != 0 || len(next.word.allUnits()) > 0) { // "0 is least and 1 most"
			continue
		}
		switch d.toks[i].num {
		case 0:
			lo = i
		case 1, 10, 100, 255:
			hi = i
		}
	}
	if lo >= 0 && hi >= 0 {
		d.scale, d.ranged = scale{0, d.toks[hi].num, min(lo, hi), min(max(lo, hi)+3, len(d.toks))}, true
	}
}
