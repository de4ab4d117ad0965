package loaders

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// grace is how long a child may take to end by itself once its input is closed,
// and again once it is asked to: what it does not do in a second it does not do.
const grace = time.Second

// process is a child that was started, in a process group of its own so that
// what it starts ends with it.
type process struct {
	cmd    *exec.Cmd
	src    *config.Live
	stdin  io.WriteCloser // nil for a child without one
	stdout *os.File
	words  tail          // what it says on standard error
	ended  chan struct{} // closed once it has ended, then err is set
	err    error
}

// start starts the command of a source. It sees of the environment what the
// config names, and nothing else.
func (l Live) start(src *config.Live, input bool) (*process, error) {
	name, dir, err := l.program(src)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(name, src.Command[1:]...), src: src, ended: make(chan struct{})}
	p.cmd.Args[0], p.cmd.Dir = src.Command[0], dir
	p.cmd.Env = environment(src)
	p.cmd.Stderr = &p.words
	// A grandchild may hold standard error open for ever.
	p.cmd.WaitDelay = grace
	ownGroup(p.cmd)
	if input {
		if p.stdin, err = p.cmd.StdinPipe(); err != nil {
			return nil, err
		}
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.stdout, p.cmd.Stdout = read, write
	err = p.cmd.Start()
	write.Close()
	if err != nil {
		read.Close()
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err // without the absolute path
		}
		return nil, fmt.Errorf("cannot be started: %w", err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// environment is never nil: that would hand down all of the caller's.
func environment(src *config.Live) []string {
	env := []string{}
	for _, entry := range src.Env {
		if strings.Contains(entry, "=") {
			env = append(env, entry)
		} else if value, ok := os.LookupEnv(entry); ok {
			env = append(env, entry+"="+value)
		}
	}
	return env
}

// end ends the child and all of its group: it closes its input and waits, asks it
// to end and waits, and kills what is left.
func (p *process) end() {
	if p.stdin != nil {
		p.stdin.Close()
		p.within(grace)
	}
	if !p.within(0) {
		terminate(p.cmd)
		p.within(grace)
	}
	kill(p.cmd)
	p.within(grace)
	p.stdout.Close()
}

// within waits for the child's end, not longer than d, and reports whether it came.
func (p *process) within(d time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(d):
	}
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// death says how the child ended by itself and what its last words were; it is
// called before end. "" for a child that lives.
func (p *process) death() string {
	if !p.within(grace / 2) {
		return ""
	}
	how := "ended"
	var exit *exec.ExitError
	if errors.As(p.err, &exit) {
		how = "ended with " + exit.String()
	}
	return how
}

// last is the child's last words, and what about its environment may explain them.
func (p *process) last() string {
	var b strings.Builder
	words := p.words.lines()
	if words != "" {
		b.WriteString("; it said: " + words)
	}
	var unset []string
	path := false
	for _, entry := range p.src.Env {
		name, _, given := strings.Cut(entry, "=")
		path = path || name == "PATH"
		if _, set := os.LookupEnv(name); !given && !set {
			unset = append(unset, name)
		}
	}
	if len(unset) > 0 {
		b.WriteString("; not set here: " + strings.Join(unset, ", "))
	}
	if !path && missing.MatchString(words) {
		b.WriteString("; it sees no PATH, for env: names none")
	}
	return b.String()
}

// missing is how shells, env and node say that they find no program.
var missing = regexp.MustCompile(`(?i)not found|no such file|ENOENT`)

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// Enough of a stack trace to find its cause, on one line of a log.
const (
	tailBytes = 4 << 10
	tailLines = 5
	tailRunes = 600
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p[max(0, len(p)-tailBytes):]...)
	if over := len(t.data) - tailBytes; over > 0 {
		t.data = append(t.data[:0], t.data[over:]...)
	}
	return len(p), nil
}

// lines is the last lines that are not blank, joined into one.
func (t *tail) lines() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var kept []string
	for line := range bytes.Lines(t.data) {
		if text := strings.TrimFunc(string(line), unicode.IsSpace); text != "" {
			kept = append(kept, text)
		}
	}
	all := []rune(strings.Join(kept[max(0, len(kept)-tailLines):], " | "))
	return string(all[max(0, len(all)-tailRunes):])
}
