package loaders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// agent is who asks. A server may answer differently to a browser.
const agent = "tooldrift"

// web asks one address, and those that it redirects to.
type web struct {
	base    *http.Transport
	at      *url.URL
	headers http.Header
	left    atomic.Int64 // bytes that may still come
	version atomic.Value // string: MCP's protocol version, once agreed upon
}

func newWeb(src *config.Live, limit int64) (*web, error) {
	at, err := url.Parse(src.URL)
	if err != nil {
		return nil, errors.New("its address cannot be read")
	}
	w := &web{base: http.DefaultTransport.(*http.Transport).Clone(), at: at, headers: http.Header{}}
	w.left.Store(limit)
	for _, h := range src.Headers {
		value, unset := expand(h.Value)
		if unset != "" {
			return nil, fmt.Errorf("its header %s needs %s, which is not set here", h.Name, unset)
		}
		w.headers.Add(h.Name, value)
	}
	return w, nil
}

var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// HeaderVariables are the names of the environment variables that the headers of
// a source send, each once.
func HeaderVariables(src *config.Live) []string {
	var names []string
	for _, h := range src.Headers {
		for _, m := range variable.FindAllStringSubmatch(h.Value, -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// expand puts the environment's values for ${NAME}; unset is a name that has none.
func expand(s string) (value, unset string) {
	value = variable.ReplaceAllStringFunc(s, func(m string) string {
		name := m[2 : len(m)-1]
		v, ok := os.LookupEnv(name)
		if !ok {
			unset = name
		}
		return v
	})
	return value, unset
}

func (w *web) client() *http.Client { return &http.Client{Transport: w, CheckRedirect: w.redirect} }

func (w *web) redirect(to *http.Request, via []*http.Request) error {
	switch {
	case len(via) > source.MaxRedirects:
		return errors.New("sends on beyond " + source.RedirectsLimit.String())
	case to.URL.Scheme != "https" && (to.URL.Scheme != "http" || w.at.Scheme == "https"):
		return errors.New("redirects from " + w.at.Scheme + " to " + to.URL.Scheme)
	}
	return nil
}

// RoundTrip adds the headers of the config for the host that they are meant for
// and no other, and counts what comes back.
func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", agent)
	if r.URL.Scheme == w.at.Scheme && r.URL.Host == w.at.Host {
		for name, values := range w.headers {
			r.Header[name] = values
		}
	}
	if v, ok := w.version.Load().(string); ok && r.Header.Get(versionHeader) == "" {
		r.Header.Set(versionHeader, v)
	}
	answer, err := w.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &counted{answer.Body, &w.left}
	return answer, nil
}

// counted is a body whose bytes count against what may still come.
type counted struct {
	io.ReadCloser
	left *atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if c.left.Add(-int64(n)) < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// ask sends one request and reads the whole answer; status is "" for a success.
func (w *web) ask(r *http.Request) (data []byte, status string, err error) {
	answer, err := w.client().Do(r)
	if err != nil {
		return nil, "", unwrapURL(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		status = answer.Status
	}
	data, err = io.ReadAll(answer.Body)
	return data, status, err
}

// unwrapURL drops the address of an error of net/http: it may hold a key, and the
// source is named already.
func unwrapURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// fetchURL is the document at an address.
func (l Live) fetchURL(ctx context.Context, src *config.Live) ([]byte, error) {
	w, err := newWeb(src, l.limit())
	if err != nil {
		return nil, err
	}
	defer w.base.CloseIdleConnections()
	var data []byte
	err = within(ctx, src, source.FetchLimit, "no whole answer", func(ctx context.Context) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, src.URL, nil)
		if err != nil {
			return unwrapURL(err)
		}
		r.Header.Set("Accept", "application/json, application/yaml, text/yaml, text/plain, */*;q=0.5")
		var status string
		if data, status, err = w.ask(r); err == nil && status != "" {
			err = errors.New("answered " + status)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return spread(data, l.limit()), nil
}

// askServer has an MCP server list its tools over streamable HTTP.
func (l Live) askServer(ctx context.Context, src *config.Live, version string) ([]rawTool, error) {
	w, err := newWeb(src, l.limit())
	if err != nil {
		return nil, err
	}
	defer w.base.CloseIdleConnections()
	t := &tap{
		inner: &mcp.StreamableClientTransport{
			Endpoint: src.URL, HTTPClient: w.client(), MaxEventSize: int(l.limit()),
			// A list is asked for; nothing that the server says unasked matters.
			DisableStandaloneSSE: true,
		},
		agreed: func(version string) { w.version.Store(version) },
	}
	return t.list(ctx, src, version)
}
