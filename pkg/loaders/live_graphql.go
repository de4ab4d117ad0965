package loaders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// introspection asks for all that is compared. A server that is older than a part
// in angle brackets refuses the whole query for it, and is asked again without.
const introspection = `query IntrospectionQuery {
  __schema {
    queryType { name } mutationType { name } subscriptionType { name }
    types {
      kind name description <specifiedByURL> <isOneOf>
      fields(includeDeprecated: true) {
        name description isDeprecated deprecationReason
        args<(includeDeprecated: true)> { ...Value }
        type { ...Type }
      }
      inputFields<(includeDeprecated: true)> { ...Value }
      interfaces { ...Type }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...Type }
    }
  }
}
fragment Value on __InputValue { name description type { ...Type } defaultValue <isDeprecated> <deprecationReason> }
fragment Type on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } }`

// introspectionQueries are the newest form first: isOneOf is of September 2025,
// the rest of October 2021 and after.
func introspectionQueries() []string {
	whole := strings.NewReplacer("<", "", ">", "")
	older := strings.Replace(introspection, "<isOneOf>", "", 1)
	oldest := older
	for strings.Contains(oldest, "<") {
		before, rest, _ := strings.Cut(oldest, "<")
		_, after, _ := strings.Cut(rest, ">")
		oldest = before + after
	}
	return []string{whole.Replace(introspection), whole.Replace(older), oldest}
}

// introspect is the answer of a GraphQL endpoint to the introspection query.
func (l Live) introspect(ctx context.Context, src *config.Live) ([]byte, error) {
	w, err := newWeb(src, l.limit())
	if err != nil {
		return nil, err
	}
	defer w.base.CloseIdleConnections()
	var data []byte
	err = within(ctx, src, source.FetchLimit, "no whole answer", func(ctx context.Context) error {
		for _, query := range introspectionQueries() {
			if data, err = w.query(ctx, src.URL, query); err == nil {
				return nil
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return spread(data, l.limit()), nil
}

// query asks a GraphQL endpoint; an answer without a schema is an error in its words.
func (w *web) query(ctx context.Context, address, query string) ([]byte, error) {
	body, err := json.Marshal(map[string]string{"query": query, "operationName": "IntrospectionQuery"})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, unwrapURL(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json, application/json")
	data, status, err := w.ask(r)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Data struct {
			Schema json.RawMessage `json:"__schema"`
		}
		Errors []struct{ Message string }
	}
	broken := json.Unmarshal(data, &answer)
	switch {
	case broken == nil && len(answer.Data.Schema) > 0 && string(answer.Data.Schema) != "null":
		return data, nil
	case broken == nil && len(answer.Errors) > 0:
		return nil, errors.New("answered: " + answer.Errors[0].Message)
	case status != "":
		return nil, errors.New("answered " + status)
	case broken != nil:
		return nil, errors.New("its answer is no JSON")
	}
	return nil, errors.New("its answer holds no schema")
}
