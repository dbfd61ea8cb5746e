"""Sandbox for untrusted programs. Its capabilities are probed, not assumed."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from common.messages import _, joined, translated
from common.programs.confinement import OPEN, Confinement
from common.programs.file_access import LAUNCHER, Access, access, base_interpreter, is_open, mounts, rules
from common.programs.launcher import NOBODY, landlock_version
from common.rules.errors import BadInput, quoted

if TYPE_CHECKING:
    from socket import socket

CHOSEN = "FIVE_BOARD_GAMES_SANDBOX"
NONE = "none"
KINDS = ("bubblewrap", "unshare", "landlock")  # the strongest first
LAUNCH = f"import sys; sys.path[:0] = [{str(LAUNCHER.parent)!r}]; import launcher; launcher.start()"
PROBE = LAUNCHER.with_name("probe.py")
LONGEST = 1_000_000  # seconds
CPU_MORE = 2  # seconds of processor time beyond the limit after which a program is told to end
CPU_SPARE = 5  # seconds after that until it is killed
FILE_SIZE = 2 << 30  # bytes; the longest logs have a gigabyte
OPEN_FILES = 512
SHARED_MEMORY = 64 << 20  # bytes of /dev/shm
NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
TIED = ("--die-with-parent", "--new-session")
BECOMES_NOBODY = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
WITHOUT_RIGHTS = ("--cap-drop", "ALL")
AS_BEFORE = (
    "--unshare-user",
    *WITHOUT_RIGHTS,
)  # for other users, who need a namespace of their own to mount anything
DEVICES = ("--dev", "/dev", "--remount-ro", "/dev")
MASKED = ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug")  # also for who may read them
UNSHARED = ("--net", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc")


class Sandbox(NamedTuple):
    """What holds for programs: the name of the mechanism, and what it was seen to keep them from."""

    name: str
    no_network: bool = False
    no_files: bool = False
    no_system: bool = False
    no_survivors: bool = False

    @property
    def is_whole(self) -> bool:
        """True if nothing is missing."""
        return all(self[1:])

    def told(self) -> str:
        """Return a line for reports."""
        kept = {
            _("no network or other socket"): self.no_network,
            _("no files but their own"): self.no_files,
            _("no changes to the system"): self.no_system,
            _("nothing outlives a game"): self.no_survivors,
        }
        held, missing = (
            joined(", ", [text for text in kept if kept[text] == wanted]) for wanted in (True, False)
        )
        said = _("Programs ran in {name}: {held}", name=_(self.name), held=held or _("limits only"))
        return _("{said}; not guaranteed: {missing}", said=said, missing=missing) if missing else said


BARE = Sandbox(_("no sandbox"))


@cache
def sandbox() -> Sandbox:
    """Return what holds on this machine: the strongest sandbox that works, or the one that the environment chooses.

    Raise BadInput if that is not the name of one.
    """
    chosen = os.environ.get(CHOSEN)
    if chosen is not None and chosen not in (*KINDS, NONE):
        raise BadInput(
            _(
                "{variable}={text}: expected bubblewrap, unshare, landlock or none",
                variable=CHOSEN,
                text=quoted(chosen),
            )
        )
    for name in KINDS if chosen is None else {chosen} - {NONE}:
        if (found := probed(name)).no_files:
            return found
    return BARE


def sandbox_for(confinement: Confinement) -> Sandbox:
    """Return what holds for the programs of a call."""
    return sandbox() if confinement.sandboxed else BARE


def require_sandbox(wanted: bool) -> bool:
    """Return the wish itself. Raise BadInput if programs shall be confined, and this system does not offer all of it."""
    if wanted and not sandbox().is_whole:
        raise BadInput(
            _(
                "--require-sandbox needs bubblewrap, e.g. apt-get install bubblewrap. {note}",
                note=sandbox().told(),
            )
        )
    return wanted


def require_files_kept(confinement: Confinement) -> None:
    """Raise BadInput if strangers' programs would reach this user's files, and nobody has said that they may."""
    if confinement.sandboxed and CHOSEN not in os.environ and not sandbox().no_files:
        raise BadInput(
            _(
                "no sandbox protects your files from programs: install bubblewrap, or use Linux 6.2 "
                "or newer (Landlock); --no-sandbox runs them anyway"
            )
        )


def warn(confinement: Confinement) -> None:
    """Say on stderr what is not kept, unless that was chosen."""
    if confinement.sandboxed and CHOSEN not in os.environ and not sandbox().is_whole:
        print(translated(sandbox().told()), file=sys.stderr)


# COMMAND LINES


def confined(command: Sequence[str], given: Access, level: Sandbox, seconds: float) -> list[str]:
    """Return a command line that runs a command in a sandbox and within limits; `seconds` of one processor."""
    words = [str(base_interpreter()), "-I", "-S", "-c", LAUNCH, *limits(seconds)]
    user = user_for(given, level)
    less = [] if not is_root() else ["powerless="] if user is None else [f"user={user}"]
    if level.name == "bubblewrap":
        inside = ["landlock=", *rules(given), "read=/dev", "write=/dev/shm"] if has_landlock() else []
        folder = f"folder={given.folder}"
        return [*bubblewrap(given, user), "--", *words, "filter=", folder, *inside, *less, "--", *command]
    if os.name == "nt":
        return list(command)
    if level.name == "landlock":
        return [*words, "supervise=", "filter=", "landlock=", *rules(given), *less, "--", *command]
    if level.name == "unshare":
        inside = ["filter=", "landlock=", *rules(given), *less]
        mapped = [] if is_root() else ["--user", "--map-current-user"]
        return ["unshare", *mapped, *UNSHARED, "--", *words, "supervise=", *inside, "--", *command]
    return [*words, "supervise=", "scope=", "--", *command]


def limits(seconds: float) -> list[str]:
    """Return options of launcher.py: processor time for all processors together, file size, open files."""
    processor = int(min(seconds, LONGEST) * (os.cpu_count() or 1)) + CPU_MORE
    return [f"cpu={processor}:{processor + CPU_SPARE}", f"file={FILE_SIZE}", f"files={OPEN_FILES}"]


def bubblewrap(given: Access, user: int | None) -> list[str]:
    """Return bubblewrap with its options: new namespaces, few files, /proc and /dev that cannot be written."""
    masked = [word for path in MASKED if Path(path).exists() for word in ("--ro-bind", "/dev/null", path)]
    memory = ["--perms", "1777", "--size", str(SHARED_MEMORY), "--tmpfs", "/dev/shm"] if sizes_tmpfs() else []
    rights = BECOMES_NOBODY if user else WITHOUT_RIGHTS if is_root() else AS_BEFORE
    system = [*DEVICES, *memory, "--proc", "/proc", *masked, "--remount-ro", "/proc"]
    return ["bwrap", *NAMESPACES, *TIED, *rights, *system, *mounts(given, has_landlock()), "--chdir", "/"]


@cache
def sizes_tmpfs() -> bool:
    """Return True if bubblewrap can limit a file system in memory; without, /dev/shm is read-only."""
    import subprocess

    return b"--size" in subprocess.run(["bwrap", "--help"], capture_output=True, check=False).stdout


def is_root() -> bool:
    """Return True for the root user."""
    return os.name != "nt" and os.geteuid() == 0


def user_for(given: Access, level: Sandbox) -> int | None:
    """Return the user id that root gives a program: nobody's, if everybody may read what the program needs, else its own."""
    if not is_root() or level == BARE:
        return None
    reached = level.name == "bubblewrap"  # which has folders of its own above what is readable
    return NOBODY if all(is_open(path, reached) for path in given.readable) else None


