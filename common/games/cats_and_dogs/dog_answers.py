"""The dogs' answers to every capture, and their check on the readable rules.

Answers come from a proof by jobs. Below its solved positions, a solver finds them again. The check trusts
neither: it plays every capture by the rules of the script, until three cats stand in line.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.proof_job import Linked
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.proof_tree import ProofTree
from common.games.cats_and_dogs.symmetry import CHANGES, State, canonical, image
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.timers import MAX_INLINE_NODES
from common.rules.errors import BadInput
from common.rules.position import Outcome
from common.rules.square_grid import Step
from common.search.strategy import replay_strategy

if TYPE_CHECKING:
    from catsdogs import Position

Answer = Callable[[State], State | None]  # from the dogs' turn to the position after it, both canonical


def steps_to(position: Position, goal: State) -> list[Step]:
    """Return the dogs' single moves from a position of theirs to one that equals `goal`; none if none do."""
    goals = {image(goal[1], at) for at in range(len(CHANGES)) if image(goal[0], at) == position.cats}
    if position.step == 2:
        return next(([move] for move in position.moves() if position.play(move).dogs in goals), [])
    for move in position.moves():
        after = position.play(move)
        is_near = any((after.dogs ^ dogs).bit_count() == 2 for dogs in goals)
        if is_near and not after.outcome() and (rest := steps_to(after, goal)):
            return [move, *rest]
    return []


class DogStrategy:
    """The dogs' answers, played by single moves from position to position."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._second: dict[Position, Step] = {}  # of turns that have begun

    def move(self, position: Position) -> Step | None:
        """Return the dogs' next single move, or None without an answer."""
        if position in self._second:
            return self._second[position]
        goal = self._answer(canonical(position))
        steps = steps_to(position, goal) if goal else []
        if len(steps) == 2:
            self._second[position.play(steps[0])] = steps[1]
        return steps[0] if steps else None

    def position_after(self, position: Position, move: Step) -> Position:
        """Return the position after a move; except in the middle of a turn its canonical image."""
        after = position.play(move)
        if after.step == 2:
            return after
        cats, dogs, _step = canonical(after)
        return after._replace(cats=cats, dogs=dogs)


class BookAnswers:
    """The answers of a book: any reply to a stored position with the cats to move, which they lose."""

    def __init__(self, book: Container[State], moves: ProofMoves) -> None:
        self._book, self._moves = book, moves

    def __call__(self, state: State) -> State | None:
        """Return the most promising stored position after a reply, or None if there is none."""
        return next((after for after in self._moves.replies(state) if after in self._book), None)


class ProvenAnswers:
    """The answers of a proof's tree, and below its solved positions those of a solver."""

    def __init__(self, tree: ProofTree, linked: Linked, buckets: int) -> None:
        self._tree, self._play = tree, linked.fast.play
        self._prover = WinProver(linked.fast, linked.fields, buckets)

    def __call__(self, state: State) -> State | None:
        """Return the position after the dogs' proven reply, or None if no reply wins."""
        if (stored := self._tree.proven_reply(state)) is not None:
            return stored
        if not (self._wins(state, Deadline(nodes=MAX_INLINE_NODES)) or self._wins(state, NO_DEADLINE)):
            return None
        cats, dogs, step = self._play(state, self._prover.move)
        return canonical((int(cats), int(dogs), int(step)))

    def _wins(self, state: State, deadline: Deadline) -> bool:
        """Return True if the dogs provably win. With few nodes that takes no thread of its own."""
        self._prover.set_deadline(deadline)
        return self._prover.prove_winner(state).wins is True


def is_dogs_win(outcome: Outcome) -> bool:
    """Return True if the dogs have won."""
    return outcome.winner == "dog"


def check_dogs_win(start: Position, strategy: DogStrategy) -> int:
    """Play the dogs' strategy against every capture; return the number of different positions.

    Raise BadInput if a move is illegal, an answer is missing, or the cats win.
    """
    positions, ends = replay_strategy(start, "dog", strategy, is_dogs_win)
    if ends:
        raise BadInput(f"the dogs have no answer: {ends[0]}")
    return positions
