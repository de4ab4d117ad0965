package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// shownFindings are the words of the findings that are on the page and not hidden.
const shownFindings = `Array.from(document.querySelectorAll(".finding"), f => f.checkVisibility() ? f.querySelector("p b").textContent : null).filter(w => w)`

// TestPageKeyboard drives the page by its keys alone: to the findings by the skip link,
// and through the filters, whose outcome is told where a screen reader hears it.
func TestPageKeyboard(t *testing.T) {
	b := newBrowser(t)
	b.open(HTML(sample(t), View{}))
	expect := func(what string, want []string, told string) {
		t.Helper()
		var got []string
		b.eval(shownFindings, &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", what, diff)
		}
		var said string
		b.eval(`document.querySelector("[role=status]").textContent`, &said)
		if said != told {
			t.Errorf("%s: it says %q, want %q", what, said, told)
		}
	}
	focus := func() (text string) {
		b.eval(`(e => e.name ? e.name + " " + e.value : e.textContent)(document.activeElement)`, &text)
		return text
	}
	expect("at first", []string{"note", "error", "warning", "waived"}, "4 of 4 findings shown")

	var stops []string
	for range 8 {
		b.press("Tab")
		stops = append(stops, strings.TrimSpace(focus()))
		if focus() == "sort error" {
			b.press(" ")
			expect("without errors", []string{"note", "warning", "waived"}, "3 of 4 findings shown")
		}
		if strings.HasPrefix(focus(), "rule") {
			b.press("ArrowDown")
			b.press("ArrowDown")
			var empty int
			b.eval(`Array.from(document.querySelectorAll(".call")).filter(c => c.checkVisibility() && !c.querySelector(".row:not([hidden])")).length`, &empty)
			if empty != 0 {
				t.Errorf("%d operations are shown without any of their fields", empty)
			}
			expect("of the second rule", []string{"waived"}, "1 of 4 findings shown")
		}
	}
	want := []string{"skip to the findings", "sort error", "sort warning", "sort note", "sort waived", "rule", "tool", "agreed on"}
	if diff := cmp.Diff(want, stops); diff != "" {
		t.Errorf("the order of focus (-want +got)\n%s", diff)
	}
	b.press("Tab")
	b.press("Enter")
	b.eval(`new Promise(done => setTimeout(() => done(1), 50))`, new(int))
	expect("shown all again", []string{"note", "error", "warning", "waived"}, "4 of 4 findings shown")
	b.quiet()
}

// TestPageWithoutScript holds that the page is whole where no script runs: all
// findings are there, and no control that would do nothing.
func TestPageWithoutScript(t *testing.T) {
	b := newBrowser(t)
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.load(HTML(sample(t), View{}))
	var got struct {
		Findings, Controls int
	}
	b.eval(`({Findings: Array.from(document.querySelectorAll(".finding")).filter(f => f.checkVisibility()).length, Controls: Array.from(document.querySelectorAll("input, select, button")).filter(f => f.checkVisibility()).length})`, &got)
	if got.Findings != 4 || got.Controls != 0 {
		t.Errorf("%d findings and %d controls are shown, want 4 and 0", got.Findings, got.Controls)
	}
}

// TestPageHostile holds that hostile text runs nothing and is read as text.
func TestPageHostile(t *testing.T) {
	b := newBrowser(t)
	b.open(HTML(hostile(), View{Incomplete: evil}))
	var message string
	b.eval(`document.querySelector(".finding p").textContent`, &message)
	if want := "error " + source.Escape(evil) + " renamed-field"; message != want {
		t.Errorf("the finding reads %q, want %q", message, want)
	}
	var scripts int
	b.eval(`document.querySelectorAll("script, iframe, img, object, embed, link, base").length`, &scripts)
	if scripts != 1 {
		t.Errorf("%d elements that run or fetch something, want the page's own script", scripts)
	}
	// The policy is in force: a script that somebody adds does not run.
	var ran bool
	b.eval(`(() => { const s = document.createElement("script"); s.textContent = "window.ran = true"; document.body.append(s); return window.ran === true })()`, &ran)
	if ran {
		t.Error("a foreign script runs")
	}
	if len(b.told) != 1 || !strings.Contains(b.told[0], "Content Security Policy") {
		t.Errorf("the page complains %d times, want once, of the foreign script: %v", len(b.told), b.told)
	}
}

// contrast lists the texts whose colour stands out from what is behind it by less than
// WCAG 2.2 asks for (4.5 to 1).
const contrast = `(() => {
  const parse = c => c.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const bad = new Set();
  for (const e of document.body.querySelectorAll("*")) {
    if (!e.checkVisibility() || !Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const a = light(parse(getComputedStyle(e).color)), b = light(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + "." + e.className + " " + ratio.toFixed(2) + " " + e.textContent.slice(0, 30));
  }
  return Array.from(bad);
})()`

// TestPageSight holds that all text is readable by day and by night, and that nothing
// is cut off in a narrow window: 320 pixels are 1280 at four times their size.
func TestPageSight(t *testing.T) {
	b := newBrowser(t)
	b.open(HTML(sample(t), View{Today: "2026-12-01", Incomplete: "an input was refused"}))
	backgrounds := map[string]bool{}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		var faint []string
		b.eval(contrast, &faint)
		for _, text := range faint {
			t.Errorf("%s: %s", scheme, text)
		}
		var background string
		b.eval(`getComputedStyle(document.body).backgroundColor`, &background)
		backgrounds[background] = true
	}
	if len(backgrounds) != 2 {
		t.Errorf("one background by day and by night: %v", backgrounds)
	}
	for _, width := range []int{320, 400, 1000, 2400} {
		b.width(width)
		var over int
		b.eval(`document.documentElement.scrollWidth - window.innerWidth`, &over)
		if over > 0 {
			t.Errorf("at %d pixels the page is %d too wide", width, over)
		}
	}
	b.quiet()
}

