package main

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/tooldrift/tooldrift/pkg/report"
)

// grid is rows of text from inputs, written in columns. Widths are those of a
// terminal: a Chinese character is two cells wide, a combining mark none.
type grid struct{ rows [][]string }

func (g *grid) row(cells ...string) {
	shown := make([]string, 0, len(cells))
	for _, c := range cells {
		shown = append(shown, strings.ReplaceAll(report.Line(c), "\t", `\t`))
	}
	for len(shown) > 0 && shown[len(shown)-1] == "" {
		shown = shown[:len(shown)-1]
	}
	g.rows = append(g.rows, shown)
}

const gap = 2 // between two columns

// write writes the rows behind an indent. A column is as wide as its cells in
// neighbouring rows that go on behind it: the last cell of a row may be long.
func (g *grid) write(w io.Writer, indent string) error {
	widths := g.widths()
	var b strings.Builder
	for i, cells := range g.rows {
		b.WriteString(indent)
		for column, c := range cells {
			b.WriteString(c)
			if column < len(cells)-1 {
				b.WriteString(strings.Repeat(" ", widths[i][column]-uniseg.StringWidth(c)+gap))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widths are the widths of the columns, row by row.
func (g *grid) widths() [][]int {
	all := make([][]int, len(g.rows))
	goesOn := func(i, column int) bool { return i < len(g.rows) && column < len(g.rows[i])-1 }
	for i, cells := range g.rows {
		all[i] = make([]int, len(cells))
		for column := range cells {
			if !goesOn(i, column) {
				continue
			}
			if i > 0 && goesOn(i-1, column) {
				all[i][column] = all[i-1][column]
				continue
			}
			for j := i; goesOn(j, column); j++ {
				all[i][column] = max(all[i][column], uniseg.StringWidth(g.rows[j][column]))
			}
		}
	}
	return all
}
