"""Evaluation of a position: the proven winner, and the game that best-first search would play."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.containment import Enclosure
from common.games.circle_the_cat.distances import DISTANCES, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.play.players import PlayerSettings
from common.rules.position import Outcome
from common.search.limit import Level, Limit
from common.search.results import Insight
from common.search.score import Scorer

if TYPE_CHECKING:
    from game import Position

MAX_POINTS = 100.0  # points of a win in one move; a win in n moves has 1/n of them
MIN_POINTS = 1.0  # points of a win of unknown length


def cat_moves(outcome: Outcome, plies: int) -> float:
    """Return the cat's score of a game: 121 - plies / 2 for an escape, plies / 2 for a capture.

    So an early escape or a late capture is better.
    """
    return BOARD.size - plies / 2 if outcome.winner == "cat" else plies / 2


@cache
def _best_first_move(position: Position, nodes: int | None) -> int:
    """Return the cached move of best-first search, because games played on often meet."""
    return best_first(position, Level(Limit(nodes=nodes)))


def winner_by_distances(position: Position) -> str | None:
    """Return the winner of a position that is not over, if two-distances prove it, else None.

    The cat wins with two open exits at once, the catcher by an enclosure.
    """
    enclosure = Enclosure(DISTANCES.plain, position.exits)
    two_distances = Measures(DISTANCES.plain, position.exits).distances(position.free, 2)
    cells = position.moves() if position.turn == "cat" else [position.cat]
    if min(two_distances[cell] for cell in cells) <= 1:
        return "cat"
    return "catcher" if all(enclosure.holds(cell, position.free) for cell in cells) else None


def insight(position: Position, settings: PlayerSettings, score: Scorer) -> Insight:
    """Return the proven winner, else the winner if both sides go on by best-first search.

    The line is such a game, after a proven winning move if there is one. Sooner wins score higher. The
    settings limit all work.
    """
    deadline = settings.deadline()
    return _insight_by_playing_on(position, deadline, score, *prove_winner(position, deadline))


def unproven_insight(position: Position, score: Scorer) -> Insight:
    """Return the winner if both sides go on by best-first search, as an unproven insight without limits."""
    return _insight_by_playing_on(position, NO_DEADLINE, score)


def prove_winner(position: Position, deadline: Deadline) -> tuple[str | None, int | None]:
    """Return the winner proven within part of the deadline, and a move that keeps a win.

    Either is None if unknown. The move is also None if the side to move loses. Without a limit of time or
    nodes only `winner_by_distances` is asked.
    """
    found: tuple[str | None, int | None] = (None, None)
    if deadline.is_timed or deadline.nodes:
        from common.games.circle_the_cat import solver

        found = solver.proven_best(position, deadline.part(solver.PROOF_PART))
    return found if found[0] else (winner_by_distances(position), None)


def play_on(position: Position, deadline: Deadline) -> tuple[tuple[str, ...], Outcome | None]:
    """Play on by best-first search; return the moves as text, and the outcome.

    The outcome is None if the game is not over. The deadline's depth limits the plies, its time ends the
    game, and its nodes limit each move.
    """
    line = list[str]()
    while len(line) != deadline.depth and not (position.outcome() or (line and deadline.expired)):
        move = _best_first_move(position, deadline.nodes)
        line.append(position.text(move))
        position = position.play(move)
    return tuple(line), position.outcome()


def _insight_by_playing_on(
    position: Position,
    deadline: Deadline,
    score: Scorer,
    proven: str | None = None,
    move: int | None = None,
) -> Insight:
    """Return the insight of a game that goes on by best-first search, after `move` if one is given."""
    after = position if move is None else position.play(move)
    line, outcome = play_on(after, deadline)
    line = line if move is None else (position.text(move), *line)
    winner = proven or (outcome.winner if outcome else None)
    if winner is None:
        words = "no winner within the engine's search"
        return Insight(score(position, position.turn, None, words), line, len(line))
    moves = len(line[winner != position.turn :: 2])
    seen = outcome and outcome.winner == winner
    words = f"{winner} wins"
    if seen:
        words = (
            f"{winner} wins in {moves} move if both play like the engine"
            if moves == 1
            else f"{winner} wins in {moves} moves if both play like the engine"
        )
    points = round(MAX_POINTS / moves, 2) if seen else MIN_POINTS
    value = points if winner == position.turn else -points
    return Insight(score(position, position.turn, value, words, bool(proven)), line, len(line))
