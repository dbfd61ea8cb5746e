"""The moves of the game for a proof by jobs, by the kernels, and an estimate of the work of a proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from common.games.cats_and_dogs.symmetry import State, canonical
from common.kernels.kernel import Kernels
from common.rules.square_grid import NO_STEP
from common.search.alpha_beta import NOT_OVER

# Least squares over the solved positions of 14 games of the engine (docs/cats-and-dogs.md).
DOUBLINGS_PER_DOG = 0.65
DOUBLINGS_PER_CAPTURE = 1.64
DOUBLINGS = -13.4


class ProofMoves:
    """The moves from canonical states to canonical states."""

    def __init__(self, kernels: Kernels, fields: Mapping[str, int]) -> None:
        self._kernels, self._memory = kernels, kernels.memory(fields)

    def winner(self, state: State) -> str | None:
        """Return the winner of a finished game, "dog" if the cats have no safe capture, or else None."""
        score = int(self._kernels.end_score(self._memory, state, 1))
        if score == NOT_OVER:
            return None
        return "dog" if (score > 0) == (state[2] > 0) else "cat"

    def captures(self, state: State) -> list[State]:
        """Return the distinct positions after each capture."""
        return list(dict.fromkeys(canonical(after) for _, after in self.turns(state)))

    def replies(self, state: State) -> list[State]:
        """Return the distinct positions after each turn of the dogs, those of the least work first."""
        found = {after[:2]: after for _, after in self.turns(state)}
        ordered = sorted(found.values(), key=lambda after: (self.work(after), after))
        return list(dict.fromkeys(map(canonical, ordered)))

    def turns(self, state: State) -> Iterator[tuple[int, State]]:
        """Yield every move of the side to move, as the kernels number it, and the state after it."""
        move = int(self._kernels.next_move(self._memory, state, NO_STEP, 0))
        while move != NO_STEP:
            cats, dogs, step = self._kernels.play(state, move)
            yield move, (int(cats), int(dogs), int(step))
            move = int(self._kernels.next_move(self._memory, state, move, 0))

    def work(self, state: State) -> float:
        """Estimate how many moves a solver looks at to prove a position that is not over."""
        captures = int(self._kernels.count_safe_captures(state[0], state[1]))
        dogs = state[1].bit_count()
        return float(2 ** (DOUBLINGS + DOUBLINGS_PER_DOG * dogs + DOUBLINGS_PER_CAPTURE * captures))
