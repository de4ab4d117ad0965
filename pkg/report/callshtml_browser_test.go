package report

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// shownTools are the names of the tools that are on the page and not hidden, as the
// table has them and as the articles do.
const shownTools = `[Array.from(document.querySelectorAll("#overview tbody tr:not([hidden])"), r => r.cells[0].textContent).join(" "), Array.from(document.querySelectorAll("article:not([hidden]) h3"), h => h.textContent).join(" ")]`

// TestCallsPageKeyboard drives the page by its keys alone.
func TestCallsPageKeyboard(t *testing.T) {
	b := newBrowser(t)
	b.open(written(t, "html", calledYear(), View{}))
	const (
		refund, assess, paged = "payments: create_refund", "lending: assess_applicant", "payments: list_refunds"
		wait, preview         = "payments: wait_for_settlement", "payments: preview_payout"
		orders, customer      = "customers: find_orders", "customers: get_customer"
	)
	expect := func(what, told string, names ...string) {
		t.Helper()
		all := strings.Join(names, " ")
		var got []string
		b.eval(shownTools, &got)
		if diff := cmp.Diff([]string{all, all}, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", what, diff)
		}
		var said string
		b.eval(`document.querySelector("[role=status]").textContent`, &said)
		if said != told {
			t.Errorf("%s: it says %q, want %q", what, said, told)
		}
	}
	expect("at first", "7 of 7 tools shown", refund, assess, paged, wait, orders, customer, preview)
	var stops []string
	for range 10 {
		b.press("Tab")
		var at string
		b.eval(`(e => e.name ? e.name + " " + e.value : e.textContent)(document.activeElement)`, &at)
		stops = append(stops, strings.TrimSpace(at))
		switch stops[len(stops)-1] {
		case "sort sound", "sort faults":
			b.press(" ")
		case "name":
			expect("without faults, and without those that have nothing", "3 of 7 tools shown", refund, assess, wait)
		case "order failures":
			b.press("ArrowDown")
			expect("least valid first", "3 of 7 tools shown", refund, assess, wait)
			b.press("ArrowDown")
			expect("most calls first", "3 of 7 tools shown", refund, assess, wait)
			b.press("ArrowDown")
			expect("by name", "3 of 7 tools shown", assess, refund, wait)
		}
	}
	want := []string{"skip to the tools", refund, assess, "sort faults", "sort steps", "sort units", "sort sound", "name", "order failures", "show all"}
	if diff := cmp.Diff(want, stops); diff != "" {
		t.Errorf("the order of focus (-want +got)\n%s", diff)
	}
	b.press("Enter")
	b.eval(`new Promise(done => setTimeout(() => done(1), 50))`, new(int))
	expect("shown all again", "7 of 7 tools shown", refund, assess, paged, wait, orders, customer, preview)
	b.eval(`(document.forms[0].elements.name.value = "REFUND", document.forms[0].dispatchEvent(new Event("input", {bubbles: true})))`, new(bool))
	expect("by a part of the name", "2 of 7 tools shown", refund, paged)
	b.quiet()
}

// TestCallsPageWithoutScript holds that the page is whole where no script runs.
func TestCallsPageWithoutScript(t *testing.T) {
	b := newBrowser(t)
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.load(written(t, "html", calledYear(), View{}))
	var got struct{ Tools, Charts, Histograms, Controls int }
	const seen = `(s => Array.from(document.querySelectorAll(s)).filter(e => e.checkVisibility() && e.getBoundingClientRect().height > 0).length)`
	b.eval(`({Tools: `+seen+`("article"), Charts: `+seen+`("svg.chart"), Histograms: `+seen+`("svg.histogram"), Controls: `+seen+`("input, select, button")})`, &got)
	want := got
	want.Tools, want.Charts, want.Histograms, want.Controls = 7, 4, 2, 0
	if got != want {
		t.Errorf("%+v are seen, want %+v", got, want)
	}
}

