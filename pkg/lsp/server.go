// Package lsp is tooldrift in an editor: a server of the Language Server Protocol
// 3.17 that shows what a check finds while the files are edited. It runs and
// fetches nothing that a config names, and judges nothing by itself.
package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// Server is one conversation with one client.
type Server struct {
	In  io.Reader
	Out io.Writer // the protocol, and nothing else
	Log io.Writer // lines for people

	Version string
	Config  string // absolute path of the only config that counts; "" takes the nearest one of each folder and file
	Root    string // as check.Inputs has it
	MaxSize int64  // as check.Inputs has it

	client   clientCapabilities
	encoding encoding
	state    state
	broken   error // why nothing more can be written

	folders   []string // absolute paths
	documents map[string]*document
	projects  map[string]*project  // by config
	shown     map[string]published // by absolute path: what the client has
	running   *project
	results   chan *result
	waiting   []message // requests, for the runs that they need
	requests  int       // of ours
}

type state int

const (
	fresh state = iota
	initialized
	shutDown
	ended
)

// Run holds the conversation to its end and returns the exit code of the process:
// 0 where the client has asked for the end in due form, else 1.
func (s *Server) Run() int {
	s.encoding = inUnits
	s.documents, s.projects, s.shown = map[string]*document{}, map[string]*project{}, map[string]published{}
	s.results = make(chan *result, 1)
	frames, done := make(chan frame), make(chan struct{})
	defer close(done)
	go read(s.In, frames, done)

	last := fresh
	for s.broken == nil {
		timer := s.schedule()
		select {
		case f := <-frames:
			last = s.state
			switch {
			case f.err == io.EOF:
				s.log("the client is gone without saying exit")
				return 1
			case f.err == errTooLarge:
				s.refuse(nil, failure(codeInvalidRequest, "%v", f.err))
			case f.err != nil:
				s.log("%v", f.err)
				return 1
			default:
				s.receive(f.content)
			}
		case r := <-s.results:
			s.finish(r)
		case <-timer:
		}
		if s.state == ended {
			if last == shutDown {
				return 0
			}
			return 1
		}
		s.answerWaiting()
	}
	s.log("%v", s.broken)
	return 1
}

type frame struct {
	content []byte
	err     error
}

// read hands on messages until the last one that can be read.
func read(from io.Reader, to chan<- frame, done <-chan struct{}) {
	r := bufio.NewReaderSize(from, 64<<10)
	for {
		content, err := readFrame(r)
		select {
		case to <- frame{content, err}:
		case <-done:
			return
		}
		if err != nil && err != errTooLarge {
			return
		}
	}
}

func (s *Server) log(format string, args ...any) {
	fmt.Fprintf(s.Log, "tooldrift: "+format+"\n", args...)
}

func (s *Server) write(v any) {
	if s.broken == nil {
		s.broken = writeFrame(s.Out, encode(v))
	}
}

func (s *Server) notify(method string, params any) {
	s.write(message{JSONRPC: "2.0", Method: method, Params: encode(params)})
}

// request asks the client. What it answers changes nothing here.
func (s *Server) request(method string, params any) {
	s.requests++
	s.write(message{JSONRPC: "2.0", ID: encode(fmt.Sprintf("tooldrift-%d", s.requests)), Method: method, Params: encode(params)})
}

func (s *Server) answer(id json.RawMessage, result any) {
	s.write(answer{JSONRPC: "2.0", ID: id, Result: result})
}

// refuse answers with an error. Without an ID it is about a message that could not
// be read so far as to know what it was.
func (s *Server) refuse(id json.RawMessage, wrong *rpcError) {
	s.log("%s", wrong.Message)
	s.write(refusal{JSONRPC: "2.0", ID: id, Error: wrong})
}

// receive acts on one message.
func (s *Server) receive(content []byte) {
	m, wrong := parse(content)
	switch {
	case wrong != nil:
		s.refuse(m.ID, wrong)
	case m.Method == "" && m.ID == nil:
		s.refuse(nil, failure(codeInvalidRequest, "the message has neither a method nor an id"))
	case m.Method == "":
		// what the client answers
	case m.ID == nil:
		if wrong := s.notified(m); wrong != nil {
			s.log("%s", wrong.Message) // a notification has no answer
		}
	default:
		if wrong := s.requested(m); wrong != nil {
			s.refuse(m.ID, wrong)
		}
	}
}

// requested answers a request, or has it wait for what it needs.
func (s *Server) requested(m message) *rpcError {
	switch {
	case s.state == fresh && m.Method != "initialize":
		return failure(codeNotInitialized, "%.100s comes before initialize", m.Method)
	case s.state == shutDown:
		return failure(codeInvalidRequest, "%.100s comes after shutdown", m.Method)
	}
	switch m.Method {
	case "initialize":
		return s.initialize(m)
	case "shutdown":
		s.state = shutDown
		for _, w := range s.waiting {
			s.refuse(w.ID, failure(codeCancelled, "%s was still waiting at shutdown", w.Method))
		}
		s.waiting = nil
		s.answer(m.ID, nil)
	case "textDocument/hover", "textDocument/codeAction":
		s.waiting = append(s.waiting, m)
	case "workspace/executeCommand":
		return s.execute(m)
	default:
		return failure(codeUnknownMethod, "%.100s is not done here", m.Method)
	}
	return nil
}

