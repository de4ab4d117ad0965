package lsp

import (
	"net/url"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// onWindows says what paths look like here.
const onWindows = runtime.GOOS == "windows"

// pathOf is the absolute path that a URI names; ok is false for one that names no
// file: a text without a name, a version of git's, another machine's file.
func pathOf(uri string) (name string, ok bool) {
	if name, ok = slashPath(uri, onWindows); !ok {
		return "", false
	}
	name = filepath.Clean(filepath.FromSlash(name))
	return name, filepath.IsAbs(name)
}

// slashPath is pathOf with slashes. A Windows drive is a capital letter: clients
// write the one or the other, and encode its colon or not.
func slashPath(uri string, windows bool) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || !strings.HasPrefix(u.Path, "/") || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	local := u.Host == "" || strings.EqualFold(u.Host, "localhost")
	switch {
	case !windows:
		return path.Clean(u.Path), local
	case !local:
		return "//" + u.Host + path.Clean(u.Path), true
	case len(u.Path) >= 3 && u.Path[2] == ':' && 'a' <= u.Path[1]|0x20 && u.Path[1]|0x20 <= 'z':
		return strings.ToUpper(u.Path[1:2]) + ":" + path.Clean("/"+u.Path[3:]), true
	}
	return "", false
}

// uriOf is the URI of an absolute path.
func uriOf(name string) string { return slashURI(filepath.ToSlash(name)) }

func slashURI(name string) string {
	u := url.URL{Scheme: "file", Path: name}
	if share, ok := strings.CutPrefix(name, "//"); ok {
		host, rest, _ := strings.Cut(share, "/")
		u.Host, u.Path = host, "/"+rest
	} else if !strings.HasPrefix(name, "/") {
		u.Path = "/" + name // of a drive
	}
	return u.String()
}
