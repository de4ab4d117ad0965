package logs

// Names of the prompt that a record answers. Who keeps calls to hold them against
// golden ones writes the name into the record, or into its metadata; benchmarks
// have words of their own, and OpenAI's batches custom_id.
const (
	noCase      = iota
	fromSession // the name of the session: what is there where nothing else is
	fromID      // the id of a record that holds a conversation, or its result
	fromCase    // case, prompt_id, ...
)

// caseOf notes the prompt that an object names. The outermost name counts, and a
// name that is meant as one counts more than an id.
func (s *scan) caseOf(at int, c context) context {
	if c.caseFrom >= fromCase {
		return c
	}
	keys := s.tape.nodes[at].keys
	if i := s.member(at, kCase); i > 0 && s.names(i) {
		c.caseID, c.caseFrom = s.kept(i), fromCase
		return c
	}
	if m := s.member(at, kMetadata); m > 0 && s.isObject(m) {
		if i := s.member(m, kCase); i > 0 && s.names(i) {
			c.caseID, c.caseFrom = s.kept(i), fromCase
			return c
		}
	}
	if c.caseFrom < fromID && keys.has(kID) && keys&setOf(kMessages, kResult) != 0 {
		if i := s.member(at, kID); s.names(i) {
			c.caseID, c.caseFrom = s.kept(i), fromID
		}
	}
	return c
}

// names says that a value can name a prompt: a number, or a string that is not empty.
func (s *scan) names(at int) bool {
	n := &s.tape.nodes[at]
	return n.kind == isNumber || n.kind == isString && n.end > n.start
}

// kept is the text of a value for as long as the chunk is there.
func (s *scan) kept(at int) []byte {
	if n := &s.tape.nodes[at]; n.kind == isString && n.escaped {
		return unescape(nil, s.data[n.start:n.end])
	}
	return s.raw(at)
}
