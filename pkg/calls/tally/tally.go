// Package tally counts judged calls into a summary that merges: the summary of
// two logs is the sum of their summaries, in any order, to the last byte.
package tally
