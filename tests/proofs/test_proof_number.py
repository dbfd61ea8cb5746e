"""Proof-number search compared with minimax on random graphs, in place of Cats & Dogs."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from common.games.cats_and_dogs import kernels as catsdogs_kernels
from common.games.cats_and_dogs import proof_number
from common.games.cats_and_dogs.proof_moves import INFINITE_NUMBER
from common.games.cats_and_dogs.proof_number import ANY_TIME, MOST_SUM
from common.games.cats_and_dogs.win_prover import WinProver, table_buckets
from common.kernels.deadline import Deadline
from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels
from common.search import alpha_beta, bucket_table, transposition
from common.search.alpha_beta import NO_MOVE, NOT_OVER, generate
from common.search.transposition import WON
from tests.support.compiled import built

# A GRAPH GAME: moves lead to nodes with higher numbers, of the other side; some end the game

NODES, FAN, LAST = 120, 4, 12
EDGES: tuple[int, ...] = ()
ENDS: tuple[int, ...] = ()  # for the side to move a win is 1, a loss 2; 0 if the game continues
FIELDS = alpha_beta.fields(8) | proof_number.fields(8)
SMALL = 1 << 10  # buckets of a table
LATER = (1, 2, 3, 4, 5, 8)  # last plies


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> int:
    return move + 1 if move + 1 < FAN else NO_MOVE


@kernel
def play(state: Any, move: int) -> Any:
    return EDGES[state[0] * FAN + move], 0, 1 - state[2]


@kernel
def end_score(memory: Any, state: Any, ply: int) -> int:
    end = ENDS[state[0]]
    return NOT_OVER if end == 0 else WON - ply if end == 1 else ply - WON


@kernel
def effort(memory: Any, state: Any, child: Any, ply: int) -> tuple[int, int]:
    return 1, 1


@kernel
def list_all(memory: Any, state: Any, level: int, at: int, ply: int) -> Any:
    return at if level else generate(memory, state, ply)


@kernel
def one_level(state: Any, level: int) -> int:
    return INFINITE_NUMBER if level else 1


@kernel
def list_level(memory: Any, state: Any, level: int, at: int, ply: int) -> int:
    for move in range(FAN):
        is_last = ENDS[EDGES[state[0] * FAN + move]] != 0
        if level == (0 if is_last else 1 + move // 2):
            memory.moves[at] = move
            at += 1
    return at


@kernel
def level_effort(state: Any, level: int) -> int:
    return 2 * level + 1 if 2 * (level - 1) < FAN else INFINITE_NUMBER


ONE_LEVEL = {"list_level": list_all, "level_effort": one_level}
LEVELS = {"list_level": list_level, "level_effort": level_effort}  # the last moves of a game, then two each


class Graph:
    """A random graph game, with minimax as reference."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        late = NODES - LAST
        self.edges = [
            chance.randrange(node + 1, min(node + 14, NODES), 2) for node in range(late) for _ in range(FAN)
        ]
        self.ends = [
            chance.choice((0, 0, 0, 1, 2)) if 4 < node < late else 0 if node < late else chance.choice((1, 2))
            for node in range(NODES)
        ]

    def program(self, levels: dict[str, Any]) -> LinkedKernels:
        """Return the graph's kernels in place of those of Cats & Dogs."""
        game = {"next_move": next_move, "play": play, "end_score": end_score, "effort": effort, **levels}
        game |= {"EDGES": (*self.edges, *[0] * (LAST * FAN)), "ENDS": (*self.ends,)}
        game |= {"FAN": FAN, "WIDTH": 8, "key": catsdogs_kernels.key}
        names = {
            **vars(transposition),
            **vars(bucket_table),
            **vars(alpha_beta),
            **vars(proof_number),
            **game,
        }
        records = {"memory": FIELDS, "table": transposition.FIELDS}
        return LinkedKernels("graph", names, records=records, state_size=3)

    def children(self, node: int) -> list[int]:
        return self.edges[node * FAN : (node + 1) * FAN]

    @cache  # noqa: B019 (a test's graph is short-lived)
    def best(self, node: int, plies: int, side: int) -> bool:
        """Return True if a side can force a win within some plies."""
        if end := self.ends[node]:
            return end == (1 if node % 2 == side else 2)
        if plies == 0:
            return False
        found = [self.best(child, plies - 1, side) for child in self.children(node)]
        return any(found) if node % 2 == side else all(found)

    def wins(self, node: int, must: bool, last: int) -> bool:
        """Return the expected answer of `WinProver.wins_by`."""
        side = node % 2
        return self.best(node, last, side) if must else not self.best(node, last, 1 - side)


