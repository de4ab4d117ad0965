//go:build race

package tally_test

// race: the tests run under the race detector.
const race = true
