package report

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The types are the part of SARIF 2.1.0 that a finding fills. What readers make of
// it decides what is in there:
//   - GitHub shows only message.text, with links in it, and of related locations
//     those that the text links to. It renders a rule's help.markdown with hard line
//     breaks. It shows every result as an alert, suppressed or not.
//   - Editors show the first location, and the short description of a rule.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool               sarifTool                        `json:"tool"`
	Invocations        []sarifInvocation                `json:"invocations"`
	OriginalURIBaseIDs map[string]sarifArtifactLocation `json:"originalUriBaseIds"`
	ColumnKind         string                           `json:"columnKind"`
	DefaultEncoding    string                           `json:"defaultEncoding"`
	NewlineSequences   []string                         `json:"newlineSequences"`
	Results            []sarifResult                    `json:"results"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string             `json:"id"`
	Name             string             `json:"name"` // must differ from the ID; VS Code shows a dash without it
	ShortDescription sarifMessage       `json:"shortDescription"`
	FullDescription  sarifMessage       `json:"fullDescription"`
	Help             sarifMessage       `json:"help"`
	Default          sarifConfiguration `json:"defaultConfiguration"`
	Properties       sarifTags          `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifTags struct {
	Tags []string `json:"tags"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID    string            `json:"ruleId"`
	RuleIndex int               `json:"ruleIndex"`
	Level     string            `json:"level"`
	Message   sarifMessage      `json:"message"`
	Locations []sarifLocation   `json:"locations"`
	Related   []sarifLocation   `json:"relatedLocations,omitempty"`
	Prints    map[string]string `json:"partialFingerprints"`
	// An empty list says that nothing suppresses the result, none at all that
	// nothing is known of it (3.27.23).
	Suppressions []sarifSuppression `json:"suppressions"`
	Baseline     string             `json:"baselineState,omitempty"`
	Fixes        []sarifFix         `json:"fixes,omitempty"`
	Properties   sarifOf            `json:"properties"`
}

// sarifOf is what a finding is about, in our own words.
type sarifOf struct {
	Contract   string   `json:"contract"`
	Tool       string   `json:"tool"`
	Field      string   `json:"field"`
	Operations []string `json:"operations"`
	Suggestion string   `json:"suggestion"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   sarifRegion           `json:"region"`
}

