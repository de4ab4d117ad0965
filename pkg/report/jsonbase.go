package report

import "github.com/tooldrift/tooldrift/pkg/rules"

// jsonBase is what the JSON report says of the base that it is held against.
type jsonBase struct {
	Revision  string          `json:"revision"`
	Commit    string          `json:"commit"`
	New       jsonTally       `json:"new"`
	Fixed     []jsonFinding   `json:"fixed"` // their places are in the files of the commit
	Waivers   []jsonNewWaiver `json:"waivers"`
	Baselined []jsonNewEntry  `json:"baselined"`
	Loosened  []jsonLoosened  `json:"loosened"`
}

type jsonTally struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
}

// jsonNewWaiver is a waiver that a change adds.
type jsonNewWaiver struct {
	Rule     string   `json:"rule"`
	Contract string   `json:"contract"`
	Tool     string   `json:"tool"`
	Fields   []string `json:"fields"`
	Value    string   `json:"value"`
	Reason   string   `json:"reason"`
	Until    string   `json:"until"`
	Owner    string   `json:"owner"`
	At       *Span    `json:"at"`
}

// jsonNewEntry is an entry that a change adds to the baseline.
type jsonNewEntry struct {
	Rule        string `json:"rule"`
	Contract    string `json:"contract"`
	Tool        string `json:"tool"`
	Field       string `json:"field"`
	Value       string `json:"value"`
	Fingerprint string `json:"fingerprint"`
	At          *Span  `json:"at"`
}

// jsonLoosened is what a change makes milder in the config.
type jsonLoosened struct {
	Text string `json:"text"`
	At   *Span  `json:"at"` // null where an entry is gone
}

func newJSONBase(r *rules.Report) *jsonBase {
	b := r.Base
	if b == nil {
		return nil
	}
	fresh, _ := r.News()
	out := &jsonBase{Revision: b.Revision, Commit: b.Commit, New: jsonTally(fresh), Fixed: []jsonFinding{}, Waivers: []jsonNewWaiver{}, Baselined: []jsonNewEntry{}, Loosened: []jsonLoosened{}}
	for _, f := range b.Fixed {
		out.Fixed = append(out.Fixed, newJSONFinding(f))
	}
	for _, w := range b.Waivers {
		out.Waivers = append(out.Waivers, jsonNewWaiver{w.Rule, w.Contract, w.Tool, notNil(w.Fields), w.Value, w.Reason, w.Until, w.Owner, SpanOf(w.At)})
	}
	for _, e := range b.Baselined {
		out.Baselined = append(out.Baselined, jsonNewEntry{e.Rule, e.Contract, e.Tool, e.Field, e.Value, e.Fingerprint, SpanOf(e.At)})
	}
	for _, l := range b.Loosened {
		out.Loosened = append(out.Loosened, jsonLoosened{l.Text, SpanOf(l.At)})
	}
	return out
}
