package report

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/rules"
)

// JSONL is the findings of the JSON report, one a line, after what keeps it from
// being the whole truth.
func JSONL(r *rules.Report, v View) []byte {
	var out bytes.Buffer
	for _, f := range v.findings(r) {
		out.Write(encodeCompact(newJSONFinding(f)))
		out.WriteByte('\n')
	}
	return out.Bytes()
}
