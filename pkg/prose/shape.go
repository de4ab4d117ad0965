package prose

import (
	"path"
	"strings"
)

// identifier is the shape of a field name or of a path to one.
var identifier = newPattern(`^[A-Za-z_$][A-Za-z0-9_$-]{0,63}(?:(?:\[\])?\.[A-Za-z_$][A-Za-z0-9_$-]{0,63}){0,7}(?:\[\])?$`)

// noName are words that are written like names and are none: literals, JSON
// types, encodings.
var noName = set("true false null nil none undefined nan yes no on off string strings number numbers integer int float double boolean bool array object list map any " +
	"json yaml xml html csv markdown text base64 hex utf-8 uuid url uri iso8601 rfc3339 asc desc now today")

// brands have a hump and are no names.
var brands = set("ios ipados macos tvos watchos visionos iphone ipad icloud imessage ebay ecommerce javascript typescript github gitlab graphql openapi openai youtube linkedin paypal wordpress " +
	"postgresql mysql nosql mongodb dynamodb bigquery kubernetes webhook oauth oauth2 latex jquery nodejs nextjs vscode iframe arxiv")

var fileTypes = set(".json .jsonl .yaml .yml .toml .csv .tsv .txt .md .mdx .html .htm .xml .svg .png .jpg .jpeg .gif .webp .pdf .doc .docx .xls .xlsx .ppt .pptx .zip .gz .tar .py .js .mjs .cjs .ts .tsx .jsx " +
	".go .rs .java .kt .rb .php .c .h .cpp .cs .sh .sql .proto .graphql .env .lock .log .ini .cfg .conf .mp3 .mp4 .wav .ipynb .css .com .org .net .io .dev .ai .co .app .me .us .uk .de .eu")

func set(words string) map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// named reports whether s could be the name of an argument or of a tool. Words
// in capitals are constants, not names.
func named(s string) bool {
	low := strings.ToLower(s)
	return len(s) > 1 && identifier.MatchString(s) && strings.ToUpper(s) != s && !noName[low] && !fileTypes[path.Ext(low)]
}

// marked reports whether a name shows by its spelling alone that it is one:
// snake_case or camelCase, beginning small. PascalCase and Mixed_Case do not:
// products and stock-keeping units are spelled so.
func marked(s string) bool {
	if strings.IndexFunc(s, func(r rune) bool { return r == '_' || 'A' <= r && r <= 'Z' }) <= 0 {
		return false // an ordinary word, as nearly all are: no pattern need look at it
	}
	return (snake.MatchString(s) || camel.MatchString(s)) && !brands[strings.ToLower(s)]
}

var (
	snake = newPattern(`^(?:[a-z][\w-]*(?:\[\])?\.)*[a-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?:\[\])?$`)
	camel = newPattern(`^(?:[a-z][\w-]*(?:\[\])?\.)*[a-z][a-z0-9]+[A-Z][A-Za-z0-9]+(?:\[\])?$`)
)

func isAlnum(c byte) bool { return c != '_' && isWord(c) }
