// Package logs finds the calls of tools in what production keeps of them:
// transcripts, spans, messages and plain lines. It knows the shapes of logs and
// nothing of contracts; it reads a stream of any length in constant memory.
//
// What is told once: a call that a message holds in two views, by its id; a call
// that one record tells twice, by id, tool and arguments; of ToolBench what its tree
// tells; of spans what a model answered and what was executed, by trace and id, but
// nothing of the messages that it was given, nor of the input of Bedrock's
// invocation logs. Event.Again says where different records tell one call: two spans,
// the events of a stream of Responses, the lines of a session of Claude Code that a
// resumed one repeats. What is told as often as it stands there: the history that
// logs of requests repeat line by line. Nothing of definitions, schemas,
// golden data, or of pieces of a stream.
package logs

import "io"

// Log is a log that is to be read.
type Log struct {
	Name string // as reports name it
	Open func() (io.ReadCloser, error)
}

// Kind is what an Event is.
type Kind uint8

// The kinds of event.
const (
	Call    Kind = iota // a model calls a tool
	Outcome             // what became of an earlier call, which has the same Session and ID
	Turn                // a person speaks: what follows in Session is another turn
)

// Status is what became of a call.
type Status uint8

// The statuses.
const (
	Unknown Status = iota
	Succeeded
	Failed
)

// Event is one thing that a log tells. Its byte slices belong to whoever hands
// the event over, and change with the next one.
type Event struct {
	Kind Kind
	// Tool is the tool's name as the log spells it, of a Call.
	Tool []byte
	// Args are the arguments of a Call as JSON text, as sent: where a log keeps them
	// as JSON in a string, the text of that string. Empty: the model sent none. A call
	// whose arguments a log leaves out is not told: there is nothing to judge.
	Args []byte
	// Time is in milliseconds since 1970, UTC; 0 where the log does not say.
	Time int64
	// Session tells conversations, or traces, of one log apart. Calls of a log that
	// names none are all of one.
	Session uint64
	// Case names the prompt that a Call or a Turn belongs to, as text, so that the call can be
	// held against the golden calls of that prompt: the first of case, case_id,
	// prompt_id, task_id, test_id that the record, or its metadata, has; else the id of
	// a record that is of one prompt (BFCL's); else the name of the session. A number
	// goes by its digits. Empty: nothing of that kind is there.
	Case []byte
	// ID is what an Outcome names its call by; 0: none.
	ID uint64
	// Again is what two Calls have in common that tell one, in different records: the
	// span of a model that asks for a call and the span that executes it name the
	// same trace, id and tool; events of a stream, and the lines of resumed sessions, the
	// same id, tool and arguments. 0: no other record tells of the call.
	Again  uint64
	Status Status // of an Outcome, and of a Call whose record says what became of it
	Error  []byte // what a failed call was answered, as far as the log has it
	Line   int64  // of the log, from 1, where the event stands: in an array on many lines that of the tool's name
}
