package calls

import (
	"regexp"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// answer is what a quick rule says of a value.
type answer uint8

// The answers. unsure takes the value as far as can be seen; unknown leaves it to
// diff, which decides everything that is not yes or unsure, and says why.
const (
	yes answer = iota
	unsure
	no
	unknown
)

func (a answer) and(b answer) answer { return max(a, b) }

// quick is a schema that decides most values without building anything. It has no
// rules of its own: a test holds every answer of it to diff's.
type quick struct {
	types   contract.TypeSet // null among them where it is read as left out
	open    bool             // every value, unseen
	blind   bool             // beyond the type nothing is seen
	unread  bool
	text    bool // travels as text
	plain   bool // a string without any limits
	lone    *quick
	enum    *quickEnum
	number  bool // it limits numbers
	min     limit
	max     limit
	step    limit
	digits  bool
	length  bool // it limits lengths
	minLen  limit
	maxLen  limit
	pattern *regexp.Regexp
	broken  bool // the pattern cannot be read
	fits    func(string) bool

	minItems, maxItems limit
	elem               *quick
	tuple              []*quick

	names    []string
	index    map[string]int // of names where they are many
	members  []*quick       // by names
	required fieldSet
	many     bool // more members than a fieldSet holds
	extra    *quick
	closed   bool
	strict   map[string]bool // all names that may stand in the object; nil: any
	groups   []quickGroup
	anyOf    []*quick
	one      bool // no more than one of anyOf may take a value
}

// quickEnum is a closed list.
type quickEnum struct {
	texts   map[string]bool // of strings, and of what is compared by its spelling
	spelled map[string]bool // of what is compared by its spelling with any scalar
	numbers []decimal
	true    bool
	false   bool
	hard    bool // a list or an object is in it, or a number that is no decimal
}

type quickGroup struct {
	fields   fieldSet
	required bool
}

// fieldSet is a set of indexes of members.
type fieldSet [4]uint64

func (s *fieldSet) add(i int) { s[i>>6] |= 1 << (i & 63) }

const maxFieldSet = 256

// quickener makes quick schemas, each once: a schema may hold itself.
type quickener struct {
	located, strict bool
	made            map[quickKey]*quick
}

type quickKey struct {
	schema       *contract.Schema
	text, around bool
}

func quicken(s *contract.Schema, located, strict bool) *quick {
	q := &quickener{located: located, strict: strict, made: map[quickKey]*quick{}}
	return q.make(s, false, false)
}

// make is a schema made quick. around: the schema around has judged the undeclared
// members of the value.
func (q *quickener) make(s *contract.Schema, text, around bool) *quick {
	if s == nil {
		return nil
	}
	key := quickKey{s, text, around}
	if made := q.made[key]; made != nil {
		return made
	}
	r := &quick{types: s.Types, text: text, unread: s.Unread != nil, digits: s.Digits}
	q.made[key] = r
	if s.NullLeft {
		r.types |= contract.NullType
	}
	if s.Opaque != "" {
		r.blind, r.open = true, s.TypeAt.IsZero()
		return r
	}
	if s.Lone && s.Elem != nil {
		r.lone = q.make(s.Elem, text, around)
	}
	if s.Enum != nil {
		r.enum = enumOf(s.Enum, text)
	}
	r.min, r.max, r.step = limitOf(s.Min), limitOf(s.Max), limitOf(s.MultipleOf)
	r.number = r.min.is || r.max.is || r.step.is
	r.minLen, r.maxLen = limitOf(s.MinLen), limitOf(s.MaxLen)
	r.length = r.minLen.is || r.maxLen.is
	if p := s.Pattern.Text; p != "" {
		re, err := regexp.Compile(p)
		r.pattern, r.broken = re, err != nil
	}
	_, r.fits = diff.JudgedFormat(s)
	r.plain = s.Enum == nil && !r.length && s.Pattern.Text == "" && r.fits == nil && !s.Digits
	r.minItems, r.maxItems = limitOf(s.MinItems), limitOf(s.MaxItems)
	r.elem = q.make(s.Elem, text, false)
	for _, t := range s.Tuple {
		r.tuple = append(r.tuple, q.make(t, text, false))
	}
	q.object(r, s, text, around)
	r.one = diff.Excludes(s)
	for _, alt := range s.AnyOf {
		r.anyOf = append(r.anyOf, q.make(alt, text, true))
	}
	return r
}

func (q *quickener) object(r *quick, s *contract.Schema, text, around bool) {
	for i, f := range s.Fields {
		for _, name := range append([]string{f.Name}, f.AltNames...) {
			if slices.Contains(r.names, name) {
				r.many = true // which of two fields is meant is for diff to say
				continue
			}
			r.names = append(r.names, name)
			r.members = append(r.members, q.make(f.Schema, text || q.located && f.In.IsText(), false))
			if i < maxFieldSet && name != f.Name {
				r.many = true // two names of one field: which is sent is for diff to say
			}
		}
		if f.Required && !f.LooseBody && !f.Schema.ReadOnly && !f.Credential && len(r.names) <= maxFieldSet {
			r.required.add(slices.Index(r.names, f.Name))
		}
	}
	r.many = r.many || len(r.names) > maxFieldSet
	if len(r.names) > 8 {
		r.index = map[string]int{}
		for i, name := range r.names {
			r.index[name] = i
		}
	}
	r.extra = q.make(s.Extra, text, false)
	r.closed = s.Closed && len(s.AnyOf) == 0
	if q.strict && !around && diff.Declares(s) && !r.closed {
		r.strict = map[string]bool{}
		for _, f := range contract.ObjectView(s).Fields {
			r.strict[f.Name] = true
			for _, name := range f.AltNames {
				r.strict[name] = true
			}
		}
	}
	for _, g := range s.Groups {
		group := quickGroup{required: g.Required}
		for _, name := range g.Fields {
			if i := slices.Index(r.names, name); i >= 0 && i < maxFieldSet {
				group.fields.add(i)
			}
		}
		r.groups = append(r.groups, group)
	}
}

func enumOf(list []contract.Value, text bool) *quickEnum {
	e := &quickEnum{texts: map[string]bool{}, spelled: map[string]bool{}}
	for _, v := range list {
		lit := v.Lit
		switch lit.Kind {
		case source.String:
			e.texts[lit.Text] = true
		case source.Number:
			d, ok := decimalOf(lit.Text)
			e.hard = e.hard || !ok
			if ok {
				e.numbers = append(e.numbers, d)
			}
		case source.Bool:
			e.true = e.true || lit.Text == "true"
			e.false = e.false || lit.Text == "false"
		case source.Array, source.Object:
			e.hard = true
		}
		if lit.Kind <= source.String && (text || lit.Plain) {
			e.texts[lit.Text], e.spelled[lit.Text] = true, true
		}
	}
	return e
}
