"""Participants of a tournament: built-in players, command lines, and the programs in a folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.match.games import name_for_side
from common.messages import _, and_list
from common.play.game import Game
from common.play.player_registry import check_player_name, is_player_name, protocol_has_side
from common.play.players import PERSISTENT_PREFIX
from common.programs.one_shot import join_command, program_files, split_command
from common.programs.program_store import ProgramRefused, ProgramStore, display_names
from common.programs.runtime import Runtime
from common.rules.errors import BadInput, quoted, visible

LIST_FILE = "players.json"  # names and commands of the players in a folder
ANCHOR = "random"
AnyGame = Game[Any, Any]


class Entrant(NamedTuple):
    """A participant of a tournament: its name, and the player name or command line for each side."""

    name: str
    seats: tuple[str, str]

    def is_program(self, game: AnyGame) -> bool:
        """Return True if it is an external program for at least one side."""
        return any(
            not is_player_name(game, side, seat) for side, seat in zip(game.sides, self.seats, strict=True)
        )

    def program_files(self, game: AnyGame) -> set[Path]:
        """Return the files of its programs."""
        seats = zip(game.sides, self.seats, strict=True)
        return {
            path
            for side, seat in seats
            if not is_player_name(game, side, seat)
            for path in program_files(seat.removeprefix(PERSISTENT_PREFIX))
        }


class LaunchSettings(NamedTuple):
    """How to run programs: with which Python, and from copies if there is a store.

    With `runtime` None this is the Python that runs us, and command lines stay as they are.
    """

    runtime: Runtime | None = None
    store: ProgramStore | None = None

    def install(self, path: Path) -> Path:
        """Return the path where a program (file or folder) runs: its own, or a copy's if there is a store.

        Raise `ProgramRefused` if it cannot be copied.
        """
        return self.store.add(path).path if self.store else path.absolute()

    def python_command(self, path: Path) -> list[str]:
        """Return the command that runs a Python file."""
        return self.runtime.script_command(path) if self.runtime else [sys.executable, str(path)]

    def command_words(self, command: str, folder: Path | None = None) -> list[str]:
        """Split a command line, make the names of existing files absolute, and copy them if necessary.

        The names are relative to `folder`, by default the current one. If there is a store and a `folder` is
        given, the files in it that the command names are copied and their copies named. The runtime replaces
        `python`. Raise BadInput if the command cannot be run, `ProgramRefused` if a file cannot be copied.
        """
        words = split_command(command, folder)
        placed = self._copy_paths(words, folder) if self.store and folder else words
        return self.runtime.resolve_command(placed) if self.runtime else placed

    def _copy_paths(self, words: Sequence[str], folder: Path) -> list[str]:
        copies = dict[str, Path]()
        return [
            os.pathsep.join(self._copy_path(part, folder, copies) for part in word.split(os.pathsep))
            for word in words
        ]

    def _copy_path(self, word: str, folder: Path, copies: dict[str, Path]) -> str:
        path = Path(word)
        if not path.is_relative_to(folder) or path == folder or not path.exists():
            return word
        entry, *below = path.relative_to(folder).parts
        if entry not in copies:
            copies[entry] = self.install(folder / entry)
        return str(copies[entry].joinpath(*below))


RUN_IN_PLACE = LaunchSettings()


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
    wrong name or `players.json`, if two have the same name, or if there are fewer than two, anchor included.
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
        raise BadInput(
            _(
                "two players are called {name}: rename one, or name it in {file}",
                name=quoted(twice),
                file=LIST_FILE,
            )
        )
    if len(names) < 2:
        lacking = _(
            "{words}: expected at least two players, {anchor} included",
            words=quoted(" ".join(words)),
            anchor=ANCHOR,
        )
        why = [*found.refused, *found.notes][:1]
        raise BadInput(_("{problem}; {reason}", problem=lacking, reason=why[0]) if why else lacking)
    return found


def _is_player(game: AnyGame, word: str) -> bool:
    return all(is_player_name(game, side, name_for_side(word, side, game.sides)) for side in game.sides)


def _entrant_by_name(game: AnyGame, word: str, launch: LaunchSettings) -> Entrant:
    """Return a participant for a player name or a command line. Raise BadInput."""
    first, second = (name_for_side(word, side, game.sides) for side in game.sides)
    for side, name in zip(game.sides, (first, second), strict=True):
        if name == "human":
            raise BadInput(_("{name}: human players are for `play`, not for a tournament", name=quoted(name)))
        check_player_name(game, side, name)
    seats = zip(game.sides, (first, second), strict=True)
    first, second = (
        seat if is_player_name(game, side, seat) else _with_interpreter(launch, seat) for side, seat in seats
    )
    return Entrant(visible(word), (first, second))


def _with_interpreter(launch: LaunchSettings, seat: str) -> str:
    """Return a command line that uses the chosen Python; the prefix of a persistent program stays."""
    if launch.runtime is None:
        return seat
    line = join_command(launch.command_words(seat.removeprefix(PERSISTENT_PREFIX)))
    return f"{PERSISTENT_PREFIX} {line}" if seat.startswith(PERSISTENT_PREFIX) else line


def _add_folder(game: AnyGame, folder: Path, found: FoundEntrants, launch: LaunchSettings) -> None:
    """Add every player in a folder, those of `players.json` first."""
    listed = _read_list(folder)
    paths = [
        path
        for path in sorted(folder.iterdir())
        if not path.name.startswith((".", "__")) and path.name != LIST_FILE
    ]
    programs = {_stem(path): path for path in paths}
    for name, entry in listed.items():
        if problem := _name_conflict(game, name):
            found.refused.append(
                _("{file}: {problem}", file=quoted(str(folder / LIST_FILE)), problem=str(problem))
            )
            continue
        try:
            found.entrants.append(_listed_entrant(folder, name, entry, programs.get(name), launch))
        except ProgramRefused as refused:
            found.refused.append(_("{name} does not play: {reason}", name=quoted(name), reason=str(refused)))
    unlisted = display_names([path for path in paths if _stem(path) not in listed])
    for path, name in unlisted.items():
        _add(game, found, path, name, launch)


def _stem(path: Path) -> str:
    """Return a program's default name."""
    return path.resolve().name if path.is_dir() else path.stem


