package loaders

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoSetDialect is what protoc, buf and others compile sources to: a
// FileDescriptorSet (descriptor.proto), a buf image, which is one with more in
// it, or an image as JSON. Its files are printed and read as sources are; in
// messages they are called "api.binpb!acme/v1/acme.proto".
var protoSetDialect = specDialect{
	name:  "protobuf",
	what:  "a protobuf descriptor set",
	match: func(f *source.File, top []string) bool { return isBinarySet(f.Data) || isImage(f, top) },
	open:  openProtoSet,
}

// isImage recognises what buf build -o image.json writes.
func isImage(f *source.File, top []string) bool {
	return slices.Equal(top, []string{"file"}) && imageStart.Match(f.Data) && bytes.Contains(f.Data, []byte(`.proto"`))
}

var imageStart = regexp.MustCompile(`^(?:\x{feff})?\s*\{\s*"file"\s*:\s*\[`)

// protoSet is a descriptor set whose files are decoded when they are needed.
type protoSet struct {
	file   *source.File
	files  []*setFile
	byPath map[string]*setFile
	types  optionTypes

	manyOptions bool // more files than are read define options
}

// setFile is one file of a descriptor set.
type setFile struct {
	path     string
	data     []byte          // a FileDescriptorProto
	messages map[string]bool // that it declares, by simple name
	services bool            // it has some
	extends  bool            // it adds rules to buf.validate
	proto    *protoFile
}

func openProtoSet(store *source.Store, files []*source.File, src config.Source) (*contract.Index, []source.Fault) {
	p := newProtoSpec(store, files, src)
	p.set = &protoSet{file: files[0], types: optionTypes{Types: protoregistry.GlobalTypes}}
	p.faults = p.set.read()
	if len(p.set.files) == 0 {
		return nil, p.takeFaults()
	}
	home := path.Dir(strings.TrimPrefix(files[0].Name, store.Prefix))
	var all []*protoFile
	for _, f := range p.set.files {
		name := files[0].Name + "!" + f.path
		f.proto = &protoFile{name: name, file: &source.File{Name: name}, home: home, set: f}
		all = append(all, f.proto)
	}
	p.readHeads(all)
	return p.index(files[0], countFiles(len(all)))
}

// find is the file of a path, or nil, also for a source that is no set.
func (s *protoSet) find(path string) *protoFile {
	if s == nil || s.byPath[path] == nil {
		return nil
	}
	return s.byPath[path].proto
}

func (s *protoSet) read() []source.Fault {
	if isBinarySet(s.file.Data) {
		faults := s.split(s.file.Data)
		return append(faults, s.readOptions()...)
	}
	// JSON calls options by their names, which the image itself may define: they
	// are known once it is read.
	if faults := s.readImage(); source.Refused(faults) {
		return faults
	}
	return append(s.readOptions(), s.readImage()...)
}

// split cuts a set into its files.
func (s *protoSet) split(data []byte) []source.Fault {
	s.files, s.byPath = nil, map[string]*setFile{}
	var faults []source.Fault
	for len(data) > 0 {
		num, typ, n := protowire.ConsumeTag(data)
		size := n
		if n > 0 {
			size = protowire.ConsumeFieldValue(num, typ, data[n:])
		}
		if size < 0 {
			where := ""
			if last := len(s.files) - 1; last >= 0 {
				where = " behind " + s.files[last].path
			}
			return append(faults, source.Fault{File: s.file.Name, Text: errDamaged.Error() + where})
		}
		if num == 1 && typ == protowire.BytesType {
			if len(s.files) == source.MaxSetFiles {
				return append(faults, source.Fault{File: s.file.Name, Text: "holds more than " + source.SetFilesLimit.String()})
			}
			value, _ := protowire.ConsumeBytes(data[n:])
			faults = append(faults, s.add(value)...)
		}
		data = data[n+size:]
	}
	return faults
}

// add adds a file to the set, unless it cannot be read.
func (s *protoSet) add(data []byte) []source.Fault {
	f := &setFile{data: data, messages: map[string]bool{}}
	err := f.scan()
	at := s.file.Name + "!" + f.path
	switch {
	case f.path == "":
		return []source.Fault{{File: s.file.Name, Text: "a file without a name"}}
	case err != nil:
		return []source.Fault{{File: at, Text: err.Error()}}
	case s.byPath[f.path] != nil:
		return []source.Fault{{File: at, Text: "is in the set twice; the first counts", Dirt: true}}
	}
	s.files = append(s.files, f)
	s.byPath[f.path] = f
	return nil
}

// defines reports whether a file declares a service, or a message of one of the names.
func (f *setFile) defines(keyword string, names map[string]bool) bool {
	if keyword == "service" {
		return f.services
	}
	for name := range f.messages {
		if names[name] {
			return true
		}
	}
	return false
}

// print sets the text of a file of the set.
func (s *protoSet) print(f *protoFile) *source.Fault {
	d := &descriptorpb.FileDescriptorProto{}
	options := proto.UnmarshalOptions{Resolver: s.types, RecursionLimit: source.MaxSetDepth, AllowPartial: true, DiscardUnknown: true}
	err := options.Unmarshal(f.set.data, d)
	text := ""
	if err == nil {
		text, err = printProto(d)
	}
	if err != nil {
		return &source.Fault{Text: protoError(err)}
	}
	f.file.Data = []byte(text)
	return nil
}

// protoError is an error of the protobuf library in our spelling.
func protoError(err error) string {
	text, ok := strings.CutPrefix(err.Error(), "proto:")
	if ok {
		text = strings.TrimLeft(text, " \u00a0") // it alternates, so that nobody depends on it
	}
	if strings.Contains(text, "max recursion depth") {
		return "nests messages deeper than " + source.SetDepthLimit.String()
	}
	return clip(text)
}
