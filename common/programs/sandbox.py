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

from common.messages import _, join_messages, translate
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.file_access import (
    LAUNCHER,
    Access,
    access_for,
    base_interpreter,
    is_open_to_all,
    landlock_options,
    mount_options,
    public_interpreter,
)
from common.programs.launcher import NOBODY, landlock_version
from common.rules.errors import BadInput, quoted

if TYPE_CHECKING:
    from socket import socket

SANDBOX_VARIABLE = "FIVE_BOARD_GAMES_SANDBOX"
NO_SANDBOX = "none"
MECHANISMS = ("bubblewrap", "unshare", "landlock")  # strongest first
# Used only where it is asked for: root runs programs under another user id. It protects what other users may
# not read or write, so whoever asks for it must set the modes of all else.
ACCOUNT = "account"
LAUNCH_CODE = f"import sys; sys.path[:0] = [{str(LAUNCHER.parent)!r}]; import launcher; launcher.start()"
PROBE = LAUNCHER.with_name("probe.py")
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
            _("no network or other socket"): self.no_network,
            _("no files but their own"): self.no_files,
            _("no changes to the system"): self.no_system,
            _("nothing outlives a game"): self.no_survivors,
        }
        held, missing = (
            join_messages(", ", [text for text in kept if kept[text] == wanted]) for wanted in (True, False)
        )
        summary = _("Programs ran in {name}: {held}", name=_(self.name), held=held or _("limits only"))
        return (
            _("{summary}; not guaranteed: {missing}", summary=summary, missing=missing)
            if missing
            else summary
        )


UNSANDBOXED = Sandbox(_("no sandbox"))


@cache
def available_sandbox() -> Sandbox:
    """Return the strongest sandbox that protects files here, or the one that `SANDBOX_VARIABLE` chooses.

    Return `UNSANDBOXED` if none does, also if the chosen one does not or is `none`. Raise BadInput if the
    variable does not name one.
    """
    chosen = os.environ.get(SANDBOX_VARIABLE)
    if chosen is not None and chosen not in (*MECHANISMS, ACCOUNT, NO_SANDBOX):
        raise BadInput(
            _(
                "{variable}={text}: expected bubblewrap, unshare, landlock, account or none",
                variable=SANDBOX_VARIABLE,
                text=quoted(chosen),
            )
        )
    for name in MECHANISMS if chosen is None else {chosen} - {NO_SANDBOX}:
        if (found := probe_sandbox(name)).no_files:
            return found
    return UNSANDBOXED


def sandbox_for(confinement: Confinement) -> Sandbox:
    """Return the available sandbox, or `UNSANDBOXED` if programs need not be `sandboxed`.

    Raise BadInput if the environment variable does not name a sandbox.
    """
    return available_sandbox() if confinement.sandboxed else UNSANDBOXED


def require_sandbox(wanted: bool) -> bool:
    """Return `wanted`. Raise BadInput if it is True and no complete sandbox is available."""
    if wanted and not available_sandbox().is_complete:
        raise BadInput(
            _(
                "--require-sandbox needs bubblewrap, e.g. apt-get install bubblewrap. {note}",
                note=available_sandbox().summary(),
            )
        )
    return wanted


def require_file_protection(confinement: Confinement) -> None:
    """Raise BadInput if untrusted programs could reach this user's files without explicit consent.

    Consent is `--no-sandbox` or a sandbox chosen by the environment variable.
    """
    if confinement.sandboxed and SANDBOX_VARIABLE not in os.environ and not available_sandbox().no_files:
        raise BadInput(
            _(
                "no sandbox protects your files from programs: install bubblewrap, or use Linux 6.2 "
                "or newer (Landlock); --no-sandbox runs them anyway"
            )
        )


def warn_of_gaps(confinement: Confinement) -> None:
    """Print the missing protections to stderr, unless the user chose this sandbox or none is wanted."""
    if confinement.sandboxed and SANDBOX_VARIABLE not in os.environ and not available_sandbox().is_complete:
        print(translate(available_sandbox().summary()), file=sys.stderr)


# COMMAND LINES


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


# THE PROBE


@cache
def probe_sandbox(name: str) -> Sandbox:
    """Probe a mechanism, by name, and return its actual protections, none if it does not work."""
    import socket

    if not sys.platform.startswith("linux"):  # nor can the probe's sockets be made everywhere
        return Sandbox(name)
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
            return run_probe(name, folder, own, [str(server.getsockname()[1]), *files, str(os.getpid())])
    return Sandbox(name)


def run_probe(name: str, folder: Path, own: Path, arguments: list[str]) -> Sandbox:
    """Run probe.py in a sandbox and return the protections that held.

    `folder` holds files that must stay unchanged, `own` is the probe's own folder, `arguments` are the
    probe's words. Raise OSError or ValueError if the probe did not run.
    """
    import subprocess

    python = public_interpreter() if is_root() else base_interpreter()
    command = [str(python), "-I", "-S", "-c", PROBE.read_text(encoding="utf-8"), *arguments]
    accessible = access_for(command[:3], own, DEFAULT_CONFINEMENT)
    level = Sandbox(name)
    change_owner(user_for(accessible, level), own)
    call = confined_command(command, accessible, level, seconds=20)
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
    """Return the home folder if it is writable, else None, which stands for the temporary folder."""
    with suppress(RuntimeError):
        home = Path.home()
        return home if os.access(home, os.W_OK) else None
    return None


def listen(server: socket, path: str) -> None:
    """Bind a Unix socket to a path and listen."""
    server.bind(path)
    server.listen()
