package loaders

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// printedOptions are the options that a contract is made of, or on which the
// meaning of the rest depends. Others are left out of printed text.
var printedOptions = map[protoreflect.FullName]bool{
	"google.api.http": true, "google.api.field_behavior": true, "google.api.field_info": true,
	"buf.validate.field": true, "buf.validate.oneof": true, "buf.validate.message": true,
}

func isPrinted(fd protoreflect.FieldDescriptor) bool {
	if fd.IsExtension() {
		return printedOptions[fd.FullName()]
	}
	switch fd.Name() {
	case "deprecated", "allow_alias", "message_set_wire_format", "features":
		return true
	}
	return false
}

// optionTexts are options as source spells them: "deprecated = true".
func optionTexts(options proto.Message) []string {
	m := options.ProtoReflect()
	var set []protoreflect.FieldDescriptor
	m.Range(func(fd protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if isPrinted(fd) {
			set = append(set, fd)
		}
		return true
	})
	var texts []string
	for _, fd := range byNumber(set) {
		name, v := string(fd.Name()), m.Get(fd)
		switch {
		case fd.Name() == "features":
			for _, inner := range messageTexts(v.Message(), " = ") {
				if !strings.HasPrefix(inner, "[") { // those of one generator
					texts = append(texts, name+"."+inner)
				}
			}
			continue
		case fd.IsExtension():
			name = "(" + string(fd.FullName()) + ")"
		}
		for _, text := range valueTexts(fd, v) {
			texts = append(texts, name+" = "+text)
		}
	}
	return texts
}

// messageTexts are the fields that are set in a message, in the order of their
// numbers, extensions last.
func messageTexts(m protoreflect.Message, equals string) []string {
	var set, extensions []protoreflect.FieldDescriptor
	m.Range(func(fd protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		switch {
		case fd.IsExtension():
			extensions = append(extensions, fd)
		case !fd.IsMap():
			set = append(set, fd)
		}
		return true
	})
	var texts []string
	for _, fd := range append(byNumber(set), byNumber(extensions)...) {
		name := string(fd.Name())
		if fd.IsExtension() {
			name = "[" + string(fd.FullName()) + "]"
		}
		values := valueTexts(fd, m.Get(fd))
		if fd.IsList() {
			values = []string{"[" + strings.Join(values, ", ") + "]"}
		}
		texts = append(texts, name+equals+values[0])
	}
	return texts
}

func byNumber(fields []protoreflect.FieldDescriptor) []protoreflect.FieldDescriptor {
	slices.SortFunc(fields, func(a, b protoreflect.FieldDescriptor) int { return cmp.Compare(a.Number(), b.Number()) })
	return fields
}

// valueTexts are the values of a field, one unless it is a list.
func valueTexts(fd protoreflect.FieldDescriptor, v protoreflect.Value) []string {
	if !fd.IsList() {
		return []string{literalText(fd, v)}
	}
	var texts []string
	for i := range v.List().Len() {
		texts = append(texts, literalText(fd, v.List().Get(i)))
	}
	return texts
}

func literalText(fd protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch fd.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return "{ " + strings.Join(messageTexts(v.Message(), ": "), ", ") + " }"
	case protoreflect.EnumKind:
		if e := fd.Enum().Values().ByNumber(v.Enum()); e != nil {
			return string(e.Name())
		}
		return strconv.Itoa(int(v.Enum()))
	case protoreflect.StringKind:
		return strconv.Quote(v.String())
	case protoreflect.BytesKind:
		return strconv.Quote(string(v.Bytes()))
	case protoreflect.FloatKind:
		return floatText(v.Float(), 32)
	case protoreflect.DoubleKind:
		return floatText(v.Float(), 64)
	}
	return fmt.Sprint(v.Interface())
}

func floatText(n float64, bits int) string {
	switch {
	case math.IsNaN(n):
		return "nan"
	case math.IsInf(n, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(n, 'g', -1, bits), "+"))
	}
	return strconv.FormatFloat(n, 'g', -1, bits)
}

// jsonNameOf is the JSON name that a field has unless its author chooses one.
func jsonNameOf(name string) string {
	var out []byte
	upper := false
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_':
			upper = true
			continue
		case upper && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		out, upper = append(out, c), false
	}
	return string(out)
}
