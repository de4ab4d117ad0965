package rules

var expiredWaiver = &Rule{
	ID: "expired-waiver", Category: "waiver", Severity: Error,
	Summary: "the until day of a waiver is past; a note from 14 days before",
}
