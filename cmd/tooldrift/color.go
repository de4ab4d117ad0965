package main

import (
	"io"
	"os"
	"strings"
)

// isTerminal reports whether w is a screen: a character device that somebody may be looking at.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// drawsBlocks reports whether what is written to w may hold block characters: all but a
// terminal that says it is dumb, or whose locale (POSIX.1-2017, 8.2) has a charset that
// lacks them, takes UTF-8.
func drawsBlocks(w io.Writer) bool {
	if !isTerminal(w) {
		return true
	}
	if os.Getenv("TERM") == "dumb" {
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(os.Getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return true
}

// colors decides on colour for what is written to w. The flag has the first word,
// then NO_COLOR (no-color.org), then CLICOLOR_FORCE (bixense.com/clicolors), for
// a log that shows colour; else a terminal has it that does not say it is dumb.
func (f *inputFlags) colors(w io.Writer) bool {
	switch force := os.Getenv("CLICOLOR_FORCE"); {
	case f.color != "auto":
		return f.color == "always"
	case os.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	case os.Getenv("CLICOLOR") == "0" || os.Getenv("TERM") == "dumb" || !isTerminal(w):
		return false
	}
	return understandsColor(w.(*os.File))
}
