//go:build !unix

package source

import (
	"io/fs"
	"os"
)

func keepOwner(*os.File, fs.FileInfo) bool { return true }
