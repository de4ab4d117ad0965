package bind

import (
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Match binds the tools of one contract of the config to the operations of its
// specs, which are one pool. c is nil where there is no config. The faults are
// those of the operations that it loads, and of annotations that do not parse.
func Match(tools []*contract.Contract, specs []*contract.Index, c *config.Contract) (*Result, []source.Fault) {
	panic("being written")
}
