"""The report of a proof for people, programs and files: the winner, the certificate, the strategy."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat import board_view, evaluation
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import CertificateSolver, make_solver, winning_side
from common.games.circle_the_cat.strategy import Strategy, StrategyAnswers, StrategyFinder
from common.rules.bits import cells_of
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput, quoted
from common.search.limit import Limit
from common.search.results import Question, Solution, guess_line
from common.search.score import Scorer
from common.search.solver import ProvenBounds
from common.search.strategy import read_strategy, replay_strategy, write_strategy

if TYPE_CHECKING:
    from game import Position

    Lists = tuple[tuple[int, int], list[tuple[int, int]], list[tuple[int, int]]]

HEADER = ("cat", "blocks", "exits")  # keys of the start in the header of a strategy file


def find_strategy(start: Position, solver: CertificateSolver) -> Strategy | None:
    """Return the winner's answers to every reply; None if the solver reaches its limit.

    The catcher is to move.
    """
    return StrategyFinder(solver, start.exits & start.free).find(start.cat, start.free)


def solution(start: Position, question: Question, lists: Lists, score: Scorer) -> Solution:
    """Answer a question about a start, catcher to move, and write the strategy file if one is wanted.

    `lists` are CAT, BLOCKS and EXITS for its header. If nothing is proven, `score` makes the score of a
    guess. Raise BadInput if the strategy is not found in time, and OSError if it cannot be written.
    """
    with question.progress(question.limit.seconds) as say:
        solver = make_solver(start, question.threads)
        solver.set_deadline(question.deadline())
        began = time.monotonic()
        say("proving who wins")
        solver.on_wait = lambda: say(f"{solver.nodes:,} positions")
        found = solver.prove_block(start.cat, start.free)
        needs = [] if found.wins is None else _cells(solver.certificate())
        if found.wins is not None:
            question.on_proven(
                1 if found.wins else -1, "this holds even without any block" if not needs else ""
            )
        strategy = find_strategy(start, solver) if question.strategy else None
        seconds = time.monotonic() - began
        marks = _marks(start, found, solver) if question.moves else {}
    side = winning_side(found, start.turn)
    move = start.text(_move(start, found))
    if question.strategy:
        header = {**dict(zip(HEADER, lists, strict=True)), "winner": side}
        _write(header, strategy, question.strategy, question.limit)
    facts: dict[str, Any] = {"winner": side, "proven": side is not None, "move": move, "needs": needs}
    facts |= {"positions": solver.nodes, "seconds": round(seconds, 3)}
    took = f"Proof: {solver.nodes} positions, {seconds:.2f} s"
    if side is None:
        lines = [guess_line(evaluation.unproven_insight(start, score).score), f"Best: {move}"]
    else:
        lines = _lines(found, needs, move)
    show_board = partial(board_view.show, start, results=marks) if marks else None
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


def _write(header: Mapping[str, Any], strategy: Strategy | None, path: Path, limit: Limit) -> None:
    """Write a strategy to a file, with its start in the first line.

    Raise BadInput if there is none, and OSError if it cannot be written.
    """
    if not strategy:
        name, seconds = quoted(str(path)), limit.seconds or inf
        raise BadInput(f"--strategy {name}: not finished within {seconds:g} s: raise --seconds")
    write_strategy(path, {**header, "entries": len(strategy.entries)}, strategy.text().encode())


def check_file(path: Path, read: Callable[..., Position]) -> str:
    """Replay a strategy file against every reply, by the rules alone, and return a confirmation.

    `read` makes the start from CAT, BLOCKS and EXITS. Raise BadInput if the file or its strategy is wrong,
    and OSError if it cannot be read.
    """
    try:
        header, entries = read_strategy(path)
        lines = entries.decode(errors="replace").splitlines()
        start, side = read(*(str(header[name]) for name in HEADER)), header["winner"]
        strategy = Strategy.read(("cat", "catcher").index(side) == 0, lines)
    except MALFORMED_FILE_ERRORS:
        first = quoted(path.read_text(encoding="utf-8", errors="replace").partition("\n")[0])
        raise BadInput(f"{path}: {first}: expected a file written by `solve --strategy`") from None
    check(start, strategy)
    return f"Correct: the {side} wins; {len(lines)} entries answer every reply"


def check(start: Position, strategy: Strategy) -> None:
    """Replay a strategy against every reply, by the rules alone. Raise BadInput if it does not win."""
    side = "cat" if strategy.cat_wins else "catcher"
    answers = StrategyAnswers(strategy, start)
    replay_strategy(answers.first_position(), side, answers, lambda outcome: outcome.winner == side)
