"""The report of a proof for people and programs: the winner, and the cells that the proof depends on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat import board_view, evaluation
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import CertificateSolver, make_solver, winning_side
from common.rules.bits import cells_of
from common.search.prover import ProvenBounds
from common.search.results import Question, Solution, guess_line
from common.search.score import Scorer

if TYPE_CHECKING:
    from game import Position


def solution(start: Position, question: Question, score: Scorer) -> Solution:
    """Answer a question about a start, catcher to move.

    If nothing is proven, `score` makes the score of a guess.
    """
    with question.progress(question.limit.seconds) as say:
        solver = make_solver(start)
        solver.set_deadline(question.deadline())
        began = time.monotonic()
        say("proving who wins")
        solver.kernels.watch.on_poll = lambda: say(f"{solver.nodes:,} positions")
        found = solver.prove_block(start.cat, start.free)
        needs = [] if found.wins is None else _cells(solver.certificate())
        if found.wins is not None:
            question.on_proven(
                1 if found.wins else -1, "this holds even without any block" if not needs else ""
            )
        seconds = time.monotonic() - began
        marks = _marks(start, found, solver) if question.moves else {}
    side = winning_side(found, start.turn)
    move = start.text(_move(start, found))
    facts: dict[str, Any] = {"winner": side, "proven": side is not None, "move": move, "needs": needs}
    facts |= {"positions": solver.nodes, "seconds": round(seconds, 3)}
    took = f"Proof: {solver.nodes} positions, {seconds:.2f} s"
    if side is None:
        lines = [guess_line(evaluation.unproven_insight(start, score).score), f"Best: {move}"]
    else:
        lines = _lines(found, needs, move)
    show_board = partial(board_view.CatLook().show, start, results=marks) if marks else None
    return Solution(lines, [facts], [took], show_board)


def _cells(cells: int) -> list[tuple[int, int]]:
    """Return the (row, column) pairs of a set of cells."""
    return [divmod(cell, BOARD.columns) for cell in cells_of(cells)]


def _move(start: Position, found: ProvenBounds) -> int:
    """Return the block that wins, or best-first search's block if none is known."""
    return found.move if found.wins and found.move is not None else best_first(start)


def _lines(found: ProvenBounds, needs: Sequence[object], move: str) -> list[str]:
    if found.wins:
        return [f"Depends on: {len(needs)} of the blocks", f"Best: {move}"]
    return [
        f"Depends on: {len(needs)} free cells",
        f"Best: every block loses; {move} by best-first search",
    ]


def _marks(start: Position, found: ProvenBounds, solver: CertificateSolver) -> dict[int, bool | None]:
    """Return for each block whether the catcher still wins; None if that is not proven in time."""
    if found.wins is False:
        return dict.fromkeys(start.moves(), False)
    return {block: solver.block_wins(start.cat, start.free, block) for block in start.moves()}
