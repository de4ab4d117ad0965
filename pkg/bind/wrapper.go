package bind

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Names of objects that only carry other fields, by their letters.
var wrappers = map[string]bool{
	"args": true, "arguments": true, "body": true, "bodyparams": true, "data": true, "form": true, "formdata": true, "headers": true, "input": true, "json": true,
	"jsonbody": true, "params": true, "parameters": true, "path": true, "pathparameters": true, "pathparams": true, "payload": true, "query": true,
	"queryparameters": true, "queryparams": true, "req": true, "request": true, "requestbody": true,
}

// IsWrapper reports whether a name is one that generators and protocols give to
// an object that only carries other fields: body, params, data.
func IsWrapper(name string) bool { return wrappers[contract.Letters(name)] }

// locationOfWrapper is where the members of a wrapper travel, where its name says so.
var locationOfWrapper = map[string]string{
	"body": "body", "bodyparams": "body", "form": "body", "formdata": "body", "headers": "header", "json": "body", "jsonbody": "body", "path": "path",
	"pathparameters": "path", "pathparams": "path", "payload": "body", "query": "query", "queryparameters": "query", "queryparams": "query", "requestbody": "body",
}

// openCollisions looks through the "body" in which a loader leaves those fields
// of a body whose names other parameters have too.
func (p *pairer) openCollisions() {
	if !p.top {
		return
	}
	names := map[string]bool{}
	for _, a := range p.api {
		if a.ref.Field.In != contract.Body && a.ref.Field.In != contract.Form {
			names[a.ref.Field.Name] = true
		}
	}
	for _, a := range p.api {
		if a.aside || a.ref.Field.Name != "body" || names["body"] {
			continue
		}
		p.make(a, onAPI)
		for _, k := range a.kids {
			if names[k.ref.Field.Name] {
				p.open(a, "", onAPI)
				break
			}
		}
	}
}

// lookThrough opens wrappers that have no partner, and says whether it opened any.
func (p *pairer) lookThrough() bool {
	tools, apis := left(p.tool), left(p.api)
	lone := p.loneObject(tools)
	opened := false
	for _, t := range tools {
		named := wrappers[contract.Letters(t.ref.Field.Name)] || choice(t.members()) != nil
		if !named && t != lone || !p.carries(t, onTool) {
			continue
		}
		hits := hits(t, apis) + hits(t, p.inWrappers(apis))
		switch {
		case named && (hits > 0 || !p.rival(t, apis)),
			t == lone && 2*hits >= len(t.kids) && hits > 0 && !p.isBeside(t, apis):
			p.open(t, PairedByWrapper, onTool)
			opened = true
		}
	}
	if opened {
		return true
	}
	lone = p.loneObject(apis)
	for _, a := range apis {
		named := wrappers[contract.Letters(a.ref.Field.Name)]
		if !named && a != lone || !p.carries(a, onAPI) {
			continue
		}
		hits := hits(a, tools)
		telling := a.needed || !p.onlyPlain(a, tools)
		switch {
		case named && hits+akinHits(a, tools) > 0,
			a == lone && hits > 1,
			a == lone && hits == 1 && scalars(tools) <= 2 && telling:
			p.open(a, PairedByWrapper, onAPI)
			opened = true
		}
	}
	return opened
}

// wraps reports whether t is a wrapper that is called as a lone value of the API's:
// a body of fields, and the body of a message.
func (p *pairer) wraps(t, a *node) bool {
	if !wrappers[contract.Letters(t.ref.Field.Name)] || a.ref.Field.Schema.Types&t.ref.Field.Schema.Types&^contract.NullType != 0 || !p.carries(t, onTool) {
		return false
	}
	return hits(t, left(p.api)) > 0
}

