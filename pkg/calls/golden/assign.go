package golden

import "math"

// assign pairs rows with columns one to one so that the sum of costs is least
// (Kuhn and Munkres, by shortest augmenting paths, in rows² times columns); -1 is a row
// that is better left alone, which costs lone.
func assign(rows, columns int, lone int, cost func(row, column int) int) []int {
	// Each row may take a column of its own that stands for none.
	width := columns + rows
	price := func(i, j int) int {
		switch {
		case j < columns:
			return cost(i, j)
		case j-columns == i:
			return lone
		}
		return math.MaxInt / 4
	}
	// Rows and columns are counted from 1; 0 is the row that looks for a column.
	u, v := make([]int, rows+1), make([]int, width+1)
	taken, way := make([]int, width+1), make([]int, width+1)
	for i := 1; i <= rows; i++ {
		taken[0] = i
		at := 0
		least := make([]int, width+1)
		for j := range least {
			least[j] = math.MaxInt
		}
		used := make([]bool, width+1)
		for taken[at] != 0 {
			used[at] = true
			row, delta, next := taken[at], math.MaxInt, 0
			for j := 1; j <= width; j++ {
				if used[j] {
					continue
				}
				if c := price(row-1, j-1) - u[row] - v[j]; c < least[j] {
					least[j], way[j] = c, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= width; j++ {
				if used[j] {
					u[taken[j]] += delta
					v[j] -= delta
				} else if j > 0 {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			taken[at] = taken[way[at]]
			at = way[at]
		}
	}
	pairs := make([]int, rows)
	for i := range pairs {
		pairs[i] = -1
	}
	for j := 1; j <= columns; j++ {
		if taken[j] > 0 {
			pairs[taken[j]-1] = j - 1
		}
	}
	return pairs
}

// inOrder is assign where the columns of the pairs must rise with their rows.
func inOrder(rows, columns int, lone int, cost func(row, column int) int) []int {
	best := make([][]int, rows+1)
	for i := range best {
		best[i] = make([]int, columns+1)
	}
	for i := rows - 1; i >= 0; i-- {
		best[i][columns] = lone + best[i+1][columns]
		for j := columns - 1; j >= 0; j-- {
			best[i][j] = min(cost(i, j)+best[i+1][j+1], lone+best[i+1][j], best[i][j+1])
		}
	}
	pairs := make([]int, rows)
	for i, j := 0, 0; i < rows; {
		switch {
		case j < columns && best[i][j] == cost(i, j)+best[i+1][j+1]:
			pairs[i] = j
			i, j = i+1, j+1
		case j < columns && best[i][j] == best[i][j+1]:
			j++
		default:
			pairs[i] = -1
			i++
		}
	}
	return pairs
}
