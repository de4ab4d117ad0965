package calls

import (
	"bytes"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// Named is the tool that a call names: by its very name, else by it behind what
// runtimes put before it (mcp__server__tool, server__tool, server.tool,
// functions.tool), else by it as runtimes spell it that allow few characters.
// nil: none is called so, or several may be.
func (c *Contracts) Named(name []byte) *Tool {
	for rest := name; ; {
		if t := c.named[string(rest)]; t != nil {
			return t
		}
		if t := c.nicknames[string(rest)]; t != nil {
			return t
		}
		if rest = behindPrefix(rest); rest == nil {
			return nil
		}
	}
}

// behindPrefix is what stands behind the first mark that may end a prefix; nil where
// there is none, or nothing.
func behindPrefix(name []byte) []byte {
	next := len(name)
	if next > maxPrefixed {
		return nil
	}
	for _, mark := range marks {
		if at := bytes.Index(name, mark); at >= 0 {
			next = min(next, at+len(mark))
		}
	}
	if next == len(name) {
		return nil
	}
	return name[next:]
}

// maxPrefixed is how long a name may be of which parts are looked up: each is as
// long again, and no runtime takes such a name.
const maxPrefixed = 512

// marks end what a runtime puts before a tool's name.
var marks = [][]byte{[]byte("__"), []byte("."), []byte("/"), []byte(":")}

// nickname notes the names that tools have where a runtime wrote their dots and
// other marks as it may: OpenAI and Anthropic allow letters, digits, _ and - only.
func (c *Contracts) nickname() {
	c.nicknames = map[string]*Tool{}
	for _, t := range c.Tools {
		name := plainName(t.Name)
		if name == t.Name || c.named[name] != nil {
			continue
		}
		if _, twice := c.nicknames[name]; twice {
			c.nicknames[name] = nil
			continue
		}
		c.nicknames[name] = t
	}
}

func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '_', r == '-', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, name)
}

// Nearest is the tool that a name which is no tool's was probably meant for; nil
// where none comes near.
func (c *Contracts) Nearest(name string) *Tool {
	names := make([]string, len(c.Tools))
	for i, t := range c.Tools {
		names[i] = t.Name
	}
	for rest := []byte(name); rest != nil; rest = behindPrefix(rest) {
		if len(rest) > maxName {
			continue
		}
		if t := c.named[config.Nearest(string(rest), names)]; t != nil {
			return t
		}
	}
	return nil
}

// maxName is how long a name may be of which a near one is looked for: the time that
// takes grows with its length, and no runtime takes a longer one.
const maxName = 128