// isBeside reports whether fields that the API has in one place with members of
// t stand beside t in the tool: then t is no wrapper, it nests what the API has flat.
func (p *pairer) isBeside(t *node, apis []*node) bool {
	names := map[string]bool{}
	for _, k := range t.kids {
		names[contract.Letters(k.ref.Field.Name)] = true
	}
	beside := false
	for _, a := range apis {
		if !names[contract.Letters(a.ref.Field.Name)] || a.ref.Field.In == contract.Path {
			continue
		}
		each(p.tool, func(n *node) {
			beside = beside || n.pair != nil && n.pair.API.Field.In == a.ref.Field.In && holder(n.pair.API.Path) == holder(a.ref.Path)
		})
	}
	return beside
}

// holder is the way to a field, but for the body in which a loader leaves what collides.
func holder(path string) string {
	if way, _ := Parent(path); way != "body" {
		return way
	}
	return ""
}

// carries reports whether n is an object with members; one of an array's elements is none.
func (p *pairer) carries(n *node, s side) bool {
	if len(n.members()) == 0 {
		return false
	}
	p.make(n, s)
	return len(n.kids) > 0
}

// hits counts members of n that have a partner of their name among the others.
func hits(n *node, others []*node) int {
	names := map[string]bool{}
	for _, o := range others {
		names[contract.Letters(o.ref.Field.Name)] = true
	}
	count := 0
	for _, k := range n.kids {
		if names[contract.Letters(k.ref.Field.Name)] {
			count++
		}
	}
	return count
}

// akinHits counts members of n that others are called after the same thing as.
func akinHits(n *node, others []*node) int {
	var refs []*Ref
	for _, o := range others {
		refs = append(refs, o.ref)
	}
	known := things(refs)
	count := 0
	for _, k := range n.kids {
		if known[thing(k.ref.Field.Name)] {
			count++
		}
	}
	return count
}

// inWrappers is the members of the API's wrappers.
func (p *pairer) inWrappers(apis []*node) []*node {
	var all []*node
	for _, a := range apis {
		if wrappers[contract.Letters(a.ref.Field.Name)] && p.carries(a, onAPI) {
			all = append(all, a.kids...)
		}
	}
	return all
}

// onlyPlain reports whether the members of a that others have too are all of
// names that say little.
func (p *pairer) onlyPlain(a *node, others []*node) bool {
	for _, k := range a.kids {
		for _, o := range others {
			if contract.Letters(o.ref.Field.Name) == contract.Letters(k.ref.Field.Name) && !plainNames[contract.Letters(k.ref.Field.Name)] {
				return false
			}
		}
	}
	return true
}

// rival reports whether an API object has the wrapper's members under another
// name: then the wrapper was renamed, and nothing is looked through.
func (p *pairer) rival(t *node, apis []*node) bool {
	for _, a := range apis {
		if !p.carries(a, onAPI) || wrappers[contract.Letters(a.ref.Field.Name)] {
			continue
		}
		if hits := hits(a, t.kids); hits > 0 && 2*hits >= len(t.kids) {
			return true
		}
	}
	return false
}

// loneObject is the only object with members among the fields of a tool or an
// operation, or nil: inside an object, one more is no wrapper.
func (p *pairer) loneObject(nodes []*node) *node {
	if p.toolPath != "" || p.apiPath != "" {
		return nil
	}
	var lone *node
	for _, n := range nodes {
		if len(n.members()) == 0 {
			continue
		}
		if lone != nil {
			return nil
		}
		lone = n
	}
	return lone
}

// scalars counts the fields that are no objects with members.
func scalars(nodes []*node) int {
	count := 0
	for _, n := range nodes {
		if len(n.members()) == 0 {
			count++
		}
	}
	return count
}

// rootArray pairs a body that is no object, which loaders call body, with the
// lone array that the tool has left.
func (p *pairer) rootArray() {
	var body, array *node
	for _, a := range left(p.api) {
		if a.ref.Field.Name == "body" && a.level == 0 && element(a.ref.Field.Schema) != nil && at(a, "body") {
			body = a
		}
	}
	for _, t := range left(p.tool) {
		if element(t.ref.Field.Schema) == nil {
			continue
		}
		if array != nil {
			return
		}
		array = t
	}
	if body != nil && array != nil {
		p.join(array, body, PairedByWrapper)
	}
}