def _add(game: AnyGame, found: FoundEntrants, path: Path, name: str, launch: LaunchSettings) -> None:
    """Add the program at a path to the participants, or a note why it is not one."""
    if reason := _reason_not_player(game, path):
        found.notes.append(_("{file} is not a player: {reason}", file=quoted(str(path)), reason=reason))
    elif problem := _name_conflict(game, name):
        found.refused.append(_("{name} does not play: {reason}", name=quoted(str(path)), reason=problem))
    else:
        try:
            found.entrants.append(Entrant(name, _seats(game, path, launch)))
        except ProgramRefused as refused:
            found.refused.append(
                _("{name} does not play: {reason}", name=quoted(str(path)), reason=str(refused))
            )


def _name_conflict(game: AnyGame, name: str) -> str:
    """Return an error text if a program is named like a built-in player, otherwise an empty string.

    The tables could not tell the two apart.
    """
    is_ours = any(is_player_name(game, side, name) for side in game.sides)
    return _("{name} is a built-in player: choose another name", name=quoted(name)) if is_ours else ""


def _is_program_folder(game: AnyGame, folder: Path) -> bool:
    """Return True for a folder that is itself a program."""
    return _reason_not_player(game, folder) is None


def _reason_not_player(game: AnyGame, path: Path) -> str | None:
    """Return the reason why a file or folder is not a player, None if it is one."""
    if path.is_dir():
        if all((path / name).is_file() for name in _files(game)):
            return None
        if not protocol_has_side(game):
            return _("expected {files} in it", files=_side_files_text(game))
        return None if (path / "main.py").is_file() else _("expected main.py in it")
    if not _is_program(path):
        return _("expected NAME.py, an executable or a folder")
    if not protocol_has_side(game):
        return _(
            "expected a folder with {files}, or {entry} in {file}",
            files=_side_files_text(game),
            entry=f'{{{json.dumps(path.stem)}: {{"persistent": true}}}}',
            file=LIST_FILE,
        )
    return None


