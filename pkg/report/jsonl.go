package report

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/rules"
)

// JSONL is the findings of the JSON report, one a line and nothing else.
func JSONL(r *rules.Report) []byte {
	var out bytes.Buffer
	for _, f := range r.Findings {
		out.Write(encodeCompact(newJSONFinding(f)))
		out.WriteByte('\n')
	}
	return out.Bytes()
}
