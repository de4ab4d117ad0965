package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// mcpServer is the command mcp-server FILE of the scripts: it lists the tools in
// FILE, over stdio. It says of its environment what it sees in place of $ENV.
func mcpServer() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: mcp-server FILE")
		os.Exit(2)
	}
	list := readArgument()
	env, err := json.Marshal(os.Environ())
	if err != nil {
		panic(err)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, bytes.ReplaceAll(list, []byte("$ENV"), env)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	answers := map[string]string{
		"initialize": `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"mcp-server","version":"1"}}`,
		"tools/list": line.String(),
	}
	calls := bufio.NewScanner(os.Stdin)
	for calls.Scan() {
		var call struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(calls.Bytes(), &call) == nil && answers[call.Method] != "" {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", call.ID, answers[call.Method])
		}
	}
}

// printFile is the command print-file FILE of the scripts.
func printFile() { os.Stdout.Write(readArgument()) }

func readArgument() []byte {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "no such file: "+os.Args[1])
		os.Exit(1)
	}
	return data
}
