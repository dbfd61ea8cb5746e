"""The names of a game: how many it may fill in, and which ones a single game fills in."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from typing import Any

from common.play.game import Game
from tests.support.games import SCRIPTS, module_of

MOST = 88  # names that a game may fill in
SINGLE = {
    "adviser": "Circle the Cat: hints prove what they can, whatever limits the players have",
    "aliases": "Walls: its assignment calls the engine AA",
    "announcement": "Walls: its assignment counts the games of a match",
    "play_forced_moves": "Cats & Dogs: dogs that cannot move pass before the first move, too",
    "book": "Walls: the moves of N = 5 are stored",
    "can_move": "Walls: a stalled player has moves, and may make none",
    "check_players": "squirrels: perfect play needs values that fit its table",
    "command": "Circle the Cat: game.py is no name for an installed command",
    "counted": "Walls: bricks are counted also after a forfeit",
    "files_of": "Circle the Cat: its assignment wants game.gif without an option",
    "lasting": "Walls: the proofs of a whole board take as long as they take",
    "players_from_options": "duel: --player names both players",
    "program": "squirrels: programs of the course answer files",
    "protocol": "Circle the Cat: the course's programs get three words and no side",
    "read_saved": "squirrels: one word names a file, which no record may",
    "show_marks": "Circle the Cat: solve --cells marks cells",
    "show_move": "Walls: a try that fails is shown",
    "size": "Walls: a match has boards of any size",
    "starts": "Walls: a match is two games",
    "total": "Walls: points of a match are added up",
}


def described(cls: type) -> Iterator[str]:
    """The public names of a class that another may fill in: those that are not final."""
    (body,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(body, ast.ClassDef)
    for node in body.body:
        if isinstance(node, ast.FunctionDef):
            if not any(isinstance(mark, ast.Name) and mark.id == "final" for mark in node.decorator_list):
                yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def fillable() -> set[str]:
    classes = [cls for cls in Game.__mro__ if cls.__module__.startswith("common.")]
    names = {name for cls in classes for name in described(cls)}
    return {name for name in names if not name.startswith("_")}


def filled_in() -> Counter[str]:
    """How many of the five games fill in a name, in their class or in its objects."""
    found = Counter[str]()
    for script in SCRIPTS:
        game: Any = module_of(script).GAME
        found.update({*vars(type(game)), *vars(game)})
    return found


def test_names_to_fill_in_are_few() -> None:
    assert len(fillable()) <= MOST


def test_names_of_one_game_have_reasons() -> None:
    counts = filled_in()
    assert {name for name in fillable() if counts[name] == 1} == set(SINGLE)
