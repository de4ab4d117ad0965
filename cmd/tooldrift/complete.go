package main

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// complete says what a shell offers behind every command and option. Only a run
// that a shell asks for candidates has use for it.
func (p program) complete(c *cobra.Command) {
	for _, sub := range c.Commands() {
		p.complete(sub)
	}
	if c.ValidArgs == nil && c.ValidArgsFunction == nil && !strings.Contains(c.Use, "FILE") && !strings.Contains(c.Use, "LOG") {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if offer := p.offers(f); offer != nil {
			if err := c.RegisterFlagCompletionFunc(f.Name, offer); err != nil {
				panic(err) // the flag is there: it was just visited
			}
		}
	})
}

// choices finds what an option takes in its own help, where that is a closed list.
var choices = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`: ([a-z]+(?:-[a-z]+)*(?:, [a-z]+(?:-[a-z]+)*)*)(?: \([^)]*\))?$`)
})

// offers is what may stand behind an option; nil leaves it to the shell, which
// offers files.
func (p program) offers(f *pflag.Flag) cobra.CompletionFunc {
	if list := choices().FindStringSubmatch(f.Usage); list != nil {
		words := strings.Split(list[1], ", ")
		return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if strings.Contains(typed, "=") {
				return nil, cobra.ShellCompDirectiveDefault // the file of a report
			}
			return begin(typed, words), cobra.ShellCompDirectiveNoFileComp
		}
	}
	what, _ := pflag.UnquoteUsage(f)
	switch what {
	case "RULES":
		return offerRules
	case "TOOL":
		return p.offerTools
	case "DIR":
		return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	case "FILE", "PATH", "LOG":
		return nil
	}
	if f.Name == "allow-env" {
		return offerVariables
	}
	return cobra.NoFileCompletions
}

// offerRules completes the last of several rules with commas between.
func offerRules(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	var all []cobra.Completion
	for _, r := range rules.All {
		summary, _, _ := strings.Cut(r.Summary, ":")
		summary, _, _ = strings.Cut(summary, ";")
		all = append(all, cobra.CompletionWithDesc(before+r.ID, summary))
	}
	return begin(typed, all), cobra.ShellCompDirectiveNoFileComp
}

// offerVariables names the variables of the environment, never their values.
func offerVariables(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []cobra.Completion
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); variableName(name) == nil {
			all = append(all, name)
		}
	}
	return begin(typed, all), cobra.ShellCompDirectiveNoFileComp
}

// offerTools names the tools that the command would compare. Nothing is run or
// asked for it, whatever the command line allows: a key that completes is no
// word of permission.
func (p program) offerTools(c *cobra.Command, files []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const none = cobra.ShellCompDirectiveNoFileComp
	flags := c.Flags()
	text := func(name string) string { v, _ := flags.GetString(name); return v }
	list := func(name string) []string { v, _ := flags.GetStringArray(name); return v }
	size, _ := flags.GetInt64("max-size")
	quiet := program{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	in, stop, err := quiet.inputs(&placeFlags{maxSize: size, config: text("config"), root: text("root")})
	if err != nil {
		return nil, none
	}
	defer stop()
	in.Files, in.Tools, in.Spec, in.ImportPaths = files, list("tools"), list("spec"), list("import-path")
	in.Stdin, in.LeaveLive = quiet.stdin, true
	r, err := check.Open(in)
	if err != nil {
		return nil, none
	}
	var all []cobra.Completion
	for _, contract := range r.Contracts {
		for _, l := range contract.Lists {
			for _, tool := range l.Ops {
				if source.Escape(tool.Name) == tool.Name { // it is going to a terminal
					all = append(all, tool.Name)
				}
			}
		}
	}
	return begin(typed, all), none
}

// begin are the words that begin with what is typed.
func begin(typed string, words []cobra.Completion) []cobra.Completion {
	return slices.DeleteFunc(slices.Clone(words), func(w cobra.Completion) bool { return !strings.HasPrefix(w, typed) })
}
