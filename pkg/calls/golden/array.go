package golden

import "github.com/tooldrift/tooldrift/pkg/source"

// array compares two arrays so that an element that is left out, or is one too
// many, costs itself and not all behind it.
func (c *comparer) array(d *diff, want *value, got *source.Node, at spot) {
	n, m := len(want.items), len(got.Items)
	switch {
	case n == 0 && m == 0:
		d.cell(at, Right)
	case max(n, m) > source.MaxAligned, c.over(), c.same(want, got):
		for i := range max(n, m) {
			c.element(d, want, got, i, i, at)
		}
	default:
		c.aligned(d, want, got, at)
	}
}

// same reports whether each element is right where it stands.
func (c *comparer) same(want *value, got *source.Node) bool {
	if len(want.items) != len(got.Items) {
		return false
	}
	for i, item := range want.items {
		if c.nearest(item, got.Items[i], inside).bad > 0 {
			return false
		}
	}
	return true
}

// element adds one element of both, or of the one that has it: the other's index
// is then out of its range.
func (c *comparer) element(d *diff, want *value, got *source.Node, i, j int, at spot) {
	switch {
	case i >= 0 && i < len(want.items) && j >= 0 && j < len(got.Items):
		c.compare(d, want.items[i], got.Items[j], at.item(j))
	case i >= 0 && i < len(want.items):
		item := want.items[i]
		if item.unscored || item.optional {
			return
		}
		inner := at.item(i)
		d.tell(func() Wrong { return Wrong{inner.name(), inner.place, Missing, short(item.node), "", ""} })
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
	pairs := make([][]nearest, n)
	cost := make([][]int, n+1)
	for i := range cost {
		cost[i] = make([]int, m+1)
	}
	for i := n; i >= 0; i-- {
		if i < n {
			pairs[i] = make([]nearest, m)
		}
		for j := m; j >= 0; j-- {
			switch {
			case i == n:
				cost[i][j] = (m - j) * oneSided
			case j == m:
				cost[i][j] = (n - i) * oneSided
			default:
				p := c.nearest(want.items[i], got.Items[j], inside)
				pairs[i][j] = p
				cost[i][j] = min(pairCost(p)+cost[i+1][j+1], oneSided+cost[i+1][j], oneSided+cost[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && cost[i][j] == pairCost(pairs[i][j])+cost[i+1][j+1]:
			c.element(d, want, got, i, j, at)
			i, j = i+1, j+1
		case i < n && cost[i][j] == oneSided+cost[i+1][j]:
			c.element(d, want, got, i, -1, at)
			i++
		default:
			c.element(d, want, got, -1, j, at)
			j++
		}
	}
}

func pairCost(n nearest) int {
	if n.bad == 0 {
		return 0
	}
	return oneSided * n.bad / max(n.all, 1)
}