type sarifArtifactLocation struct {
	URI         string        `json:"uri,omitempty"`
	BaseID      string        `json:"uriBaseId,omitempty"`
	Description *sarifMessage `json:"description,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifLogical struct {
	Name          string `json:"name"`
	QualifiedName string `json:"fullyQualifiedName"`
	Kind          string `json:"kind"`
}

type sarifSuppression struct {
	Kind          string         `json:"kind"`
	Status        string         `json:"status"`
	Justification string         `json:"justification"`
	Location      *sarifLocation `json:"location,omitempty"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifactLocation `json:"artifactLocation"`
	Replacements []sarifReplacement    `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifMessage `json:"insertedContent"`
}

// sarifMost is how many results of a run GitHub takes; it refuses the file beyond
// that, and shows the 5,000 most severe of them.
const sarifMost = 25_000

// mostSevere are the worst findings, as many as may be kept, in their order, and the rest.
func mostSevere(all []*rules.Finding, most int) (kept, left []*rules.Finding) {
	if len(all) <= most {
		return all, nil
	}
	ranked := slices.Clone(all)
	slices.SortStableFunc(ranked, worseFirst)
	left = ranked[most:]
	out := map[*rules.Finding]bool{}
	for _, f := range left {
		out[f] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(f *rules.Finding) bool { return out[f] }), left
}

// sourceRoot is the name by which GitHub and its readers know the root of a repository.
const sourceRoot = "%SRCROOT%"

// SARIF is the report in the Static Analysis Results Interchange Format 2.1.0
// (OASIS, with errata 01). Columns are code points. Waived findings are in it where
// the view shows them, as suppressed results: GitHub raises an alert for each result
// that is there.
func SARIF(r *rules.Report, v View) []byte {
	v.ShowOld = true // who keeps alerts would take one that is missing for mended
	run := sarifRun{
		Tool:               sarifTool{sarifDriver{Name: "tooldrift", Rules: []sarifRule{}}},
		OriginalURIBaseIDs: map[string]sarifArtifactLocation{sourceRoot: {Description: &sarifMessage{Text: "the root of the repository"}}},
		ColumnKind:         "unicodeCodePoints", DefaultEncoding: "utf-8", NewlineSequences: []string{"\r\n", "\n", "\r"},
		Results: []sarifResult{},
	}
	run.Invocations = []sarifInvocation{{Successful: v.Incomplete == ""}}
	if v.Incomplete != "" {
		run.Invocations[0].Notifications = []sarifNotification{{"error", sarifMessage{Text: sarifText(source.Escape(v.Incomplete))}}}
	}
	found, left := mostSevere(slices.DeleteFunc(slices.Clone(r.Findings), func(f *rules.Finding) bool { return !v.shows(f) }), sarifMost)
	if len(left) > 0 {
		text := severities(left) + fmt.Sprintf(" more are left out: GitHub refuses a run of more than %d results", sarifMost)
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"warning", sarifMessage{Text: text}})
	}
	indexes := map[string]int{}
	for _, rule := range rules.All {
		if slices.ContainsFunc(found, func(f *rules.Finding) bool { return f.Rule == rule.ID }) {
			indexes[rule.ID] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSARIFRule(rule))
		}
	}
	for _, f := range found {
		run.Results = append(run.Results, newSARIFResult(f, indexes[f.Rule]))
		if r.Base != nil {
			run.Results[len(run.Results)-1].Baseline = sarifBaseline(f)
		}
	}
	return Encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	})
}

func newSARIFRule(r *rules.Rule) sarifRule {
	var name strings.Builder
	for word := range strings.SplitSeq(r.ID, "-") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	summary, _, _ := strings.Cut(r.Summary, "; ") // the rest says when it is milder
	text := r.Explain()
	var paragraphs []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		p = markdownText(strings.ReplaceAll(p, "\n", " "))
		if head, rest, ok := strings.Cut(p, ": "); ok && (head == "Why it matters" || head == "Fix") {
			p = "**" + head + ":** " + rest
		}
		paragraphs = append(paragraphs, p)
	}
	return sarifRule{
		ID: r.ID, Name: name.String(), ShortDescription: sarifMessage{Text: summary},
		FullDescription: sarifMessage{Text: strings.ReplaceAll(strings.SplitN(text, "\n\n", 2)[0], "\n", " ")},
		Help:            sarifMessage{Text: text, Markdown: strings.Join(paragraphs, "\n\n")},
		Default:         sarifConfiguration{sarifLevel(r.Severity)}, Properties: sarifTags{[]string{r.Category}},
	}
}

// sarifLevel is the word for a severity. A rule that is off by itself has none.
func sarifLevel(s rules.Severity) string {
	if s == rules.Off {
		return "none"
	}
	return s.String()
}

func newSARIFResult(f *rules.Finding, index int) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: f.Severity.String(), Suppressions: []sarifSuppression{},
		Prints: map[string]string{"tooldrift/v1": f.Fingerprint}, Fixes: sarifFixes(f),
		Properties: sarifOf{f.Contract, f.Tool, f.Field, notNil(f.Operations), f.Suggestion},
	}
	primary := newSARIFLocation(f.At)
	if f.Tool != "" {
		primary.Logical = append(primary.Logical, sarifLogical{source.Escape(f.Tool), source.Escape(f.Tool), "function"})
		if f.Field != "" {
			primary.Logical = append(primary.Logical, sarifLogical{source.Escape(f.Field), source.Escape(f.Tool + "/" + f.Field), "parameter"})
		}
	}
	out.Locations = []sarifLocation{primary}

	lines := []string{sarifText(source.Escape(f.Message))}
	if f.Tool != "" {
		lines[0] = sarifText(source.Escape(f.Tool)) + ": " + lines[0]
	}
	machine := View{}
	for _, s := range sidesOf(f) {
		says := source.Escape(s.says)
		if s.at.IsZero() {
			lines = append(lines, s.label+": "+sarifText(says))
			continue
		}
		if says == "" {
			says = Excerpt(s.at)
		}
		related := newSARIFLocation(s.at)
		related.ID, related.Message = len(out.Related)+1, &sarifMessage{Text: sarifText(s.label + ": " + says)}
		out.Related = append(out.Related, related)
		lines = append(lines, fmt.Sprintf("[%s](%d): %s", s.label, related.ID, sarifText(machine.place(s.at)+" "+says)))
	}
	for _, row := range []struct{ label, text string }{{"why", f.Why}, {"fix", f.Fix}} {
		if row.text != "" {
			lines = append(lines, row.label+": "+sarifText(source.Escape(row.text)))
		}
	}
	out.Message.Text = strings.Join(lines, "\n")

	if w := f.Waived; w != nil {
		s := sarifSuppression{Kind: "external", Status: "accepted", Justification: source.Escape(waiverWords(w))}
		if w.Inline {
			s.Kind = "inSource"
		}
		if !w.At.IsZero() {
			at := newSARIFLocation(w.At)
			s.Location = &at
		}
		out.Suppressions = append(out.Suppressions, s)
	}
	return out
}

// sarifBaseline says whether the base has a finding too (3.27.24).
func sarifBaseline(f *rules.Finding) string {
	if f.Old {
		return "unchanged"
	}
	return "new"
}

// sarifText is text that a reader of SARIF takes for nothing but text: "[a](b)" is
// a link there (3.11.6) and "{0}" a placeholder (3.11.5). Other brackets and braces
// stay, since no reader takes off what the standard puts before them.
func sarifText(s string) string {
	if strings.Contains(s, "](") {
		s = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		end := i + 1
		for s[i] == '{' && end < len(s) && '0' <= s[end] && s[end] <= '9' {
			end++
		}
		if end > i+1 && end < len(s) && s[end] == '}' {
			b.WriteString("{" + s[i:end+1] + "}")
			i = end
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func newSARIFLocation(at source.Span) sarifLocation {
	return sarifLocation{Physical: sarifPhysical{newSARIFArtifact(at.File), newSARIFRegion(at)}}
}

func newSARIFRegion(at source.Span) sarifRegion {
	start, end := at.File.Position(at.Start), at.File.Position(at.End)
	return sarifRegion{start.Line, start.Column, end.Line, end.Column}
}

// newSARIFArtifact names a file relative to the root, a source that is no file by
// what it is called.
func newSARIFArtifact(f *source.File) sarifArtifactLocation {
	if !source.IsPath(f.Name) {
		scheme, rest, _ := strings.Cut(f.Name, ":")
		if rest == "" {
			return sarifArtifactLocation{URI: "stdin:" + uriPath(scheme)}
		}
		return sarifArtifactLocation{URI: scheme + ":" + uriPath(rest)}
	}
	return sarifArtifactLocation{URI: uriPath(slash(f.Name)), BaseID: sourceRoot}
}

// uriPath percent-encodes a path, colons too: before the first slash one would end
// a scheme.
func uriPath(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

// sarifFixes are the edits of a finding, by file. What a live source says is in no
// file that a reader could edit.
func sarifFixes(f *rules.Finding) []sarifFix {
	var changes []sarifChange
	for _, e := range f.Edits {
		if !source.IsPath(e.At.File.Name) || e.At.File.Packed {
			return nil
		}
		artifact := newSARIFArtifact(e.At.File)
		at := slices.IndexFunc(changes, func(c sarifChange) bool { return c.Artifact == artifact })
		if at < 0 {
			at = len(changes)
			changes = append(changes, sarifChange{Artifact: artifact})
		}
		changes[at].Replacements = append(changes[at].Replacements, sarifReplacement{newSARIFRegion(e.At), sarifMessage{Text: e.New}})
	}
	if len(changes) == 0 {
		return nil
	}
	return []sarifFix{{sarifMessage{Text: sarifText(source.Escape(f.Fix))}, changes}}
}
