package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Inputs says what a run reads, in the words of its caller: paths are as typed,
// relative to Dir.
type Inputs struct {
	Dir         string // working directory, absolute
	Root        string // "" finds it: the nearest .git above the config, else the config's folder
	Config      string // "" finds it upward from Dir
	Baseline    string // "" is what the config names, else the baseline beside the config or in Dir
	NewBaseline bool   // the baseline is about to be written: there need be none yet
	MaxSize     int64  // of one input, in bytes; 0 is the constant source.MaxSize
	Files       []string
	Tools, Spec []string
	ImportPaths []string
	Stdin       io.Reader // for the name "-"

	// AllowExec and AllowNet permit what a config names to be run, and to be asked
	// over the network. Nothing else does.
	AllowExec, AllowNet bool
	AllowEnv            []string          // environment variables that headers of the config may send
	Context             context.Context   // ends what is run or asked; nil is context.Background()
	Slow                func(text string) // told of a step, or a live source, that takes long; may be nil

	// Buffers are the texts that an editor has in place of files, by absolute path.
	// Those outside Root are not looked at.
	Buffers map[string][]byte
	// LeaveLive leaves live sources unread, with a warning: their contracts compare
	// less, or nothing, and the others all the same.
	LeaveLive bool
}

// Usage is a fault of the caller's or of the config: nothing was compared.
type Usage struct {
	Text   string
	Faults []source.Fault // of the config; their files are named from Root
	Root   string
}

func (u *Usage) Error() string {
	lines := make([]string, 0, len(u.Faults)+1)
	for _, f := range u.Faults {
		lines = append(lines, f.Error())
	}
	if u.Text != "" {
		lines = append(lines, u.Text)
	}
	return strings.Join(lines, "\n")
}

// Root is the folder that a run of these inputs would start all names from. The
// error is a *Usage.
func Root(in Inputs) (string, error) {
	r, err := in.configured()
	if err != nil {
		return "", err
	}
	return r.Root, nil
}

// Open finds the config and the root, sorts the named files into tools and
// specs, and loads both sides. Files that are named replace the contracts of
// the config; its rules, units and waivers still apply. The error is a *Usage.
func Open(in Inputs) (*Run, error) {
	r, err := in.configured()
	if err != nil {
		return nil, err
	}
	if err := r.readBaseline(in); err != nil {
		return nil, err
	}
	r.named = len(in.Files)+len(in.Tools)+len(in.Spec) > 0
	switch {
	case r.named:
		o := opener{in: in, store: r.store, root: r.Root}
		r.Contracts = []*Contract{o.contract()}
		r.Faults = append(r.Faults, o.faults...)
	case r.Config.File == nil:
		return nil, &Usage{Text: "nothing to compare: name a tool list and a spec, or write a " + config.FileName}
	case len(r.Config.Contracts) == 0:
		return nil, &Usage{Text: "nothing to compare: the config has no contracts, and no files are named"}
	default:
		r.configuredContracts()
	}
	if err := in.permit(r.Root, r.Contracts); err != nil {
		return nil, err
	}
	r.fetch(in)
	r.load()
	return r, nil
}

// configuredContracts are those of the config, which are to be loaded.
func (r *Run) configuredContracts() {
	for _, c := range r.Config.Contracts {
		one := &Contract{Contract: c}
		for _, s := range c.Tools {
			one.tools = append(one.tools, input{r.store, s})
		}
		for _, s := range c.Spec {
			one.spec = append(one.spec, input{r.store, s})
		}
		r.Contracts = append(r.Contracts, one)
	}
}

// configured is a run that has found its root and its config, and nothing more.
func (in Inputs) configured() (*Run, error) {
	cfgPath, err := in.findConfig()
	if err != nil {
		return nil, err
	}
	r := &Run{Root: in.findRoot(cfgPath), dir: in.Dir, slow: in.Slow}
	if r.store, err = source.OpenDir(r.Root); err != nil {
		return nil, &Usage{Text: err.Error()}
	}
	r.store.MaxSize = in.MaxSize
	if len(in.Buffers) > 0 {
		r.store.FS = source.Overlay{Under: r.store.FS, Texts: below(r.Root, in.Buffers)}
	}
	r.Config, r.Faults, err = readConfig(r.store, r.Root, cfgPath)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// below is the texts of files in a folder, by slash path from there.
func below(root string, buffers map[string][]byte) map[string][]byte {
	texts := map[string][]byte{}
	for name, data := range buffers {
		if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
			texts[filepath.ToSlash(rel)] = data
		}
	}
	return texts
}

