"""The file of a kit: scripts, settings, pinned packages, the project's modules, cases, wheels."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from common.judge.kit.pins import check_wheels, pinned_requirements
from common.judge.kit.scripts import RUN_AUTOGRADER, SETUP
from common.judge.kit.settings import SETTINGS_FILE, KitSettings, settings_text
from common.play.game import Game
from common.programs.project_programs import ROOT
from common.record.atomic_files import write_atomically

UNIX = 3  # the system in which the modes of files are those of Unix, also if it is made on Windows
REGULAR_FILE = 0o100000
SKIPPED = ("__pycache__", ".po")
Entries = Iterator[tuple[str, bytes]]


class KitContents(NamedTuple):
    """What goes into a kit: its game, its settings, and folders of wheels and of cases, if given."""

    game: Game[Any, Any]
    settings: KitSettings
    wheels: Path | None = None
    cases: Path | None = None
    extras: Sequence[str] = ("fast",)


def write_kit(path: Path, contents: KitContents) -> list[str]:
    """Write a kit and return the pinned packages. The same contents make the same bytes.

    Raise BadInput if wheels or cases are missing, OSError if a file cannot be read or written.
    """
    pins = pinned_requirements(contents.extras)
    wheels = check_wheels(contents.wheels, pins) if contents.wheels else []
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as file:
        for name, text in text_files(contents, pins).items():
            add(file, name, text.encode(), 0o755 if name in ("setup.sh", "run_autograder") else 0o644)
        for name, data in [*module_files(contents.game), *case_files(contents)]:
            add(file, name, data)
        for wheel in wheels:
            add(file, f"wheels/{wheel.name}", wheel.read_bytes(), kind=ZIP_STORED)
    write_atomically(path, buffer.getvalue())
    return pins


def add(file: ZipFile, name: str, data: bytes, mode: int = 0o644, kind: int = ZIP_DEFLATED) -> None:
    """Add a file with a mode of Unix, and the earliest time that the format can hold."""
    info = ZipInfo(name)
    info.create_system, info.external_attr, info.compress_type = UNIX, (REGULAR_FILE | mode) << 16, kind
    file.writestr(info, data)


def text_files(contents: KitContents, pins: Sequence[str]) -> dict[str, str]:
    """Return the files that are made for a kit."""
    return {
        "setup.sh": SETUP,
        "run_autograder": RUN_AUTOGRADER,
        SETTINGS_FILE: settings_text(contents.settings),
        "requirements.txt": "".join(f"{pin}\n" for pin in pins),
    }


def module_files(game: Game[Any, Any]) -> Entries:
    """Yield the game's script and all files of `common`, by their names in the kit."""
    script = Path(str(sys.modules[game.module].__file__))
    yield f"project/{script.name}", script.read_bytes()
    for path in sorted((ROOT / "common").rglob("*")):
        if path.is_file() and not any(skipped in path.as_posix() for skipped in SKIPPED):
            yield f"project/{path.relative_to(ROOT).as_posix()}", path.read_bytes()


def case_files(contents: KitContents) -> Entries:
    """Yield the inputs of the cases: those of the given folder, else random ones; none without points."""
    if not contents.settings.case_points:
        return
    grader = contents.game.load_module("kit_cases")
    with TemporaryDirectory() as temporary:
        folder = contents.cases or Path(temporary)
        if contents.cases is None:
            grader.make_kit_cases(contents.game, folder, contents.settings.seed)
        grader.check_kit_cases(contents.game, folder)
        for path in sorted(folder.glob("input_*.txt")):
            yield f"cases/{path.name}", path.read_bytes()
