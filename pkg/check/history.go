package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Touch is a commit after which a tool, or an operation that it is bound to, says
// something else than before.
type Touch struct {
	source.Commit
	Spec bool   // an operation does; else the tool
	File string // that the commit changed, from the root
}

// History is the commits of a run's repository that changed what its contracts say.
// A commit is looked at by loading the contracts as they stood there, so that it
// does not matter how a file is laid out, or how far what it says is spread.
type History struct {
	run   *Run
	git   *source.Git
	files []string // that the run has read, from the top of the repository
	said  map[string]map[toolKey]says
}

type toolKey struct{ contract, tool string }

// says is what a tool and its operations say, as hashes.
type says struct{ tool, spec [sha256.Size]byte }

const (
	// mostTouches is how many commits around one time are looked at: each costs
	// loading the contracts, and a file that is changed more often names nobody.
	mostTouches = 20
	// mostNames are named to git; a run that has read more asks for all commits.
	mostNames = 1000
)

// History opens the repository that the root lies in. The error says why there is none.
func (r *Run) History(ctx context.Context) (*History, error) {
	git, err := source.OpenGit(ctx, r.Root)
	if err != nil {
		return nil, err
	}
	h := &History{run: r, git: git, said: map[string]map[toolKey]says{}}
	for _, c := range r.Contracts {
		for _, in := range slices.Concat(c.tools, c.spec, []input{{store: r.store}}) {
			if in.store == nil {
				continue
			}
			for _, name := range in.store.Names() {
				if below, ok := git.Below(filepath.Join(r.Root, filepath.FromSlash(in.store.Prefix+name))); ok && !slices.Contains(h.files, below) {
					h.files = append(h.files, below)
				}
			}
		}
	}
	if len(h.files) > mostNames {
		h.files = nil
	}
	return h, nil
}

// Close ends the command that reads the repository.
func (h *History) Close() { h.git.Close() }

// Touches are the commits between two times that changed what a tool or its
// operations say, the oldest first.
func (h *History) Touches(contract, tool string, since, until time.Time) ([]Touch, error) {
	commits, err := h.git.Commits(since, until, mostTouches, h.files)
	if err != nil {
		return nil, err
	}
	var all []Touch
	of := toolKey{contract, tool}
	for _, c := range slices.Backward(commits) {
		before, after := h.at(c.Parent), h.at(c.Hash)
		if before == nil || after == nil {
			continue
		}
		was, now := before[of], after[of]
		if was == now {
			continue
		}
		changed, err := h.git.Changed(c)
		if err != nil {
			return nil, err
		}
		if was.tool != now.tool {
			all = append(all, Touch{c, false, h.file(of, false, changed)})
		}
		if was.spec != now.spec {
			all = append(all, Touch{c, true, h.file(of, true, changed)})
		}
	}
	return all, nil
}

// at is what the contracts say in a commit; of none, nothing. nil where they cannot
// be read there.
func (h *History) at(commit string) map[toolKey]says {
	if commit == "" {
		return map[toolKey]says{}
	}
	if said, known := h.said[commit]; known {
		return said
	}
	b := &Base{Revision: commit, Commit: commit, git: h.git, files: map[*source.File]*lines{}, partial: map[string]bool{}, told: map[string]bool{}}
	if err := b.open(h.run); err != nil || source.Refused(b.run.Faults) {
		h.said[commit] = nil
		return nil
	}
	b.run.Match()
	said := map[toolKey]says{}
	for _, c := range b.run.Contracts {
		for _, bound := range c.Bindings {
			tool, spec := sha256.New(), sha256.New()
			sayOp(tool, bound.Tool)
			for _, call := range bound.Calls {
				sayOp(spec, call.Op)
			}
			of := toolKey{c.Name, bound.Tool.Name}
			s := says{}
			tool.Sum(s.tool[:0])
			spec.Sum(s.spec[:0])
			said[of] = s
		}
	}
	h.said[commit] = said
	return said
}

// file is the file of today that a tool or its operations stand in, where the commit
// has changed it; else the first that it has changed and the run reads.
func (h *History) file(of toolKey, spec bool, changed []string) string {
	var names []string
	for _, c := range h.run.Contracts {
		for _, b := range c.Bindings {
			if (toolKey{c.Name, b.Tool.Name}) != of {
				continue
			}
			if !spec {
				names = append(names, b.Tool.At.File.Name)
			}
			for _, call := range b.Calls {
				if spec && !call.Op.At.IsZero() {
					names = append(names, call.Op.At.File.Name)
				}
			}
		}
	}
	first := ""
	for _, below := range changed {
		if h.files != nil && !slices.Contains(h.files, below) {
			continue
		}
		name, err := filepath.Rel(filepath.FromSlash(h.git.Prefix), filepath.FromSlash(below))
		if err != nil {
			continue
		}
		name = filepath.ToSlash(name)
		if slices.Contains(names, name) {
			return name
		}
		first = cmp.Or(first, name)
	}
	return first
}

// sayOp writes all that an operation or a tool says, and nothing of where it stands.
func sayOp(to hash.Hash, op *contract.Op) {
	s := sayer{to: to, met: map[uintptr]int{}}
	s.say(reflect.ValueOf(op.Name))
	s.say(reflect.ValueOf(op.Title))
	s.say(reflect.ValueOf(op.Doc))
	s.say(reflect.ValueOf(op.Deprecated))
	s.say(reflect.ValueOf(op.Input))
	s.say(reflect.ValueOf(op.Output))
}

// sayer writes values of the model. What it has met is written as a number: schemas
// hold themselves.
type sayer struct {
	to  hash.Hash
	met map[uintptr]int
}

// Where something stands, and what people note beside it, says nothing to a model.
var (
	spanType     = reflect.TypeFor[source.Span]()
	commentsType = reflect.TypeFor[[]source.Comment]()
)

func (s *sayer) say(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			fmt.Fprint(s.to, "-;")
			return
		}
		at := v.Pointer()
		if i, again := s.met[at]; again {
			fmt.Fprintf(s.to, "^%d;", i)
			return
		}
		s.met[at] = len(s.met)
		s.say(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.Type() != spanType && f.Type() != commentsType {
				s.say(f)
			}
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(s.to, "[%d;", v.Len())
		for i := range v.Len() {
			s.say(v.Index(i))
		}
	case reflect.String:
		fmt.Fprintf(s.to, "%q;", v.String())
	case reflect.Bool:
		fmt.Fprintf(s.to, "%t;", v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		fmt.Fprintf(s.to, "%d;", v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		fmt.Fprintf(s.to, "%d;", v.Uint())
	default:
		panic("a history that does not know " + v.Type().String()) // what it passed over could change unseen
	}
}
