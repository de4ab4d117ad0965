package calls

import (
	"slices"
	"strings"
)

// coin is a word for a hundredth of a currency that is not called a cent.
type coin struct {
	words []string
	of    []string // the currencies that it may be of
}

// coins are those of ISO 4217's currencies that divide into a hundred.
var coins = []coin{
	{[]string{"pence"}, []string{"GBP"}},
	{[]string{"paise", "paisa"}, []string{"INR"}},
	{[]string{"kopecks", "kopeck"}, []string{"RUB"}},
	{[]string{"grosz", "groszy"}, []string{"PLN"}},
	{[]string{"øre", "oere", "öre"}, []string{"DKK", "NOK", "SEK"}},
	{[]string{"centavos", "centavo"}, []string{"MXN", "BRL", "ARS", "COP", "CUP", "DOP", "GTQ", "HNL", "NIO", "BOB", "PHP", "MZN"}},
	{[]string{"centimes", "centime"}, []string{"CHF", "EUR", "MAD", "DZD"}},
	{[]string{"céntimos", "céntimo"}, []string{"EUR", "PEN", "CRC", "VES"}},
}

// coinOf is the coin that an author's words for a unit name, or nil.
func coinOf(text string) *coin {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' && r < 0x80 || r > 'z' && r < 0x80 })
	for i := range coins {
		if slices.ContainsFunc(coins[i].words, func(w string) bool { return slices.Contains(words, w) }) {
			return &coins[i]
		}
	}
	return nil
}
