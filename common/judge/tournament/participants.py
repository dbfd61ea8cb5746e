"""Who plays in a tournament: players by name, programs, and whatever plays in a folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.match.games import seated
from common.play.game import Game
from common.play.players import LASTING
from common.programs.one_shot import code_of, command_line, split_command
from common.rules.errors import BadInput, quoted

LIST = "players.json"  # of what a folder's players are called, and how they are started
ANCHOR = "random"
AnyGame = Game[Any, Any]


class Entrant(NamedTuple):
    """A player of a tournament: what it is called, and who plays each side for it, by name or command line."""

    name: str
    seats: tuple[str, str]

    def is_program(self, game: AnyGame) -> bool:
        """True if it is somebody's program, for one side at least."""
        return any(not game.is_named(side, seat) for side, seat in zip(game.sides, self.seats, strict=True))

    def code(self, game: AnyGame) -> set[Path]:
        """Return the files of its programs."""
        seats = zip(game.sides, self.seats, strict=True)
        return {path for side, seat in seats if not game.is_named(side, seat) for path in code_of(seat.removeprefix(LASTING))}


class Found(NamedTuple):
    """The players of a call, and a line about each thing in a folder that is none."""

    entrants: list[Entrant]
    others: list[str]


def find_entrants(game: AnyGame, words: Sequence[str]) -> Found:
    """Players, programs and folders of them, and the anchor. Raises BadInput, also if two have one name or there is only one."""
    found = Found([], [])
    for word in words:
        if _is_player(game, word) or not Path(word).exists():
            found.entrants.append(_named(game, word))
        elif Path(word).is_dir() and not isinstance(_in_folder(game, Path(word)), Entrant):
            _look_into(game, Path(word), found)
        else:
            _add(found, Path(word), _at(game, Path(word)))
    if all(entrant.name != ANCHOR for entrant in found.entrants):
        found.entrants.append(_named(game, ANCHOR))
    names = [entrant.name for entrant in found.entrants]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f"two players are called {quoted(twice)}: rename one, or name it in {LIST}")
    if len(names) < 2:
        why = "".join(f"; {line}" for line in found.others[:1])
        raise BadInput(f"{quoted(' '.join(words))}: wanted two players or more, {ANCHOR} among them or not{why}")
    return found


def _is_player(game: AnyGame, word: str) -> bool:
    return all(game.is_named(side, seated(word, side, game.sides)) for side in game.sides)


def _named(game: AnyGame, word: str) -> Entrant:
    """A player by its name, or a command line."""
    first, second = (seated(word, side, game.sides) for side in game.sides)
    for side, name in zip(game.sides, (first, second), strict=True):
        if name == "human":
            raise BadInput(f"{quoted(name)}: people play with `play`, not in a tournament")
        game.check_name(side, name)
    return Entrant(word, (first, second))


def _look_into(game: AnyGame, folder: Path, found: Found) -> None:
    """Every player of a folder, those of its list first."""
    listed = _read_list(folder)
    files = {path.name: path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "__")) and path.name != LIST}
    programs = {path.stem if path.is_file() else path.name: path for path in files.values()}
    for name, entry in listed.items():
        found.entrants.append(_listed(game, folder, name, entry, programs.get(name)))
    for path in files.values():
        if (path.stem if path.is_file() else path.name) not in listed:
            _add(found, path, _at(game, path))


def _add(found: Found, path: Path, player: Entrant | str) -> None:
    if isinstance(player, Entrant):
        found.entrants.append(player)
    else:
        found.others.append(f"{quoted(str(path))} is no player: {player}")


def _at(game: AnyGame, path: Path) -> Entrant | str:
    """The player that a file or folder is, or why it is none."""
    if path.is_dir():
        return _in_folder(game, path)
    if (words := _start(path)) is None:
        return "wanted NAME.py, an executable or a folder"
    if not game.tells_side:
        return f'wanted a folder with {_both(game)}, or {{{json.dumps(path.stem)}: {{"lasting": true}}}} in {LIST}'
    return Entrant(path.stem, (command_line(words), command_line(words)))


def _in_folder(game: AnyGame, folder: Path) -> Entrant | str:
    """A folder with one program, or with one for each side."""
    sides = [folder / f"{side.lower()}.py" for side in game.sides]
    if all(path.is_file() for path in sides):
        first, second = (command_line(_python(path)) for path in sides)
        return Entrant(folder.resolve().name, (first, second))
    if not game.tells_side:
        return f"wanted {_both(game)} in it"
    if not (folder / "main.py").is_file():
        return "wanted main.py in it"
    line = command_line(_python(folder / "main.py"))
    return Entrant(folder.resolve().name, (line, line))


def _both(game: AnyGame) -> str:
    return " and ".join(f"{side.lower()}.py" for side in game.sides)


def _start(path: Path) -> list[str] | None:
    """How a file is run, if it is a program."""
    if path.suffix == ".py":
        return _python(path)
    is_program = path.suffix in (".exe", ".bat", ".cmd") if os.name == "nt" else os.access(path, os.X_OK)
    return [str(path.absolute())] if is_program else None


def _python(path: Path) -> list[str]:
    return [sys.executable, str(path.absolute())]


def _read_list(folder: Path) -> dict[str, dict[str, Any]]:
    """What players.json says. Raises BadInput."""
    path = folder / LIST
    if not path.is_file():
        return {}
    wanted = f'{path}: wanted {{"NAME": {{"command": "COMMAND", "lasting": true}}, ...}}, one of both or both'
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise BadInput(f"{wanted}: {problem}") from None
    entries = listed.values() if isinstance(listed, dict) else [None]
    if not all(_is_entry(entry) for entry in entries):
        raise BadInput(wanted)
    found: dict[str, dict[str, Any]] = listed
    return found


def _is_entry(entry: object) -> bool:
    if not isinstance(entry, dict) or not entry or not entry.keys() <= {"command", "lasting"}:
        return False
    return isinstance(entry.get("command", ""), str) and isinstance(entry.get("lasting", False), bool)


def _listed(game: AnyGame, folder: Path, name: str, entry: dict[str, Any], program: Path | None) -> Entrant:
    """A player of the list: by its command, or the program of its name. Raises BadInput."""
    if "command" in entry:
        words = split_command(entry["command"], folder)
    else:
        main = program / "main.py" if program and program.is_dir() else program
        words = (_start(main) if main and main.is_file() else None) or _missing(folder, name)
    line = command_line(words)
    lasting = f"{LASTING} {line}" if entry.get("lasting") else line
    return Entrant(name, (lasting, lasting))


def _missing(folder: Path, name: str) -> list[str]:
    raise BadInput(f"{folder / LIST} names {quoted(name)}, which has no command: wanted a program of this name in {folder}")


def told(others: Iterable[str]) -> Iterator[str]:
    """What is told of what is no player, not more than can be read."""
    lines = list(others)
    yield from lines[:10]
    if len(lines) > 10:
        yield f"and {len(lines) - 10} more that are no players"
