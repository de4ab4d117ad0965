package tally

// Report is what a log shows, ready for a format: every list is sorted, every
// share is computed. It encodes to the JSON format as it stands.
type Report struct {
	Version int     `json:"version"` // 1
	Summary Summary `json:"summary"`
	// Tools are sorted by contract and name.
	Tools []Tool `json:"tools"`
	// Unknown are the names that were called and are no tool's, most calls first.
	Unknown []Named `json:"unknown_tools"`
	// Broken are some of the records that could not be read, in order of place.
	Broken []Broken `json:"broken"`
}

// Summary counts the whole log.
type Summary struct {
	Logs    int64 `json:"logs"`
	Records int64 `json:"records"` // that could be read
	Broken  int64 `json:"broken"`  // more records, that are no JSON, are cut off or too large
	Calls   int64 `json:"calls"`
	Judged  int64 `json:"judged"` // calls of tools that are known
	Valid   int64 `json:"valid"`
	Invalid int64 `json:"invalid"`
	Unsure  int64 `json:"unsure"` // of the valid: something could not be seen through
	// Share is Valid of Judged, from 0 to 1; 1 where nothing was judged.
	Share float64 `json:"share"`
	// Explained are the invalid calls of which every fault is explained by drift;
	// Unexplained the others.
	Explained   int64 `json:"explained"`
	Unexplained int64 `json:"unexplained"`
	Unknown     int64 `json:"unknown"` // calls of tools that are none
	// Retries are calls that follow an invalid call of the same tool in the same
	// turn; Repaired those of them that are valid.
	Retries  int64 `json:"retries"`
	Repaired int64 `json:"repaired"`
	// Intents are Judged without the Retries: what is tried until it is right is meant
	// once. IntentShare is Valid of them.
	Intents     int64   `json:"intents"`
	IntentShare float64 `json:"intent_share"`
	// Failed are valid calls that were answered with an error; Tolerated invalid
	// ones that were answered with success.
	Failed    int64  `json:"failed"`
	Tolerated int64  `json:"tolerated"`
	From      string `json:"from"`   // RFC 3339 of the first call with a time; ""
	To        string `json:"to"`     // of the last
	Bucket    string `json:"bucket"` // what the curves count by: "hour", "day", "" without times
}

// Named is a name and how many calls have it.
type Named struct {
	Name  string `json:"name"`
	Calls int64  `json:"calls"`
	// Nearest is the tool that was probably meant; "".
	Nearest string `json:"nearest"`
}

// Broken is a record that could not be read.
type Broken struct {
	Log  string `json:"log"`
	Line int64  `json:"line"`
	Why  string `json:"why"`
}

// Tool is what became of one tool's calls.
type Tool struct {
	Contract   string   `json:"contract"`
	Tool       string   `json:"tool"`
	Operations []string `json:"operations"`
	Calls      int64    `json:"calls"`
	Valid      int64    `json:"valid"`
	Share      float64  `json:"share"`
	Unsure     int64    `json:"unsure"`
	Explained  int64    `json:"explained"`
	Retries    int64    `json:"retries"`
	Repaired   int64    `json:"repaired"`
	Failed     int64    `json:"failed"`
	Tolerated  int64    `json:"tolerated"`
	// Intents and IntentShare are as in Summary.
	Intents     int64   `json:"intents"`
	IntentShare float64 `json:"intent_share"`
	Curve       []Point `json:"curve"`
	Steps       []Step  `json:"steps"`
	// Faults are the mistakes, most calls first, then by text.
	Faults []Fault `json:"faults"`
	// Fields are those that were sent or broken, in the order of the tool's schema,
	// unknown ones last.
	Fields []Field `json:"fields"`
}

// Point is a bucket of a curve. Buckets without calls are left out.
type Point struct {
	Start   string `json:"start"` // RFC 3339, UTC
	Calls   int64  `json:"calls"`
	Invalid int64  `json:"invalid"`
}

