package loaders

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// The operations that are asked for are put to kin-openapi, which knows what
// their parameters, bodies and security requirements mean. It is given each by
// itself: it refuses a whole specification for one slip (a title
// that is a number, a key of the wrong kind), reads a referenced file again for
// each reference, and is slow on large documents. Schemas are left out of it;
// schemaReader reads them from our tree, which knows where each word stands.

// take is the value that kin is given for a key, or nil where the key is left out.
type take func(s *apiSpec, key string, n *source.Node) any

func kinText(s *apiSpec, key string, n *source.Node) any {
	switch n.Kind {
	case source.String, source.Number, source.Bool: // title: 404, version: 1.0
		return n.Text
	}
	return s.leaveOut(key, "a string", n)
}

func kinFlag(s *apiSpec, key string, n *source.Node) any {
	switch {
	case n.Kind == source.Bool:
		return n.True()
	case n.Text == "true" || n.Text == "false": // in quotes
		s.leaveOut(key, "true or false without quotes", n)
		return n.Text == "true"
	}
	return s.leaveOut(key, "true or false", n)
}

// leaveOut notes that a value is not what its key holds. Null is a key left empty.
func (s *apiSpec) leaveOut(key, expected string, n *source.Node) any {
	if n.Kind != source.Null {
		s.fault(source.Fault{At: n.At, Text: fmt.Sprintf("%s must be %s, not %s", key, expected, article(n.Kind)), Dirt: true})
	}
	return nil
}

// schemaStub stands where a schema does.
func schemaStub(_ *apiSpec, _ string, _ *source.Node) any { return map[string]any{} }

// objectOf takes the keys of an object that kin needs.
func kinObject(keys map[string]take) take {
	return func(s *apiSpec, key string, n *source.Node) any {
		n, _, fault := s.files.follow(n)
		if fault != nil {
			s.fault(*fault)
			return nil
		}
		if n.Kind != source.Object {
			return s.leaveOut(key, "an object", n)
		}
		object := map[string]any{}
		for _, m := range n.Members {
			if takeKey := keys[m.Key]; takeKey != nil {
				if v := takeKey(s, m.Key, m.Value); v != nil {
					object[m.Key] = v
				}
			}
		}
		return object
	}
}

func kinMap(value take) take {
	return func(s *apiSpec, key string, n *source.Node) any {
		if n.Kind != source.Object {
			return s.leaveOut(key, "an object", n)
		}
		object := map[string]any{}
		for _, m := range n.Members {
			if v := value(s, m.Key, m.Value); v != nil && !strings.HasPrefix(m.Key, "x-") {
				object[m.Key] = v
			}
		}
		return object
	}
}

func kinList(item take) take {
	return func(s *apiSpec, key string, n *source.Node) any {
		if n.Kind != source.Array {
			return s.leaveOut(key, "a list", n)
		}
		list := []any{}
		for _, n := range n.Items {
			if v := item(s, "an entry of "+key, n); v != nil {
				list = append(list, v)
			}
		}
		return list
	}
}

var (
	takeMedia = kinObject(map[string]take{
		"schema": schemaStub, "itemSchema": schemaStub,
		"encoding": kinMap(kinObject(map[string]take{"contentType": kinText, "style": kinText, "explode": kinFlag})),
	})
	takeParameter = kinObject(map[string]take{
		"name": kinText, "in": kinText, "required": kinFlag, "style": kinText, "explode": kinFlag,
		"schema": schemaStub, "content": kinMap(takeMedia), "collectionFormat": kinText,
	})
	takeBody     = kinObject(map[string]take{"required": kinFlag, "content": kinMap(takeMedia)})
	takeSecurity = kinList(kinMap(kinList(kinText)))
)

// parameterNode is a parameter and the references that led to it.
type parameterNode struct {
	node   *source.Node
	beside []*source.Node
}

// parameters is the parameters of the path item and then the operation's own,
// in lockstep with the list that kin is given; blind says why there is one
// that we cannot see.
func (s *apiSpec) parameters(o *apiOp) (params []parameterNode, blind string) {
	for _, n := range []*source.Node{partNode(o.shared), o.node.Value("parameters")} {
		list, _, fault := s.files.follow(n)
		switch {
		case fault != nil:
			s.fault(*fault)
			blind = fault.Text
		case list == nil:
		case list.Kind != source.Array:
			s.leaveOut("parameters", "a list", list)
			blind = "its parameters are no list"
		default:
			for _, item := range list.Items {
				target, beside, fault := s.files.follow(item)
				switch {
				case fault != nil:
					s.fault(*fault)
					blind = fault.Text
				case target.Kind != source.Object:
					s.leaveOut("a parameter", "an object", target)
				default:
					params = append(params, parameterNode{target, beside})
				}
			}
		}
	}
	return params, blind
}

// partNode is the node of a part that may be absent.
func partNode(o *source.Outline) *source.Node {
	if o == nil {
		return nil
	}
	return o.Node()
}

// kinOperation is what kin is given of an operation beside its parameters. Path
// items are not: theirs is only a list of parameters, which comes in front of
// the operation's.
func (s *apiSpec) kinOperation(o *apiOp) map[string]any {
	op := map[string]any{}
	if body := o.node.Value("requestBody"); body != nil && s.version != "2.0" {
		op["requestBody"] = takeBody(s, "requestBody", body)
	}
	if security := o.node.Value("security"); security != nil {
		op["security"] = takeSecurity(s, "security", security)
	}
	return op
}

// kinParameter is what kin is given of a parameter.
func (s *apiSpec) kinParameter(n *source.Node) map[string]any {
	param := takeParameter(s, "a parameter", n).(map[string]any)
	if param["schema"] != nil {
		delete(param, "content") // either, not both; the schema says more
	}
	return param
}

// kinRead reads what kin is given of a part of an operation into kin's model of
// it. No document is needed around it, as no reference is left in it.
func kinRead(given map[string]any, model any) error {
	if len(given) == 0 {
		return nil
	}
	data, err := json.Marshal(given)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, model)
}

// kinParameters is what kin makes of the parameters of an operation. Those that
// operations share are read once.
func kinParameters[P any](s *apiSpec, o *apiOp) ([]*P, error) {
	o.params, o.blind = s.parameters(o)
	var params []*P
	for _, p := range o.params {
		model, known := s.kinParams[p.node].(*P)
		if !known {
			model = new(P)
			if err := kinRead(s.kinParameter(p.node), model); err != nil {
				return nil, err
			}
			s.kinParams[p.node] = model
		}
		params = append(params, model)
	}
	return params, nil
}
