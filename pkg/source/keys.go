package source

import "hash/maphash"

// keySet finds a key twice. It is used for one object after the other: a new
// generation empties it, so that a wide object does not slow down small ones.
type keySet struct {
	seed  maphash.Seed
	slots []keySlot
	mask  uint64
	gen   uint32
}

type keySlot struct {
	gen   uint32
	index int32
	hash  uint64
}

// fewKeys is up to where comparing each with each is faster than hashing.
const fewKeys = 8

func (k *keySet) reset(n int) {
	k.mask = 0
	if n <= fewKeys {
		return
	}
	if k.slots == nil {
		k.seed = maphash.MakeSeed()
	}
	size := 32
	for size < 2*n {
		size *= 2
	}
	if len(k.slots) < size {
		k.slots, k.gen = make([]keySlot, size), 0
	}
	k.gen++
	k.mask = uint64(size - 1)
}

// add notes that the next of members has this key, or is the index of the one
// that has it already.
func (k *keySet) add(members []Member, key string) int {
	if k.mask == 0 {
		for i := range members {
			if members[i].Key == key {
				return i
			}
		}
		return -1
	}
	hash := maphash.String(k.seed, key)
	i := hash & k.mask
	for ; k.slots[i].gen == k.gen; i = (i + 1) & k.mask {
		if at := int(k.slots[i].index); k.slots[i].hash == hash && members[at].Key == key {
			return at
		}
	}
	k.slots[i] = keySlot{k.gen, int32(len(members)), hash}
	return -1
}
