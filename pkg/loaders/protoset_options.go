package loaders

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// optionTypes resolve options: as the set's own files define them, for they may
// be of another version, else as the linked Go types do.
type optionTypes struct {
	*protoregistry.Types
	own *dynamicpb.Types // nil where the set does not hold them
}

// FindExtensionByName is that of protoregistry.ExtensionTypeResolver.
func (t optionTypes) FindExtensionByName(name protoreflect.FullName) (protoreflect.ExtensionType, error) {
	if t.own != nil {
		if x, err := t.own.FindExtensionByName(name); err == nil {
			return x, nil
		}
	}
	return t.Types.FindExtensionByName(name)
}

// FindExtensionByNumber is that of protoregistry.ExtensionTypeResolver.
func (t optionTypes) FindExtensionByNumber(message protoreflect.FullName, number protoreflect.FieldNumber) (protoreflect.ExtensionType, error) {
	if t.own != nil {
		if x, err := t.own.FindExtensionByNumber(message, number); err == nil {
			return x, nil
		}
	}
	return t.Types.FindExtensionByNumber(message, number)
}

// optionFiles define the options of printedOptions.
var optionFiles = []string{
	"google/api/annotations.proto", "google/api/field_behavior.proto", "google/api/field_info.proto", "buf/validate/validate.proto",
}

// readOptions looks up the options that the set itself defines.
func (s *protoSet) readOptions() []source.Fault {
	s.types.own = s.ownTypes()
	if s.manyOptions {
		return []source.Fault{{File: s.file.Name, Text: "its options are defined in more than " + source.OptionFilesLimit.String(), Dirt: true}}
	}
	return nil
}

// ownTypes are the options that the set itself defines, and the rules that it
// adds to them; nil where it lacks any of the files that it takes.
func (s *protoSet) ownTypes() *dynamicpb.Types {
	var extending []string
	for _, f := range s.files {
		if f.extends {
			extending = append(extending, f.path)
		}
	}
	if all := s.typesOf(slices.Concat(optionFiles, extending)); all != nil {
		return all
	}
	return s.typesOf(optionFiles)
}

// typesOf are the types of files, as far as the set has them, and of all that
// they import.
func (s *protoSet) typesOf(paths []string) *dynamicpb.Types {
	files := &descriptorpb.FileDescriptorSet{}
	wanted := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return s.byPath[path] == nil })
	seen := map[string]bool{}
	for len(wanted) > 0 {
		path := wanted[0]
		wanted = wanted[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		d := s.descriptor(path)
		s.manyOptions = s.manyOptions || len(seen) > source.MaxOptionFiles
		if d == nil || s.manyOptions {
			return nil
		}
		files.File = append(files.File, d)
		wanted = append(wanted, d.Dependency...)
	}
	registry, err := protodesc.NewFiles(files)
	if err != nil {
		return nil
	}
	return dynamicpb.NewTypes(registry)
}

// descriptor is a file of the set, or one that is linked in, without options
// and source info; or nil.
func (s *protoSet) descriptor(path string) *descriptorpb.FileDescriptorProto {
	f := s.byPath[path]
	if f == nil {
		linked, err := protoregistry.GlobalFiles.FindFileByPath(path)
		if err != nil {
			return nil
		}
		return protodesc.ToFileDescriptorProto(linked)
	}
	d := &descriptorpb.FileDescriptorProto{}
	options := proto.UnmarshalOptions{RecursionLimit: source.MaxSetDepth, AllowPartial: true, DiscardUnknown: true}
	if options.Unmarshal(f.data, d) != nil {
		return nil
	}
	d.SourceCodeInfo = nil
	return d
}

// readImage reads a buf image that is spelled as JSON.
func (s *protoSet) readImage() []source.Fault {
	data := bytes.TrimPrefix(s.file.Data, []byte(bom))
	switch {
	case bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("[")) > source.MaxValues:
		return []source.Fault{{File: s.file.Name, Text: "holds more than " + source.ValuesLimit.String()}}
	case bytes.Count(data, []byte(",")) > source.MaxSetCommas:
		return []source.Fault{{File: s.file.Name, Text: "holds more than " + source.SetCommasLimit.String()}}
	}
	set := &descriptorpb.FileDescriptorSet{}
	options := protojson.UnmarshalOptions{Resolver: s.types, RecursionLimit: source.MaxSetDepth, AllowPartial: true, DiscardUnknown: true}
	if err := options.Unmarshal(data, set); err != nil {
		return []source.Fault{s.imageFault(err)}
	}
	binary, err := proto.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(set)
	if err != nil {
		return []source.Fault{{File: s.file.Name, Text: protoError(err)}}
	}
	return s.split(binary)
}

var jsonPlace = regexp.MustCompile(`^(?:syntax error )?\(line (\d+):(\d+)\): `)

// imageFault is an error of protojson, at the place that it names.
func (s *protoSet) imageFault(err error) source.Fault {
	text := protoError(err)
	m := jsonPlace.FindStringSubmatch(text)
	if m == nil {
		return source.Fault{File: s.file.Name, Text: text}
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	at := s.file.Offset(source.Position{Line: line, Column: column})
	return source.Fault{At: source.Span{File: s.file, Start: at, End: at}, Text: text[len(m[0]):]}
}
