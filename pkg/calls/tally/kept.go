package tally

import (
	"encoding/json"
	"hash/fnv"
	"slices"
	"strings"
)

// kept counts by key, and stays bounded without any say of the order that keys
// come in: it keeps the keys that stand first in an order of the keys themselves,
// by class and then by hash. What it keeps has its exact count in every shard and
// in every union of shards; what it drops is counted as other.
type kept[V any] struct {
	most  int
	class func(key string) uint8 // the lower ones are kept first; nil: all are alike
	all   map[string]*V
	last  rank // of those kept, once there are as many as may be
}

type rank struct {
	class uint8
	hash  uint64
	key   string
}

func (r rank) before(o rank) bool {
	switch {
	case r.class != o.class:
		return r.class < o.class
	case r.hash != o.hash:
		return r.hash < o.hash
	}
	return r.key < o.key
}

func (k *kept[V]) rank(key string) rank {
	h := fnv.New64a()
	h.Write([]byte(key))
	// FNV leaves keys that differ in their last letter side by side.
	mixed := h.Sum64()
	mixed ^= mixed >> 33
	mixed *= 0xff51afd7ed558ccd
	mixed ^= mixed >> 33
	r := rank{hash: mixed, key: key}
	if k.class != nil {
		r.class = k.class(key)
	}
	return r
}

// at is the value of a key, which is new where the key is. Dropped is what has
// lost its place to it, nil where nothing has; the value itself is nil where the
// key has no place.
func (k *kept[V]) at(key string) (value, dropped *V) {
	if v := k.all[key]; v != nil {
		return v, nil
	}
	if k.all == nil {
		k.all = map[string]*V{}
	}
	if len(k.all) >= k.most {
		if !k.rank(key).before(k.last) {
			return nil, nil
		}
		dropped = k.all[k.last.key]
		delete(k.all, k.last.key)
	}
	value = new(V)
	k.all[strings.Clone(key)] = value
	k.findLast()
	return value, dropped
}

func (k *kept[V]) findLast() {
	if len(k.all) < k.most {
		return
	}
	first := true
	for key := range k.all {
		if r := k.rank(key); first || k.last.before(r) {
			k.last, first = r, false
		}
	}
}

// bound says how many keys are kept, and which first. A summary that was read has
// no more of them.
func (k *kept[V]) bound(most int, class func(string) uint8) {
	k.most, k.class = most, class
	k.findLast()
}

// MarshalJSON is an object, its keys in order.
func (k kept[V]) MarshalJSON() ([]byte, error) { return json.Marshal(k.all) }

func (k *kept[V]) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &k.all) }

// keys are in the order of their text.
func (k *kept[V]) keys() []string {
	keys := make([]string, 0, len(k.all))
	for key := range k.all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// smallest keeps the items that stand first, as many as may be: of shards in any
// order those of the whole.
func smallest[T any](items []T, add T, most int, compare func(a, b T) int) []T {
	at, _ := slices.BinarySearchFunc(items, add, compare)
	if at >= most {
		return items
	}
	items = slices.Insert(items, at, add)
	return items[:min(len(items), most)]
}
