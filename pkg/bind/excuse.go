package bind

import (
	"regexp"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// excuseTool says why a field that only the tool has may be the tool server's
// own business.
func (p *pairer) excuseTool(n *node) {
	ref := n.ref
	switch {
	case ref.Handled != "":
	case p.selectors[ref.Path], n.chooses:
		ref.Handled = HandledSelector
	case saysLocal(ref.Field.Doc.Text):
		ref.Handled = HandledSaidLocal
	case p.top && n.level == 0 && (ref.Field.Credential || credentialName(ref.Field.Name)):
		ref.Handled = HandledCredential
	case p.top && n.level == 0 && p.onAllTools[contract.Letters(ref.Field.Name)]:
		ref.Handled = HandledOnAllTools
	}
}

// excuseAPI says why a tool may leave out a field of the API's.
func (p *pairer) excuseAPI(n *node) {
	ref := n.ref
	f := ref.Field
	switch {
	case ref.Handled != "":
	case p.selectors[f.Name]:
		ref.Handled = HandledSelector
	case f.Schema.ReadOnly:
		ref.Handled = HandledReadOnly
	case f.Credential || p.top && f.In != contract.Path && (credentialName(f.Name) || f.Name == "token" && authentic().MatchString(f.Doc.Text)):
		ref.Handled = HandledCredential
	case f.In == contract.Header || f.In == contract.Cookie:
		ref.Handled = HandledHeader
	case constant(f.Schema):
		ref.Handled = HandledConstant
	case n.how == PairedByNesting:
		ref.Handled = HandledBuilt
	}
}

// constant reports whether a schema allows one value only.
func constant(s *contract.Schema) bool {
	count := 0
	for _, v := range s.Enum {
		if !v.Implied {
			count++
		}
	}
	return count == 1
}

var credentials = map[string]bool{
	"accesstoken": true, "apikey": true, "apisecret": true, "apitoken": true, "authorization": true, "authtoken": true, "bearertoken": true,
	"clientsecret": true, "secretkey": true, "xapikey": true,
}

// credentialName reports whether a name is that of a secret which the caller of
// an API holds.
func credentialName(name string) bool { return credentials[contract.Letters(name)] }

var authentic = lazy(`(?i)\b(authenticat\w*|authoriz\w*|oauth|api key|bearer|scopes?)\b`)

// lazy is an expression that is compiled when it is first asked for: all of them take
// longer than a start of the program may.
func lazy(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// What authors write of an argument that never reaches the API: it is kept from
// it, the tool server consumes it, or it shapes the answer. Few descriptions hold
// the words that a phrase needs, and looking for those costs next to nothing.
var local = []struct {
	words  []string // one of them must be there
	phrase func() *regexp.Regexp
}{
	// "not forwarded", "never passed on to the API"
	{[]string{"forwarded", "relayed", "passed on"}, lazy(`(^|[.;(\x{2013}\x{2014}]\s*)((it|this) )?(is |will be )?(not|never) (be )?(forwarded|relayed|passed on)\b` +
		`|\b(this|it|value|argument|parameter|field|flag|option|switch) (is|will be) (not|never) (forwarded|relayed|passed on)\b`)},
	{[]string{"forwarded", "sent", "passed", "relayed", "transmitted", "submitted"}, lazy(`\b(not|never) (be )?(forwarded|sent|passed|relayed|transmitted|submitted)( on| through| along)? to (the |any )?([\w-]+ ){0,2}(api|upstream|back[ -]?end|server|service|endpoint)\b`)},
	{[]string{"reach", "leave", "go to"}, lazy(`\b(does not|doesn't|never) (reach|leave|go to) (the|this) ([\w-]+ )?(api|upstream|back[ -]?end|server|service|tool)([.,;)]|$)`)},
	{[]string{"not "}, lazy(`\bnot (a |an |part )?(parameter |field |argument |part )?(of|in) the ([\w-]+ )?(api|request)\b` +
		`|\bnot an? (upstream |[\w-]+ )?api (parameter|field|argument|option)\b`)},
	// "handled by this server", "applied locally"
	{[]string{"server", "tool", "wrapper", "connector", "adapter", "client"}, lazy(`\b(handled|used|consumed|applied|evaluated|processed|interpreted|performed|resolved|enforced|implemented|stripped|read) (only |internally |entirely )?(by|in|inside|within) (this (mcp |tool |local )?(server|tool|wrapper|connector|adapter|client)|the (mcp|tool|local) (server|wrapper|client)|the (tool|wrapper|connector|adapter))\b`)},
	{[]string{"locally", "client"}, lazy(`\b(handled|consumed|applied|evaluated|processed|interpreted|performed|done|resolved|enforced|filtered|sorted|cached|truncated|merged|formatted|computed) (only |purely |entirely )?(locally|client[ -]side|on the client( side)?|in the client)\b`)},
	{[]string{"side"}, lazy(`\b(client|tool|wrapper)[ -]side (only|option|filter|filtering|setting|parameter|flag|switch)\b`)},
	{[]string{"-only", "l only", "t only", "p only"}, lazy(`\b(local|client|tool|mcp)[ -]only\b`)},
	// how the answer is rendered
	{[]string{"how "}, lazy(`\bhow (this|the) (tool|server|mcp server|wrapper) (renders|formats|presents|returns|shows|prints|displays|writes)\b` +
		`|\bhow (the|its|this tool's|the tool's) (answer|output|response|result)s? (is|are|should be|will be) (rendered|formatted|presented|shown|displayed|printed)\b`)},
	{[]string{" tool"}, lazy(`\b(format|style|verbosity|shape|layout) of (this|the) tool'?s? (answer|output|response|result|reply)s?\b`)},
}

// saysLocal reports whether a description says that the tool's server handles the field itself.
func saysLocal(doc string) bool {
	doc = strings.ToLower(doc)
	for i := range local {
		for _, w := range local[i].words {
			if strings.Contains(doc, w) {
				if local[i].phrase().MatchString(doc) {
					return true
				}
				break
			}
		}
	}
	return false
}
