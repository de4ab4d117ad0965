package lsp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxMessage is how large one message may be: a file of the largest size that is
// read by default (64 MiB) in a JSON string, in which a byte takes two at worst
// where it is text.
const maxMessage = 128 << 20

// maxHeader is how large the header of a message may be; there are two fields, of
// some dozen bytes each.
const maxHeader = 4 << 10

// errTooLarge is of a message that was skipped: the next one can be read.
var errTooLarge = fmt.Errorf("the message is larger than %d MiB", maxMessage>>20)

// readFrame reads the content of one message (LSP 3.17, base protocol). After any
// error but errTooLarge it is not known where the next message begins; io.EOF is
// the end between two messages.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	if length > maxMessage {
		if _, err := io.CopyN(io.Discard, r, length); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, errTooLarge
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(r, content); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return content, nil
}

// readHeader reads a header up to the empty line, and returns the length that it gives.
func readHeader(r *bufio.Reader) (length int64, err error) {
	length = -1
	for read := 0; ; {
		line, err := r.ReadSlice('\n')
		read += len(line)
		switch {
		case err == io.EOF && read == 0:
			return 0, io.EOF
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case errors.Is(err, bufio.ErrBufferFull) || read > maxHeader:
			return 0, errors.New("the header of a message does not end")
		case err != nil:
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || length < 0 {
			return 0, fmt.Errorf("Content-Length is no number of bytes: %.40q", value)
		}
	}
	if length < 0 {
		return 0, errors.New("the header of a message has no Content-Length")
	}
	return length, nil
}

func writeFrame(w io.Writer, content []byte) error {
	if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(content)); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}
