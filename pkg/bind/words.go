package bind

// The verbs of tools and operations, by what they do to the thing named beside
// them. Only verbs that people use for one another share a group.
var verbs = map[string]string{
	"get": "get", "read": "get", "retrieve": "get", "fetch": "get", "show": "get", "view": "get", "describe": "get", "lookup": "get",
	"list": "list", "search": "list", "find": "list", "query": "list",
	"create": "create", "add": "create", "new": "create", "post": "create", "insert": "create", "make": "create",
	"update": "update", "edit": "update", "patch": "update", "modify": "update", "put": "update", "change": "update",
	"delete": "delete", "remove": "delete", "destroy": "delete",
}

// Verbs that belong to no group: they stand for themselves.
var ownVerbs = map[string]bool{
	"accept": true, "activate": true, "approve": true, "archive": true, "assign": true, "attach": true, "broadcast": true, "cancel": true, "capture": true,
	"check": true, "clear": true, "clone": true, "close": true, "complete": true, "confirm": true, "connect": true, "convert": true, "copy": true,
	"deactivate": true, "decline": true, "deploy": true, "detach": true, "disable": true, "disconnect": true, "dismiss": true, "download": true,
	"duplicate": true, "enable": true, "execute": true, "export": true, "finalize": true, "follow": true, "fork": true, "import": true, "install": true,
	"invite": true, "join": true, "leave": true, "link": true, "lock": true, "mark": true, "merge": true, "move": true, "open": true, "pause": true,
	"pay": true, "publish": true, "push": true, "reject": true, "rename": true, "reopen": true, "replace": true, "reply": true, "request": true,
	"rerun": true, "reset": true, "resolve": true, "restart": true, "restore": true, "resume": true, "revoke": true, "rotate": true, "run": true,
	"save": true, "schedule": true, "send": true, "set": true, "share": true, "star": true, "start": true, "stop": true, "submit": true, "subscribe": true,
	"sync": true, "test": true, "toggle": true, "transfer": true, "trigger": true, "unarchive": true, "unassign": true, "unfollow": true, "unlink": true,
	"unlock": true, "unresolve": true, "unstar": true, "unsubscribe": true, "upload": true, "upsert": true, "validate": true, "verify": true, "void": true, "watch": true,
}

// verbGroup is the group of a verb, itself for a verb without one, "" for other words.
func verbGroup(word string) string {
	if g := verbs[word]; g != "" {
		return g
	}
	if ownVerbs[word] {
		return word
	}
	return ""
}

// Words between the words that count.
var smallWords = map[string]bool{
	"a": true, "an": true, "and": true, "as": true, "at": true, "by": true, "for": true, "from": true, "in": true, "into": true, "of": true,
	"on": true, "or": true, "the": true, "this": true, "to": true, "with": true, "your": true, "via": true, "using": true, "all": true, "its": true,
}

// Words that say that several things are written at once.
var batchWords = map[string]bool{"batch": true, "bulk": true, "multiple": true, "many": true}
