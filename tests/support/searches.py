"""A search and a proof in machine code for each game, one line each: python -m tests.support.searches

It needs no package but Numba, so that other Python environments can run it.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import catsdogs
import duel7
import walls
from common.games.cats_and_dogs.win_prover import WinProver
from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.solver import CertificateSolver
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.kernels.deadline import UNLIMITED_NODES, Deadline
from common.kernels.kernel import State
from common.kernels.linked_kernels import LinkedKernels
from common.search.alpha_beta import INFINITE
from common.search.compiled_game import CompiledGame
from tests.support.cat_starts import set_start

LIMIT = Deadline.from_limit((None, 100_000, None))  # limit of each proof
ENDING = "d....../......./....C../d.dC.../d.....C/...dC../..C...."  # a Cats & Dogs position; the cats win
LATE = "X b2 c1 e2 O a1 c7 f5"  # a position of the sliding duel with 6 moves left
BOARD = 0b0110010100110, 0b1001001011001 << 12  # a position of squirrels.py: the squares of both sides


def search_line(linked: CompiledGame[Any], state: State, depth: int) -> str:
    """Search to a depth; return score and nodes as text."""
    kernels = linked.instance()
    memory, table = kernels.memory(linked.fields), kernels.memory(linked.table_fields)
    memory.budget, table.mask = UNLIMITED_NODES, (1 << 16) - 1
    score = int(kernels.search(memory, table, state, depth, -INFINITE, INFINITE, 0))
    return f"search {score}, {memory.nodes} nodes"


def duel() -> tuple[LinkedKernels, str]:
    """Search the sliding duel, once to its end, which is a proof."""
    linked = duel7.GAME.search.compiled()
    start = linked.state(duel7.random_start((6, 6), 40, 1))
    end = search_line(linked, (*duel7.read_place(LATE), 6), 6)
    return linked, f"{search_line(linked, start, 8)}; to the end: {end}"


def hunt() -> tuple[LinkedKernels, str]:
    """Search Cats & Dogs, and prove an endgame."""
    linked = catsdogs.GAME.search.compiled()
    decider = WinProver(linked.instance(), linked.fields, 1 << 12)
    found = decider.prove(linked.state(catsdogs.read_position(ENDING)), 1, LIMIT)
    return linked, f"{search_line(linked, linked.state(catsdogs.START), 8)}; {found}"


def walkers() -> tuple[LinkedKernels, str]:
    """Search Walls, and prove a bound on the final lead after some random moves."""
    linked, chance, position = walls.GAME.search.compiled(5), random.Random(2), walls.start(5)
    start = state_of(position)
    for _ in range(16):
        position = position.play(chance.choice(position.moves()))
    found = LeadProver(linked.instance(), linked.fields).prove(state_of(position), 5, LIMIT)
    return linked, f"{search_line(linked, start, 14)}; {found}"


def wide_walkers() -> tuple[LinkedKernels, str]:
    """Search Walls on 9x9, whose sets take two words."""
    linked = walls.GAME.search.compiled(9)
    return linked, search_line(linked, state_of(walls.start(9)), 12)


def war() -> tuple[LinkedKernels, str]:
    """Prove the exact value of a squirrels.py position."""
    solver = ExactSolver(EXACT_KERNELS.instance(), tuple(range(1, 26)), 0.001)
    return EXACT_KERNELS, f"{solver.bounds(BOARD)}, {solver.nodes} nodes"


def circle() -> tuple[LinkedKernels, str]:
    """Prove the winner of a start position of Circle the Cat."""
    start = set_start("R15", 1)
    solver = CertificateSolver(CERTIFICATES.instance(), start.exits)
    solver.set_deadline(LIMIT)
    return CERTIFICATES, f"{solver.prove_block(start.cat, start.free)}, {solver.nodes} nodes"


def main() -> None:
    """Print the results; print the seconds to stderr."""
    for ask in (circle, war, duel, hunt, walkers, wide_walkers):
        began = time.monotonic()
        linked, found = ask()
        print(f"{linked.name}: {'machine code' if linked.instance().compiled else 'plain Python'}, {found}")
        print(f"{linked.name} {time.monotonic() - began:.2f} s", file=sys.stderr)
    print("imported:", *(name for name in ("numba", "numpy") if sys.modules.get(name)))


if __name__ == "__main__":
    main()
