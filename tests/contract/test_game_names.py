"""Count the names that a game may override, and list those that only one game overrides."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from typing import Any

from common.play.game import Game, Look, Notation, Phrases, Players, Search, Starts
from tests.support.games import SCRIPTS, module_of

MOST = 63  # names that a game may override
PARTS = {"starts": Starts, "notation": Notation, "phrases": Phrases, "look": Look, "players": Players}
PARTS |= {"search": Search}
SINGLE = {
    "command": "Circle the Cat: game.py is no name for an installed command",
    "phrases.page_sentence": "duel: the assignment says Computer, pages X and O",
    "players.default": "duel: the assignment's human is player 1 or 2",
    "players.from_options": "duel: --player names both players",
    "players.lines_to_type": "squirrels: its programs read a file that has to be written first",
    "players.one_shot_program": "squirrels: programs of the course answer files",
    "players.protocol_words": "Circle the Cat: the course's programs get three words and no side",
    "search.evaluate": "squirrels: its analysis by nodes needs no kernels",
    "search.size": "Walls: a match has boards of any size",
    "series": "Walls: a match is two games, for points",
    "starts.files": "Circle the Cat: its assignment wants game.gif without an option",
}


def overridable_names(cls: type) -> Iterator[str]:
    """Yield the public names of a part that games may override: not final, and with a default."""
    (body,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(body, ast.ClassDef)
    for node in body.body:
        if isinstance(node, ast.FunctionDef):
            if not any(isinstance(mark, ast.Name) and mark.id == "final" for mark in node.decorator_list):
                yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id


def overridable() -> set[str]:
    """Return the parameters of `Game`, and the names of its parts as `part.name`."""
    parameters = set(inspect.signature(Game).parameters)
    names = {
        f"{part}.{name}" for part, cls in PARTS.items() for name in overridable_names(cls) if name[0] != "_"
    }
    return parameters | names


def overridden() -> Counter[str]:
    """Count for each name how many of the five games override it."""
    found = Counter[str]()
    for script in SCRIPTS:
        module = module_of(script)
        calls = [
            node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Call)
        ]
        (call,) = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Game"]
        found.update({str(keyword.arg) for keyword in call.keywords})
        found.update(own_names(module.GAME))
    return found


def own_names(game: Any) -> set[str]:
    """Return the names that a game's own parts override, in a class or in an object."""
    names = set()
    for part, base in PARTS.items():
        own = getattr(game, part)
        classes = [cls for cls in type(own).__mro__ if issubclass(cls, base) and cls is not base]
        names |= {f"{part}.{name}" for cls in classes for name in vars(cls)}
    return names


def test_overridable_names_are_at_most_63() -> None:
    assert len(overridable()) <= MOST


def test_names_overridden_by_one_game_have_reasons() -> None:
    counts = overridden()
    assert len(SINGLE) <= 11
    assert {name for name in overridable() if counts[name] == 1} == set(SINGLE)
