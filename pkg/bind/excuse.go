package bind

import (
	"regexp"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// excuseTool says why a field that only the tool has may be the tool server's
// own business.
func (p *pairer) excuseTool(n *node) {
	ref := n.ref
	switch {
	case ref.Handled != "":
	case p.selectors[ref.Path]:
		ref.Handled = "selector"
	case saysLocal(ref.Field.Doc.Text):
		ref.Handled = "said to be local"
	case p.top && n.level == 0 && (ref.Field.Credential || credentialName(ref.Field.Name)):
		ref.Handled = "credential"
	case p.top && n.level == 0 && p.onAllTools[letters(ref.Field.Name)]:
		ref.Handled = "on all tools"
	}
}

// excuseAPI says why a tool may leave out a field of the API's.
func (p *pairer) excuseAPI(n *node) {
	ref := n.ref
	f := ref.Field
	switch {
	case ref.Handled != "":
	case p.selectors[f.Name]:
		ref.Handled = "selector"
	case f.Schema.ReadOnly:
		ref.Handled = "read-only"
	case f.Credential || p.top && (credentialName(f.Name) || f.Name == "token" && authentic.MatchString(f.Doc.Text)):
		ref.Handled = "credential"
	case f.In == contract.Header || f.In == contract.Cookie:
		ref.Handled = "header"
	case constant(f.Schema):
		ref.Handled = "constant"
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
func credentialName(name string) bool { return credentials[letters(name)] }

var authentic = regexp.MustCompile(`(?i)\b(authenticat\w*|authoriz\w*|oauth|api key|bearer|scopes?)\b`)

// What authors write of an argument that never reaches the API: it is kept from
// it, the server consumes it, or it shapes the answer.
var local = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\bnot (be )?(forwarded|sent|passed|transmitted|submitted|relayed)\b( on)?( to| by|[.;,]|$)`,
	`\b(never|isn't|is not|not) (forwarded|sent|passed)\b`,
	`\b(handled|used|consumed|applied|evaluated|processed|interpreted|performed|done|resolved|enforced) (only |purely |entirely )?(locally|client[- ]side|server[- ]side by (this|the) (tool|mcp))\b`,
	`\b(handled|used|consumed|applied|evaluated|processed|interpreted|performed|resolved|enforced) (only |internally )?(by|in|inside|within) (this|the) (mcp |tool )?(server|tool|wrapper|connector|adapter)\b`,
	`\b(client|tool)[- ]side (only|option|filter|setting|parameter|flag)\b`,
	`\b(local|client|tool|mcp)[- ]only\b`,
	`\bfiltered (locally|client[- ]side)\b`,
	`\bhow (this|the) (tool|server|mcp server) (renders|formats|presents|returns|shows|prints|displays)\b`,
	`\bhow (the|its|this tool's) (answer|output|response|result|results) (is|are|should be|will be) (rendered|formatted|presented|shown|displayed|returned)\b`,
	`\b(format|style|verbosity|shape) of (this|the) tool'?s? (answer|output|response|result)s?\b`,
	`\bnot (part|a parameter|a field|an argument) of the (upstream )?api\b`,
	`\bnot an api (parameter|field|argument)\b`,
}, "|"))

// saysLocal reports whether a description says that the tool's server handles the field itself.
func saysLocal(doc string) bool { return local.MatchString(doc) }
