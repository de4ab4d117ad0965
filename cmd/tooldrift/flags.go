package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
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

// flagError says of a value that a flag cannot take what the flag takes. The
// flag library says it in the words of strconv.
func flagError(err error) error {
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