// Step is a lasting change of the share of invalid calls.
type Step struct {
	At     string  `json:"at"`     // RFC 3339 of the first bucket after it
	Before float64 `json:"before"` // share of invalid calls
	After  float64 `json:"after"`
	P      float64 `json:"p"` // how likely chance alone makes a step as large
	Method string  `json:"method"`
	// Fault is the shape of the mistake that accounts for most of the step; "".
	Fault   string   `json:"fault"`
	Commits []Commit `json:"commits"`
}

// Commit is a commit near a step that touched the tool or its operation.
type Commit struct {
	Hash    string `json:"hash"` // 12 digits
	Time    string `json:"time"` // RFC 3339, UTC
	Subject string `json:"subject"`
	File    string `json:"file"` // from the root
	Side    string `json:"side"` // "tool", "spec"
}

// Fault is one mistake and how often it was made.
type Fault struct {
	Kind     string    `json:"kind"`
	Side     string    `json:"side"`
	Field    string    `json:"field"`
	Want     string    `json:"want"`
	Text     string    `json:"text"`  // of the first example
	Shape    string    `json:"shape"` // what Step.Fault names it by
	Calls    int64     `json:"calls"`
	Share    float64   `json:"share"` // of the tool's invalid calls
	First    string    `json:"first"` // RFC 3339; ""
	Last     string    `json:"last"`
	Examples []Example `json:"examples"`
	Drift    *Drift    `json:"drift"` // the finding that explains it; null
}

// Example is one call that makes a mistake.
type Example struct {
	Log  string `json:"log"`
	Line int64  `json:"line"`
	Got  string `json:"got"`  // JSON, cut short
	Send string `json:"send"` // JSON; "" where only the model could know
	Text string `json:"text"`
}

// Drift names the finding of check that explains a mistake.
type Drift struct {
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
	Fix         string `json:"fix"`
	File        string `json:"file"` // from the root; ""
	Line        int    `json:"line"`
}

// Field is what one field of a tool was sent.
type Field struct {
	Field   string  `json:"field"`
	Known   bool    `json:"known"`   // the tool declares it
	Sent    int64   `json:"sent"`    // calls that send it
	Invalid int64   `json:"invalid"` // calls with a fault in it, missing ones included
	Share   float64 `json:"share"`   // of its calls that have no fault in it, sent or missing
	Unit    string  `json:"unit"`    // that the contract states; ""
	Curve   []Point `json:"curve"`   // Calls is Sent and missing
	Steps   []Step  `json:"steps"`
	// Mixups are units that callers confuse; Histogram is there where they are.
	Mixups    []Mixup `json:"mixups"`
	Histogram []Bin   `json:"histogram"`
}

// Mixup is two clusters of one field's values a factor of units apart.
type Mixup struct {
	Factor   string  `json:"factor"`   // "100", "1000", "60", "3600"; of epochs up to "1000000000"
	Kind     string  `json:"kind"`     // "clusters", "epoch", "ratio"
	Currency string  `json:"currency"` // of the values; "" of those that name none
	States   string  `json:"states"`   // the unit that the contract states, the tool's first; ""
	API      string  `json:"api"`      // the unit that the API states, where it is another; ""
	Reading  string  `json:"reading"`  // which cluster fits it, in words; ""
	Low      Cluster `json:"low"`
	High     Cluster `json:"high"`
	Drift    *Drift  `json:"drift"` // the finding that the unit is in doubt; null
}

// Cluster is values that lie together on a log scale.
type Cluster struct {
	Calls    int64    `json:"calls"`
	Median   string   `json:"median"`
	Examples []string `json:"examples"` // as sent
	From     string   `json:"from"`     // RFC 3339 of the first call that is clearly of the cluster; ""
	To       string   `json:"to"`       // of the last
}

// Bin counts the absolute values from Low up to High.
type Bin struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Calls int64   `json:"calls"`
}
