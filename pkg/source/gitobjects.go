package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// objects reads objects of a repository through one git command, which is started
// when the first is asked for.
type objects struct {
	mu      sync.Mutex
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	dead    error // why nothing can be asked any more
	lacking bool  // an object that was asked for is not in the repository

	lastID string // the object that was read last: a file is looked at, then read
	last   []byte
}

var errNoObject = errors.New("is not in this clone, which is a partial one; clone without --filter")

// object is the content of an object, which must be of a kind ("blob", "tree") and
// at most so many bytes long.
func (g *Git) object(id, kind string, most int64) ([]byte, error) {
	o := &g.objects
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lastID == id && int64(len(o.last)) <= most {
		return o.last, nil
	}
	if err := g.startObjects(); err != nil {
		return nil, err
	}
	data, err := o.request(id, kind, most)
	if err == nil {
		o.lastID, o.last = id, data
	}
	o.lacking = o.lacking || err == errNoObject
	return data, err
}

// Lacks reports whether an object that was asked for is not in the repository, as in
// a partial clone: a file is then unknown, which is not to say that it was not there.
func (g *Git) Lacks() bool {
	g.objects.mu.Lock()
	defer g.objects.mu.Unlock()
	return g.objects.lacking
}

func (g *Git) startObjects() error {
	o := &g.objects
	if o.dead != nil || o.process != nil {
		return o.dead
	}
	cmd := g.command("cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		o.dead = fmt.Errorf("git cannot be started: %w", err)
		return o.dead
	}
	o.process, o.in, o.out = cmd, in, bufio.NewReaderSize(out, 1<<16)
	return nil
}

// request is one question and its answer: "ID KIND SIZE\n", the content, "\n".
func (o *objects) request(id, kind string, most int64) ([]byte, error) {
	broken := func() ([]byte, error) {
		// An older git that meets a promised object would fetch it, is not let, and ends.
		o.dead = errNoObject
		return nil, o.dead
	}
	if _, err := io.WriteString(o.in, id+"\n"); err != nil {
		return broken()
	}
	head, err := o.out.ReadString('\n')
	if err != nil {
		return broken()
	}
	words := strings.Fields(head)
	if len(words) != 3 {
		return nil, errNoObject // "ID missing"
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil {
		return broken()
	}
	if words[1] != kind || size > most {
		if _, err := io.CopyN(io.Discard, o.out, size+1); err != nil {
			return broken()
		}
		if words[1] != kind {
			return nil, fmt.Errorf("is a %s where a %s should be", words[1], kind)
		}
		return nil, errors.New("larger than " + SizeWords(most))
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(o.out, data); err != nil {
		return broken()
	}
	if _, err := o.out.Discard(1); err != nil {
		return broken()
	}
	return data, nil
}

func (o *objects) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.process == nil {
		return
	}
	o.in.Close()
	o.process.Process.Kill()
	o.process.Wait()
	o.process, o.dead = nil, errors.New("the repository is closed")
}
