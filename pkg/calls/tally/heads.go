package tally

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Head is what a report says of a tool besides its counts: a summary holds all of
// it, so that merging needs no contract.
type Head struct {
	Contract   string      `json:"contract"`
	Tool       string      `json:"tool"`
	Operations []string    `json:"operations"`
	Fields     []HeadField `json:"fields"`
	ToolAt     Place       `json:"tool_at"`
	SpecAt     []Place     `json:"spec_at"`

	index map[string]int // of Fields, by path
}

// HeadField is a field of a tool.
type HeadField struct {
	Path      string `json:"path"`
	Quantity  bool   `json:"quantity"`
	Dimension string `json:"dimension"`
	Unit      string `json:"unit"`
	APIUnit   string `json:"api_unit,omitempty"` // where it is another
	Drift     Drift  `json:"drift,omitzero"`     // the finding on its unit
}

// Place is a line of a file, named from the root.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func placeOf(s source.Span) Place {
	if s.IsZero() {
		return Place{}
	}
	return Place{s.File.Name, s.File.Position(s.Start).Line}
}

func headsOf(c *calls.Contracts) []Head {
	heads := make([]Head, 0, len(c.Tools))
	for _, t := range c.Tools {
		h := Head{Contract: t.Contract, Tool: t.Name, Operations: slices.Clone(t.Operations), ToolAt: placeOf(t.ToolAt)}
		for _, f := range t.Fields {
			h.Fields = append(h.Fields, headField(f))
		}
		for _, s := range t.SpecAt {
			h.SpecAt = append(h.SpecAt, placeOf(s))
		}
		h.find()
		heads = append(heads, h)
	}
	return heads
}

func headField(f calls.Field) HeadField {
	h := HeadField{Path: f.Path, Quantity: f.Quantity, Dimension: f.Dimension, Unit: f.Unit, APIUnit: f.APIUnit}
	if f.Drift != nil {
		h.Drift = *driftOf(f.Drift)
	}
	return h
}

func (h *Head) find() {
	h.index = make(map[string]int, len(h.Fields))
	for i, f := range h.Fields {
		h.index[f.Path] = i
	}
}

// sameHeads reports whether two tallies count the same tools by the same fields.
func sameHeads(a, b []Head) bool {
	return slices.EqualFunc(a, b, func(a, b Head) bool {
		return a.Contract == b.Contract && a.Tool == b.Tool && a.ToolAt == b.ToolAt &&
			slices.Equal(a.Operations, b.Operations) && slices.Equal(a.Fields, b.Fields) && slices.Equal(a.SpecAt, b.SpecAt)
	})
}

// hashOf tells contracts apart: by what is told of them, and by what the files hold
// that they were read from. How these are called may differ from machine to machine.
func hashOf(c *calls.Contracts, heads []Head) string {
	text, err := json.Marshal(heads)
	if err != nil {
		panic("heads of tools that are no JSON: " + err.Error()) // only our own types come here
	}
	var sums []string
	for _, f := range c.Sources {
		sum := sha256.Sum256(f.Data)
		sums = append(sums, string(sum[:]))
	}
	slices.Sort(sums)
	h := sha256.New()
	h.Write(text)
	for _, sum := range slices.Compact(sums) {
		h.Write([]byte(sum))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