func (s *Server) initialize(m message) *rpcError {
	if s.state != fresh {
		return failure(codeInvalidRequest, "initialize comes twice")
	}
	p, wrong := params[initializeParams](m)
	if wrong != nil {
		return wrong
	}
	s.state, s.client = initialized, p.Capabilities
	s.encoding = negotiate(p.Capabilities.General.PositionEncodings)
	s.addFolders(p.folders())
	result := initializeResult{ServerInfo: serverInfo{"tooldrift", s.Version}}
	c := &result.Capabilities
	c.PositionEncoding = s.encoding
	c.TextDocumentSync = syncOptions{OpenClose: true, Change: 2}
	c.HoverProvider = true
	c.CodeActionProvider.CodeActionKinds = []string{quickFix}
	c.ExecuteCommand.Commands = []string{reasonCommand}
	c.Workspace.WorkspaceFolders.Supported = true
	c.Workspace.WorkspaceFolders.ChangeNotifications = true
	s.answer(m.ID, result)
	return nil
}

// folders are the URIs of the folders that the client works in. Older clients
// name one, by its URI or by its path.
func (p *initializeParams) folders() []workspaceFolder {
	switch {
	case len(p.WorkspaceFolders) > 0:
		return p.WorkspaceFolders
	case p.RootURI != "":
		return []workspaceFolder{{p.RootURI}}
	case p.RootPath != "":
		return []workspaceFolder{{uriOf(p.RootPath)}}
	}
	return nil
}

// notified acts on a notification. Those that are not known are nothing to act on.
func (s *Server) notified(m message) *rpcError {
	if m.Method == "exit" {
		s.state = ended
	}
	if s.state != initialized {
		return nil
	}
	switch m.Method {
	case "initialized":
		s.watch()
		s.discover()
		if len(s.projects) == 0 {
			s.log("there is no %s at or above the folders: nothing is compared until there is one, or a file below one is opened", config.FileName)
		}
	case "textDocument/didOpen":
		return s.opened(m)
	case "textDocument/didChange":
		return s.changed(m)
	case "textDocument/didSave":
		return s.saved(m)
	case "textDocument/didClose":
		return s.closed(m)
	case "workspace/didChangeWorkspaceFolders":
		p, wrong := params[foldersParams](m)
		if wrong != nil {
			return wrong
		}
		for _, f := range p.Event.Removed {
			if name, ok := pathOf(f.URI); ok {
				s.folders = slices.DeleteFunc(s.folders, func(have string) bool { return have == name })
			}
		}
		s.addFolders(p.Event.Added)
		s.discover()
	case "workspace/didChangeWatchedFiles":
		return s.touched(m)
	case "$/cancelRequest":
		return s.cancel(m)
	}
	return nil
}

func (s *Server) addFolders(all []workspaceFolder) {
	for _, f := range all {
		if name, ok := pathOf(f.URI); ok && !slices.Contains(s.folders, name) {
			s.folders = append(s.folders, name)
		}
	}
}

// watch asks to be told of files that change outside of the editor.
func (s *Server) watch() {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	s.request("client/registerCapability", registrationParams{[]registration{{
		ID: "watch", Method: "workspace/didChangeWatchedFiles",
		RegisterOptions: watchOptions{[]watcher{{"**/*.{json,jsonc,jsonl,yaml,yml,proto,graphql,graphqls,gql}"}}},
	}}})
}

// cancel answers a request that waits. All others have their answer already.
func (s *Server) cancel(m message) *rpcError {
	p, wrong := params[cancelParams](m)
	if wrong != nil {
		return wrong
	}
	for i, w := range s.waiting {
		if string(w.ID) == string(p.ID) {
			s.waiting = slices.Delete(s.waiting, i, i+1)
			s.refuse(w.ID, failure(codeCancelled, "%s was cancelled", w.Method))
			return nil
		}
	}
	return nil
}

// answerWaiting answers the requests whose documents are as they were judged.
// The others have their runs begin at once.
func (s *Server) answerWaiting() {
	now := time.Now()
	s.waiting = slices.DeleteFunc(s.waiting, func(m message) bool {
		p, wrong := params[documentParams](m)
		if wrong != nil {
			s.refuse(m.ID, wrong)
			return true
		}
		name, ok := pathOf(p.TextDocument.URI)
		if !ok {
			s.answer(m.ID, nil)
			return true
		}
		for _, one := range s.projectsOf(name) {
			if !one.due.IsZero() {
				one.due = now
			}
			if !one.due.IsZero() || one == s.running {
				return false
			}
		}
		if wrong := s.ask(m, name); wrong != nil {
			s.refuse(m.ID, wrong)
		}
		return true
	})
}

// ask answers a request on a document.
func (s *Server) ask(m message, name string) *rpcError {
	if m.Method == "textDocument/hover" {
		p, wrong := params[hoverParams](m)
		if wrong == nil {
			s.answer(m.ID, s.hover(name, p.Position))
		}
		return wrong
	}
	p, wrong := params[codeActionParams](m)
	if wrong == nil {
		s.answer(m.ID, s.actions(name, p))
	}
	return wrong
}

// inFolder reports whether a file is in a folder that the client works in. Where
// it works in none, every file is its own reason to look.
func (s *Server) inFolder(name string) bool {
	return len(s.folders) == 0 || slices.ContainsFunc(s.folders, func(dir string) bool { return within(dir, name) })
}

func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}