func (in Inputs) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(in.Dir, name)
}

// ConfigOf is the config that counts for a folder, an absolute path: the nearest
// one, there or above up to the repository; "" where there is none.
func ConfigOf(dir string) string {
	name, err := Inputs{Dir: dir}.findConfig()
	if err != nil {
		return ""
	}
	return name
}

func (in Inputs) findConfig() (string, error) {
	if in.Config != "" {
		return in.abs(in.Config), nil
	}
	top := repository(in.Dir)
	if top == "" {
		top = in.Dir
	}
	rel, err := filepath.Rel(top, in.Dir)
	if err != nil {
		return "", &Usage{Text: err.Error()}
	}
	name, ok := config.Find(os.DirFS(top), filepath.ToSlash(rel))
	if !ok {
		return "", nil
	}
	return filepath.Join(top, filepath.FromSlash(name)), nil
}

func (in Inputs) findRoot(cfg string) string {
	if in.Root != "" {
		return in.abs(in.Root)
	}
	from := in.Dir
	if cfg != "" {
		from = filepath.Dir(cfg)
	}
	if top := repository(from); top != "" {
		return top
	}
	return from
}

// repository is the nearest folder at or above dir that holds .git; "" without one.
func repository(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// readConfig reads the config at an absolute path; without one, all is as if an
// empty one had been read. The faults refuse nothing.
func readConfig(store *source.Store, root, name string) (*config.Config, []source.Fault, error) {
	if name == "" {
		return &config.Config{InlineWaivers: true}, nil, nil
	}
	rel, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, nil, &Usage{Text: fmt.Sprintf("the config %s lies outside the root", filepath.Base(name))}
	}
	rel = filepath.ToSlash(rel)
	f, fault := store.Read(rel)
	if fault != nil {
		return nil, nil, &Usage{Faults: []source.Fault{*fault}, Root: root}
	}
	cfg, faults := config.Parse(f, path.Dir(rel))
	for _, f := range faults {
		if !f.Dirt {
			return nil, nil, &Usage{Faults: faults, Root: root}
		}
	}
	if rules.Current.Before(cfg.AsOf) {
		text := fmt.Sprintf("as_of %s is newer than this tooldrift, which has the rules of %s", cfg.AsOf, rules.Current)
		return nil, nil, &Usage{Faults: append(faults, source.Fault{At: cfg.AsOfAt, Text: text}), Root: root}
	}
	return cfg, faults, nil
}

// opener turns the names of a command line into sources.
type opener struct {
	in     Inputs
	store  *source.Store
	root   string
	faults []source.Fault
}

func (o *opener) contract() *Contract {
	c := &Contract{Contract: &config.Contract{Name: "default"}}
	for _, name := range o.in.Tools {
		c.tools = append(c.tools, o.input(name))
	}
	for _, name := range o.in.Spec {
		c.spec = append(c.spec, o.specInput(name))
	}
	for _, name := range o.in.Files {
		in := o.input(name)
		switch o.side(in, name) {
		case loaders.ToolSide:
			c.tools = append(c.tools, in)
		case loaders.SpecSide:
			c.spec = append(c.spec, o.specInput(name))
		}
	}
	return c
}

// input is the source that a name on the command line stands for. One that
// cannot be read has no store, and its fault is told.
func (o *opener) input(name string) input {
	if name == stdinName {
		if !o.stdin() {
			return input{}
		}
		return input{o.store, config.Source{Glob: stdinName}}
	}
	if !utf8.ValidString(name) {
		o.faults = append(o.faults, source.Fault{File: o.fromRoot(name), Text: "the name of the file is not UTF-8"})
		return input{}
	}
	full := o.in.abs(name)
	if rel, err := filepath.Rel(o.root, full); err == nil && filepath.IsLocal(rel) {
		return input{o.store, config.Source{Glob: filepath.ToSlash(rel)}}
	}
	store, base, err := source.OpenBeside(o.root, full)
	if err != nil {
		o.faults = append(o.faults, source.Fault{File: o.fromRoot(name), Text: "no such file"})
		return input{}
	}
	store.MaxSize = o.in.MaxSize
	return input{store, config.Source{Glob: filepath.ToSlash(base)}}
}

