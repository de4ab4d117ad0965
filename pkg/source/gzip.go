package source

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"path"
	"strings"
)

const gzipMagic = "\x1f\x8b"

// Inflate is what data holds where it is gzip-compressed (RFC 1952), and whether
// it is; else data itself. It is counted while it grows: more than limit bytes
// are an error, however few they were before.
func Inflate(data []byte, limit int64) (text []byte, packed bool, err error) {
	if !bytes.HasPrefix(data, []byte(gzipMagic)) {
		return data, false, nil
	}
	var out bytes.Buffer
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		_, err = io.Copy(&out, io.LimitReader(r, limit+1))
	}
	switch {
	case int64(out.Len()) > limit:
		return nil, true, errors.New("larger, once inflated, than " + SizeWords(limit))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, true, errors.New("gzip data that is cut short")
	case err != nil:
		return nil, true, errors.New("gzip data that is damaged")
	}
	return out.Bytes(), true, nil
}

// Ext is the extension that says what a file holds, in lower case: of
// "api.JSON.gz" it is ".json".
func Ext(name string) string {
	name = strings.ToLower(name)
	return path.Ext(strings.TrimSuffix(name, ".gz"))
}
