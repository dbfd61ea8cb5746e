"""The command line that runs a program in a sandbox and within limits."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from common.programs.file_access import LAUNCHER, Access, landlock_options, mount_options
from common.programs.interpreters import base_interpreter
from common.programs.launcher import NOBODY, landlock_version
from common.programs.system_paths import is_open_to_all

# Used only where it is asked for: root runs programs under another user id. It protects what other users may
# not read or write, so whoever asks for it must set the modes of all else.
ACCOUNT = "account"
LAUNCH_CODE = f"import sys; sys.path[:0] = [{str(LAUNCHER.parent)!r}]; import launcher; launcher.start()"
MAX_SECONDS = 1_000_000  # seconds
CPU_MARGIN = 2  # seconds of CPU time beyond the limit, then SIGXCPU
CPU_GRACE = 5  # more seconds of CPU time, then SIGKILL
FILE_SIZE = 2 << 30  # bytes; the largest legitimate logs have 1 GB
OPEN_FILES = 512
SHARED_MEMORY = 64 << 20  # bytes of /dev/shm
NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
TIED_TO_PARENT = ("--die-with-parent", "--new-session")
NOBODY_OPTIONS = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
NO_CAPABILITIES = ("--cap-drop", "ALL")
# If we are not root: mounting requires a new user namespace.
SAME_USER_OPTIONS = (
    "--unshare-user",
    *NO_CAPABILITIES,
)
DEVICES = ("--dev", "/dev", "--remount-ro", "/dev")
MASKED = ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug")  # even if readable
UNSHARED = ("--net", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc")


class Sandbox(NamedTuple):
    """A sandbox mechanism and the protections that its probe has confirmed.

    `no_network` means no network or other socket, `no_files` no files but a program's own, `no_system` no
    changes to the system, `no_survivors` no process that outlives the program.
    """

    name: str
    no_network: bool = False
    no_files: bool = False
    no_system: bool = False
    no_survivors: bool = False

    @property
    def is_complete(self) -> bool:
        """True if it prevents everything that we test for."""
        return all(self[1:])

    def summary(self) -> str:
        """Describe in one line the protections that hold and those that are missing."""
        kept = {
            "no network or other socket": self.no_network,
            "no files but their own": self.no_files,
            "no changes to the system": self.no_system,
            "nothing outlives a game": self.no_survivors,
        }
        held, missing = (
            ", ".join([text for text in kept if kept[text] == wanted]) for wanted in (True, False)
        )
        summary = f"Programs ran in {self.name}: {held or 'limits only'}"
        return f"{summary}; not guaranteed: {missing}" if missing else summary


UNSANDBOXED = Sandbox("no sandbox")


def confined_command(
    command: Sequence[str], accessible: Access, sandbox: Sandbox, seconds: float
) -> list[str]:
    """Return a command line that runs a command in a sandbox and within limits.

    `seconds` is the time limit on one processor, from which the CPU limit is computed. On Windows there are
    no limits without bubblewrap: the command is returned as it is.
    """
    words = [str(base_interpreter()), "-I", "-S", "-c", LAUNCH_CODE, *limits(seconds)]
    user = user_for(accessible, sandbox)
    rights = [] if not is_root() else ["powerless="] if user is None else [f"user={user}"]
    if sandbox.name == "bubblewrap":
        inside = (
            ["landlock=", *landlock_options(accessible), "read=/dev", "write=/dev/shm"]
            if has_landlock()
            else []
        )
        folder = f"folder={accessible.folder}"
        return [
            *bubblewrap(accessible, user),
            "--",
            *words,
            "filter=",
            folder,
            *inside,
            *rights,
            "--",
            *command,
        ]
    if os.name == "nt":
        return list(command)
    if sandbox.name == "landlock":
        return [
            *words,
            f"supervise={os.getpid()}",
            "filter=",
            "landlock=",
            *landlock_options(accessible),
            *rights,
            "--",
            *command,
        ]
    if sandbox.name == "unshare":
        inside = ["filter=", "landlock=", *landlock_options(accessible), *rights]
        mapped = [] if is_root() else ["--user", "--map-current-user"]
        return ["unshare", *mapped, *UNSHARED, "--", *words, "supervise=", *inside, "--", *command]
    if sandbox.name == ACCOUNT:
        return [*words, f"supervise={os.getpid()}", "scope=", "filter=", *rights, "--", *command]
    return [*words, f"supervise={os.getpid()}", "scope=", "--", *command]


def limits(seconds: float) -> list[str]:
    """Return launcher.py options: CPU time summed over all processors, file size, open files.

    `seconds` is the CPU time on one processor.
    """
    processor = int(min(seconds, MAX_SECONDS) * (os.cpu_count() or 1)) + CPU_MARGIN
    return [f"cpu={processor}:{processor + CPU_GRACE}", f"file={FILE_SIZE}", f"files={OPEN_FILES}"]


def bubblewrap(accessible: Access, user: int | None) -> list[str]:
    """Return the words of bubblewrap and its options, without the command that it runs.

    They make new namespaces with few files, and `/proc` and `/dev` read-only. With a `user` the command keeps
    the capabilities to switch to it.
    """
    masked = [word for path in MASKED if Path(path).exists() for word in ("--ro-bind", "/dev/null", path)]
    memory = (
        ["--perms", "1777", "--size", str(SHARED_MEMORY), "--tmpfs", "/dev/shm"] if can_size_tmpfs() else []
    )
    rights = NOBODY_OPTIONS if user else NO_CAPABILITIES if is_root() else SAME_USER_OPTIONS
    system = [*DEVICES, *memory, "--proc", "/proc", *masked, "--remount-ro", "/proc"]
    return [
        "bwrap",
        *NAMESPACES,
        *TIED_TO_PARENT,
        *rights,
        *system,
        *mount_options(accessible, has_landlock()),
        "--chdir",
        "/",
    ]


@cache
def can_size_tmpfs() -> bool:
    """Return True if bubblewrap can limit the size of a tmpfs; otherwise `/dev/shm` stays read-only."""
    import subprocess

    return b"--size" in subprocess.run(["bwrap", "--help"], capture_output=True, check=False).stdout


def is_root() -> bool:
    """Return True if we run as root."""
    return os.name != "nt" and os.geteuid() == 0


def user_for(accessible: Access, sandbox: Sandbox) -> int | None:
    """Return the user id that root should run a program as, or None to keep the current one.

    This is `nobody` if everyone may read the files that the program needs; None if we are not root or there
    is no sandbox. The launcher may be private: it is loaded before it changes the user id.
    """
    if not is_root() or sandbox == UNSANDBOXED:
        return None
    if sandbox.name == ACCOUNT:
        return NOBODY
    reached = sandbox.name == "bubblewrap"  # it makes the parent folders itself
    needed = set(accessible.readable) - accessible.launching
    return NOBODY if all(is_open_to_all(path, reached) for path in needed) else None


def change_owner(user: int | None, folder: Path) -> None:
    """Change the owner and group of a folder and the entries directly in it, unless `user` is None."""
    if user is not None:
        for path in (folder, *folder.iterdir()):
            os.chown(path, user, user)


@cache
def has_landlock() -> bool:
    """Return True if the system has Landlock."""
    return landlock_version() > 0
