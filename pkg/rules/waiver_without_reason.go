package rules

var waiverWithoutReason = &Rule{
	ID: "waiver-without-reason", Category: "waiver", Severity: Error,
	Summary: "a waiver gives no reason: it waives nothing",
}
