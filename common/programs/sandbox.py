"""The sandbox for untrusted programs. Its capabilities are probed, not assumed."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from common.programs.confined_command import (
    ACCOUNT,
    UNSANDBOXED,
    Sandbox,
    change_owner,
    confined_command,
    is_root,
    user_for,
)
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.file_access import LAUNCHER, access_for
from common.programs.interpreters import base_interpreter, public_interpreter
from common.rules.errors import BadInput, quoted

if TYPE_CHECKING:
    from socket import socket

SANDBOX_VARIABLE = "FIVE_BOARD_GAMES_SANDBOX"
NO_SANDBOX = "none"
MECHANISMS = ("bubblewrap", "unshare", "landlock")  # strongest first
PROBE = LAUNCHER.with_name("probe.py")


@cache
def available_sandbox() -> Sandbox:
    """Return the strongest sandbox that protects files here, or the one that `SANDBOX_VARIABLE` chooses.

    Return `UNSANDBOXED` if none does, also if the chosen one does not or is `none`. Raise BadInput if the
    variable does not name one.
    """
    chosen = os.environ.get(SANDBOX_VARIABLE)
    if chosen is not None and chosen not in (*MECHANISMS, ACCOUNT, NO_SANDBOX):
        raise BadInput(
            f"{SANDBOX_VARIABLE}={quoted(chosen)}: expected bubblewrap, unshare, landlock, account or none"
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
            "--require-sandbox needs bubblewrap, e.g. apt-get install bubblewrap. "
            f"{available_sandbox().summary()}"
        )
    return wanted


def require_file_protection(confinement: Confinement) -> None:
    """Raise BadInput if untrusted programs could reach this user's files without explicit consent.

    Consent is `--no-sandbox` or a sandbox chosen by the environment variable.
    """
    if confinement.sandboxed and SANDBOX_VARIABLE not in os.environ and not available_sandbox().no_files:
        raise BadInput(
            "no sandbox protects your files from programs: install bubblewrap, or use Linux 6.2 "
            "or newer (Landlock); --no-sandbox runs them anyway"
        )


def warn_of_gaps(confinement: Confinement) -> None:
    """Print the missing protections to stderr, unless the user chose this sandbox or none is wanted."""
    if confinement.sandboxed and SANDBOX_VARIABLE not in os.environ and not available_sandbox().is_complete:
        print(available_sandbox().summary(), file=sys.stderr)


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
