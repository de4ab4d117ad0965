package loaders

import "github.com/tooldrift/tooldrift/pkg/source"

// wholeUpTo is the size in bytes up to which a file is parsed whole, so that all
// that is wrong with it is told. As YAML, so much takes a fiftieth of a second.
// It is a variable for tests, which skim small files.
var wholeUpTo = 256 << 10

// indexLevels is how deep a large file is skimmed: to the keys of an operation
// (paths, path, method), and to those of a component.
const indexLevels = 4

// outlineSpec is a file of a spec: a large one is only skimmed. The outline is
// nil where the file could not be read.
func outlineSpec(f *source.File) (*source.Outline, []source.Fault) {
	if len(f.Data) > wholeUpTo {
		if o := source.Skim(f, indexLevels); o != nil {
			return o, nil
		}
	}
	root, faults := source.Parse(f)
	if root == nil {
		return nil, faults
	}
	return source.OutlineOf(root), faults
}
