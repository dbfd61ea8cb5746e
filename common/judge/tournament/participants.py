"""Participants of a tournament: built-in players, command lines, and the programs in a folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.match.games import seated
from common.messages import _, every
from common.play.game import Game
from common.play.player_registry import check_name, is_named, tells_side
from common.play.players import LASTING
from common.programs.one_shot import code_of, command_line, split_command
from common.programs.program_store import ProgramStore, Refused, names_of
from common.programs.runtime import Runtime
from common.rules.errors import BadInput, quoted, visible

LIST = "players.json"  # names and commands of the players in a folder
ANCHOR = "random"
AnyGame = Game[Any, Any]


class Entrant(NamedTuple):
    """A participant of a tournament: its name, and the player name or command line for each side."""

    name: str
    seats: tuple[str, str]

    def is_program(self, game: AnyGame) -> bool:
        """Return True if it is an external program for at least one side."""
        return any(not is_named(game, side, seat) for side, seat in zip(game.sides, self.seats, strict=True))

    def code(self, game: AnyGame) -> set[Path]:
        """Return the files of its programs."""
        seats = zip(game.sides, self.seats, strict=True)
        return {
            path
            for side, seat in seats
            if not is_named(game, side, seat)
            for path in code_of(seat.removeprefix(LASTING))
        }


class Start(NamedTuple):
    """How to run programs: with which Python, and from copies if there is a store."""

    runtime: Runtime | None = None
    store: ProgramStore | None = None

    def place(self, path: Path) -> Path:
        """Return the path where a program runs, copied if there is a store.

        Raise `ProgramRefused` if it cannot be copied.
        """
        return self.store.add(path).path if self.store else path.absolute()

    def python(self, path: Path) -> list[str]:
        """Return the command that runs a Python file."""
        return self.runtime.script(path) if self.runtime else [sys.executable, str(path)]

    def command(self, command: str, folder: Path | None = None) -> list[str]:
        """Split a command line; copy the files in `folder` that it names if there is a store.

        Raise BadInput.
        """
        words = split_command(command, folder)
        placed = self._copied(words, folder) if self.store and folder else words
        return self.runtime.command(placed) if self.runtime else placed

    def _copied(self, words: Sequence[str], folder: Path) -> list[str]:
        copies = dict[str, Path]()
        return [
            os.pathsep.join(self._copy(part, folder, copies) for part in word.split(os.pathsep))
            for word in words
        ]

    def _copy(self, word: str, folder: Path, copies: dict[str, Path]) -> str:
        path = Path(word)
        if not path.is_relative_to(folder) or path == folder or not path.exists():
            return word
        entry, *below = path.relative_to(folder).parts
        if entry not in copies:
            copies[entry] = self.place(folder / entry)
        return str(copies[entry].joinpath(*below))


AS_THEY_LIE = Start()


class Found(NamedTuple):
    """The participants found, a note for every file that is not a player, and the refused programs."""

    entrants: list[Entrant]
    notes: list[str]
    refused: list[str]


def find_entrants(game: AnyGame, words: Sequence[str], start: Start = AS_THEY_LIE) -> Found:
    """Find the participants among player names, programs and folders, and add the anchor.

    Raise BadInput if two have the same name or there are fewer than two.
    """
    found = Found([], [], [])
    for word in words:
        if _is_player(game, word) or not Path(word).exists():
            found.entrants.append(_named(game, word, start))
        elif Path(word).is_dir() and not _is_whole(game, Path(word)):
            _look_into(game, Path(word), found, start)
        else:
            _add(game, found, Path(word), visible(_stem(Path(word))), start)
    if all(entrant.name != ANCHOR for entrant in found.entrants):
        found.entrants.append(_named(game, ANCHOR, start))
    names = [entrant.name for entrant in found.entrants]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(
            _(
                "two players are called {name}: rename one, or name it in {file}",
                name=quoted(twice),
                file=LIST,
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
    return all(is_named(game, side, seated(word, side, game.sides)) for side in game.sides)


def _named(game: AnyGame, word: str, start: Start) -> Entrant:
    """Return a participant for a player name or a command line. Raise BadInput."""
    first, second = (seated(word, side, game.sides) for side in game.sides)
    for side, name in zip(game.sides, (first, second), strict=True):
        if name == "human":
            raise BadInput(_("{name}: human players are for `play`, not for a tournament", name=quoted(name)))
        check_name(game, side, name)
    seats = zip(game.sides, (first, second), strict=True)
    first, second = (seat if is_named(game, side, seat) else _run_by(start, seat) for side, seat in seats)
    return Entrant(visible(word), (first, second))


def _run_by(start: Start, seat: str) -> str:
    """Return a command line that uses the chosen Python; the prefix of a persistent program stays."""
    if start.runtime is None:
        return seat
    line = command_line(start.command(seat.removeprefix(LASTING)))
    return f"{LASTING} {line}" if seat.startswith(LASTING) else line


def _look_into(game: AnyGame, folder: Path, found: Found, start: Start) -> None:
    """Add every player in a folder, those of `players.json` first."""
    listed = _read_list(folder)
    paths = [
        path
        for path in sorted(folder.iterdir())
        if not path.name.startswith((".", "__")) and path.name != LIST
    ]
    programs = {_stem(path): path for path in paths}
    for name, entry in listed.items():
        if problem := _named_like_ours(game, name):
            found.refused.append(
                _("{file}: {problem}", file=quoted(str(folder / LIST)), problem=str(problem))
            )
            continue
        try:
            found.entrants.append(_listed(folder, name, entry, programs.get(name), start))
        except Refused as refused:
            found.refused.append(_("{name} does not play: {reason}", name=quoted(name), reason=str(refused)))
    unlisted = names_of([path for path in paths if _stem(path) not in listed])
    for path, name in unlisted.items():
        _add(game, found, path, name, start)


def _stem(path: Path) -> str:
    """Return a program's default name."""
    return path.resolve().name if path.is_dir() else path.stem


