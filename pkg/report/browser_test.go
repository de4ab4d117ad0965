package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser is a page in a headless Chromium, driven by its own protocol over two
// pipes: no port, no network, no driver to install.
type browser struct {
	t       *testing.T
	to      *os.File
	answers chan answer
	id      int
	session string
	told    []string // errors that the page's console has
}

type answer struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
	err    error
}

// newBrowser skips the test where there is no browser.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium on this machine: the page is not tested in a browser")
	}
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--user-data-dir=" + t.TempDir(), "about:blank",
	}
	if os.Geteuid() == 0 {
		args = append([]string{"--no-sandbox"}, args...) // it does not start for root otherwise
	}
	cmd := exec.Command(program, args...)
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // descriptors 3 and 4
	if err := cmd.Start(); err != nil {
		t.Skipf("%s does not start (%v): the page is not tested in a browser", program, err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, to: ourOut, answers: make(chan answer, 1024)}
	go b.listen(ourIn)
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil, nil)
		ourOut.Close()
		done := make(chan struct{})
		go func() { cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			cmd.Process.Kill()
			<-done
		}
		ourIn.Close()
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

func (b *browser) listen(from *os.File) {
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		var a answer
		if err == nil {
			err = json.Unmarshal(text[:len(text)-1], &a)
		}
		a.err = err
		b.answers <- a
		if err != nil {
			return
		}
	}
}

// call does one thing and waits until it is done; result may be nil.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	b.id++
	message := map[string]any{"id": b.id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	a := b.next(method, func(a answer) bool { return a.ID == b.id })
	if a.Error != nil {
		b.t.Fatalf("%s: %s", method, a.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(a.Result, result); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
	}
}

// next waits for a message, and notes what the page complains of meanwhile.
func (b *browser) next(what string, wanted func(answer) bool) answer {
	b.t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case a := <-b.answers:
			switch {
			case a.err != nil:
				b.t.Fatalf("%s: the browser is gone: %v", what, errors.Unwrap(a.err))
			case a.Method == "Log.entryAdded", a.Method == "Runtime.exceptionThrown", a.Method == "Page.javascriptDialogOpening":
				b.told = append(b.told, a.Method+" "+string(a.Params))
			}
			if wanted(a) {
				return a
			}
		case <-late:
			b.t.Fatalf("%s: nothing for two minutes", what)
		}
	}
}

// open shows a page and says how long it took until it was drawn.
func (b *browser) open(page []byte) time.Duration {
	b.t.Helper()
	took := b.load(page)
	start := time.Now()
	b.eval(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))`, new(int))
	return took + time.Since(start)
}

// load shows a page, and needs no script for it.
func (b *browser) load(page []byte) time.Duration {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		b.t.Fatal(err)
	}
	at := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	start := time.Now()
	b.call("Page.navigate", map[string]any{"url": at.String()}, nil)
	b.next("load", func(a answer) bool { return a.Method == "Page.loadEventFired" })
	return time.Since(start)
}

// eval is the value of an expression in the page.
func (b *browser) eval(expression string, into any) {
	b.t.Helper()
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &out)
	if out.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, out.ExceptionDetails.Exception.Description)
	}
	if err := json.Unmarshal(out.Result.Value, into); err != nil {
		b.t.Fatalf("%s is %s: %v", expression, out.Result.Value, err)
	}
}

// press types one key, as a person at a keyboard does.
func (b *browser) press(key string) {
	b.t.Helper()
	code := map[string]int{"Tab": 9, "Enter": 13, " ": 32, "ArrowDown": 40}[key]
	event := map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": code}
	if key == " " {
		event["text"], event["code"] = " ", "Space"
	}
	if key == "Enter" {
		event["text"] = "\r"
	}
	b.call("Input.dispatchKeyEvent", event, nil)
	event["type"] = "keyUp"
	delete(event, "text")
	b.call("Input.dispatchKeyEvent", event, nil)
}

func (b *browser) width(pixels int) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": pixels, "height": 900, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// quiet holds that the page has complained of nothing.
func (b *browser) quiet() {
	b.t.Helper()
	for _, line := range b.told {
		b.t.Errorf("the page complains: %s", line)
	}
}

// scheme is "light" or "dark".
func (b *browser) scheme(name string) {
	b.t.Helper()
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": name}}}, nil)
}

// worked is the processor time that the page has taken, in seconds, once Performance
// is enabled.
func (b *browser) worked() float64 {
	b.t.Helper()
	var measured struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}
	b.call("Performance.getMetrics", nil, &measured)
	for _, m := range measured.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	b.t.Fatal("the browser does not say how long it works")
	return 0
}
