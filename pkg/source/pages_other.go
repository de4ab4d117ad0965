//go:build !linux

package source

func largePages([]byte) {}
