package loaders

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// startServer starts an MCP server, has it list its tools over stdio, and ends it.
func (l Live) startServer(ctx context.Context, src *config.Live, version string) ([]rawTool, error) {
	p, err := l.start(src, true)
	if err != nil {
		return nil, err
	}
	defer p.end()
	t := &tap{inner: &mcp.IOTransport{
		Reader: &messages{p: p, in: bufio.NewReader(p.stdout), left: l.limit()}, Writer: p.stdin,
		MaxLineLength: -1, // messages bounds the sum of all lines
	}}
	tools, err := t.list(ctx, src, version)
	var slow slowError
	switch {
	case errors.As(err, &slow):
		return nil, errors.New(err.Error() + p.last())
	case !lost(err):
		return tools, err
	}
	if how := p.death(); how != "" {
		return nil, errors.New(how + " before it listed its tools" + p.last())
	}
	return nil, errors.New("closed its standard output before it listed its tools" + p.last())
}

// messages is a child's standard output without what is no message. Servers, and
// the package managers that start them, print banners there, and other clients
// pass over those too. A message is one line (MCP, transports: stdio).
type messages struct {
	p    *process
	in   *bufio.Reader
	rest bool  // in the middle of a message's line
	left int64 // bytes that may still come
}

func (m *messages) Read(b []byte) (int, error) {
	for !m.rest {
		line, err := m.in.Peek(1)
		if err != nil {
			return 0, err
		}
		if line[0] == '{' {
			m.rest = true
			break
		}
		if err := m.pass(line[0]); err != nil {
			return 0, err
		}
	}
	// Up to the end of the line and not beyond: what follows may be a banner.
	if m.in.Buffered() == 0 {
		if _, err := m.in.Peek(1); err != nil {
			return 0, err
		}
	}
	ahead, _ := m.in.Peek(min(len(b), m.in.Buffered()))
	for i, c := range ahead {
		if c == '\n' {
			ahead, m.rest = ahead[:i+1], false
			break
		}
	}
	n := copy(b, ahead)
	if m.left -= int64(n); m.left < 0 {
		return 0, errTooLarge
	}
	_, err := m.in.Discard(n)
	return n, err
}

// pass passes over white space, or a line that is no message: it may say why
// there are none.
func (m *messages) pass(c byte) error {
	if c == ' ' || c == '\t' || c == '\r' || c == '\n' {
		_, err := m.in.Discard(1)
		return err
	}
	for {
		part, err := m.in.ReadSlice('\n')
		_, _ = m.p.words.Write(part)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// Close does nothing: the child still has to end.
func (m *messages) Close() error { return nil }

var _ io.ReadCloser = (*messages)(nil)
