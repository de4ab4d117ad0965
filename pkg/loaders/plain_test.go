package loaders

import "testing"

// Who writes a spec leaves out quotes where only a string can stand; what a tool
// shows is sent as a YAML parser reads it.
func TestUnquotedValuesOfToolsKeepTheirType(t *testing.T) {
	text := "type: string\ndefault: 7\nexamples: [true, \"7\"]\n"
	for f, want := range map[flavour]string{
		jsonSchema: `7 true "7"`,
		gemini:     `7 true "7"`,
		openAPI30:  `"7" "true" "7"`,
		openAPI31:  `"7" "true" "7"`,
	} {
		s, _ := readText(t, f, text)
		got := s.Default.JSON()
		for _, e := range s.Examples {
			got += " " + e.JSON()
			if f == jsonSchema && e.Plain {
				t.Errorf("%s of a tool may still be a string", e.JSON())
			}
		}
		if got != want {
			t.Errorf("flavour %d: got %s, want %s", f, got, want)
		}
	}
}
