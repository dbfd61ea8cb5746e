"""Show this project's modules a system like Windows, although Python runs on Linux.

Python imports this file at its start if its folder is on PYTHONPATH. The project's own modules then see
`os.name == "nt"` and `sys.platform == "win32"`, and none of the modules, functions and signals that Windows
lacks. The standard library and other packages stay as they are, because they would not run otherwise.
WITHOUT names packages that are not installed. File names, processes and locks stay those of Linux.
"""

from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = str(Path(__file__).resolve().parents[3])
MISSING_MODULES = {
    *("crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd"),
    *("syslog", "termios", "tty"),
}
MISSING_IN_OS = {
    *("chown", "chroot", "confstr", "ctermid", "environb", "eventfd", "fchdir", "fchmod", "fchown", "fork"),
    *(
        "forkpty",
        "fpathconf",
        "fstatvfs",
        "getegid",
        "geteuid",
        "getgid",
        "getgroups",
        "getloadavg",
        "getpgid",
    ),
    *(
        "getpgrp",
        "getpriority",
        "getresuid",
        "getsid",
        "getuid",
        "getxattr",
        "initgroups",
        "killpg",
        "lchown",
    ),
    *(
        "lockf",
        "major",
        "memfd_create",
        "mkfifo",
        "mknod",
        "nice",
        "openpty",
        "pathconf",
        "pidfd_open",
        "pipe2",
    ),
    *("posix_fadvise", "posix_spawn", "pread", "pwrite", "readv", "register_at_fork", "sched_getaffinity"),
    *("sched_setaffinity", "sched_yield", "sendfile", "setegid", "seteuid", "setgid", "setgroups", "setpgid"),
    *("setpriority", "setresgid", "setresuid", "setsid", "setuid", "setxattr", "splice", "statvfs", "sync"),
    *("sysconf", "tcgetpgrp", "ttyname", "uname", "unshare", "wait", "wait3", "wait4", "waitid", "writev"),
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "O_SYNC", "WNOHANG", "WIFSIGNALED"),
}
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}
MISSING_IN_SIGNAL = {
    *(name for name in dir(signal) if name.startswith("SIG") and name not in SIGNALS),
    *("alarm", "getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt"),
    *("sigpending", "sigtimedwait", "sigwait", "sigwaitinfo"),
}


class View:
    """A module as Windows has it: some names are missing, and some have other values."""

    def __init__(
        self, module: ModuleType, missing: Sequence[str] | set[str], values: Mapping[str, Any]
    ) -> None:
        vars(self).update({"_module": module, "_missing": missing, **values})

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module '{self._module.__name__}' has no attribute '{name}' on Windows")
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


def start_process(*arguments: Any, **settings: Any) -> subprocess.Popen[Any]:
    """Start a process as Popen does; refuse what Windows refuses, drop what Linux refuses."""
    for name in ("preexec_fn", "pass_fds", "start_new_session", "process_group"):
        if settings.get(name):
            raise ValueError(f"{name} is not supported on Windows platforms")
    settings.pop("creationflags", None)
    return subprocess.Popen(*arguments, **settings)


def run_process(command: Sequence[str], **settings: Any) -> subprocess.CompletedProcess[Any]:
    """Run a process as `subprocess.run` does, and `taskkill` as Windows does."""
    if command[0] != "taskkill":
        return subprocess.run(command, **settings)
    import psutil

    try:
        first = psutil.Process(int(command[-1]))
        for process in [*first.children(recursive=True), first]:
            process.kill()
    except psutil.NoSuchProcess:
        return subprocess.CompletedProcess(command, 128)
    return subprocess.CompletedProcess(command, 0)


def view_of(name: str) -> Any:
    """Return a module as Windows has it, or None if it is the same there."""
    if name == "os":
        return View(os, MISSING_IN_OS, {"name": "nt", "O_BINARY": 0, "supports_dir_fd": set()})
    if name == "sys":
        return View(sys, (), {"platform": "win32"})
    if name == "signal":
        return View(signal, MISSING_IN_SIGNAL, {"SIGBREAK": 21})
    if name == "time":
        clocks = [each for each in dir(time) if each.startswith("CLOCK_")]
        return View(time, {*clocks, "clock_gettime", "pthread_getcpuclockid", "tzset"}, {})
    if name == "socket":
        import socket

        return View(socket, {"AF_UNIX", "socketpair"}, {})
    if name == "mmap":
        import mmap

        return View(mmap, [each for each in dir(mmap) if each.startswith(("MAP_", "MADV_", "PROT_"))], {})
    if name == "subprocess":
        flags = {"DETACHED_PROCESS": 8, "CREATE_NEW_PROCESS_GROUP": 512}
        return View(subprocess, (), {"Popen": start_process, "run": run_process, **flags})
    return None


def is_own(module: Mapping[str, Any] | None) -> bool:
    """Return True for the globals of one of the scripts or of a module of `common`."""
    file = Path((module or {}).get("__file__") or "/")
    return str(file.parent) == ROOT or str(file).startswith(str(Path(ROOT, "common")) + os.sep)


def windows_import(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return an import function that gives this project's modules what they would get on Windows."""
    views = dict[str, Any]()

    def imported(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        if level == 0 and is_own(globals):
            if name in MISSING_MODULES:
                raise ModuleNotFoundError(f"No module named '{name}'", name=name)
            if name == "concurrent.futures":
                import multiprocessing

                multiprocessing.set_start_method("spawn", force=True)
            if name not in views:
                views[name] = view_of(name)
            if views[name] is not None:
                return views[name]
        return real(name, globals, locals, fromlist, level)

    return imported


if __name__ == "sitecustomize":  # not where a test imports it
    for package in filter(None, os.environ.get("WITHOUT", "").split(",")):
        sys.modules[package] = None  # type: ignore[assignment] # an import of it then fails
    builtins.__import__ = windows_import(builtins.__import__)
