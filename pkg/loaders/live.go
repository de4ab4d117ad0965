package loaders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// slowAfter is how long nothing is said of a source that lets wait.
const slowAfter = time.Second

var errTooLarge = errors.New("sent too much")

// Live is what a live source is read with.
type Live struct {
	Root    string // absolute path that the working directories of commands start from
	MaxSize int64  // in bytes, of what one source may send in all; 0 is the constant source.MaxSize
	// Slow is told what is going on, once, when a source takes over a second; from
	// another goroutine, but not after Fetch. It may be nil.
	Slow func(text string)
}

// Fetch runs or asks a live source and returns what it said as a file: under
// LiveName, spread over lines where it came on one. The error says why there is
// nothing, in words that may be printed. A child that was started has ended when
// Fetch returns.
func (l Live) Fetch(ctx context.Context, src *config.Live) (*source.File, error) {
	if l.Slow != nil {
		told := make(chan struct{})
		timer := time.AfterFunc(slowAfter, func() {
			l.Slow(doing(src) + " ...")
			close(told)
		})
		defer func() {
			if !timer.Stop() {
				<-told
			}
		}()
	}
	data, err := l.fetch(ctx, src)
	switch {
	case ctx.Err() != nil:
		err = errors.New("interrupted")
	case errors.Is(err, errTooLarge):
		err = errors.New("sent more than " + source.SizeWords(l.limit()))
	}
	if err != nil {
		return nil, errors.New(printable(err.Error()))
	}
	return &source.File{Name: LiveName(src), Data: data}, nil
}

func (l Live) fetch(ctx context.Context, src *config.Live) ([]byte, error) {
	switch {
	case src.Protocol == "mcp":
		return l.mcpTools(ctx, src)
	case src.Protocol == "graphql":
		return l.introspect(ctx, src)
	case src.URL != "":
		return l.fetchURL(ctx, src)
	}
	return l.run(ctx, src)
}

func (l Live) limit() int64 {
	if l.MaxSize == 0 {
		return source.MaxSize
	}
	return l.MaxSize
}

// LiveName is the name of the file that a live source is read into:
// "mcp:node server.js", "https://api.example/openapi.json".
func LiveName(src *config.Live) string {
	switch {
	case src.Protocol == "mcp":
		return source.NameMCP + origin(src)
	case src.Protocol == "graphql":
		return source.NameGraphQL + origin(src)
	case src.URL != "":
		return origin(src)
	}
	return source.NameExec + origin(src)
}

// LiveWords names a live source in a sentence: "mcp command node server.js".
func LiveWords(src *config.Live) string {
	kind := src.Protocol
	if src.URL == "" {
		kind += " command"
	}
	return strings.TrimSpace(kind + " " + origin(src))
}

func doing(src *config.Live) string {
	switch {
	case src.URL != "":
		return "asking " + origin(src)
	case src.Protocol == "":
		return "running " + origin(src)
	}
	return "starting " + origin(src)
}

// origin is the command or the address, short enough for one line. The query of
// an address may hold a key, and is left out.
func origin(src *config.Live) string {
	if src.URL != "" {
		u, err := url.Parse(src.URL)
		if err != nil {
			return "an address"
		}
		short := u.Scheme + "://" + u.Host + u.EscapedPath()
		if u.RawQuery != "" {
			short += "?…"
		}
		return short
	}
	words := make([]string, len(src.Command))
	for i, w := range src.Command {
		if w == "" || strings.ContainsFunc(w, func(r rune) bool { return r == '"' || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			w = strconv.Quote(w)
		}
		words[i] = w
	}
	return clipTo(strings.Join(words, " "), 80)
}

// printable is text of a stranger on one line of bounded length.
func printable(s string) string { return source.Escape(clipTo(s, 1000)) }

// clipTo keeps the first most code points of s.
func clipTo(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// within runs ask under a limit of seconds, or the one that src has of its own;
// what says in the error what did not come.
func within(ctx context.Context, src *config.Live, limit source.Limit, what string, ask func(context.Context) error) error {
	most := cmp.Or(src.Timeout, time.Duration(limit.Most)*time.Second)
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	err := ask(ctx)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil {
		return slowError(fmt.Sprintf("%s within the limit of %s; %s", what, short(most), limit.Advice()))
	}
	return err
}

// slowError is the error of a source whose time is up.
type slowError string

func (e slowError) Error() string { return string(e) }

// short is a duration without its zero parts: 1m, not 1m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	return s
}

// program is the path of the program of a command. It is looked up where the
// caller would, for the child itself has no PATH unless the config gives it one.
func (l Live) program(src *config.Live) (name, dir string, err error) {
	dir = filepath.Join(l.Root, filepath.FromSlash(src.Dir))
	name = src.Command[0]
	if strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name) {
		name = filepath.Join(dir, filepath.FromSlash(name))
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", "", fmt.Errorf("its working directory %s is no directory", src.Dir)
	}
	name, err = exec.LookPath(name)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "", "", fmt.Errorf("%s may not be executed", src.Command[0])
	case err != nil:
		return "", "", fmt.Errorf("there is no program %s", src.Command[0])
	}
	return name, dir, nil
}
