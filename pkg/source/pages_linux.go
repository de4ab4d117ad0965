package source

import "syscall"

// largePages asks for pages of megabytes under the memory of a large file, which is
// about to be written for the first time: with small ones that takes as long as
// reading the file does. A kernel that cannot leaves things as they are.
func largePages(memory []byte) {
	const hugePage = 14 // MADV_HUGEPAGE, madvise(2)
	if len(memory) >= 4<<20 {
		_ = syscall.Madvise(memory, hugePage)
	}
}
