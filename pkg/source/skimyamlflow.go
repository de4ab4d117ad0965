package source

// Flow style in a block document is mostly a short list on one line.

// maxFlow bounds how deep brackets may nest.
const maxFlow = 50

// flow is the offset behind the flow collection at pos, or -1.
func (s *yamlSkimmer) flow(pos, depth int) int {
	closing := s.data[pos] + 2 // in ASCII, for both kinds of brackets
	if s.count++; depth == maxFlow || s.count > MaxValues {
		return -1
	}
	pos = s.flowGap(pos + 1)
	for pos >= 0 && s.data[pos] != closing {
		if closing == '}' {
			if pos = s.flowKey(pos); pos < 0 {
				return -1
			}
		}
		if pos = s.flowValue(pos, depth); pos < 0 {
			return -1
		}
		if pos = s.flowGap(pos); pos < 0 {
			return -1
		}
		switch s.data[pos] {
		case ',':
			pos = s.flowGap(pos + 1)
		case closing:
		default:
			return -1
		}
	}
	if pos < 0 {
		return -1
	}
	return pos + 1
}

// flowGap is the offset of the next token, or -1 where there is none.
func (s *yamlSkimmer) flowGap(pos int) int {
	for pos < len(s.data) {
		switch s.data[pos] {
		case ' ':
			pos++
		case '\n', '\r':
			if pos = s.nextLine(pos); pos < 0 {
				return -1
			}
		case '\t', '#':
			return -1
		default:
			return pos
		}
	}
	return -1
}

// flowKey is the offset of the value whose key is at pos, or -1.
func (s *yamlSkimmer) flowKey(pos int) int {
	start, line := pos, s.endOfLine(pos)
	pos = s.flowScalar(pos)
	if pos < 0 || pos >= line || pos-start > maxKey || s.data[pos] != ':' || string(s.data[start:pos]) == "<<" || s.data[pos-1] == ' ' {
		return -1
	}
	if pos++; !s.isBlank(pos) {
		return -1
	}
	return s.flowGap(pos)
}

func (s *yamlSkimmer) endOfLine(pos int) int {
	for pos < len(s.data) && s.data[pos] != '\n' && s.data[pos] != '\r' {
		pos++
	}
	return pos
}

func (s *yamlSkimmer) flowValue(pos, depth int) int {
	if s.data[pos] == '[' || s.data[pos] == '{' {
		return s.flow(pos, depth+1)
	}
	return s.flowScalar(pos)
}

// flowScalar is the offset behind the scalar at pos, or -1. A plain one must be
// on one line, and be followed by what ends it.
func (s *yamlSkimmer) flowScalar(pos int) int {
	s.count++
	switch s.data[pos] {
	case '"':
		return s.double(pos)
	case '\'':
		return s.single(pos)
	}
	if !s.beginsPlain(pos) || s.data[pos] == '?' || s.data[pos] == ':' {
		return -1
	}
	if s.data[pos] == '-' && isFlowMark(s.data[pos+1]) {
		return -1
	}
	for i := pos; i < len(s.data); i++ {
		switch c := s.data[i]; c {
		case ':':
			if s.isBlank(i + 1) {
				return i
			}
			if isFlowMark(s.data[i+1]) {
				return -1
			}
		case '#':
			if s.data[i-1] == ' ' {
				return -1
			}
		case '\t':
			return -1
		case '\n', '\r', ',', '[', ']', '{', '}':
			return i
		}
	}
	return -1
}

func isFlowMark(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}
