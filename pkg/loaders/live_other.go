//go:build !unix

package loaders

import "os/exec"

func ownGroup(*exec.Cmd) {}

// terminate does nothing: without signals there is no way to ask.
func terminate(*exec.Cmd) {}

func kill(c *exec.Cmd) { _ = c.Process.Kill() }