// TestPageTree holds what a screen reader is given: landmarks, headings that skip no
// level, and a name for everything that can be used.
func TestPageTree(t *testing.T) {
	b := newBrowser(t)
	b.open(HTML(sample(t), View{}))
	landmarks, _ := treeOf(b)
	want := map[string]string{"banner": "", "search": "filter the findings", "main": "", "status": ""}
	if diff := cmp.Diff(want, landmarks); diff != "" {
		t.Errorf("landmarks (-want +got)\n%s", diff)
	}
	var language string
	b.eval(`document.documentElement.lang`, &language)
	if language != "en" {
		t.Errorf("the language is %q", language)
	}
}

// treeOf are the landmarks of the page by role, and the names of its images. It holds
// that whatever can be used has a name, and that no heading skips a level.
func treeOf(b *browser) (landmarks map[string]string, images []string) {
	b.t.Helper()
	type node struct {
		NodeID     string
		ChildIDs   []string
		Ignored    bool
		Role, Name struct{ Value string }
		Properties []struct {
			Name  string
			Value struct{ Value any }
		}
	}
	var tree struct{ Nodes []node }
	b.call("Accessibility.enable", nil, nil)
	b.call("Accessibility.getFullAXTree", nil, &tree)
	of := map[string]node{}
	for _, n := range tree.Nodes {
		of[n.NodeID] = n
	}
	landmarks, last := map[string]string{}, 0
	see := func(n node) {
		role, name := n.Role.Value, n.Name.Value
		switch role {
		case "banner", "search", "main", "status":
			landmarks[role] = name
		case "checkbox", "combobox", "button", "link", "region", "table", "searchbox", "image":
			if strings.TrimSpace(name) == "" {
				b.t.Errorf("a %s has no name", role)
			}
			if role == "image" {
				images = append(images, name)
			}
		case "heading":
			for _, p := range n.Properties {
				if p.Name != "level" {
					continue
				}
				level := int(p.Value.Value.(float64))
				if level > last+1 {
					b.t.Errorf("heading %q is of level %d, below one of level %d", name, level, last)
				}
				last = level
			}
		}
	}
	// In the order of the page: nodes come as the browser has made them.
	var walk func(id string)
	walk = func(id string) {
		if n := of[id]; !n.Ignored {
			see(n)
		}
		for _, child := range of[id].ChildIDs {
			walk(child)
		}
	}
	walk(tree.Nodes[0].NodeID)
	return landmarks, images
}

// TestPageOpens holds that 10,000 findings open within a second: of processor time,
// which a busy machine does not stretch.
func TestPageOpens(t *testing.T) {
	b := newBrowser(t)
	b.call("Performance.enable", map[string]any{"timeDomain": "threadTicks"}, nil)
	took := b.open(HTML(large(500, 20), View{}))
	var findings int
	b.eval(`document.querySelectorAll(".finding").length`, &findings)
	if findings != 10000 {
		t.Fatalf("%d findings are on the page, want 10000", findings)
	}
	work := b.worked()
	t.Logf("opened in %v, %.2f s of it work", took, work)
	if work > 1 {
		t.Errorf("opening 10000 findings is %.2f s of work, want at most 1", work)
	}
	b.quiet()
}

// large is a report of many tools with a finding on each field.
func large(tools, fields int) *rules.Report {
	r := &rules.Report{}
	for i := range tools {
		var tool, spec strings.Builder
		for j := range fields {
			fmt.Fprintf(&tool, "    \"field_%d\": {\"type\": \"string\", \"description\": \"What the customer said of it.\"},\n", j)
			fmt.Fprintf(&spec, "        field_%d:\n          type: integer\n", j)
		}
		left := &source.File{Name: fmt.Sprintf("tools/%d.json", i), Data: []byte(tool.String())}
		right := &source.File{Name: "api/openapi.yaml", Data: []byte(spec.String())}
		op := fmt.Sprintf("POST /v1/orders/%d", i)
		var pairs []rules.FieldPair
		for j := range fields {
			name := fmt.Sprintf("field_%d", j)
			toolAt, specAt := at(left, `"`+name+`"`), at(right, name+":")
			pairs = append(pairs, rules.FieldPair{
				Operation: op, Tool: rules.FieldSide{Path: name, Says: "string", At: toolAt}, API: rules.FieldSide{Path: name, Says: "integer", Required: true, At: specAt},
			})
			r.Findings = append(r.Findings, &rules.Finding{
				Rule: "type-mismatch", Severity: rules.Error, Tool: fmt.Sprintf("tool_%d", i), Field: name, APIField: name, Operations: []string{op},
				Message: name + " is a string in the tool, an integer in the API", Why: `a model sends {"` + name + `": "text"}; ` + op + " rejects it",
				Fix: "give " + name + " the type integer", At: toolAt, ToolAt: toolAt, SpecAt: specAt,
			})
		}
		r.Bindings = append(r.Bindings, rules.Binding{Tool: fmt.Sprintf("tool_%d", i), Operations: []string{op}, Fields: func() []rules.FieldPair { return pairs }})
		r.Summary.Errors += fields
	}
	return r
}
