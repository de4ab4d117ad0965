package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	// burst is how long it is waited for more of the kind: an editor opens the
	// files of a session one after the other, and saves all at once.
	burst = 50 * time.Millisecond
	// pause is how long somebody who types must have paused for a run to begin:
	// shorter than the half second in which a reader looks up, longer than most keys are apart.
	pause = 300 * time.Millisecond
	// longestPause bounds the pause before runs that take long.
	longestPause = 3 * time.Second
)

// project is one config and what came of it.
type project struct {
	config string    // absolute path
	due    time.Time // of the next run; zero where none is asked for
	last   *result   // nil before the first run
}

// result is what one run came to.
type result struct {
	project     *project
	run         *check.Run    // nil where err is not
	report      *rules.Report // nil where err is not
	err         error
	took        time.Duration
	diagnostics map[string][]diagnostic // by absolute path
	versions    map[string]int32        // of the files that were open, by absolute path
}

// discover finds the config of each folder and each file that is open: the nearest
// one. Those that are new are to run, those that nothing asks for any more are let go.
func (s *Server) discover() {
	wanted := map[string]bool{}
	if s.Config != "" {
		wanted[s.Config] = true
	} else {
		for _, dir := range s.folders {
			wanted[check.ConfigOf(dir)] = true
		}
		for name := range s.documents {
			if s.inFolder(name) {
				wanted[check.ConfigOf(filepath.Dir(name))] = true
			}
		}
	}
	delete(wanted, "")
	for name := range wanted {
		if s.projects[name] == nil {
			s.projects[name] = &project{config: name, due: time.Now().Add(burst)}
		}
	}
	before := len(s.projects)
	maps.DeleteFunc(s.projects, func(name string, _ *project) bool { return !wanted[name] })
	if len(s.projects) < before {
		s.publish()
	}
}

// mark has the projects that a file belongs to run after a delay. They are those
// that asked for it; anew says that it may have become one that they will ask for.
func (s *Server) mark(name string, delay time.Duration, anew bool) {
	for _, p := range s.projects {
		if name != p.config && p.last != nil && !p.last.asked(name) && !(anew && p.last.holds(name)) {
			continue
		}
		wait := delay
		if delay == pause && p.last != nil {
			wait = max(pause, min(4*p.last.took, longestPause))
		}
		p.due = time.Now().Add(wait)
	}
}

// asked reports whether the run asked for a file, there or not.
func (r *result) asked(name string) bool {
	rel, ok := r.fromRoot(name)
	return ok && r.run.Asked(rel)
}

func (r *result) holds(name string) bool {
	_, ok := r.fromRoot(name)
	return ok
}

