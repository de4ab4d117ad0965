package loaders

import (
	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Swagger 2.0 is read as it is, not converted: a conversion would lose where
// each word stands. It differs in what a request is made of: parameters are
// schemas themselves, and the body and the fields of a form are parameters.

func (s *apiSpec) swaggerRequests(ops []*apiOp) ([]*request, error) {
	requests := make([]*request, len(ops))
	for i, o := range ops {
		params, err := kinParameters[openapi2.Parameter](s, o)
		if err != nil {
			return nil, err
		}
		op := &openapi2.Operation{}
		if err := kinRead(s.kinOperation(o), op); err != nil {
			return nil, err
		}
		op.Parameters = params
		requests[i] = s.swaggerRequest(o, op)
	}
	return requests, nil
}

func (s *apiSpec) swaggerRequest(o *apiOp, op *openapi2.Operation) *request {
	r := &request{blind: o.blind}
	var form []parameter
	for i, p := range op.Parameters {
		node := o.params[i]
		param := parameter{
			parameterNode: node, name: p.Name, in: p.In, required: p.Required, schema: node.node,
		}
		param.style, param.explode = collectionStyle(p)
		switch {
		case p.In == "body":
			r.body = s.swaggerBody(param)
		case p.Name == "":
			s.noPlace(r, node.node)
		case p.In == "formData":
			form = append(form, param)
		case p.In == "path" || p.In == "query" || p.In == "header":
			r.addParam(param)
		default:
			s.noPlace(r, node.node)
		}
	}
	r.secured = s.isSecured(securityOf(op))
	if form != nil && r.body == nil {
		r.body = s.swaggerForm(form, r.secured)
	}
	return r
}

// collectionStyle is the style of OpenAPI 3 that a collectionFormat stands for.
func collectionStyle(p *openapi2.Parameter) (style string, explode bool) {
	switch {
	case p.CollectionFormat == "multi":
		return openapi3.SerializationForm, true
	case p.CollectionFormat == "ssv":
		return openapi3.SerializationSpaceDelimited, false
	case p.CollectionFormat == "pipes":
		return openapi3.SerializationPipeDelimited, false
	case p.CollectionFormat == "tsv":
		return "tabDelimited", false // OpenAPI 3 has no word for it
	case p.In == openapi3.ParameterInPath || p.In == openapi3.ParameterInHeader:
		return openapi3.SerializationSimple, false
	}
	return openapi3.SerializationForm, false
}

func (s *apiSpec) swaggerBody(p parameter) *requestBody {
	b := &requestBody{
		required: p.required,
		at:       p.node.At,
		doc:      s.schemas.text(p.node, "description"),
		schema:   s.schemas.read(p.node.Value("schema")),
		waivers:  s.schemas.waivers(p.node.Value("schema")),
	}
	if name := p.node.Value("name"); name != nil {
		b.at = name.At
	}
	if required := p.node.Value("required"); required != nil && p.required {
		b.requiredAt = required.At
	}
	return b
}

// swaggerForm is the body that the fields of a form make up.
func (s *apiSpec) swaggerForm(form []parameter, secured bool) *requestBody {
	b := &requestBody{
		in: contract.Form, required: true, at: form[0].node.At,
		schema: &contract.Schema{Types: contract.ObjectType, At: form[0].node.At},
	}
	for _, p := range form {
		b.schema.Fields = append(b.schema.Fields, s.paramField(p, secured))
	}
	return b
}

func securityOf(op *openapi2.Operation) *openapi3.SecurityRequirements {
	if op.Security == nil {
		return nil
	}
	requirements := openapi3.SecurityRequirements{}
	for _, r := range *op.Security {
		requirements = append(requirements, openapi3.SecurityRequirement(r))
	}
	return &requirements
}