def check_answers(graph: Graph, prover: WinProver) -> Counter[tuple[bool, bool]]:
    """Ask every question, check the answers and their moves against minimax and count them."""
    found = Counter[tuple[bool, bool]]()
    questions = [(must, last) for last in (ANY_TIME, *LATER) for must in (True, False)]
    for node in range(NODES - LAST):
        for must, last in questions if graph.ends[node] == 0 else ():
            prover.set_deadline(Deadline(nodes=200_000))
            answer = prover.wins_by((node, 0, node % 2), must, last)
            assert answer is graph.wins(node, must, last), (node, must, last)
            child = graph.children(node)[prover.move]
            assert not answer or not graph.wins(child, not must, last - 1)
            found[must, answer] += 1
    return found


@pytest.mark.parametrize(
    "seeds", [range(5), pytest.param(range(5, 40), marks=pytest.mark.long)], ids=["5 graphs", "35 graphs"]
)
@pytest.mark.parametrize("levels", [ONE_LEVEL, LEVELS], ids=["one level", "levels"])
@pytest.mark.parametrize("buckets", [1, SMALL])
def test_answers_on_random_graphs_match_minimax(seeds: range, levels: dict[str, Any], buckets: int) -> None:
    found = Counter[tuple[bool, bool]]()
    for seed in seeds:
        graph = Graph(seed)
        found += check_answers(graph, WinProver(graph.program(levels).plain, FIELDS, buckets))
    assert len(found) == 4 and min(found.values()) > 5 * len(seeds)


def test_module_answers_match_minimax() -> None:
    graph = Graph(1)
    assert len(check_answers(graph, WinProver(built(graph.program(LEVELS)), FIELDS, SMALL))) == 4


def test_hardest_move_is_followed_where_all_must_be_refuted() -> None:
    kernels = Graph(1).program(ONE_LEVEL).plain
    memory = kernels.memory(FIELDS)
    memory.proofs[8:12], memory.disproofs[8:12] = [3, 1, INFINITE_NUMBER, 2], [5, 9, 0, 7]
    memory.ends[1], memory.unlisted[1] = 12, INFINITE_NUMBER
    assert kernels.combine(memory, True, 1) == (9, 1, INFINITE_NUMBER, (21 + 9 + 1) // 2)
    assert kernels.combine(memory, False, 1) == (9, 1, 2, 21)
    memory.proofs[11], memory.disproofs[11] = 0, INFINITE_NUMBER
    assert kernels.combine(memory, True, 1)[:2] == (11, 0)


def test_sums_stay_below_the_limits_of_all_plies() -> None:
    """A number that had reached its limit before the search would be asked for again and again."""
    kernels = Graph(1).program(ONE_LEVEL).plain
    memory = kernels.memory(FIELDS)
    memory.proofs[8:12], memory.disproofs[8:12] = [1] * 4, [INFINITE_NUMBER - 1] * 4
    memory.ends[1], memory.unlisted[1] = 12, INFINITE_NUMBER
    assert kernels.combine(memory, False, 1)[3] == MOST_SUM
    assert INFINITE_NUMBER - 44 * MOST_SUM > 0


def test_questions_have_keys_of_their_own() -> None:
    kernels = Graph(1).program(ONE_LEVEL).plain
    memory, keys = kernels.memory(FIELDS), set[tuple[int, int]]()
    for memory.last_ply, memory.attacker in ((ANY_TIME, 0), (8, 0), (8, 1), (9, 0)):
        keys.add(kernels.question_key(memory, (5, 0, 1), 3))
    assert len(keys) == 4 and all(low < 1 << 63 for _, low in keys)
    memory.last_ply, memory.attacker = 10, 0
    assert kernels.question_key(memory, (5, 0, 1), 4) in keys  # six plies left, as 9 - 3


def test_table_size_is_rounded_down_to_a_power_of_two() -> None:
    sizes = {0.25: 1 << 20, 0.134217728: 1 << 20, 0.134: 1 << 19, 1e-9: 1}
    assert {size: table_buckets(size) for size in sizes} == sizes
    assert [table_buckets(1, seconds) for seconds in (1, 60)] == [1 << 19, table_buckets(1)]
