"""The exact value of the start of a game of two walkers: of a small board by its whole graph, of a larger one by two proofs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from common.kernels.linking import Kernels, State
from common.record.whole_files import write_whole
from common.search import exhaustive
from common.search.findings import Question, Solution
from common.search.opening_book import Strategy
from common.search.walkers.claims import Claim, answer_claims, best_move
from common.search.walkers.claims import strategy as strategy_of
from common.search.walkers.target_search import NO, STOPPED, YES, unmirrored

ANSWERS = {YES: "yes, proven", NO: "no, proven", STOPPED: "not known yet"}
CLAIM_PLACES = 14_000_000  # 0.9 GB of table for each claim
PATIENCE = 1_000_000  # positions that an engine looks at in a fraction of its usual time


class Values(NamedTuple):
    """The difference in marks for the side to move, after each move, and how many positions there are from here on."""

    value: int
    moves: dict[str, int]
    positions: int


def exact_values(kernels: Kernels, position: Any, state: Callable[[Any], State]) -> Values:
    """Look at every position of a small board."""
    memory = kernels.memory(exhaustive.FIELDS)

    def value_of(at: Any) -> int:
        value = int(kernels.value_of(memory, state(at)))
        return value if at.turn == position.turn else -value

    value = value_of(position)
    after = {position.text(move): value_of(position.play(move)) for move in (() if position.outcome() else position.moves())}
    return Values(value, after, int(memory.count))


def by_whole_graph(kernels: Kernels, starts: Sequence[Any], state: Callable[[Any], State], other: Mapping[str, str]) -> Solution:
    """What every starter wins by."""
    lines, facts, took = list[str](), list[dict[str, Any]](), list[str]()
    for start in starts:
        began, side = time.monotonic(), start.turn
        value, after, count = exact_values(kernels, start, state)
        winner = f"{side} wins by {value}" if value > 0 else f"{other[side]} wins by {-value}" if value else "a draw"
        lines += [f"{side} starts: {winner}, proven", ", ".join(f"{move} {worth:+}" for move, worth in after.items())]
        facts.append({"starter": side, "value": value, "moves": after, "positions": count, "proven": True})
        took.append(f"{count} positions, {time.monotonic() - began:.1f} s")
    return Solution(lines, facts, took)


def by_claims(claims: Sequence[Claim], about: str, moves: Sequence[str], question: Question) -> Solution:
    """Prove that who starts wins by 1 and not by 2; how far that has come by the limit. Raises BadInput or OSError."""
    answer_claims(claims, about, question.limit.seconds, question.proofs, question.watch)
    known = [claim.answer for claim in claims] == [YES, NO]
    best = moves[best_move(claims[0])] if known else None
    lines = [f"The starter wins by {claim.target} or more: {ANSWERS[claim.answer]}" for claim in claims]
    if known:
        lines += ["A starts: A wins by 1, proven", "B starts: B wins by 1, proven", f"Best: {best}"]
    answers = {str(claim.target): ANSWERS[claim.answer] for claim in claims}
    took = [f"{int(claim.memory.nodes)} positions, {claim.seconds:.1f} s" for claim in claims]
    return Solution(lines, [{"starter wins by or more": answers, "value": 1 if known else None, "move": best}], took)


def write_moves(claims: Sequence[Claim], key_of: Callable[[State], tuple[int, bool]], question: Question) -> None:
    """Write the moves of who starts, and of the other, up to where a search of the engine's proves the rest. Raises OSError."""
    if question.strategy is None or STOPPED in [claim.answer for claim in claims]:
        return
    found: dict[int, int] = {}
    for claim in reversed(claims):  # where both have a move, that of the winner
        for state, move in strategy_of(claim, PATIENCE):
            key, mirrored = key_of(state)
            found[key] = unmirrored(move, mirrored)
    write_whole(question.strategy, Strategy(found.items()).packed())
