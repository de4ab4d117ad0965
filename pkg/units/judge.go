package units

// Judge says what unit a number states, where, and whether it needs one.
func Judge(n Number) Judgement { return Judgement{Verdict: None} }
