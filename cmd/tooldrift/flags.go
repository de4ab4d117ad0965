package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// emptyFlag is the error of a flag that is given without saying anything, as an
// unset variable of a script does: --only "$RULES". What stands for "not given"
// inside the program would run more, or less, than was asked for.
func emptyFlag(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		empty := f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			all := list.GetSlice()
			empty = len(all) == 0 || slices.Contains(all, "")
		}
		if empty && err == nil {
			what, _ := pflag.UnquoteUsage(f)
			err = fmt.Errorf("--%s is given without its %s", f.Name, what)
		}
	})
	return err
}

// flagError says of a value that a flag cannot take what the flag takes, and of a
// flag that there is none of which is nearest. The flag library says it in the
// words of strconv, and names none.
func flagError(c *cobra.Command, err error) error {
	var strange *pflag.NotExistError
	if errors.As(err, &strange) {
		return strangeFlag(c, strange)
	}
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	f := bad.GetFlag()
	takes, ok := map[string]string{"bool": "true or false", "int64": "a whole number", "stringSlice": "names with commas between"}[f.Value.Type()]
	if !ok {
		return err
	}
	return fmt.Errorf("--%s is %s, not %q", f.Name, takes, bad.GetValue())
}

func strangeFlag(c *cobra.Command, err *pflag.NotExistError) error {
	word := "--" + err.GetSpecifiedName()
	if group := err.GetSpecifiedShortnames(); group != "" {
		word = "-" + group
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	if near := config.Nearest(strings.TrimLeft(word, "-"), known); near != "" {
		return fmt.Errorf("the flag %s is unknown; did you mean --%s?", source.Escape(word), near)
	}
	return fmt.Errorf("the flag %s is unknown; %s --help lists those there are", source.Escape(word), c.CommandPath())
}

// strangeCommand is the error of a word that stands where a command does, and is
// none. The command library names no nearest one everywhere, or prints its help
// and calls it success.
func strangeCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	c, rest, err := root.Find(args)
	if c.Name() == "help" && c.Parent() == root {
		c, rest, err = root.Find(rest)
	}
	at := slices.IndexFunc(rest, func(s string) bool { return !strings.HasPrefix(s, "-") })
	if at < 0 || err == nil && (c.Runnable() || !c.HasSubCommands()) {
		return nil
	}
	var known []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			known = append(known, sub.Name())
		}
	}
	return unknown("the command", rest[at], known)
}

// tooMany says of an argument too many what it is. The command library takes it
// for a command.
func tooMany(err error) error {
	var word, path string
	if err == nil {
		return nil
	}
	if n, _ := fmt.Sscanf(err.Error(), "unknown command %q for %q", &word, &path); n < 2 {
		return err
	}
	return fmt.Errorf("%s takes no arguments, and %s is one", path, source.Quote(word))
}

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variableName is the error of a word that names no environment variable. A value
// that was typed behind the name is not repeated: it may be a secret.
func variableName(word string) error {
	name, _, assigned := strings.Cut(word, "=")
	switch {
	case variable.MatchString(word):
		return nil
	case assigned && variable.MatchString(name):
		return fmt.Errorf("--allow-env takes a name alone; the value is taken from the environment: --allow-env %s", name)
	}
	return fmt.Errorf("--allow-env takes the name of one environment variable, letters, digits and _, not %q", name)
}
