"""Answers of the engine and the solver about a position: the best move, and who wins."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from common.play.api.positions import check_limit, check_playable
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.position import P
from common.search.limit import Limit, choose_limit
from common.search.results import Question
from common.search.score import Score


class BestMove(NamedTuple):
    """A move, as in `position.moves()`, and its score for the side to move."""

    move: Any
    score: Score


class SolveResult(NamedTuple):
    """The result of `solve`.

    `proof` is "exact value" or "proven win" if the result is proven, else "not proven". `winner` is the side
    that wins with best play, None for a proven draw or without a proof. `move` is the best move found, None
    if there is none, and `line` the principal variation as texts. `text` says everything in words.
    """

    proof: str
    winner: str | None
    move: Any
    line: tuple[str, ...]
    text: str


def best_move(game: Game[P], position: P, limit: Limit) -> BestMove:
    """Return the first move of the engine's analysis, and its score. Raise BadInput."""
    check_playable(game, position)
    check_limit(game, "analyse", limit)
    level = choose_limit(limit, game.analysis_limit)
    settings = PlayerSettings(level, shows_progress=False)
    insight = game.insight(position, settings)
    return BestMove(position.read_move(insight.line[0]), insight.score)


class _Winner:
    """Keeps the first sign of a proven score, as `solve` reports it."""

    score: int | None = None

    def __call__(self, score: int, more: str = "") -> None:
        if self.score is None:
            self.score = score


def solve(game: Game[P], position: P, limit: Limit) -> SolveResult:
    """Return the winner and the best move of a position, as far as they are proven. Raise BadInput."""
    check_playable(game, position)
    if limit.seconds == inf:
        limit = Limit()
    question = Question(choose_limit(limit, limit).limit, on_proven=(proven := _Winner()))
    found = game.search.solve(position, question)
    sides = {1: position.turn, -1: game.other(position.turn)}
    sign = proven.score and (1 if proven.score > 0 else -1)
    facts = found.facts[0] if found.facts else {}
    move = facts.get("move")
    return SolveResult(
        "not proven" if sign is None else "exact value" if found.has_exact_value else "proven win",
        sides.get(sign or 0),
        None if move is None else position.read_move(move),
        tuple(facts.get("line", [move] if move else [])),
        "\n".join(map(str, found.lines)),
    )
