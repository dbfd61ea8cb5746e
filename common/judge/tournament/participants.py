"""Participants of a tournament: built-in players, command lines, and the programs in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.match.games import name_for_side
from common.judge.match.seats import files_of_programs, programs_among
from common.judge.tournament.launch import RUN_IN_PLACE, LaunchSettings
from common.play.game import Game
from common.programs.one_shot import join_command
from common.programs.program_store import ProgramRefused, display_names
from common.rules.errors import BadInput, quoted, visible

ANCHOR = "random"
AnyGame = Game[Any]


class Entrant(NamedTuple):
    """A participant of a tournament: its name, and the player name or command line for each side."""

    name: str
    seats: tuple[str, str]

    def is_program(self, game: AnyGame) -> bool:
        """Return True if it is an external program for at least one side."""
        return bool(programs_among(game, zip(game.sides, self.seats, strict=True)))

    def program_files(self, game: AnyGame) -> set[Path]:
        """Return the files of its programs."""
        return files_of_programs(game, zip(game.sides, self.seats, strict=True))


class FoundEntrants(NamedTuple):
    """The participants found, a note for every file that is not a player, and one per refused program."""

    entrants: list[Entrant]
    notes: list[str]
    refused: list[str]


def find_entrants(
    game: AnyGame, words: Sequence[str], launch: LaunchSettings = RUN_IN_PLACE
) -> FoundEntrants:
    """Find the participants among player names, command lines, programs and folders of programs.

    The anchor, `random`, is added unless named. Programs that are refused do not play. Raise BadInput for a
    wrong name, if two have the same name, or if there are fewer than two, anchor included.
    """
    found = FoundEntrants([], [], [])
    for word in words:
        if _is_player(game, word) or not Path(word).exists():
            found.entrants.append(_entrant_by_name(game, word, launch))
        elif Path(word).is_dir() and not _is_program_folder(game, Path(word)):
            _add_folder(game, Path(word), found, launch)
        else:
            _add(game, found, Path(word), visible(_stem(Path(word))), launch)
    if all(entrant.name != ANCHOR for entrant in found.entrants):
        found.entrants.append(_entrant_by_name(game, ANCHOR, launch))
    names = [entrant.name for entrant in found.entrants]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f"two players are called {quoted(twice)}: rename one")
    if len(names) < 2:
        lacking = f"{quoted(' '.join(words))}: expected at least two players, {ANCHOR} included"
        why = [*found.refused, *found.notes][:1]
        raise BadInput(f"{lacking}; {why[0]}" if why else lacking)
    return found


def _is_player(game: AnyGame, word: str) -> bool:
    return all(name_for_side(word, side, game.sides) in game.kinds for side in game.sides)


def _entrant_by_name(game: AnyGame, word: str, launch: LaunchSettings) -> Entrant:
    """Return a participant for a player name or a command line. Raise BadInput."""
    first, second = (name_for_side(word, side, game.sides) for side in game.sides)
    for side, name in zip(game.sides, (first, second), strict=True):
        if name == "human":
            raise BadInput(f"{quoted(name)}: human players are for `play`, not for a tournament")
        game.kind(side, name)
    one, other = (
        name if name in game.kinds else launch.command_line(name)
        for side, name in zip(game.sides, (first, second), strict=True)
    )
    return Entrant(visible(word), (one, other))


def _add_folder(game: AnyGame, folder: Path, found: FoundEntrants, launch: LaunchSettings) -> None:
    """Add every player in a folder."""
    paths = [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "__"))]

    for path, name in display_names(paths).items():
        _add(game, found, path, name, launch)


def _stem(path: Path) -> str:
    """Return a program's default name."""
    return path.resolve().name if path.is_dir() else path.stem


def _add(game: AnyGame, found: FoundEntrants, path: Path, name: str, launch: LaunchSettings) -> None:
    """Add the program at a path to the participants, or a note why it is not one."""
    if reason := _reason_not_player(game, path):
        found.notes.append(f"{quoted(str(path))} is not a player: {reason}")
    elif problem := _name_conflict(game, name):
        found.refused.append(f"{quoted(str(path))} does not play: {problem}")
    else:
        try:
            found.entrants.append(_program_entrant(game, name, path, launch))
        except ProgramRefused as refused:
            found.refused.append(f"{quoted(str(path))} does not play: {refused}")


def _name_conflict(game: AnyGame, name: str) -> str:
    """Return an error text if a program is named like a built-in player, otherwise an empty string.

    The tables could not tell the two apart.
    """
    is_ours = any(name in game.kinds for side in game.sides)
    return f"{quoted(name)} is a built-in player: choose another name" if is_ours else ""


def _protocol_has_side(game: AnyGame) -> bool:
    """Return True if the side to move is among the words that a program started for each move is given."""
    start = game.opening(0)
    return str(start.turn) == game.protocol_words(start)[0]


def _is_program_folder(game: AnyGame, folder: Path) -> bool:
    """Return True for a folder that is itself a program."""
    return _reason_not_player(game, folder) is None


def _reason_not_player(game: AnyGame, path: Path) -> str | None:
    """Return the reason why a file or folder is not a player, None if it is one."""
    if path.is_dir():
        if all((path / name).is_file() for name in _files(game)):
            return None
        if not _protocol_has_side(game):
            return f"expected {_side_files_text(game)} in it"
        return None if (path / "main.py").is_file() else "expected main.py in it"
    if not _is_program(path):
        return "expected NAME.py, an executable or a folder"
    if not _protocol_has_side(game):
        return f"expected a folder with {_side_files_text(game)}"
    return None


def _program_entrant(game: AnyGame, name: str, path: Path, launch: LaunchSettings) -> Entrant:
    """Return the participant for a file or a folder. Raise `ProgramRefused` if it cannot be copied."""
    placed = launch.install(path)
    if not path.is_dir():
        line = join_command(_run_command(placed, launch))
        return Entrant(name, (line, line))
    first, second = _files(game)
    if not all((path / file).is_file() for file in (first, second)):
        first = second = "main.py"
    one, other = (join_command(launch.python_command(placed / file)) for file in (first, second))
    return Entrant(name, (one, other))


def _files(game: AnyGame) -> tuple[str, str]:
    """Return the file names of a program that has one file per side."""
    first, second = (f"{side.lower()}.py" for side in game.sides)
    return first, second


def _side_files_text(game: AnyGame) -> str:
    return " and ".join(_files(game))


def _is_program(path: Path) -> bool:
    """Return True for a Python file or an executable."""
    if path.suffix == ".py":
        return True
    return path.suffix in (".exe", ".bat", ".cmd") if os.name == "nt" else os.access(path, os.X_OK)


def _run_command(path: Path, launch: LaunchSettings) -> list[str]:
    """Return the command that runs a file, by Python if it is a Python file."""
    return launch.python_command(path) if path.suffix == ".py" else [str(path)]


def shorten_notes(notes: Iterable[str]) -> Iterator[str]:
    """Yield the first ten notes about files that are not players, and the number of the others."""
    lines = list(notes)
    yield from lines[:10]
    if len(lines) > 10:
        yield f"and {len(lines) - 10} more that are not players"
