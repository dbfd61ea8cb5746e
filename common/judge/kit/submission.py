"""The program in a submission: its main file, the command that runs it, and that command for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from common.judge.kit.settings import KitSettings
from common.play.game import Game
from common.play.player_registry import protocol_has_side
from common.play.players import PERSISTENT_PREFIX
from common.programs.one_shot import join_command, split_command
from common.programs.program_store import ProgramStore
from common.programs.runtime import Runtime
from common.rules.errors import BadInput, visible

AnyGame = Game[Any, Any]
IGNORED = ("__pycache__", "__MACOSX")  # besides names that begin with a dot


class FoundProgram(NamedTuple):
    """A submitted program: its command (two joined by ` + ` for two sides), and the same for people."""

    command: str
    typed: str
    words: list[str]  # the command of the first side, without `persistent:`


def find_program(
    game: AnyGame, folder: Path, settings: KitSettings, runtime: Runtime, store: ProgramStore
) -> FoundProgram:
    """Copy a submission to the store and return its program. Raise BadInput if there is none.

    It is the settings' command, else `main.py`, else a file named like the game's script, else the only
    Python file. A one-shot program of a game that does not tell the side has a file for each side.
    """
    source = _inner_folder(folder)
    placed = store.add(source).path
    if settings.command:
        words = runtime.resolve_command(split_command(settings.command, placed))
        return _found([words], [settings.command], settings)
    if settings.is_persistent or protocol_has_side(game):
        files = [_main_file(game, placed)]
    else:
        files = [f"{side.lower()}.py" for side in game.sides]
        if not all((placed / name).is_file() for name in files):
            wanted = " and ".join(files)
            raise BadInput(f"no program found: expected {wanted}, found {_contents(placed)}")
    commands = [runtime.script_command(placed / name) for name in files]
    return _found(commands, [f"python {name}" for name in files], settings)


def _found(commands: list[list[str]], typed: list[str], settings: KitSettings) -> FoundProgram:
    prefix = f"{PERSISTENT_PREFIX} " if settings.is_persistent else ""
    lines = [f"{prefix}{join_command(words)}" for words in commands]
    return FoundProgram(" + ".join(lines), " + ".join(typed), commands[0])


def _visible_entries(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in IGNORED
    )


def _inner_folder(folder: Path) -> Path:
    """Return the submission's folder, or the one folder in it if there is nothing else."""
    entries = _visible_entries(folder)
    is_wrapped = len(entries) == 1 and entries[0].is_dir() and not entries[0].is_symlink()
    return entries[0] if is_wrapped else folder


def _main_file(game: AnyGame, folder: Path) -> str:
    """Return the name of the main file. Raise BadInput if there is none."""
    for name in ("main.py", f"{game.name}.py"):
        if (folder / name).is_file():
            return name
    python = [path.name for path in _visible_entries(folder) if path.suffix == ".py" and path.is_file()]
    if len(python) == 1:
        return python[0]
    raise BadInput(f"no program found: expected main.py, found {_contents(folder)}")


def _contents(folder: Path) -> str:
    """Describe the contents of a folder for a message."""
    names = [visible(path.name) for path in _visible_entries(folder)]
    return f"{', '.join(names[:5])}{' ...' if len(names) > 5 else ''}" if names else "no files"
