"""The settings of a kit: read from and written to a file that the teacher may edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from configparser import ConfigParser
from configparser import Error as SettingsError
from pathlib import Path
from typing import Any, NamedTuple

from common.play.game import Game
from common.play.player_registry import is_player_name
from common.rules.errors import BadInput, quoted

SETTINGS_FILE = "settings.ini"
PROTOCOLS = ("one-shot", "persistent")
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")  # Gradescope's
AnyGame = Game[Any, Any]


class Rung(NamedTuple):
    """An opponent of the ladder: a built-in player, and the points for winning all games against it."""

    player: str
    points: float


class KitSettings(NamedTuple):
    """How submissions are graded; `FIELDS` explains each setting."""

    game: str
    ladder: tuple[Rung, ...]
    protocol: str = "one-shot"
    command: str = ""
    seconds: float = 1.0
    grace: float = 0.0
    pairs: int = 2
    seed: int = 0
    memory: float = 2.0
    budget: float = 300.0
    check_points: float = 30.0
    positions: int = 8
    case_points: float = 0.0
    case_seconds: float = 10.0
    visibility: str = "visible"

    @property
    def is_persistent(self) -> bool:
        """True if a submission is started once per game."""
        return self.protocol == "persistent"


class Field(NamedTuple):
    """A setting in the file: its explanation, the function that reads it, its least and largest value."""

    text: str
    read: Callable[[str], Any]
    least: float = 0.0
    most: float = 1e6


FIELDS: Mapping[str, Field] = {
    "game": Field("the game's program, without .py", str),
    "protocol": Field("one-shot (started for each move) or persistent (started for each game)", str),
    "command": Field("runs a submission, e.g. java -cp . Duel; empty: its main.py", str),
    "seconds": Field("seconds per move", float, 0.01),
    "grace": Field("seconds above the limit that warn; the third time in a game forfeits", float),
    "pairs": Field("game pairs against each opponent: same start, sides swapped", int, 1, 1000),
    "seed": Field("chooses the starts and positions; the same for every submission", int),
    "memory": Field("GB of memory per program", float, 0.01),
    "budget": Field("seconds for a whole submission; what is left then gets no points", float, 5),
    "check_points": Field("points for the protocol check", float),
    "positions": Field("positions that the protocol check asks", int, 1, 1000),
    "case_points": Field("points for the cases in the folder cases (squirrels only)", float),
    "case_seconds": Field("seconds per case", float, 0.01),
    "visibility": Field("who sees the tests: visible, hidden, after_due_date, after_published", str),
}
CHOICES = {"protocol": PROTOCOLS, "visibility": VISIBILITIES}


def parse_ladder(text: str, game: AnyGame) -> tuple[Rung, ...]:
    """Parse a ladder such as `level-1:20,level-2:30`. Raise BadInput."""
    rungs = []
    for word in text.split(","):
        name, _colon, points = word.strip().rpartition(":")
        rungs.append(Rung(name.strip(), _read_points(points, word)))
    check_ladder(rungs, game)
    return tuple(rungs)


def _read_points(text: str, word: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points <= 1e6:
        raise BadInput(f"--ladder {quoted(word.strip())}: expected PLAYER:POINTS, e.g. level-1:20,level-2:30")
    return points


def check_ladder(rungs: list[Rung], game: AnyGame) -> None:
    """Raise BadInput unless every opponent is a built-in player of both sides, and named once."""
    for number, rung in enumerate(rungs):
        is_known = rung.player != "human" and all(
            is_player_name(game, side, rung.player) for side in game.sides
        )
        if not is_known or rung.player in [other.player for other in rungs[:number]]:
            raise BadInput(
                f"{quoted(rung.player)} is no opponent of the ladder: "
                "expected different players of both sides, e.g. level-1, greedy or random"
            )


def settings_text(settings: KitSettings) -> str:
    """Return the text of a settings file."""
    lines = ["# How this kit grades submissions. Edit it and upload the kit again.", "", "[grading]"]
    for name, field in FIELDS.items():
        lines += [f"# {field.text}", f"{name} = {_text(getattr(settings, name))}".rstrip()]
    lines += ["", "# Opponents, and the points for winning all games against each.", "[ladder]"]
    lines += [f"{rung.player} = {_text(rung.points)}" for rung in settings.ladder]
    return "\n".join([*lines, ""])


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def read_settings(path: Path, load: Callable[[str], AnyGame]) -> KitSettings:
    """Read a settings file; `load` returns the game with a name. Raise BadInput or OSError."""
    parser = ConfigParser(interpolation=None, comment_prefixes=("#", ";"), delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign] # names of players keep their case
    try:
        parser.read_string(path.read_text(encoding="utf-8-sig"))
        found, ladder = dict(parser["grading"]), dict(parser["ladder"])
    except (SettingsError, KeyError, UnicodeError) as problem:
        reason = " ".join(str(problem).split())
        raise BadInput(f"{path.name}: expected the sections [grading] and [ladder]: {reason}") from None
    if unknown := found.keys() - FIELDS.keys():
        raise BadInput(f"{path.name}: {quoted(min(unknown))} is no setting: expected {', '.join(FIELDS)}")
    values = {name: _read_value(name, text, path.name) for name, text in found.items()}
    if "game" not in values:
        raise BadInput(f"{path.name}: expected the setting game")
    rungs = [Rung(name, _read_number(name, text, path.name)) for name, text in ladder.items()]
    check_ladder(rungs, load(values["game"]))
    return KitSettings(ladder=tuple(rungs), **values)


def _read_value(name: str, text: str, file: str) -> Any:
    """Return the value of a setting. Raise BadInput."""
    field = FIELDS[name]
    if name in CHOICES and text not in CHOICES[name]:
        raise BadInput(f"{file}: {name} = {text}: expected {' or '.join(CHOICES[name])}")
    if field.read is str:
        return text
    return _read_number(name, text, file, field)


def _read_number(name: str, text: str, file: str, field: Field = FIELDS["check_points"]) -> Any:
    try:
        value = field.read(text)
    except ValueError:
        value = None
    if value is None or not field.least <= value <= field.most:
        kind = "a whole number" if field.read is int else "a number"
        wanted = f"expected {kind} from {field.least:g} to {field.most:g}"
        raise BadInput(f"{file}: {name} = {text}: {wanted}")
    return value
