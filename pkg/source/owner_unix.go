//go:build unix

package source

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another, if it may: what is
// edited as root, in a container, stays its user's.
func keepOwner(f *os.File, old fs.FileInfo) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	now, ok := info.Sys().(*syscall.Stat_t)
	was, same := old.Sys().(*syscall.Stat_t)
	if !ok || !same || now.Uid == was.Uid && now.Gid == was.Gid {
		return true
	}
	return f.Chown(int(was.Uid), int(was.Gid)) == nil
}
