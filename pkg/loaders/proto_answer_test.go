package loaders

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestProtoAnswers(t *testing.T) {
	const text = `syntax = "proto3";
package shop.v1;
import "google/protobuf/empty.proto";
service Shop {
  rpc Put(PutRequest) returns (Order);
  rpc Watch(PutRequest) returns (stream Order);
  rpc Drop(PutRequest) returns (google.protobuf.Empty);
}
message PutRequest { string id = 1; }
message Order { string id = 1; Order parent = 2; int64 count = 3; }
`
	store := &source.Store{FS: fstest.MapFS{"shop.proto": {Data: []byte(text)}}}
	index, faults := Open(store, config.Source{Glob: "shop.proto"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, c := range []struct{ rpc, want string }{{"Put", "id parent count"}, {"Watch", ""}, {"Drop", ""}, {"Gone", ""}} {
		answer, faults := index.Output("shop.v1.Shop/" + c.rpc)
		var names []string
		if answer != nil {
			for _, f := range answer.Fields {
				names = append(names, f.Name)
			}
		}
		if got := strings.Join(names, " "); got != c.want || len(faults) > 0 {
			t.Errorf("%s answers %q, want %q; %v", c.rpc, got, c.want, faults)
		}
	}
	if answer, _ := index.Output("shop.v1.Shop/Put"); answer.Fields[1].Schema.Fields[0] != answer.Fields[0] {
		t.Error("the parent of an order is no order")
	}
}
