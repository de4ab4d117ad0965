package rules

var staleBaseline = &Rule{
	ID: "stale-baseline", Category: waiverCategory, Severity: Warning,
	Summary: "entries of the baseline match no finding any more, although their rules ran and their tools were compared",
}