// fromRoot is a name of the command line as a path from the root.
func (o *opener) fromRoot(name string) string {
	if rel, err := filepath.Rel(o.root, o.in.abs(name)); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(name) // on another drive
}

// specInput is input for a spec: a folder with .proto files is one protobuf
// source and its own import path.
func (o *opener) specInput(name string) input {
	in := o.input(name)
	for _, p := range o.in.ImportPaths {
		if rel, err := filepath.Rel(o.root, o.in.abs(p)); err == nil && filepath.IsLocal(rel) {
			in.src.ImportPaths = append(in.src.ImportPaths, filepath.ToSlash(rel))
		} else {
			o.faults = append(o.faults, source.Fault{File: o.fromRoot(p), Text: "the import path lies outside the root"})
		}
	}
	if in.store != nil && holdsProto(in) {
		in.src.Proto, in.src.Glob = in.src.Glob, ""
	}
	return in
}

func holdsProto(in input) bool {
	info, err := fs.Stat(in.store.FS, in.src.Glob)
	if err != nil || !info.IsDir() {
		return false
	}
	names, _ := in.store.Glob(in.src.Glob + "/**/*.proto")
	return len(names) > 0
}

// Named are the tools and the specs that the command line names, from the root; none
// where the config says what is compared.
func (r *Run) Named() (tools, spec []string) {
	if !r.named {
		return nil, nil
	}
	names := func(all []input) (out []string) {
		for _, in := range readable(all) {
			out = append(out, in.store.Prefix+cmp.Or(in.src.Glob, in.src.Proto))
		}
		return out
	}
	return names(r.Contracts[0].tools), names(r.Contracts[0].spec)
}

const stdinName = "-"

// stdin reads standard input, once, as a file, and reports whether it could.
func (o *opener) stdin() bool {
	if f, fault := o.store.ReadBinary(stdinName); f != nil && fault == nil {
		return true
	}
	if o.in.Stdin == nil {
		return true
	}
	limit := cmp.Or(o.in.MaxSize, source.MaxSize)
	data, err := io.ReadAll(io.LimitReader(o.in.Stdin, limit+1))
	why := ""
	switch {
	case err != nil:
		why = "standard input cannot be read"
	case int64(len(data)) > limit:
		why = "standard input is larger than " + source.SizeWords(limit)
	default:
		text, packed, err := source.Inflate(data, limit)
		if err == nil {
			o.store.Add(&source.File{Name: stdinName, Data: text, Packed: packed})
			return true
		}
		why = err.Error()
	}
	o.faults = append(o.faults, source.Fault{File: stdinName, Text: why})
	return false
}

// side sorts a file that was named without saying its side.
func (o *opener) side(in input, name string) loaders.Side {
	if in.store == nil {
		return loaders.Unknown
	}
	if info, err := fs.Stat(in.store.FS, in.src.Glob); err == nil && info.IsDir() {
		if holdsProto(in) {
			return loaders.SpecSide
		}
		return loaders.ToolSide
	}
	names, err := in.store.Glob(in.src.Glob)
	if err != nil || len(names) == 0 {
		if errors.Is(err, fs.ErrPermission) {
			o.faults = append(o.faults, source.Fault{File: o.fromRoot(name), Text: "cannot be read"})
		} else if name != stdinName {
			o.faults = append(o.faults, source.Fault{File: o.fromRoot(name), Text: "no such file"})
			return loaders.Unknown
		}
		names = []string{in.src.Glob}
	}
	f, fault := loaders.Read(in.store, names[0])
	if fault != nil {
		o.faults = append(o.faults, *fault)
		return loaders.Unknown
	}
	side, _ := loaders.Sniff(f)
	if side == loaders.Unknown {
		_, faults := loaders.Tools(in.store, in.src) // they say what was found and what was expected
		o.faults = append(o.faults, faults...)
	}
	return side
}
