package loaders

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// fieldWords are what a schema says of the field that has it.
type fieldWords struct {
	deprecated, hidden contract.Text
	former             []contract.Text
}

// unitKeys state a unit. None is a standard; all are in use.
var unitKeys = []string{"x-unit", "unit", "ucumUnit", "x-uom", "unit_of_measurement", "x-units"}

// ownWords are a node's own words.
func (r *schemaReader) ownWords(n *source.Node) words {
	w := words{
		doc:     r.text(n, "description"),
		title:   r.text(n, "title").Text,
		format:  r.text(n, "format"),
		pattern: r.text(n, "pattern"),
		def:     n.Value("default"),
	}
	if w.format.Text == "" {
		w.format = encoding(n)
	}
	for _, key := range unitKeys {
		if v := n.Value(key); v != nil && v.Kind == source.String {
			w.unit = contract.Text{Text: v.Text, At: v.At}
			break
		}
	}
	if v := n.Value("example"); v != nil {
		w.examples = append(w.examples, v)
	}
	if v := n.Value("examples"); v != nil && v.Kind == source.Array {
		w.examples = append(w.examples, v.Items...)
	}
	return w
}

// encoding is the format that a contentEncoding or the type "file" stands for.
func encoding(n *source.Node) contract.Text {
	if v := n.Value("contentEncoding"); v != nil && (v.Text == "base64" || v.Text == "base64url") {
		return contract.Text{Text: "byte", At: v.At}
	}
	if v := n.Value("type"); v != nil && v.Text == "file" {
		return contract.Text{Text: "binary", At: v.At}
	}
	return contract.Text{}
}

// text is the value of a keyword that must be a string.
func (r *schemaReader) text(n *source.Node, key string) contract.Text {
	v := n.Value(key)
	if v == nil || v.Kind == source.Null {
		return contract.Text{}
	}
	text, ok := v.Str()
	if !ok {
		r.dirt(v, key+" must be a string")
		return contract.Text{}
	}
	return contract.Text{Text: text, At: v.At}
}

// heed takes what a node says of its field: that it is deprecated or hidden,
// how it was called, what is waived.
func (r *schemaReader) heed(e *entry, n *source.Node) {
	w := r.fieldWords(n)
	if e.words.deprecated.Text == "" {
		e.words.deprecated = w.deprecated
	}
	if e.words.hidden.Text == "" {
		e.words.hidden = w.hidden
	}
	e.words.former = append(e.words.former, w.former...)
	e.waivers = append(e.waivers, r.ownWaivers(n)...)
}

// fieldWords are read off a property's schema, or off a parameter.
func (r *schemaReader) fieldWords(n *source.Node) fieldWords {
	var w fieldWords
	w.deprecated = sayWhy(n.Value("deprecated"))
	w.hidden = sayWhy(n.Value("x-tooldrift-hidden"))
	if v := n.Value("x-renamed-from"); v != nil {
		names := []*source.Node{v}
		if v.Kind == source.Array {
			names = v.Items
		}
		for _, name := range names {
			if text, ok := name.Str(); ok {
				w.former = append(w.former, contract.Text{Text: text, At: name.At})
			}
		}
	}
	return w
}

// sayWhy is a keyword that is either true or says why. A boolean in quotes is no reason.
func sayWhy(v *source.Node) contract.Text {
	switch {
	case v.True():
		return contract.Text{Text: "true", At: v.At}
	case v == nil || v.Kind != source.String:
		return contract.Text{}
	}
	switch strings.ToLower(strings.TrimSpace(v.Text)) {
	case "", "false", "no":
		return contract.Text{}
	case "true", "yes":
		return contract.Text{Text: "true", At: v.At}
	}
	return contract.Text{Text: v.Text, At: v.At}
}

// annotate adds to a field what an object that describes it, other than its
// schema, says of it: an OpenAPI parameter.
func (r *schemaReader) annotate(f *contract.Field, n *source.Node) {
	w := r.fieldWords(n)
	if w.deprecated.Text != "" {
		f.Deprecated = w.deprecated
	}
	if w.hidden.Text != "" {
		f.Hidden = w.hidden
	}
	f.Former = append(f.Former, w.former...)
	f.Waivers = append(f.Waivers, r.ownWaivers(n)...)
}

// ownWaivers are those that an object holds, or that stand in comments on it and
// on those of its members that are no schemas.
func (r *schemaReader) ownWaivers(n *source.Node) []contract.Waiver {
	waivers, faults := contract.WaiversFromNode(n.Value("x-tooldrift-waive"))
	for _, f := range faults {
		r.report(f)
	}
	waivers = append(waivers, commentWaivers(n.Comments)...)
	for _, m := range n.Members {
		switch {
		case holdsSchemas[m.Key]:
			waivers = append(waivers, commentWaivers(m.Value.Comments)...)
		case isSchema[m.Key] && m.Value.Kind == source.Object:
		case m.Key == "x-tooldrift-waive":
		default:
			waivers = append(waivers, waiversBelow(m.Value)...)
		}
	}
	r.waived = r.waived || len(waivers) > 0
	return waivers
}

var (
	holdsSchemas = set("properties patternProperties $defs definitions prefixItems allOf anyOf oneOf dependentSchemas")
	isSchema     = set("items additionalItems additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties schema content")
)

func commentWaivers(comments []source.Comment) []contract.Waiver {
	var waivers []contract.Waiver
	for _, c := range comments {
		if w, ok := contract.ParseWaiver(c); ok {
			waivers = append(waivers, w)
		}
	}
	return waivers
}

// waiversBelow are those in comments on n and anything inside it.
func waiversBelow(n *source.Node) []contract.Waiver {
	waivers := commentWaivers(n.Comments)
	for _, item := range n.Items {
		waivers = append(waivers, waiversBelow(item)...)
	}
	for _, m := range n.Members {
		waivers = append(waivers, waiversBelow(m.Value)...)
	}
	return waivers
}