def give_to(user: int | None, folder: Path) -> None:
    """Let a user own a folder and the files in it."""
    if user is not None:
        for path in (folder, *folder.iterdir()):
            os.chown(path, user, user)


@cache
def has_landlock() -> bool:
    """Return True if the system has Landlock."""
    return landlock_version() > 0


# THE PROBE


@cache
def probed(name: str) -> Sandbox:
    """Return what a sandbox really keeps a program from; nothing if it does not work."""
    import socket

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=writable_home()))).resolve()
        own = Path(stack.enter_context(tempfile.TemporaryDirectory())).resolve()
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for path in (f"{folder}/socket", f"\0{folder}/socket"):
            listen(stack.enter_context(socket.socket(socket.AF_UNIX)), path)
        for made in ("secret", "old"):
            (folder / made).write_text("there")
        (folder / "old").chmod(0o644)
        files = [str(folder / made) for made in ("socket", "secret", "old", "new")]
        with suppress(OSError, ValueError, AttributeError):
            return judged(name, folder, own, [str(server.getsockname()[1]), *files, str(os.getpid())])
    return Sandbox(name)


def judged(name: str, folder: Path, own: Path, arguments: list[str]) -> Sandbox:
    """Run the probe, and return what it was kept from. Raise OSError or ValueError if it did not run."""
    import subprocess

    command = [str(base_interpreter()), "-I", "-S", str(PROBE), *arguments]
    given = access(command[:4], own, OPEN)
    level = Sandbox(name)
    give_to(user_for(given, level), own)
    call = confined(command, given, level, seconds=20)
    done = subprocess.run(
        call, cwd=own, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False
    )
    network, files, system, outlives = map(int, done.stdout.split())
    if not (own / "own").exists():
        raise OSError
    changed = (folder / "new").exists() or (folder / "old").read_text() != "there"
    mode = (folder / "old").stat().st_mode & 0o777
    return Sandbox(name, not network, not files and not changed, not system and mode == 0o644, not outlives)


def writable_home() -> Path | None:
    """Return the home folder if it can be written, else None: the folder of temporary files."""
    with suppress(RuntimeError):
        home = Path.home()
        return home if os.access(home, os.W_OK) else None
    return None


def listen(server: socket, path: str) -> None:
    """Listen at a Unix socket."""
    server.bind(path)
    server.listen()
