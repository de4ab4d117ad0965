//go:build !windows

package main

import "os"

// understandsColor is true of the terminals of Unix, which say it where they do not.
func understandsColor(*os.File) bool { return true }
