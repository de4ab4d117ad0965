package loaders

import (
	"context"
	"errors"
	"io"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// run is the standard output of a command that ends well and in time.
func (l Live) run(ctx context.Context, src *config.Live) ([]byte, error) {
	p, err := l.start(src, false)
	if err != nil {
		return nil, err
	}
	defer p.end()
	var data []byte
	err = within(ctx, src, source.RunLimit, "did not end", func(ctx context.Context) error {
		// Whoever holds the pipe may never write: its end is our close.
		stop := context.AfterFunc(ctx, func() { p.stdout.Close() })
		defer stop()
		if data, err = io.ReadAll(io.LimitReader(p.stdout, l.limit()+1)); err != nil {
			return err
		}
		if int64(len(data)) > l.limit() {
			return errTooLarge
		}
		select {
		case <-p.ended:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	var slow slowError
	switch {
	case errors.As(err, &slow):
		return nil, errors.New(err.Error() + p.last())
	case err != nil:
		return nil, err
	case !p.cmd.ProcessState.Success():
		return nil, errors.New(p.death() + p.last())
	}
	return spread(data, l.limit()), nil
}