// fromRoot is a file's name in the run; ok is false where it lies outside its root.
func (r *result) fromRoot(name string) (string, bool) {
	if r.run == nil {
		return "", false
	}
	rel, err := filepath.Rel(r.run.Root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// path is the absolute path of a file of the run.
func (r *result) path(name string) string {
	return filepath.Join(r.run.Root, filepath.FromSlash(name))
}

// projectsOf are the projects that may have something to say of a file, in order.
func (s *Server) projectsOf(name string) []*project {
	var all []*project
	for _, key := range slices.Sorted(maps.Keys(s.projects)) {
		if p := s.projects[key]; p.last == nil || p.last.run == nil || p.last.asked(name) {
			all = append(all, p)
		}
	}
	return all
}

// judged is a file as a run read it.
type judged struct {
	result *result
	file   *source.File
}

// judged are the runs that have read a file, in order. One that is compressed is
// not what the editor shows.
func (s *Server) judged(name string) (all []judged) {
	for _, p := range s.projectsOf(name) {
		if p.last == nil {
			continue
		}
		if rel, ok := p.last.fromRoot(name); ok {
			if f := p.last.run.File(rel); f != nil && !f.Packed {
				all = append(all, judged{p.last, f})
			}
		}
	}
	return all
}

// schedule begins the run that is due, one at a time, and returns what tells that
// the next one is.
func (s *Server) schedule() <-chan time.Time {
	if s.running != nil {
		return nil
	}
	var next *project
	for _, key := range slices.Sorted(maps.Keys(s.projects)) {
		if p := s.projects[key]; !p.due.IsZero() && (next == nil || p.due.Before(next.due)) {
			next = p
		}
	}
	if next == nil {
		return nil
	}
	if wait := time.Until(next.due); wait > 0 {
		return time.After(wait)
	}
	next.due, s.running = time.Time{}, next
	job := s.job(next)
	go func() { s.results <- job.run() }()
	return nil
}

// job is a run and all that it needs, so that it shares nothing with the conversation.
type job struct {
	project *project
	inputs  check.Inputs
	uris    map[string]string // of the files that are open, by absolute path
	opened  map[string]int32  // their versions
	related bool
	places
}

func (s *Server) job(p *project) *job {
	j := &job{
		project: p, places: places{encoding: s.encoding}, related: s.client.TextDocument.PublishDiagnostics.RelatedInformation,
		inputs: check.Inputs{
			Dir: filepath.Dir(p.config), Config: p.config, Root: s.Root, MaxSize: s.MaxSize,
			Buffers: map[string][]byte{}, LeaveLive: true,
		},
		uris: map[string]string{}, opened: map[string]int32{},
	}
	for name, d := range s.documents {
		j.inputs.Buffers[name], j.uris[name], j.opened[name] = d.data, d.uri, d.version
	}
	return j
}

func (j *job) run() *result {
	start := time.Now()
	r := &result{project: j.project, versions: j.opened}
	r.run, r.err = check.Open(j.inputs)
	if r.err == nil {
		r.run.Match()
		r.run.Compare()
		r.report = r.run.Judge(rules.Settings{Today: start.UTC().Format(time.DateOnly)})
	}
	r.diagnostics = j.diagnose(r)
	r.took = time.Since(start)
	return r
}

// finish takes what a run came to, unless its files have changed meanwhile: then
// the next run is due already.
func (s *Server) finish(r *result) {
	s.running = nil
	if p := r.project; s.projects[p.config] == p && p.due.IsZero() {
		p.last = r
		s.publish()
	}
}

// published is the diagnostics of a file that the client has.
type published struct {
	uri  string
	text string // of the message
}

// publish sends the diagnostics of each file that the client does not have so yet.
func (s *Server) publish() {
	now, versions := map[string][]diagnostic{}, map[string]int32{}
	for _, key := range slices.Sorted(maps.Keys(s.projects)) {
		if last := s.projects[key].last; last != nil {
			maps.Copy(versions, last.versions)
			for name, all := range last.diagnostics {
				now[name] = append(now[name], all...)
			}
		}
	}
	for name := range s.shown {
		if now[name] == nil {
			now[name] = []diagnostic{}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		p := publishParams{URI: s.uri(name), Diagnostics: now[name]}
		if v, ok := versions[name]; ok && s.documents[name] != nil && s.client.TextDocument.PublishDiagnostics.VersionSupport {
			p.Version = &v // of the text that was judged, which may have been edited since
		}
		text := string(encode(p))
		before, known := s.shown[name]
		if known && before.text == text {
			continue
		}
		if known && before.uri != p.URI {
			s.notify("textDocument/publishDiagnostics", publishParams{URI: before.uri, Diagnostics: []diagnostic{}})
		}
		s.notify("textDocument/publishDiagnostics", json.RawMessage(text))
		s.shown[name] = published{p.URI, text}
		if len(now[name]) == 0 {
			delete(s.shown, name)
		}
	}
}

// uri is a file's, as the client spells it where it has the file open.
func (s *Server) uri(name string) string {
	if d := s.documents[name]; d != nil {
		return d.uri
	}
	return uriOf(name)
}

// isThere reports whether there is such a file on the disk.
func isThere(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