def _seats(game: AnyGame, path: Path, launch: LaunchSettings) -> tuple[str, str]:
    """Return a program's command line for each side. Raise `ProgramRefused` if it cannot be copied."""
    first, second = _files(game) if path.is_dir() else ("", "")
    placed = launch.install(path)
    if not path.is_dir():
        line = join_command(_run_command(placed, launch))
        return line, line
    if not all((path / name).is_file() for name in (first, second)):
        first = second = "main.py"
    return join_command(launch.python_command(placed / first)), join_command(
        launch.python_command(placed / second)
    )


def _files(game: AnyGame) -> tuple[str, str]:
    """Return the file names of a program that has one file per side."""
    first, second = (f"{side.lower()}.py" for side in game.sides)
    return first, second


def _side_files_text(game: AnyGame) -> str:
    return and_list(_files(game))


def _is_program(path: Path) -> bool:
    """Return True for a Python file or an executable."""
    if path.suffix == ".py":
        return True
    return path.suffix in (".exe", ".bat", ".cmd") if os.name == "nt" else os.access(path, os.X_OK)


def _run_command(path: Path, launch: LaunchSettings) -> list[str]:
    """Return the command that runs a file, by Python if it is a Python file."""
    return launch.python_command(path) if path.suffix == ".py" else [str(path)]


def _read_list(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of `players.json`, empty if there is none. Raise BadInput."""
    path = folder / LIST_FILE
    if not path.is_file():
        return {}
    wanted = _(
        "{file}: expected {form}, with one or both of the keys",
        file=path,
        form='{"NAME": {"command": "COMMAND", "persistent": true}, ...}',
    )
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise BadInput(_("{problem}: {reason}", problem=wanted, reason=str(problem))) from None
    entries = listed.values() if isinstance(listed, dict) else [None]
    if not all(_is_entry(entry) for entry in entries):
        raise BadInput(wanted)
    found: dict[str, dict[str, Any]] = listed
    return found


def _is_entry(entry: object) -> bool:
    if not isinstance(entry, dict) or not entry or not entry.keys() <= {"command", "persistent"}:
        return False
    return isinstance(entry.get("command", ""), str) and isinstance(entry.get("persistent", False), bool)


def _listed_entrant(
    folder: Path, name: str, entry: Mapping[str, Any], program: Path | None, launch: LaunchSettings
) -> Entrant:
    """Return the participant for an entry of `players.json`, by its command or the program of its name.

    Raise BadInput.
    """
    if "command" in entry:
        words = launch.command_words(entry["command"], folder.resolve())
    else:
        inside = program / "main.py" if program and program.is_dir() else program
        if program is None or inside is None or not (inside.is_file() and _is_program(inside)):
            words = _raise_missing(folder, name)
        else:
            placed = launch.install(program)
            words = _run_command(placed / "main.py" if program.is_dir() else placed, launch)
    line = join_command(words)
    command = f"{PERSISTENT_PREFIX} {line}" if entry.get("persistent") else line
    return Entrant(visible(name), (command, command))


def _raise_missing(folder: Path, name: str) -> list[str]:
    raise BadInput(
        _(
            "{file}: {name} has no command, and {folder} has no program of this name",
            file=folder / LIST_FILE,
            name=quoted(name),
            folder=folder,
        )
    )


def shorten_notes(notes: Iterable[str]) -> Iterator[str]:
    """Yield the first ten notes about files that are not players, and the number of the others."""
    lines = list(notes)
    yield from lines[:10]
    if len(lines) > 10:
        yield _("and {number} more that are not players", number=len(lines) - 10)