def _add(game: AnyGame, found: Found, path: Path, name: str, start: Start) -> None:
    """Add the program at a path to the participants, or a note why it is not one."""
    if reason := _no_player(game, path):
        found.notes.append(_("{file} is not a player: {reason}", file=quoted(str(path)), reason=reason))
    elif problem := _named_like_ours(game, name):
        found.refused.append(_("{name} does not play: {reason}", name=quoted(str(path)), reason=problem))
    else:
        try:
            found.entrants.append(Entrant(name, _seats(game, path, start)))
        except Refused as refused:
            found.refused.append(
                _("{name} does not play: {reason}", name=quoted(str(path)), reason=str(refused))
            )


def _named_like_ours(game: AnyGame, name: str) -> str:
    """Return an error text if a program is named like a built-in player, otherwise an empty string.

    The tables could not tell the two apart.
    """
    is_ours = any(is_named(game, side, name) for side in game.sides)
    return _("{name} is a built-in player: choose another name", name=quoted(name)) if is_ours else ""


def _is_whole(game: AnyGame, folder: Path) -> bool:
    """Return True for a folder that is itself a program."""
    return _no_player(game, folder) is None


def _no_player(game: AnyGame, path: Path) -> str | None:
    """Return the reason why a file or folder is not a player, None if it is one."""
    if path.is_dir():
        if all((path / name).is_file() for name in _files(game)):
            return None
        if not tells_side(game):
            return _("expected {files} in it", files=_both(game))
        return None if (path / "main.py").is_file() else _("expected main.py in it")
    if not _is_program(path):
        return _("expected NAME.py, an executable or a folder")
    if not tells_side(game):
        return _(
            "expected a folder with {files}, or {entry} in {file}",
            files=_both(game),
            entry=f'{{{json.dumps(path.stem)}: {{"persistent": true}}}}',
            file=LIST,
        )
    return None


def _seats(game: AnyGame, path: Path, start: Start) -> tuple[str, str]:
    """Return a program's command line for each side. Raise `ProgramRefused` if it cannot be copied."""
    first, second = _files(game) if path.is_dir() else ("", "")
    placed = start.place(path)
    if not path.is_dir():
        line = command_line(_start(placed, start))
        return line, line
    if not all((path / name).is_file() for name in (first, second)):
        first = second = "main.py"
    return command_line(start.python(placed / first)), command_line(start.python(placed / second))


def _files(game: AnyGame) -> tuple[str, str]:
    """Return the file names of a program that has one file per side."""
    first, second = (f"{side.lower()}.py" for side in game.sides)
    return first, second


def _both(game: AnyGame) -> str:
    return every(_files(game))


def _is_program(path: Path) -> bool:
    """Return True for a Python file or an executable."""
    if path.suffix == ".py":
        return True
    return path.suffix in (".exe", ".bat", ".cmd") if os.name == "nt" else os.access(path, os.X_OK)


def _start(path: Path, start: Start) -> list[str]:
    """Return the command that runs a file, by Python if it is a Python file."""
    return start.python(path) if path.suffix == ".py" else [str(path)]


def _read_list(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of `players.json`, empty if there is none. Raise BadInput."""
    path = folder / LIST
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


def _listed(folder: Path, name: str, entry: Mapping[str, Any], program: Path | None, start: Start) -> Entrant:
    """Return the participant for an entry of `players.json`, by its command or the program of its name.

    Raise BadInput.
    """
    if "command" in entry:
        words = start.command(entry["command"], folder.resolve())
    else:
        inside = program / "main.py" if program and program.is_dir() else program
        if program is None or inside is None or not (inside.is_file() and _is_program(inside)):
            words = _missing(folder, name)
        else:
            placed = start.place(program)
            words = _start(placed / "main.py" if program.is_dir() else placed, start)
    line = command_line(words)
    lasting = f"{LASTING} {line}" if entry.get("persistent") else line
    return Entrant(visible(name), (lasting, lasting))


def _missing(folder: Path, name: str) -> list[str]:
    raise BadInput(
        _(
            "{file}: {name} has no command, and {folder} has no program of this name",
            file=folder / LIST,
            name=quoted(name),
            folder=folder,
        )
    )


def told(notes: Iterable[str]) -> Iterator[str]:
    """Yield the first ten notes about files that are not players, and the number of the others."""
    lines = list(notes)
    yield from lines[:10]
    if len(lines) > 10:
        yield _("and {number} more that are not players", number=len(lines) - 10)
