package rules

var unknownRule = &Rule{
	ID: "unknown-rule", Category: "waiver", Severity: Error,
	Summary: "a waiver or the config names no rule; the nearest is suggested",
}
