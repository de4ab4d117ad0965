package loaders

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// initializeVersion is the last revision of MCP that a session of begins with
// initialize. It is tried first: every server but those of later revisions alone
// knows it, while servers written by hand leave the later server/discover
// without any answer.
const initializeVersion = "2025-11-25"

const versionHeader = "Mcp-Protocol-Version"

// mcpTools is the tools of a server, all pages, as serverTools writes them.
func (l Live) mcpTools(ctx context.Context, src *config.Live) ([]byte, error) {
	tools, err := l.mcpSession(ctx, src, initializeVersion)
	if another := new(versionError); errors.As(err, &another) {
		tools, err = l.mcpSession(ctx, src, "")
	}
	if err != nil {
		return nil, err
	}
	return serverTools(tools, l.limit()), nil
}

// versionError is the refusal of a server to begin a session in this revision of MCP.
type versionError struct{ error }

func (l Live) mcpSession(ctx context.Context, src *config.Live, version string) ([]rawTool, error) {
	if src.URL != "" {
		return l.askServer(ctx, src, version)
	}
	return l.startServer(ctx, src, version)
}

// list begins a session, follows all pages of the tool list, and ends the session.
// The client declares no capabilities: some servers list more tools to a client
// that offers them roots or sampling, and the list is to be that of every client.
func (t *tap) list(ctx context.Context, src *config.Live, version string) (tools []rawTool, err error) {
	client := mcp.NewClient(&mcp.Implementation{Name: agent, Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	var session *mcp.ClientSession
	err = within(ctx, src, source.StartLimit, "did not answer initialize", func(ctx context.Context) error {
		session, err = client.Connect(ctx, t, &mcp.ClientSessionOptions{ProtocolVersion: version})
		var refusal *jsonrpc.Error
		if errors.As(err, &refusal) && version != "" {
			return &versionError{mcpError("initialize", err)}
		}
		return mcpError("initialize", err)
	})
	if err != nil {
		return nil, err
	}
	defer session.Close()
	err = within(ctx, src, source.ListLimit, "did not list its tools", func(ctx context.Context) error {
		tools, err = t.pages(ctx, session)
		var refusal *jsonrpc.Error
		if errors.As(err, &refusal) && refusal.Code == mcp.CodeUnsupportedProtocolVersion && version != "" {
			return &versionError{mcpError("tools/list", err)}
		}
		return mcpError("tools/list", err)
	})
	return tools, err
}

func (t *tap) pages(ctx context.Context, session *mcp.ClientSession) (tools []rawTool, err error) {
	seen := map[string]bool{}
	for cursor := ""; ; {
		// The answer is read from what the tap has kept: what the SDK makes of it
		// has lost the order of keys and digits of numbers, or could not be made.
		_, err := session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		raw := t.take()
		if raw == nil {
			return nil, err
		}
		page, next, fault := toolsIn(raw)
		if fault != "" {
			return nil, errors.New(fault)
		}
		tools = append(tools, page...)
		switch {
		case next == "":
			return tools, nil
		case seen[next]:
			return nil, fmt.Errorf("its list has no end: the cursor %q comes twice", clipTo(next, 40))
		case len(seen) == source.MaxPages:
			return nil, errors.New("its list has more than " + source.PagesLimit.String())
		}
		seen[next] = true
		cursor = next
	}
}

// lost reports whether an error of the SDK says that the other side is gone.
func lost(err error) bool {
	return errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, io.EOF)
}

// mcpError is an error of the SDK in few words.
func mcpError(method string, err error) error {
	var refusal *jsonrpc.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errTooLarge):
		return errTooLarge
	case errors.As(err, &refusal):
		return fmt.Errorf("answered %s with error %d: %s", method, refusal.Code, refusal.Message)
	case errors.As(err, new(*url.Error)), lost(err), !strings.HasPrefix(err.Error(), "calling "):
		return unwrapURL(err)
	}
	text := strings.TrimPrefix(err.Error(), fmt.Sprintf("calling %q: ", method))
	return errors.New(method + ": " + strings.TrimPrefix(text, fmt.Sprintf("sending %q: ", method)))
}

// tap is a transport that keeps the answers to tools/list as they came.
type tap struct {
	inner  mcp.Transport
	agreed func(version string) // told the protocol version of the session; may be nil

	mcp.Connection
	mu    sync.Mutex
	asked map[jsonrpc.ID]string // method of each call of interest
	raw   []byte                // the last answer to tools/list, until taken
}

// Connect makes the tap the connection that it taps.
func (t *tap) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := t.inner.Connect(ctx)
	if err != nil {
		return nil, err
	}
	t.Connection, t.asked = conn, map[jsonrpc.ID]string{}
	return t, nil
}

// Write notes which calls to look for.
func (t *tap) Write(ctx context.Context, m jsonrpc.Message) error {
	if call, ok := m.(*jsonrpc.Request); ok && (call.Method == "tools/list" || call.Method == "initialize") {
		t.mu.Lock()
		t.asked[call.ID] = call.Method
		t.mu.Unlock()
	}
	return t.Connection.Write(ctx, m)
}

// Read looks at the answers to those calls.
func (t *tap) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := t.Connection.Read(ctx)
	answer, ok := m.(*jsonrpc.Response)
	if err != nil || !ok || answer.Error != nil {
		return m, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.asked[answer.ID] {
	case "tools/list":
		t.raw = answer.Result
	case "initialize":
		// The SDK tells the version to connections of its own only.
		var result struct{ ProtocolVersion string }
		if json.Unmarshal(answer.Result, &result) == nil && result.ProtocolVersion != "" && t.agreed != nil {
			t.agreed(result.ProtocolVersion)
		}
	}
	return m, nil
}

func (t *tap) take() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	raw := t.raw
	t.raw = nil
	return raw
}
