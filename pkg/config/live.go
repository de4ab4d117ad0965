package config

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Live is a source that is run or fetched when it is read, which only the caller
// may allow. Either Command or URL is set.
type Live struct {
	Protocol string // "mcp", "graphql", or "" where the answer itself is the file

	Command []string
	Env     []string // all that Command sees of the environment: "NAME=value", or "NAME" for the caller's value
	Dir     string   // working directory of Command, from the root

	URL     string   // http or https, without a user name, a password or a fragment
	Headers []Header // sent to URL and to no other host

	// Timeout bounds the start of a server, and then its whole answer; 0 leaves
	// both to the reader.
	Timeout time.Duration
}

// Header is a header of an HTTP request. ${NAME} in Value stands for the
// caller's environment variable of that name.
type Header struct{ Name, Value string }

// server reads the mapping below mcp or graphql: a server that is started or asked.
func (r *reader) server(n *source.Node, protocol string, started bool) *Live {
	l := &Live{Protocol: protocol}
	keys := []Key{{"url", func(v *source.Node) { l.URL = r.url(v) }}}
	if started {
		keys = append([]Key{{"command", func(v *source.Node) { l.Command = r.command(v, "command") }}}, keys...)
	}
	given := r.Mapping(n, protocol, append(keys, r.liveOptions(l, started)...)...)
	switch {
	case given == nil, given[""]: // an unknown key is fault enough
	case given["command"] && given["url"]:
		r.Fault(n.At, "%s has either command or url", protocol)
	case !given["command"] && !given["url"] && started:
		r.Fault(n.At, "%s has no command and no url", protocol)
	case !given["url"] && !started:
		r.Fault(n.At, "%s has no url", protocol)
	default:
		r.belong(n, given, protocol, "command")
	}
	return l
}

// plainLive are the keys of an entry whose answer is the file: exec and url, and
// what may stand beside them.
func (r *reader) plainLive(s *Source) []Key {
	l := &Live{}
	set := func(read func(*source.Node)) func(*source.Node) {
		return func(v *source.Node) {
			s.Live = l
			read(v)
		}
	}
	return append([]Key{
		{"exec", set(func(v *source.Node) { l.Command = r.command(v, "exec") })},
		{"url", set(func(v *source.Node) { l.URL = r.url(v) })},
	}, r.liveOptions(l, true)...)
}

// liveOptions are the keys beside a command or a url.
func (r *reader) liveOptions(l *Live, started bool) []Key {
	keys := []Key{
		{"headers", func(v *source.Node) { l.Headers = r.headers(v) }},
		{"timeout", func(v *source.Node) { l.Timeout = r.timeout(v) }},
	}
	if !started {
		return keys
	}
	l.Dir = r.dir
	return append(keys,
		Key{"env", func(v *source.Node) { l.Env = r.env(v) }},
		Key{"cwd", func(v *source.Node) { l.Dir = r.path(v, "cwd") }},
	)
}

// belong faults options of an entry that has not what they belong to.
func (r *reader) belong(n *source.Node, given map[string]bool, what, command string) {
	for _, o := range []struct{ name, to string }{{"env", command}, {"cwd", command}, {"headers", "url"}} {
		if given[o.name] && !given[o.to] {
			r.Fault(n.At, "%s belongs to %s, which %s does not have", o.name, o.to, what)
		}
	}
	if given["timeout"] && !given[command] && !given["url"] {
		r.Fault(n.At, "timeout belongs to %s or url, which %s does not have", command, what)
	}
}

func (r *reader) command(n *source.Node, what string) []string {
	var all []string
	r.List(n, what, "a program and its arguments", func(item *source.Node) {
		all = append(all, r.scalar(item, "an entry of "+what))
	})
	if n.Kind == source.Array && (len(all) == 0 || strings.TrimSpace(all[0]) == "") {
		r.Fault(n.At, "%s names no program", what)
	}
	return all
}

func (r *reader) env(n *source.Node) []string {
	var all, names []string
	r.List(n, "env", "NAME or NAME=value", func(item *source.Node) {
		text, ok := r.Text(item, "an entry of env", "NAME or NAME=value")
		name, _, _ := strings.Cut(text, "=")
		switch {
		case !ok:
		case name == "" || strings.ContainsAny(name, " \t\r\n\x00"):
			r.Fault(item.At, "an entry of env must be NAME or NAME=value, not %q", text)
		case slices.Contains(names, name):
			r.Fault(item.At, "env names %s twice", name)
		default:
			all, names = append(all, text), append(names, name)
		}
	})
	return all
}

func (r *reader) url(n *source.Node) string {
	text, ok := r.Text(n, "url", "an http or https address")
	if !ok {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case strings.Contains(text, "${"):
		r.Fault(n.At, "url takes no ${NAME}: an address is shown in messages and reports; a secret goes into headers, which take it")
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		r.Fault(n.At, "url must be an http or https address, not %q", text)
	case u.User != nil:
		r.Fault(n.At, "url holds a user name or a password; say it in headers, from the environment: {Authorization: \"Basic ${NAME}\"}")
	case u.Fragment != "":
		r.Fault(n.At, "url has a fragment, #%s; a source is a whole document", u.Fragment)
	default:
		return text
	}
	return ""
}

// RFC 9110, 5.1 and 5.5.
var (
	headerName  = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	headerValue = regexp.MustCompile(`^[^\x00-\x08\x0a-\x1f\x7f]*$`)
)

func (r *reader) headers(n *source.Node) []Header {
	if n.Kind != source.Object {
		r.Expect(n, "headers", "a mapping of names to values")
		return nil
	}
	var all []Header
	for _, m := range n.Members {
		value, ok := r.Text(m.Value, "the header "+m.Key, "a text")
		switch {
		case !ok:
		case !headerName.MatchString(m.Key):
			r.Fault(m.KeyAt, "%q is no name of a header", m.Key)
		case !headerValue.MatchString(value):
			r.Fault(m.Value.At, "the header %s holds a control character", m.Key)
		default:
			all = append(all, Header{m.Key, value})
		}
	}
	return all
}

func (r *reader) timeout(n *source.Node) time.Duration {
	text, ok := r.Text(n, "timeout", "a duration such as 30s")
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil || d <= 0:
		r.Fault(n.At, "timeout must be a duration such as 30s, at most 10m, not %q", text)
		return 0
	case d > source.MaxTimeout:
		r.Fault(n.At, "timeout %s is longer than %s", text, source.TimeoutLimit)
		return 0
	}
	return d
}