// TestCallsPageDrawing holds that a chart shows what the report says: the step where
// its day is, the level before and after it, and the commit on the day before.
func TestCallsPageDrawing(t *testing.T) {
	b := newBrowser(t)
	b.width(1200)
	b.open(written(t, "html", calledYear(), View{}))
	var got struct{ Step, Commit, Before, After float64 }
	b.eval(`(() => {
	  const chart = document.querySelector("#t1 svg.chart"), box = chart.getBoundingClientRect();
	  const at = e => { const r = e.getBoundingClientRect(); return (r.left + r.width / 2 - box.left) / box.width; };
	  const base = chart.querySelector("line.base").getBoundingClientRect().top, top = chart.querySelector("line.grid").getBoundingClientRect().top;
	  const levels = Array.from(chart.querySelectorAll(".level"), l => (base - l.getBoundingClientRect().top) / (base - top));
	  return {Step: at(chart.querySelector("line.step")), Commit: at(chart.querySelector("circle.commit")), Before: levels[0], After: levels[1]};
	})()`, &got)
	step := calledYear().Tools[3].Steps[0]
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"the step", got.Step, 72.0 / 366}, {"the commit", got.Commit, 71.7 / 366}, // 122 stretches of 3 days
		{"the level before", got.Before, step.Before / 0.3}, {"the level after", got.After, step.After / 0.3},
	} {
		if c.got < c.want-0.012 || c.got > c.want+0.012 {
			t.Errorf("%s is drawn at %.3f, want %.3f", c.what, c.got, c.want)
		}
	}
}

// TestCallsPageHostile holds that hostile text runs nothing and is read as text.
func TestCallsPageHostile(t *testing.T) {
	b := newBrowser(t)
	b.open(written(t, "html", hostileCalls(), View{Incomplete: evil}))
	var got struct{ Alarm, Step string }
	b.eval(`({Alarm: document.querySelector(".alarm").textContent, Step: document.querySelector(".steps b").textContent})`, &got)
	if want := source.Escape(evil); got.Alarm != want || !strings.Contains(got.Step, want) {
		t.Errorf("it reads %q and %q, want %q in both", got.Alarm, got.Step, want)
	}
	var foreign int
	b.eval(`document.querySelectorAll("script, iframe, img, image, use, object, embed, link, base, foreignObject, [style], [onload]").length`, &foreign)
	if foreign != 1 {
		t.Errorf("%d elements that run, fetch or style something, want the page's own script", foreign)
	}
	b.quiet()
}

// TestCallsPageSight holds that all text is readable by day and by night, and that
// nothing is cut off in a narrow window or on paper.
func TestCallsPageSight(t *testing.T) {
	b := newBrowser(t)
	for name, r := range map[string]*tally.Report{"year": calledYear(), "hostile": hostileCalls(), "nothing": {}} {
		b.open(written(t, "html", r, View{Incomplete: "an input was refused"}))
		b.eval(`(document.querySelectorAll("details").forEach(d => d.open = true), 1)`, new(int))
		for _, scheme := range []string{"light", "dark"} {
			b.scheme(scheme)
			var faint []string
			b.eval(contrast, &faint)
			for _, text := range faint {
				t.Errorf("%s, %s: %s", name, scheme, text)
			}
		}
		for _, media := range []string{"screen", "print"} {
			b.call("Emulation.setEmulatedMedia", map[string]any{"media": media}, nil)
			for _, width := range []int{320, 400, 760, 1000, 2400} {
				b.width(width)
				var over int
				b.eval(`document.documentElement.scrollWidth - window.innerWidth`, &over)
				if over > 0 && (media == "screen" || width >= 760) { // paper is no narrower
					t.Errorf("%s, %s: at %d pixels the page is %d too wide", name, media, width, over)
				}
			}
		}
	}
	b.quiet()
}

