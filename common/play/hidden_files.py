"""What a program may see of the disk: its own code, not that of other players, nor answers and records.

What is secret stands in an environment variable, so that the other processes of a match know it, too.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

SECRETS = "GAME_SECRETS"
PREFIXES = Path(sys.prefix), Path(sys.base_prefix)
SYSTEM = (*map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/opt")), *PREFIXES)
OURS = Path(__file__).resolve().parents[1]


def own_paths(code: Sequence[str]) -> set[Path]:
    """The files and folders that a command names, which are the program's own code; an interpreter is not."""
    return _paths(code[1:]) or _paths(code[:1])


def _paths(words: Sequence[str]) -> set[Path]:
    parts = (Path(part) for word in words for part in word.split(os.pathsep) if part)
    return {path.resolve() for path in parts if path.is_absolute() and path.exists() and not _is_of_system(path)}


def keep_apart(code: Sequence[str]) -> None:
    """Hide a program's code, and the folders that it lies in, from all other programs."""
    for path in own_paths(code):
        _add({path, path.parent} if path.is_file() else {path})


def keep_secret(*paths: Path | None) -> None:
    """Hide files and folders from all programs, but for code of their own in there."""
    for path in paths:
        if path is not None:
            _add({path.resolve()})


def all_secrets() -> str:
    """All that is secret here, for processes of other machines."""
    return os.environ.get(SECRETS, "[]")


def share_secrets(secrets: str) -> None:
    """Hide here what is secret elsewhere."""
    for entry in json.loads(secrets):
        _add(set(map(Path, entry)))


def mounts(code: Sequence[str], folder: Path) -> Iterator[str]:
    """Options of bubblewrap: what is secret is hidden, own code is shown, `folder` may be written; outer ones first."""
    shown, hidden = _shown(code), list[str]()
    so_far = {Path("/"): True}
    for path, is_shown in sorted(shown.items(), key=lambda item: len(item[0].parts)):
        nearest = next(so_far[above] for above in path.parents if above in so_far)
        if is_shown == nearest or not path.exists():
            continue
        so_far[path] = is_shown
        if is_shown:
            yield from ("--ro-bind", str(path), str(path))
        elif path.is_dir():
            hidden += ["--remount-ro", str(path)]
            yield from ("--tmpfs", str(path))
        else:
            yield from ("--ro-bind", "/dev/null", str(path))
    yield from ("--bind", str(folder), str(folder), *hidden)


def machine_code() -> dict[str, str]:
    """The environment variable that names the folder of machine code, if there is one."""
    from common.kernels.object_file import VARIABLE, Refused, folder

    with suppress(OSError, Refused):
        return {VARIABLE: str(folder().resolve())}
    return {}


def _shown(code: Sequence[str]) -> dict[Path, bool]:
    """What is shown and what is hidden, where that is not as in the folder above."""
    own = own_paths(code)
    shown = dict.fromkeys((Path(tempfile.gettempdir()).resolve(), Path("/tmp").resolve(), *_secret_for(own)), False)
    folders = {path.parent for path in own if path.is_file()} - {*shown, Path.home(), Path("/")}
    return shown | dict.fromkeys((*PREFIXES, OURS, *map(Path, machine_code().values()), *folders, *own), True)


def _secret_for(own: set[Path]) -> set[Path]:
    """What is secret for a program: all but what is there because of its own code."""
    entries = [set(map(Path, entry)) for entry in _secrets()]
    return {path for entry in entries if len(entry) == 1 or not entry & own for path in entry}


def _add(paths: set[Path]) -> None:
    entry, known = sorted(str(path) for path in paths if not _is_of_system(path)), _secrets()
    if entry and entry not in known:
        os.environ[SECRETS] = json.dumps([*known, entry])


def _secrets() -> list[list[str]]:
    found: list[list[str]] = json.loads(os.environ.get(SECRETS, "[]"))
    return found


def _is_of_system(path: Path) -> bool:
    return path == Path(path.anchor) or any(path.is_relative_to(folder) for folder in (*SYSTEM, OURS))
