//go:build !race

package calls

// race: the tests run under the race detector, which takes 20 times as long.
const race = false
