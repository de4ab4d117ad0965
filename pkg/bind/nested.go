package bind

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Names that say little by themselves: such a field is not looked for deep
// inside the API's objects, unless the API needs it there.
var plainNames = map[string]bool{
	"id": true, "name": true, "type": true, "value": true, "key": true, "url": true, "text": true, "status": true, "data": true, "content": true,
	"title": true, "description": true, "limit": true, "code": true, "state": true, "kind": true, "label": true, "mode": true, "format": true,
	"message": true, "email": true, "date": true, "note": true, "notes": true, "comment": true, "method": true, "action": true, "version": true,
	"path": true, "query": true, "filter": true, "tags": true, "labels": true, "order": true, "count": true, "size": true, "start": true, "end": true,
}

// SaysLittle reports whether a name is one that many things have: description, type.
func SaysLittle(name string) bool { return plainNames[contract.Letters(name)] }

// maxNested is how many objects deep it is looked.
const maxNested = 3

// A spot is a field deep in the API's objects, and the objects on the way to it.
type spot struct {
	node *node
	way  []*node
}

// nested pairs the tool's flat fields with fields deep in the API's objects:
// price with line_items[].price, redirect_url with after_completion.redirect.url.
// One that the API needs wins over others, else it must be the only one.
func (p *pairer) nested() {
	var spots []spot
	for _, a := range left(p.api) {
		p.descend(a, nil, &spots)
	}
	byKey := map[string][]spot{}
	for _, s := range spots {
		for _, k := range s.keys() {
			byKey[k] = append(byKey[k], s)
		}
	}
	for _, t := range inTurn(p.tool) {
		if t.level > 0 || len(t.members()) > 0 {
			continue
		}
		if s := choose(t, byKey[stems(contract.Words(t.ref.Field.Name))]); s != nil {
			p.joinNested(t, s)
		}
	}
}

func (p *pairer) descend(a *node, way []*node, spots *[]spot) {
	if len(way) >= maxNested || len(*spots) > maxSpots || a.ref.Field.Schema.ReadOnly {
		return
	}
	for _, n := range way {
		if n.ref.Field.Schema == a.ref.Field.Schema {
			return
		}
	}
	p.make(a, onAPI)
	way = append(way[:len(way):len(way)], a)
	for _, k := range a.kids {
		if k.aside {
			continue
		}
		*spots = append(*spots, spot{k, way})
		p.descend(k, way, spots)
	}
}

// maxSpots bounds the fields that are looked at below one operation.
const maxSpots = 3000

// keys is the names under which a flat field may mean the spot: its own, and
// its own after those of the objects nearest to it.
func (s *spot) keys() []string {
	key := stems(contract.Words(s.node.ref.Field.Name))
	keys := []string{key}
	for i := len(s.way) - 1; i >= 0; i-- {
		key = stems(contract.Words(s.way[i].ref.Field.Name)) + key
		keys = append(keys, key)
	}
	return keys
}

func choose(t *node, spots []spot) *spot {
	plain := plainNames[strings.ToLower(t.ref.Field.Name)]
	own := stems(contract.Words(t.ref.Field.Name))
	var best *spot
	rank, count := 0, 0
	for i, s := range spots {
		if s.node.pair != nil || s.node.opened || taken(s.way) || len(s.node.members()) > 0 {
			continue
		}
		bare := stems(contract.Words(s.node.ref.Field.Name)) == own
		if plain && bare && !s.node.needed {
			continue
		}
		r := 1
		if s.node.needed || s.way[len(s.way)-1].needed {
			r += 2
		}
		if !bare {
			r++
		}
		switch {
		case r > rank:
			best, rank, count = &spots[i], r, 1
		case r == rank:
			count++
		}
	}
	if count != 1 {
		return nil
	}
	return best
}

// taken reports whether an object on the way has a partner of its own.
func taken(way []*node) bool {
	for _, n := range way {
		if n.pair != nil {
			return true
		}
	}
	return false
}

func (p *pairer) joinNested(t *node, s *spot) {
	for _, n := range s.way {
		if !n.opened {
			p.open(n, PairedByNesting, onAPI)
		}
	}
	p.join(t, s.node, PairedByNesting)
}
