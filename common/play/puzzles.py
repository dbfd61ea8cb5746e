"""Puzzles: positions with one best move, stored with the refutations of all other moves.

A file has one puzzle a line, as JSON. A value is a result for the side to move: 1 for a win, 0 for a draw,
-1 for a loss. In an `exact` puzzle it is the final lead, negative if the side to move ends behind.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from common.play.game import Game
from common.rules.errors import BadInput

FOLDER = Path(__file__).with_name("stored_puzzles")  # a file for each game
DIFFICULTIES = (1, 2, 3)


class Refutation(NamedTuple):
    """The answers to one or several wrong moves, and the value that the opponent then proves.

    `replies` holds the single moves of the opponent's answer, none if the wrong move ends the game. `moves`
    holds the wrong moves; none means all that no other refutation names.
    """

    replies: tuple[str, ...]
    value: int
    moves: tuple[str, ...] = ()


class Puzzle(NamedTuple):
    """A position, the only move that proves `value`, and the refutations of all other moves.

    `words` is the position as the notation writes it. `plies` is the number of single moves of both sides
    until the proof ends the game, or 0 if unknown. `difficulty` is 1 (easy) to 3 (hard), or 0 if not rated.
    """

    words: tuple[str, ...]
    best: str
    value: int
    plies: int
    refutations: tuple[Refutation, ...]
    exact: bool = False
    difficulty: int = 0

    def refutation(self, move: str) -> Refutation:
        """Return the refutation of a wrong move."""
        named = (each for each in self.refutations if move in each.moves)
        return next(named, next((each for each in self.refutations if not each.moves), self.refutations[0]))

    def line(self) -> str:
        """Return the puzzle as a line of JSON."""
        return json.dumps(self._asdict(), separators=(",", ":"), ensure_ascii=False)


def read_puzzle(line: str) -> Puzzle:
    """Read a puzzle from a line of JSON, as `Puzzle.line` writes it."""
    facts = json.loads(line)
    refutations = (
        Refutation(tuple(replies), value, tuple(moves)) for replies, value, moves in facts["refutations"]
    )
    return Puzzle(**facts | {"words": tuple(facts["words"]), "refutations": tuple(refutations)})


def puzzle_file(game: Game[Any]) -> Path:
    """Return the file with the puzzles of a game, which may not exist."""
    return FOLDER / f"{game.name}.jsonl"


def stored_puzzles(game: Game[Any]) -> list[Puzzle]:
    """Return the puzzles of a game, none if there is no file."""
    file = puzzle_file(game)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [read_puzzle(line) for line in lines]


def choose_puzzles(game: Game[Any], difficulty: int | None, seed: int) -> list[Puzzle]:
    """Return the stored puzzles of a difficulty, None for all, in random order. Raise BadInput if none."""
    found = [puzzle for puzzle in stored_puzzles(game) if difficulty in (None, puzzle.difficulty)]
    if not found:
        raise BadInput(f"{game.name} has no stored puzzles: use --from FILE, a saved game")
    Random(seed).shuffle(found)
    return found


def share_refutations(wrong: Sequence[tuple[str, tuple[str, ...], int]]) -> tuple[Refutation, ...]:
    """Return the refutations of wrong moves, given as (move, replies, value), in a short form.

    Moves with the same replies and value share a refutation. The one that most moves share comes first and
    leaves their names out.
    """
    shared = dict[tuple[tuple[str, ...], int], list[str]]()
    for move, replies, value in wrong:
        shared.setdefault((replies, value), []).append(move)
    found = [Refutation(replies, value, tuple(moves)) for (replies, value), moves in shared.items()]
    found.sort(key=lambda each: -len(each.moves))
    return (found[0]._replace(moves=()), *found[1:])
