package report

import (
	"math"
	"math/rand"
	"slices"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

var newYear = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// yearOf is a curve of a year by day: so many calls a day, of which a share is
// invalid that rises on a day.
func yearOf(rnd *rand.Rand, calls int64, before, after float64, rises int) (curve []tally.Point, all, invalid int64) {
	for d := range 365 {
		at := newYear.AddDate(0, 0, d)
		n := calls + rnd.Int63n(calls/2+1)
		if at.Weekday() == time.Saturday || at.Weekday() == time.Sunday {
			n /= 4
		}
		share := before
		if d >= rises {
			share = after
		}
		var bad int64
		for range n {
			if rnd.Float64() < share {
				bad++
			}
		}
		if n == 0 {
			continue
		}
		curve = append(curve, tally.Point{Start: at.Format(time.RFC3339), Calls: n, Invalid: bad})
		all, invalid = all+n, invalid+bad
	}
	return curve, all, invalid
}

func share(valid, all int64) float64 {
	if all == 0 {
		return 1
	}
	return float64(valid) / float64(all)
}

// calledYear is a report on a year of calls, with something of each sort: three
// drifts on known days, mix-ups, retries, names that are no tool's, broken records.
func calledYear() *tally.Report {
	rnd := rand.New(rand.NewSource(7))
	r := &tally.Report{Version: 1}
	r.Tools = []tally.Tool{ // by contract and name
		sound(rnd, "find_orders", "Query.orders", 30), sound(rnd, "get_customer", "Query.customer", 11), assessed(rnd),
		refunded(rnd), paged(rnd), {Contract: "payments", Tool: "preview_payout", Share: 1}, waited(rnd),
	}
	r.Unknown = []tally.Named{{Name: "create_refnd", Calls: 14, Nearest: "create_refund"}, {Name: "browser_click", Calls: 3}}
	r.Broken = []tally.Broken{
		{Log: "logs/2026-03.jsonl.gz", Line: 40112, Why: "cut off in a string"}, {Log: "logs/2026-07.jsonl.gz", Line: 7, Why: `no JSON: found "Traceback" where a value begins`},
	}
	s := &r.Summary
	s.Logs, s.Records, s.Broken, s.Bucket = 12, 61240, 2, "day"
	s.From, s.To = "2026-01-01T00:03:11Z", "2026-12-31T23:58:40Z"
	for _, t := range r.Tools {
		s.Judged += t.Calls
		s.Valid += t.Valid
		s.Unsure += t.Unsure
		s.Explained += t.Explained
		s.Retries += t.Retries
		s.Repaired += t.Repaired
		s.Failed += t.Failed
		s.Tolerated += t.Tolerated
	}
	s.Calls, s.Invalid = s.Judged+17, s.Judged-s.Valid
	s.Unexplained = s.Invalid - s.Explained
	s.Share = share(s.Valid, s.Judged)
	return r
}

func refunded(rnd *rand.Rand) tally.Tool {
	curve, all, invalid := yearOf(rnd, 40, 0.003, 0.19, 72)
	step := tally.Step{
		At: "2026-03-14T00:00:00Z", Before: 0.0024, After: 0.1893, P: 3e-190, Method: "binomial likelihood ratio", Fault: "renamed",
		Commits: []tally.Commit{
			{Hash: "9f2c41d07be3", Time: "2026-03-13T16:20:09Z", Subject: "payments: call it payment_id everywhere", File: "api/payments.yaml", Side: "spec"},
		},
	}
	return tally.Tool{
		Contract: "payments", Tool: "create_refund", Operations: []string{"POST /v1/refunds"}, Calls: all, Valid: all - invalid, Share: share(all-invalid, all),
		Explained: invalid - 61, Retries: 402, Repaired: 377, Failed: 12, Tolerated: 5, Curve: curve, Steps: []tally.Step{step},
		Faults: []tally.Fault{
			{
				Kind: "unknown-field", Side: "api", Field: "payment_ref", Want: "a field of POST /v1/refunds", Text: "payment_ref is no field of POST /v1/refunds", Shape: "renamed", Calls: invalid - 61,
				Share: share(invalid-61, invalid), First: "2026-03-14T07:00:12Z", Last: "2026-12-31T21:10:00Z", Drift: renamed(),
				Examples: []tally.Example{
					{Log: "logs/2026-03.jsonl.gz", Line: 21877, Got: `"pay_81Hq2"`, Text: "payment_ref is no field of POST /v1/refunds"},
					{Log: "logs/2026-05.jsonl.gz", Line: 4, Got: `"pay_7xx01"`, Text: "payment_ref is no field of POST /v1/refunds"},
				},
			},
			{
				Kind: "missing-field", Side: "api", Field: "payment_id", Want: "a string", Text: "payment_id is left out, which POST /v1/refunds requires", Calls: invalid - 61,
				Share: share(invalid-61, invalid), First: "2026-03-14T07:00:12Z", Last: "2026-12-31T21:10:00Z", Drift: renamed(),
				Examples: []tally.Example{{Log: "logs/2026-03.jsonl.gz", Line: 21877, Text: "payment_id is left out, which POST /v1/refunds requires"}},
			},
			{
				Kind: "wrong-type", Side: "tool", Field: "amount", Want: "an integer", Text: `amount is the string "4200", not an integer`, Calls: 49, Share: share(49, invalid),
				First: "2026-01-03T10:00:00Z", Last: "2026-12-30T11:00:00Z",
				Examples: []tally.Example{{Log: "logs/2026-01.jsonl.gz", Line: 310, Got: `"4200"`, Send: "4200", Text: `amount is the string "4200", not an integer`}},
			},
			{
				Kind: "not-listed", Side: "tool", Field: "reason", Want: "one of duplicate, fraudulent, requested_by_customer", Text: `reason is "Customer asked", not one of duplicate, fraudulent, requested_by_customer`,
				Calls: 12, Share: share(12, invalid), First: "2026-02-01T10:00:00Z", Last: "2026-11-30T11:00:00Z",
				Examples: []tally.Example{{Log: "logs/2026-02.jsonl.gz", Line: 9, Got: `"Customer asked"`, Text: `reason is "Customer asked", not one of duplicate, fraudulent, requested_by_customer`}},
			},
		},
		Fields: []tally.Field{
			{Field: "payment_ref", Known: true, Sent: all, Invalid: invalid - 61, Share: share(all-invalid+61, all), Curve: curve, Steps: []tally.Step{step}},
			{Field: "amount", Known: true, Sent: all, Invalid: 49, Share: share(all-49, all), Curve: spread(rnd, curve, 49), Unit: "cents", Mixups: []tally.Mixup{
				{
					Factor: "100", Kind: "clusters", Currency: "USD", States: "cents", Reading: "dollars beside cents",
					Low:  tally.Cluster{Calls: 812, Median: "42", Examples: []string{"42", "19.5", "120"}, From: "2026-05-04T09:11:00Z", To: "2026-12-31T21:00:00Z"},
					High: tally.Cluster{Calls: 10655, Median: "4200", Examples: []string{"4200", "1950", "12000"}, From: "2026-01-01T00:03:11Z", To: "2026-12-31T23:00:00Z"},
				},
			}, Histogram: twoHumps(812, 10655, 42, 4200)},
			{Field: "reason", Known: true, Sent: all - 100, Invalid: 12, Share: share(all-112, all-100), Curve: spread(rnd, curve, 12)},
			{Field: "payment_id", Sent: 0, Invalid: invalid - 61, Share: share(all-invalid+61, all), Curve: curve},
		},
	}
}

// spread is a curve with so many invalid calls on days by chance.
func spread(rnd *rand.Rand, curve []tally.Point, invalid int) []tally.Point {
	out := slices.Clone(curve)
	for i := range out {
		out[i].Invalid = 0
	}
	for range invalid {
		out[rnd.Intn(len(out))].Invalid++
	}
	return out
}

func renamed() *tally.Drift {
	return &tally.Drift{
		Rule: "renamed-field", Fingerprint: "7c1d09e2ab34f5d6", Message: "payment_ref was renamed; the API calls it payment_id", Fix: "rename payment_ref to payment_id",
		File: "agents/payments.json", Line: 9,
	}
}

// twoHumps is a histogram of ten bins a decade, with values around two places.
func twoHumps(low, high int64, lowAt, highAt float64) (bins []tally.Bin) {
	for i := range 60 {
		b := tally.Bin{Low: math.Pow(10, float64(i)/10), High: math.Pow(10, float64(i+1)/10)}
		for _, hump := range []struct{ calls, at float64 }{{float64(low), lowAt}, {float64(high), highAt}} {
			far := (math.Log10(b.Low) + 0.05 - math.Log10(hump.at)) / 0.28 // standard deviations
			b.Calls += int64(math.Round(hump.calls * 0.1425 * math.Exp(-far*far/2)))
		}
		if b.Calls > 0 {
			bins = append(bins, b)
		}
	}
	return bins
}

func assessed(rnd *rand.Rand) tally.Tool {
	curve, all, invalid := yearOf(rnd, 20, 0, 0.08, 245)
	const text = "verified_annual_income is left out, which AssessApplicant requires"
	return tally.Tool{
		Contract: "lending", Tool: "assess_applicant", Operations: []string{"underwriting.v1.UnderwritingService/AssessApplicant"}, Calls: all, Valid: all - invalid, Share: share(all-invalid, all),
		Explained: invalid, Curve: curve, Unsure: 40,
		Steps: []tally.Step{{At: "2026-09-03T00:00:00Z", Before: 0, After: 0.0812, P: 2.4e-31, Method: "binomial likelihood ratio", Fault: "missing"}},
		Faults: []tally.Fault{{
			Kind: "missing-field", Side: "api", Field: "verified_annual_income", Text: text, Calls: invalid, Share: 1, First: "2026-09-03T08:00:00Z", Last: "2026-12-31T09:00:00Z",
			Examples: []tally.Example{{Log: "logs/2026-09.jsonl.gz", Line: 1201, Text: text}},
			Drift: &tally.Drift{
				Rule: "stale-name-in-prose", Fingerprint: "11aa22bb33cc44dd", Message: "its description names annual_income_verified; the field is called verified_annual_income",
				Fix: "write verified_annual_income in place of annual_income_verified in the description", File: "agents/underwriting.json", Line: 6,
			},
		}},
		Fields: []tally.Field{
			{Field: "applicant_id", Known: true, Sent: all, Share: 1, Curve: curve},
			{Field: "verified_annual_income", Known: true, Sent: all - invalid, Invalid: invalid, Share: share(all-invalid, all), Curve: curve},
		},
	}
}

func waited(rnd *rand.Rand) tally.Tool {
	curve, all, _ := yearOf(rnd, 8, 0, 0, 400)
	return tally.Tool{
		Contract: "payments", Tool: "wait_for_settlement", Operations: []string{"POST /v1/settlements/{settlement_id}/wait"}, Calls: all, Valid: all, Share: 1, Curve: curve,
		Fields: []tally.Field{
			{Field: "settlement_id", Known: true, Sent: all, Share: 1},
			{Field: "timeout", Known: true, Sent: all, Share: 1, Mixups: []tally.Mixup{{
				Factor: "1000", Kind: "clusters", States: "s", API: "ms", Reading: "those around 30000 fit ms; the lower ones are probably s",
				Drift: &tally.Drift{Rule: "unit-conflict", Fingerprint: "77aa", Message: "timeout is in seconds, timeout of POST /v1/settlements in milliseconds", Fix: "multiply by 1000, or rename it", File: "tools.json", Line: 40},
				Low:   tally.Cluster{Calls: 900, Median: "30", Examples: []string{"30", "60", "15"}}, High: tally.Cluster{Calls: 341, Median: "30000", Examples: []string{"30000", "60000"}},
			}}, Histogram: twoHumps(900, 341, 30, 30000)},
		},
	}
}

func paged(rnd *rand.Rand) tally.Tool {
	curve, all, invalid := yearOf(rnd, 60, 0.002, 0.002, 400)
	return tally.Tool{
		Contract: "payments", Tool: "list_refunds", Operations: []string{"GET /v1/refunds"}, Calls: all, Valid: all - invalid, Share: share(all-invalid, all), Curve: curve,
		Faults: []tally.Fault{{
			Kind: "out-of-bounds", Side: "tool", Field: "limit", Want: "at most 100", Text: "limit is 500, above 100", Calls: invalid, Share: 1,
			Examples: []tally.Example{{Log: "logs/2026-01.jsonl.gz", Line: 77, Got: "500", Text: "limit is 500, above 100"}},
		}},
		Fields: []tally.Field{{Field: "limit", Known: true, Sent: all, Invalid: invalid, Share: share(all-invalid, all), Curve: curve}},
	}
}

func sound(rnd *rand.Rand, tool, operation string, calls int64) tally.Tool {
	curve, all, _ := yearOf(rnd, calls, 0, 0, 400)
	return tally.Tool{
		Contract: "customers", Tool: tool, Operations: []string{operation}, Calls: all, Valid: all, Share: 1, Curve: curve,
		Fields: []tally.Field{{Field: "customer_id", Known: true, Sent: all, Share: 1, Curve: curve}},
	}
}