// TestCallsPageTree holds what a screen reader is given: landmarks, headings that skip
// no level, and a name for everything that can be used and for each drawing.
func TestCallsPageTree(t *testing.T) {
	b := newBrowser(t)
	b.open(written(t, "html", calledYear(), View{}))
	// What is not in sight is not laid out, and has no names until it is.
	b.eval(`(document.querySelectorAll(".tool").forEach(t => t.style.contentVisibility = "visible"), document.body.offsetHeight)`, new(int))
	landmarks, images := treeOf(b)
	want := map[string]string{"banner": "", "search": "filter the tools", "main": "", "status": ""}
	if diff := cmp.Diff(want, landmarks); diff != "" {
		t.Errorf("landmarks (-want +got)\n%s", diff)
	}
	for _, want := range []string{
		"share of invalid calls of payments: create_refund from 2026-01-01 to 2026-12-31, at most 29.5 %; step 1 2026-03-14",
		"values of amount in USD: 812 values near 42 and 10,655 near 4200, 100 apart: dollars beside cents; the contract says cents",
	} {
		if !strings.Contains(strings.Join(images, "\n"), want) {
			t.Errorf("no drawing is called %q but\n%s", want, strings.Join(images, "\n"))
		}
	}
}

// TestCallsPageOpens holds that a page of 200 tools with 20 fields each and a year of
// days is a few megabytes, and opens within a second and a half of work.
func TestCallsPageOpens(t *testing.T) {
	page := written(t, "html", manyCalls(200, 20), View{})
	t.Logf("%d bytes", len(page))
	if most := 6_000_000; len(page) > most {
		t.Errorf("the page has %d bytes, more than %d", len(page), most)
	}
	b := newBrowser(t)
	b.call("Performance.enable", map[string]any{"timeDomain": "threadTicks"}, nil)
	took := b.open(page)
	var fields int
	b.eval(`document.querySelectorAll("article tbody tr").length`, &fields)
	if fields != 200*20 {
		t.Fatalf("%d fields are on the page, want 4000", fields)
	}
	seconds := b.worked()
	t.Logf("opened in %v, %.2f s of it work", took, seconds)
	if seconds > 1.5 {
		t.Errorf("opening is %.2f s of work, want at most 1.5", seconds)
	}
	b.eval(`(document.forms[0].elements.order.value = "name", document.forms[0].elements.name.value = "tool_1", document.forms[0].dispatchEvent(new Event("input", {bubbles: true})), document.body.offsetHeight)`, new(int))
	if sorted := b.worked() - seconds; sorted > 1 {
		t.Errorf("filtering and sorting is %.2f s of work, want at most 1", sorted)
	}
	b.quiet()
}

// manyCalls is a report in which every field of every tool has faults all year.
func manyCalls(tools, fields int) *tally.Report {
	rnd := rand.New(rand.NewSource(3))
	r := &tally.Report{Summary: tally.Summary{Calls: 1, Judged: 1, Bucket: "day"}}
	for i := range tools {
		tool := refunded(rnd)
		tool.Tool, tool.Fields, tool.Faults = fmt.Sprintf("tool_%d", i), nil, nil
		for j := range fields {
			name := fmt.Sprintf("some_field_%d", j)
			tool.Fields = append(tool.Fields, tally.Field{Field: name, Known: true, Sent: 9000, Invalid: 365, Share: 0.9, Curve: spread(rnd, tool.Curve, 365), Steps: tool.Steps})
			text := name + ` is the string "4200", not an integer`
			example := tally.Example{Log: "logs/2026-01.jsonl.gz", Line: 310, Got: `"4200"`, Send: "4200", Text: text}
			tool.Faults = append(tool.Faults, tally.Fault{
				Kind: "wrong-type", Side: "tool", Field: name, Want: "an integer", Text: text, Calls: 365, Share: 0.1, First: "2026-01-03T10:00:00Z", Last: "2026-12-30T11:00:00Z",
				Examples: []tally.Example{example, example, example},
			})
		}
		r.Tools = append(r.Tools, tool)
	}
	return r
}
