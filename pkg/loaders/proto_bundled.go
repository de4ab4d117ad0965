package loaders

import (
	"strings"
	"sync"

	"github.com/bufbuild/protocompile/experimental/ast"
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/report"
	psource "github.com/bufbuild/protocompile/experimental/source"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/tooldrift/tooldrift/pkg/source"

	// Linked in for their descriptors alone: every API imports them, and few
	// repositories keep a copy.
	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	_ "google.golang.org/genproto/googleapis/api"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	_ "google.golang.org/genproto/googleapis/api/distribution"
	_ "google.golang.org/genproto/googleapis/api/httpbody"
	_ "google.golang.org/genproto/googleapis/api/label"
	_ "google.golang.org/genproto/googleapis/api/metric"
	_ "google.golang.org/genproto/googleapis/api/monitoredres"
	_ "google.golang.org/genproto/googleapis/api/visibility"
	_ "google.golang.org/genproto/googleapis/type/calendarperiod"
	_ "google.golang.org/genproto/googleapis/type/color"
	_ "google.golang.org/genproto/googleapis/type/date"
	_ "google.golang.org/genproto/googleapis/type/datetime"
	_ "google.golang.org/genproto/googleapis/type/dayofweek"
	_ "google.golang.org/genproto/googleapis/type/decimal"
	_ "google.golang.org/genproto/googleapis/type/expr"
	_ "google.golang.org/genproto/googleapis/type/fraction"
	_ "google.golang.org/genproto/googleapis/type/interval"
	_ "google.golang.org/genproto/googleapis/type/latlng"
	_ "google.golang.org/genproto/googleapis/type/localized_text"
	_ "google.golang.org/genproto/googleapis/type/money"
	_ "google.golang.org/genproto/googleapis/type/month"
	_ "google.golang.org/genproto/googleapis/type/phone_number"
	_ "google.golang.org/genproto/googleapis/type/postaladdress"
	_ "google.golang.org/genproto/googleapis/type/quaternion"
	_ "google.golang.org/genproto/googleapis/type/timeofday"
)

// bundledProto is the text of a file that resolves without the user supplying
// it. The compiler reads nothing but text, so all but google/protobuf, whose
// sources it carries, is printed from the descriptors of the Go types.
func bundledProto(name string) (text string, ok bool) {
	if strings.HasPrefix(name, "google/protobuf/") {
		f, err := psource.WKTs().Open(name)
		if err != nil {
			return "", false
		}
		return f.Text(), true
	}
	if !isBundled(name) {
		return "", false
	}
	d, err := protoregistry.GlobalFiles.FindFileByPath(name)
	if err != nil {
		return "", false
	}
	text, _ = printProto(protodesc.ToFileDescriptorProto(d))
	return text, true
}

// newBundled is a bundled file that nothing is known of yet, or nil.
func newBundled(name string) *protoFile {
	text, ok := bundledProto(name)
	if !ok {
		return nil
	}
	return &protoFile{name: name, file: &source.File{Name: name, Data: []byte(text)}, home: "."}
}

// protoSession holds the names in all that is compiled. It is one for the whole
// process since compiledDescriptor is, and may be used by several at a time.
var protoSession ir.Session

// compiledDescriptor is google/protobuf/descriptor.proto, which the compiler needs
// for every other file and takes longer to compile than most.
var compiledDescriptor = sync.OnceValue(func() *protoFile {
	f := newBundled(ir.DescriptorProtoPath)
	f.file.Data = withoutComments(f.file.Data) // nobody reads them, and they are most of it
	f.parse(nil)
	f.found, f.compiled = true, true
	f.linkage = &report.Report{Options: report.Options{SuppressWarnings: true}}
	f.ir, _ = protoSession.Lower(f.ast, f.linkage, func(int, string, ast.DeclImport) (*ir.File, error) { return nil, nil })
	return f
})

func withoutComments(text []byte) []byte {
	var kept []byte
	for len(text) > 0 {
		kind, n := protoToken(text)
		switch kind {
		case '/':
		case ' ':
			kept = append(kept, '\n')
		default:
			kept = append(kept, text[:n]...)
		}
		text = text[n:]
	}
	return kept
}

func isBundled(name string) bool {
	return strings.HasPrefix(name, "google/api/") || strings.HasPrefix(name, "google/type/") || strings.HasPrefix(name, "buf/validate/")
}
