package rules

var unusedWaiver = &Rule{
	ID: "unused-waiver", Category: "waiver", Severity: Warning,
	Summary: "a waiver matched no finding, although its rule ran and its tool was compared",
}
