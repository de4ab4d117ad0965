package source

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// BlamedLine is a line of a file as it stands in HEAD, and the day, in UTC, on
// which it was written: YYYY-MM-DD, or "" where a shallow clone does not know.
type BlamedLine struct{ Text, Day string }

const (
	blameTime = 10 * time.Second // a file of megabytes with a long history takes minutes, and its age is no matter of life
	blameSize = 64 << 20         // bytes that are read of git's answer
)

// Blame says of each line of a file, a slash path from the folder that g was opened
// for, when it was written. Only HEAD is looked at: to compare it with the file on
// the disk, git would run the filters that the repository's settings name.
func (g *Git) Blame(name string) ([]BlamedLine, error) {
	cmd := g.command("-c", "diff.external=", "blame", "--porcelain", "--no-textconv", "--no-ignore-revs-file", "HEAD", "--", name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(blameTime, func() { cmd.Process.Kill() })
	defer timer.Stop()
	data, err := io.ReadAll(io.LimitReader(out, blameSize+1))
	if len(data) > blameSize {
		cmd.Process.Kill()
		err = errors.New("too long an answer of git blame")
	}
	if err := errors.Join(err, cmd.Wait()); err != nil {
		return nil, err
	}
	return parseBlame(data, g.IsShallow()), nil
}

// parseBlame reads git's porcelain format: for each line a header that names its
// commit, the first time with what is known of it, and the text behind a tab.
func parseBlame(data []byte, shallow bool) []BlamedLine {
	var lines []BlamedLine
	days := map[string]string{}
	commit := ""
	scan := bufio.NewScanner(bytes.NewReader(data))
	scan.Buffer(nil, blameSize)
	for scan.Scan() {
		line := scan.Text()
		if text, ok := strings.CutPrefix(line, "\t"); ok {
			lines = append(lines, BlamedLine{strings.TrimSuffix(text, "\r"), days[commit]})
			commit = ""
			continue
		}
		key, value, _ := strings.Cut(line, " ")
		switch {
		case commit == "":
			commit = key
		case key == "author-time":
			if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
				days[commit] = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
			}
		case key == "boundary" && shallow:
			days[commit] = "" // it is older than the oldest commit that is there
		}
	}
	return lines
}
