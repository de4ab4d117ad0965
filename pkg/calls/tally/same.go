package tally

import (
	"cmp"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"path"
	"slices"
)

// ErrSameLog is that of two summaries which count one log.
var ErrSameLog = errors.New("counts a log that a summary before it counts too")

// seen is a log that was counted. Two of one base name that hold the same bytes are one
// log, wherever they lie; the names alone, as calls.jsonl of each machine, say nothing.
type seen struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Sum  string `json:"sum"` // two checksums of the bytes, as hexadecimal digits
}

func compareSeen(a, b seen) int {
	return cmp.Or(cmp.Compare(a.base(), b.base()), compareInts(a.Size, b.Size), cmp.Compare(a.Sum, b.Sum), cmp.Compare(a.Name, b.Name))
}

func (s seen) base() string { return path.Base(s.Name) }

// addSeen notes logs that were counted. A log without a byte counts nothing, and
// standard input has no name: partitions of a few lines may well hold the same.
func (t *Tally) addSeen(all []seen) {
	for _, s := range all {
		if s.Size > 0 && s.Name != "-" {
			t.Seen = append(t.Seen, s)
		}
	}
	slices.SortFunc(t.Seen, compareSeen)
}

// apart is ErrSameLog, with the log's name, where both tallies count one.
func (t *Tally) apart(o *Tally) error {
	for _, s := range o.Seen {
		s.Name = s.base()
		at, _ := slices.BinarySearchFunc(t.Seen, s, func(a, b seen) int {
			return cmp.Or(cmp.Compare(a.base(), b.base()), compareInts(a.Size, b.Size), cmp.Compare(a.Sum, b.Sum))
		})
		if at == len(t.Seen) {
			continue
		}
		if x := t.Seen[at]; x.base() == s.Name && x.Size == s.Size && x.Sum == s.Sum {
			return fmt.Errorf("%w: %s", ErrSameLog, s.Name)
		}
	}
	return nil
}

// fingerprint is what tells the bytes of a log from those of others. Processors have
// instructions for both checksums: reading is not slower for it.
type fingerprint struct {
	size int64
	sums [2]hash.Hash32
}

func newFingerprint() fingerprint {
	return fingerprint{sums: [2]hash.Hash32{crc32.NewIEEE(), crc32.New(crc32.MakeTable(crc32.Castagnoli))}}
}

func (f *fingerprint) add(data []byte) {
	f.size += int64(len(data))
	for _, sum := range f.sums {
		sum.Write(data)
	}
}

func (f *fingerprint) of(name string) seen {
	return seen{name, f.size, fmt.Sprintf("%08x%08x", f.sums[0].Sum32(), f.sums[1].Sum32())}
}
