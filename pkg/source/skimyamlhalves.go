package source

import "bytes"

// leastHalved is the size in bytes below which one core skims a file sooner than
// two are set to it.
const leastHalved = 1 << 20

// yamlCut is where a file may be skimmed in two halves: an entry of the innermost
// of the block mappings around it begins there. Keys are the offsets of the lines
// that open these, the outermost first; the root has none.
type yamlCut struct {
	at   int
	keys []int
}

// cutYAML finds a cut at or behind the middle, inside of less than depth mappings;
// ok is false where there is none. It looks at the indentation of lines alone: one
// that is no further right than the keys of an open mapping is inside no scalar.
// That the lines of keys are keys is seen when the halves are put together.
func cutYAML(data []byte, start, middle, depth int) (cut yamlCut, ok bool) {
	at := bytes.LastIndexByte(data[:middle], '\n') + 1
	around := linesAround(data, start, at)
	for i := max(0, len(around)-depth); i < len(around); i++ {
		if cut.at, ok = nextAt(data, at, around[i].column); !ok {
			continue
		}
		for j := len(around) - 1; j > i; j-- {
			cut.keys = append(cut.keys, around[j].start)
		}
		return cut, true
	}
	return cut, false
}

// yamlLine is a line by its offset and where its content begins.
type yamlLine struct{ start, column int }

// linesAround are the lines before pos that none between them and pos is as far
// left as, from the inside to the outermost one; none where that is indented.
func linesAround(data []byte, start, pos int) []yamlLine {
	var around []yamlLine
	for least := len(data); least > 0; {
		if pos <= start {
			return nil
		}
		pos = start + bytes.LastIndexByte(data[start:pos-1], '\n') + 1
		first := skipSpaces(data, pos)
		if c := data[first]; first-pos < least && c != '\n' && c != '\r' && c != '#' {
			least = first - pos
			around = append(around, yamlLine{pos, least})
		}
	}
	return around
}

// nextAt is the first line from pos on whose content is no further right than a
// column, if a key may be there and at that very column.
func nextAt(data []byte, pos, column int) (start int, ok bool) {
	for pos < len(data) {
		first := skipSpaces(data, pos)
		if first == len(data) {
			break
		}
		switch c := data[first]; {
		case c == '\n', c == '\r', c == '#', first-pos > column:
		case first-pos < column, c == '-':
			return 0, false
		default:
			return pos, true
		}
		end := bytes.IndexByte(data[first:], '\n')
		if end < 0 {
			break
		}
		pos = first + end + 1
	}
	return 0, false
}

// skimHalves is the outline of a file, made in two halves at the same time; nil
// where it cannot be vouched for.
func skimHalves(f *File, depth int, cut yamlCut) *Outline {
	root := &Outline{shared: &skim{file: f, yaml: true}, start: -1, end: len(f.Data)}
	rest := &Outline{shared: root.shared, start: -1, end: len(f.Data)}
	first := &yamlSkimmer{shared: root.shared, data: f.Data[:cut.at], pos: f.bom(), depth: depth}
	second := &yamlSkimmer{shared: root.shared, data: f.Data, depth: depth}
	done := make(chan bool)
	go func() { done <- plainText(f.Data[cut.at:]) && second.behind(rest, cut) }()
	ok := plainText(f.Data[f.bom():cut.at]) && first.whole(root)
	if !<-done || !ok || first.count+second.count > MaxValues || !join(root, rest, len(cut.keys)) {
		return nil
	}
	return root
}

// behind reads what is behind a cut, and before it the keys around it.
func (s *yamlSkimmer) behind(root *Outline, cut yamlCut) bool {
	s.levels = append(s.levels, yamlLevel{column: -1, pending: true, last: root})
	for _, key := range cut.keys {
		at := skipSpaces(s.data, key)
		if !s.line(at, at-key) || s.plain || !s.levels[len(s.levels)-1].pending {
			return false
		}
	}
	s.pos = cut.at
	return s.part(root)
}

// join adds what is in the second half of a mapping to its first; the same holds
// for the last member of the first half, so many levels deep. It is false where
// the halves are not those of one mapping.
func join(first, second *Outline, levels int) bool {
	if len(first.members) == 0 || len(second.members) == 0 {
		return false
	}
	rest := second.members
	if levels > 0 {
		last := first.members[len(first.members)-1]
		if last.KeyAt != rest[0].KeyAt || !join(last.Value, rest[0].Value, levels-1) {
			return false
		}
		last.Value.end = rest[0].Value.end
		rest = rest[1:]
	} else if column(first.members[0].KeyAt) != column(rest[0].KeyAt) {
		return false
	}
	first.members = append(first.members, rest...)
	return !twice(first.members)
}

// column is how far right of its line's beginning something stands, in bytes.
func column(at Span) int { return at.Start - lineStart(at.File, at.Start) }
