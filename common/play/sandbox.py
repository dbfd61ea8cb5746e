"""Programs nobody trusts are shut in as far as the system lets us: what holds is found out by trying it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from common.play.hidden_files import machine_code, mounts
from common.rules.errors import BadInput, quoted
from common.show.language import translated

CPU_MORE, CPU_SPARE = 2, 5  # seconds of processor time beyond the limit in which a program is told, and ended
CHOSEN, MEANS, NONE = "FIVE_BOARD_GAMES_SANDBOX", ("bubblewrap", "unshare"), "none"
LONGEST = 1_000_000  # seconds
FILE_SIZE = 2 << 30  # bytes; the longest logs have a gigabyte
OPEN_FILES = 512
KNOWN = {"PATH", "LANG", "LANGUAGE", "TZ"} | ({"SYSTEMROOT", "PATHEXT", "COMSPEC", "WINDIR"} if os.name == "nt" else set())
APART = ("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL")
DISK = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
UNSHARED = ("--user", "--map-current-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
AS_A_CHILD = ("sh", "-c", '"$@"; exit $?', "sh")  # it may kill its parent; a namespace's first process outlives its own signals
LIMITS = (  # by sh, as nothing starts faster
    f'ulimit -S -t $1; ulimit -H -t $(($1 + {CPU_SPARE})); ulimit -f {FILE_SIZE // 512}; ulimit -n {OPEN_FILES}; shift; exec "$@"'
)
PROBE = """
import os, socket, sys
port, outside, secret = sys.argv[1:]
def done(act):
    try:
        act()
    except OSError:
        return 0
    return 1
network = done(lambda: socket.create_connection(("127.0.0.1", int(port)), 1))
files = done(lambda: open(outside, "w")) + done(lambda: open(secret))
print(network, files, int(os.getppid() > 1))
open("own", "w")
"""


class Sandbox(NamedTuple):
    """What holds for programs: the name of the means, and what it keeps them from."""

    name: str
    no_network: bool = False
    no_files: bool = False
    no_survivors: bool = False

    @property
    def is_whole(self) -> bool:
        """True if nothing is missing."""
        return self.no_network and self.no_files and self.no_survivors

    def told(self) -> str:
        """A line for reports."""
        kept = {
            "no network": self.no_network,
            "no other files to write, nor those of players and records to read": self.no_files,
            "nothing outlives a game": self.no_survivors,
        }
        held, missing = (", ".join(translated(text) for text in kept if kept[text] == wanted) for wanted in (True, False))
        said = f"{translated('Programs ran in')} {translated(self.name)}: {held or translated('limits only')}"
        return f"{said}; {translated('not kept')}: {missing}" if missing else said


BARE = Sandbox("no sandbox")


@cache
def sandbox() -> Sandbox:
    """What holds on this machine: bubblewrap, else `unshare`, else nothing but limits; or what the environment chooses.

    Raises BadInput if that is nothing of the kind.
    """
    chosen = os.environ.get(CHOSEN)
    if chosen is not None and chosen not in (*MEANS, NONE):
        raise BadInput(f"{CHOSEN}={quoted(chosen)}: wanted bubblewrap, unshare or none")
    for name in MEANS if chosen is None else {chosen} - {NONE}:
        if (found := _probed(name)).no_network:
            return found
    return BARE


def require_sandbox(wanted: bool) -> bool:
    """The wish itself. Raises BadInput if programs are to be shut in, and this system does not let us."""
    if wanted and not sandbox().is_whole:
        raise BadInput(f"--require-sandbox: wanted bubblewrap, e.g. apt-get install bubblewrap. {sandbox().told()}")
    return wanted


def warn() -> None:
    """Say on stderr what is not kept, unless that was chosen."""
    if CHOSEN not in os.environ and not sandbox().is_whole:
        print(sandbox().told(), file=sys.stderr)


def _probed(name: str) -> Sandbox:
    """What a means really keeps a program from; nothing if it is none."""
    import socket
    import subprocess

    outside = Path.home() / f".probe-{os.getpid()}"
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        own, secret = Path(folder).resolve() / "own", Path(folder).resolve() / "secret"
        own.mkdir()
        secret.touch()
        words = [sys.executable, "-I", "-S", "-c", PROBE, str(server.getsockname()[1]), str(outside), str(secret)]
        with suppress(OSError, subprocess.SubprocessError, ValueError):
            call = shut_in(words, [], own, Sandbox(name))
            done = subprocess.run(call, cwd=own, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
            reached, files, outlives = map(int, done.stdout.split())
            if (own / "own").exists():
                outside.unlink(missing_ok=True)
                return Sandbox(name, not reached, not files, not outlives)
    return Sandbox(name)


def shut_in(command: Sequence[str], code: Sequence[str], folder: Path, level: Sandbox) -> list[str]:
    """A command that runs another one so that it writes into a folder only, and reads its own `code`."""
    if level.name == "bubblewrap":
        return ["bwrap", *APART, *DISK, *mounts(code, folder), "--chdir", str(folder), "--", *command]
    if level.name == "unshare":
        return ["unshare", *UNSHARED, "--", *AS_A_CHILD, *command]
    return [*AS_A_CHILD, *command] if _has_shell() else list(command)


def limited(command: Sequence[str], seconds: float) -> list[str]:
    """A command that runs another one within limits of processor time, soft below hard, file size and open files."""
    if not _has_shell():
        return list(command)
    processor = int(min(seconds, LONGEST) * (os.cpu_count() or 1)) + CPU_MORE
    return ["sh", "-c", LIMITS, "sh", str(processor), *command]


def _has_shell() -> bool:
    return os.name != "nt" and shutil.which("sh") is not None


def clean_environment(folder: Path) -> dict[str, str]:
    """What a program may know: where programs are, the language, its folder, and where ours have their machine code."""
    known = {name: text for name, text in os.environ.items() if name.upper() in KNOWN or name.startswith("LC_")}
    return known | machine_code() | dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP"), str(folder))


def signal_of(status: int) -> int | None:
    """The signal that ended a program, if one did: -N, from behind bubblewrap and a shell 128 + N."""
    if status < 0:
        return -status
    return status - 128 if os.name != "nt" and 128 < status < 160 else None
