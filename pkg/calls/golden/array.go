package golden

import "github.com/tooldrift/tooldrift/pkg/source"

// maxAligned is how long two arrays may be to be laid beside each other as they
// fit best; longer ones are compared element by element. The work grows with the
// square, and the longest list in a golden call of tau-bench or BFCL has 24.
const maxAligned = 50

// array compares two arrays so that an element that is left out, or is one too
// many, costs itself and not all behind it.
func (c *comparer) array(d *diff, want *value, got *source.Node, at spot) {
	n, m := len(want.items), len(got.Items)
	if n == 0 && m == 0 {
		d.cell(at.name(), Right)
		return
	}
	if n == m {
		same := &diff{}
		for i, item := range want.items {
			same.add(c.compare(item, got.Items[i], at.item(i)))
		}
		if same.bad == 0 || n > maxAligned {
			d.add(same)
			return
		}
	}
	if n > maxAligned || m > maxAligned || c.spent > mostCompared {
		for i := range max(n, m) {
			c.element(d, want, got, i, i, at, nil)
		}
		return
	}
	c.aligned(d, want, got, at)
}

// element adds one element of both, or of the one that has it: the other's index
// is then out of its range.
func (c *comparer) element(d *diff, want *value, got *source.Node, i, j int, at spot, known *diff) {
	switch {
	case i >= 0 && i < len(want.items) && j >= 0 && j < len(got.Items):
		if known == nil {
			known = c.compare(want.items[i], got.Items[j], at.item(j))
		}
		d.add(known)
	case i >= 0 && i < len(want.items):
		item := want.items[i]
		if item.unscored || item.optional {
			return
		}
		inner := at.item(i)
		d.wrong = append(d.wrong, Wrong{inner.name(), inner.place, Missing, short(item.node), "", ""})
		c.lose(d, item, inner, Missing)
	case j >= 0 && j < len(got.Items):
		c.extra(d, got.Items[j], at.item(j))
	}
}

// oneSided is what an element costs that only one side has. A pair of elements costs
// at most as much, so that as many as possible stand beside each other.
const oneSided = 1000

// aligned is the cheapest way to turn one array into the other (Wagner and
// Fischer), elements in order; of ways that cost the same the first, which pairs.
func (c *comparer) aligned(d *diff, want *value, got *source.Node, at spot) {
	n, m := len(want.items), len(got.Items)
	pairs := make([][]*diff, n)
	cost := make([][]int, n+1)
	for i := range cost {
		cost[i] = make([]int, m+1)
	}
	for i := n; i >= 0; i-- {
		if i < n {
			pairs[i] = make([]*diff, m)
		}
		for j := m; j >= 0; j-- {
			switch {
			case i == n:
				cost[i][j] = (m - j) * oneSided
			case j == m:
				cost[i][j] = (n - i) * oneSided
			default:
				p := c.compare(want.items[i], got.Items[j], at.item(j))
				pairs[i][j] = p
				cost[i][j] = min(pairCost(p)+cost[i+1][j+1], oneSided+cost[i+1][j], oneSided+cost[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && cost[i][j] == pairCost(pairs[i][j])+cost[i+1][j+1]:
			c.element(d, want, got, i, j, at, pairs[i][j])
			i, j = i+1, j+1
		case i < n && cost[i][j] == oneSided+cost[i+1][j]:
			c.element(d, want, got, i, -1, at, nil)
			i++
		default:
			c.element(d, want, got, -1, j, at, nil)
			j++
		}
	}
}

func pairCost(d *diff) int {
	if d.bad == 0 {
		return 0
	}
	return oneSided * d.bad / max(d.all, 1)
}
