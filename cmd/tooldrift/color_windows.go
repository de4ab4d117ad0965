package main

import (
	"os"
	"syscall"
)

// understandsColor switches on what makes of colour codes colour. A console that
// has no such switch would show the codes themselves.
func understandsColor(f *os.File) bool {
	const virtualTerminal = 0x0004 // ENABLE_VIRTUAL_TERMINAL_PROCESSING
	console := syscall.Handle(f.Fd())
	var mode uint32
	if syscall.GetConsoleMode(console, &mode) != nil {
		return false
	}
	if mode&virtualTerminal != 0 {
		return true
	}
	set := syscall.NewLazyDLL("kernel32.dll").NewProc("SetConsoleMode")
	ok, _, _ := set.Call(uintptr(console), uintptr(mode|virtualTerminal))
	return ok != 0
}
