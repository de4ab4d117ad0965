//go:build race

package logs

// race: the tests run under the race detector, which takes 20 times as long.
const race = true
