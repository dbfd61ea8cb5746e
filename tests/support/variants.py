"""Linked kernels with some of them replaced, and with perft."""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels
from common.search.alpha_beta import NOT_OVER, WIDTH, generate

play: Any = None  # this and the next placeholder are replaced by the game's kernels
end_score: Any = None


@kernel
def perft(memory: Any, state: Any, depth: int, ply: int) -> Any:
    """Count the move sequences of exactly `depth` plies (1 or more) from a state.

    Games that end earlier do not count. `ply` is 0 at the root.
    """
    if end_score(memory, state, ply) != NOT_OVER:
        return 0
    first = ply * WIDTH
    last = generate(memory, state, ply)
    if depth == 1:
        return last - first
    games = 0
    for at in range(first, last):
        games += perft(memory, play(state, memory.moves[at]), depth - 1, ply + 1)
    return games


def variant(linked: LinkedKernels, **replacements: Any) -> LinkedKernels:
    """Link kernels again, under a name of their own, with some constants or kernels replaced."""
    return _relinked(linked, f"{linked.name}_variant", linked.names | replacements)


def with_perft(linked: LinkedKernels, **replacements: Any) -> LinkedKernels:
    """Link `perft` with the kernels, some constants or kernels replaced."""
    return _relinked(linked, f"{linked.name}_perft", linked.names | {"perft": perft} | replacements)


def _relinked(linked: LinkedKernels, name: str, names: dict[str, Any]) -> LinkedKernels:
    return LinkedKernels(
        name, names, records=linked.records, state_size=linked.state_size, compiles=linked.compiles
    )
