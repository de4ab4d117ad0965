//go:build unix

package loaders

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a child that is not yet started into a process group of its own:
// npx starts a shell that starts the server.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }

// kill ends what is left of the group, which outlives the child that leads it.
func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
