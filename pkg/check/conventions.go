package check

import (
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// conventions are what the config says of all numbers; nil where it says nothing.
func (r *Run) conventions() *units.Conventions {
	u := r.Config.Units
	c := &units.Conventions{
		Money: convention("money", u.Money, u.MoneyAt), Durations: convention("durations", u.Durations, u.DurationsAt),
		Instants: convention("instants", u.Instants, u.InstantsAt), Dimensionless: u.Dimensionless,
	}
	if c.Money == nil && c.Durations == nil && c.Instants == nil && len(c.Dimensionless) == 0 {
		return nil
	}
	return c
}

func convention(key, word string, at source.Span) *units.Convention {
	if word == "" {
		return nil
	}
	return &units.Convention{Unit: units.Conventional(word), Text: key + ": " + word, At: at}
}

// idleConventions says aloud which entries of dimensionless name no field of any
// tool of the config: they settle nothing, and a typing error looks just so.
func (r *Run) idleConventions() {
	for _, c := range r.Contracts {
		if !slices.Contains(r.Config.Contracts, c.Contract) {
			return // files that were named: the entry may be about others
		}
	}
	var names []string
	for i, entry := range r.Config.Units.Dimensionless {
		used := false
		for _, c := range r.Contracts {
			for _, b := range c.Bindings {
				diff.EachNumber(b.Tool, func(n units.Number, _ string) {
					used = used || units.Lists(entry, n)
					if i == 0 {
						names = append(names, n.Name)
					}
				})
			}
		}
		if used {
			continue
		}
		text := fmt.Sprintf("dimensionless: no tool has a number called %s", entry)
		if near := config.Nearest(entry, names); near != "" {
			text += "; did you mean " + near + "?"
		}
		r.Faults = append(r.Faults, source.Fault{At: r.Config.Units.DimensionlessAt[i], Dirt: true, Text: text})
	}
}
