package prose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// claims is what Read makes of a text, in one line.
func claims(text string) string {
	c := Read(contract.Text{Text: text})
	var all []string
	add := func(word string, c *Claim) {
		if c == nil {
			return
		}
		s := word
		if c.Exclusive {
			s += " below"
		}
		if word != "required" && word != "optional" && word != "null" && word != "not null" && word != "several" {
			s += " " + c.Text
		}
		if c.Of != "" {
			s += " of " + c.Of
		}
		all = append(all, s)
	}
	add("default", c.Default)
	add("min", c.Min)
	add("max", c.Max)
	add("required", c.Required)
	add("optional", c.Optional)
	add("null", c.Null)
	add("not null", c.NotNull)
	add("several", c.Several)
	add("absent", c.Absent)
	for _, v := range c.Values {
		add("value", &v)
	}
	for _, f := range c.Formats {
		add("format", &f)
	}
	if c.Types != 0 {
		all = append(all, fmt.Sprint("type ", c.Types))
	}
	return strings.Join(all, ", ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"The amount to refund", ""},

		{"Page size (default 20)", "default 20"},
		{"Defaults to `desc`.", "default desc"},
		{"Sort order (default: updatedAt)", "default updatedAt"},
		{"Whether to follow. Default is false.", "default false"},
		{"Wait. Default is 10 minutes", "default 10 of minutes"},
		{"Window (default: 5m)", "default 5 of m"},
		{"\"table\" (default) or \"dot\"", "default table"},
		{"Uses the default account", ""},
		{"The board (uses default if not provided)", "absent if not provided"},
		{"When omitted, all of them", "absent When omitted"},
		{"The account that is not specified", ""},
		{"Defaults to the current user", "absent Defaults to"},
		{"Default 10 when sorted", ""},
		{"If the owner has none, the default is `false`.", ""},
		{"**Note:** If the owner has none, the default is `false`.", ""},
		{"If omitted, the default is 10.", "default 10"},
		{"If true, nothing is written Defaults to false.", "default false"},
		{"If true, nothing is written (default: false)", "default false"},
		{"When no size is given, defaults to 20.", "default 20"},
		{"List: default 10. Get: default 20.", ""},
		{"'default' for regular events, 'focus' for others", ""},

		{"Limit can range between 1 and 100, and the default is 10.", "default 10, min 1, max 100"},
		{"Results (1-50)", "min 1, max 50"},
		{"Results (1–50, default 5)", "default 5, min 1, max 50"},
		{"From 2020 (2019-2024)", ""},
		{"max 100", "max 100"},
		{"at most 1,000 keys since 2024", "max 1000 of keys"},
		{"Must be at least 5 and no more than `10`.", "min 5, max 10"},
		{"Name (max 50 characters)", "max 50 of characters"},
		{"max length: 140", "max 140 of characters"},
		{"must be greater than 0", "min below 0"},
		{"Latitude between -90 and 90. Longitude between -180 and 180.", ""},
		{"Up to 5 when x is set", ""},
		{"At most one of a and b", ""},
		{"Maximum number of results", ""},

		{"One of issue, incident or test_case.", "value issue, value incident, value test_case"},
		{"Can be: `GET` or `POST` and defaults to `POST`.", "default POST, value GET, value POST"},
		{"Valid values: 'a' (first), 'b' (second)", "value a, value b"},
		{"Options are:\n- 'create' - creates\n- 'update' - updates\n\nMore.", "value create, value update"},
		{"Can be one of a, b, etc.", ""},
		{"One of avg, max or default.", "value avg, value max, value default"},
		{"Can be one of a, b, default 10.", "default 10"},
		{"Select one of your teams", ""},
		{"Provide exactly one of a, b", ""},
		{"must be open or closed by you", ""},

		{"Required. The project", "required"},
		{"The id (required)", "required"},
		{"Required when x is set", ""},
		{"**Required** when x is set", ""},
		{"Required permissions: admin", ""},
		{"Each has name (required), and body", ""},
		{"For 'create': the folder (required).", ""},
		{"Optional list of ids", "optional"},
		{"(string, optional): the id", "optional, type string"},
		{"(Optional[int]): the id", "optional, type integer"},
		{"Optional if name is given", ""},

		{"Parent id, or null to unassign", "null"},
		{"Must not be null", "not null"},
		{"A non-null value", "not null"},
		{"Matches any non-null values if false, else null values", ""},
		{"Returns null when absent", ""},

		{"When (ISO 8601)", "format iso-8601"},
		{"When (ISO 8601, e.g. 2024-08-05T11:52:01Z)", "format date-time"},
		{"Day as YYYY-MM-DD", "format date"},
		{"YYYY-MM-DDTHH:MM:SSZ or YYYY-MM-DD", "format date-time, format date"},
		{"RFC 3339 timestamp", "format date-time"},
		{"RFC3339 or relative time", "format date-time, format free"},
		{"ISO 8601 duration", "format duration"},
		{"UUID of the project", "format uuid"},
		{"UUID or slug", ""},
		{"A UUID, not an ISO 8601 date", "format uuid"},
		{"SHA-256, hex encoded", "format hex"},
		{"hex color", ""},
		{"Base64-encoded image", "format base64"},
		{"Comma-separated list of ids", "several"},
	} {
		if diff := cmp.Diff(c.want, claims(c.text)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.text, diff)
		}
	}
}
