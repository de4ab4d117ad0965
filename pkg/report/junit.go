package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The JUnit XML that Jenkins, GitLab and the others agree on. Times and host names,
// which some schemas want, are left out: a report of one input is always the same.
type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitOutcome `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit is the report as test results: a suite a contract, in it a case for each
// tool that was looked at, and one for each finding. A finding that fails the run is
// a failure, a waived one is skipped, and any other passes and says its words. A tool
// that was compared with nothing is skipped, and a refused input is an error.
func JUnit(r *rules.Report, v View) []byte {
	out := junitReport{Name: "tooldrift", Suites: []junitSuite{}}
	at := map[string]int{}
	suite := func(contract string) *junitSuite {
		i, there := at[contract]
		if !there {
			i = len(out.Suites)
			at[contract] = i
			out.Suites = append(out.Suites, junitSuite{Name: junitName(contract)})
		}
		return &out.Suites[i]
	}
	for _, b := range r.Bindings {
		suite(b.Contract).add(newJUnitBinding(b))
	}
	if v.Incomplete != "" {
		suite("").add(junitCase{Class: "tooldrift", Name: "inputs", Error: &junitOutcome{Message: source.Escape(v.Incomplete)}})
	}
	seen := map[string]int{}
	for _, f := range r.Findings {
		if v.shows(f) || v.fails(f) {
			suite(f.Contract).add(newJUnitCase(f, v, seen))
		}
	}
	for _, s := range out.Suites {
		out.Tests += s.Tests
		out.Failures += s.Failures
		out.Errors += s.Errors
		out.Skipped += s.Skipped
	}
	return encodeXML(out)
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

func junitName(contract string) string {
	if contract == "" {
		return "tooldrift"
	}
	return source.Escape(contract)
}

// newJUnitBinding says what a tool was held against, so that a green list shows it.
func newJUnitBinding(b rules.Binding) junitCase {
	c := junitCase{Class: source.Escape(b.Tool), Name: "compared with " + source.Escape(strings.Join(b.Operations, ", "))}
	if len(b.Operations) == 0 {
		c.Name, c.Skipped = "compared", &junitOutcome{Message: "it calls no operation that it could be compared with"}
	}
	return c
}

// newJUnitCase names a case without lines or messages, so that it is the same test
// in every run; where two findings would share a name, the later has a number.
func newJUnitCase(f *rules.Finding, v View, seen map[string]int) junitCase {
	c := junitCase{Class: source.Escape(f.Tool), Name: strings.TrimSpace(f.Rule + " " + source.Escape(f.Field)), Line: f.At.File.Position(f.At.Start).Line}
	if f.Tool == "" {
		c.Class = "on no tool"
	}
	if source.IsPath(f.At.File.Name) {
		c.File = source.Escape(slash(f.At.File.Name))
	}
	key := f.Contract + "\x00" + c.Class + "\x00" + c.Name
	if seen[key]++; seen[key] > 1 {
		c.Name += fmt.Sprintf(" #%d", seen[key])
	}
	text := strings.Join(plainLines(f), "\n")
	switch {
	case f.Waived != nil:
		word, _ := acceptedWords(f.Waived)
		c.Skipped = &junitOutcome{Message: word + ": " + source.Escape(waiverWords(f.Waived))}
		c.Output = text
	case v.fails(f):
		c.Failure = &junitOutcome{Type: f.Severity.String(), Message: source.Escape(f.Message), Text: text}
	default:
		c.Output = text
	}
	return c
}

// plainLines are the words of a finding as the text report has them, files named
// from the root.
func plainLines(f *rules.Finding) []string {
	text := Text(&rules.Report{Findings: []*rules.Finding{f}}, View{ShowWaived: true, ShowOld: true})
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return lines[:len(lines)-1] // the last one counts what was compared
}

// xmlMarks writes line breaks in text as such; attributes hold none. A reference
// keeps GitHub's runner from reading a command, and leaves the data what it was.
var xmlMarks = strings.NewReplacer("&#xA;", "\n", "##[", "##&#91;")

// encodeXML is v as an XML document. What XML 1.0 has no way to write (most control
// characters) has been escaped before, as in all that a report shows.
func encodeXML(v any) []byte {
	body, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("a report that is no XML: %v", err)) // only our own types come here
	}
	return []byte(xml.Header + xmlMarks.Replace(string(body)) + "\n")
}
