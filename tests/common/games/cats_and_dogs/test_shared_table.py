"""The shared table of proofs: one or two threads read complete entries only."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from common.games.cats_and_dogs import shared_table
from common.games.cats_and_dogs.shared_table import (
    ANY_TIME,
    INFINITE_NUMBER,
    NUMBER,
    look_up,
    store_numbers,
    table_buckets,
    table_words,
)
from common.kernels.kernel import Kernels, kernel
from common.kernels.linked_kernels import LinkedKernels
from tests.support.variants import variant

QUESTION = (1, ANY_TIME, 0)  # must, last, ply
ROUNDS, POSITIONS = 400_000, 64
WON = INFINITE_NUMBER


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    return state[0], 1


@kernel
def use(proofs: Any, chance: int) -> Any:
    """Write and read marked numbers in one bucket; return the wrong and all found reads as one word."""
    wrong = found = 0
    for _ in range(ROUNDS):
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        written, read = (chance >> 8) % POSITIONS, (chance >> 16) % POSITIONS
        store_numbers(proofs, (written,), 1, ANY_TIME, 0, written + 1 << 31 | 1, 1)
        numbers = look_up(proofs, (read,), 1, ANY_TIME, 0)
        found += numbers != 0
        wrong += numbers != 0 and numbers >> 31 != read + 1
    return wrong << 31 | found


def program(**replacements: Any) -> LinkedKernels:
    own = {"key": key, "use": use, "ROUNDS": ROUNDS, "POSITIONS": POSITIONS}
    entries = LinkedKernels("entries", vars(shared_table), own, records=shared_table.RECORDS, state_size=1)
    return variant(entries, **replacements)


def table(kernels: Kernels, buckets: int = 1) -> tuple[Any, Any]:
    """Return a table and its words, which the caller must keep alive."""
    proofs, words = kernels.memory(shared_table.TABLE_FIELDS), kernels.block(table_words(buckets))
    proofs.mask, proofs.table, proofs.threads = buckets - 1, words.handle, shared_table.MAX_THREADS
    return proofs, words


def count_reads(kernels: Kernels) -> tuple[int, int]:
    """Count the entries that two threads read wrong, and all that they read."""
    proofs, words = table(kernels)
    found = list[int]()
    threads = [
        Thread(target=lambda seed=seed: found.append(int(kernels.use(proofs, seed)))) for seed in (1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    del words
    return sum(each >> 31 for each in found), sum(each & NUMBER for each in found)


def test_two_threads_never_read_a_partial_entry() -> None:
    pytest.importorskip("numba")
    kernels = program().instance()
    assert kernels.compiled
    wrong, found = count_reads(kernels)
    assert wrong == 0 and found > 1000


def test_bucket_being_written_is_neither_read_nor_written() -> None:
    kernels = program().plain
    proofs, words = table(kernels)
    kernels.store_numbers(proofs, (5,), *QUESTION, 7 << 31 | 9, 1)
    sequence = kernels.sequence_index(proofs, kernels.hash_of((5,), *QUESTION))
    assert words.handle[sequence] == 2
    words.handle[sequence] = 3
    kernels.store_numbers(proofs, (5,), *QUESTION, 8 << 31 | 9, 1)
    assert kernels.look_up(proofs, (5,), *QUESTION) == 0
    words.handle[sequence] = 4
    assert kernels.look_up(proofs, (5,), *QUESTION) == 7 << 31 | 9


@pytest.mark.parametrize("first", [1, 1 << 30], ids=["filter", "no filter"])
def test_every_stored_question_is_found(first: int) -> None:
    """The filter hides no entry, and rules out most questions that were not stored."""
    kernels = program(FILTERED_BUCKETS=first).plain
    proofs, words = table(kernels, 1 << 8)
    for node in range(200):
        kernels.store_numbers(proofs, (node,), *QUESTION, node + 1 << 31 | 1, 1)
    assert [kernels.look_up(proofs, (node,), *QUESTION) >> 31 for node in range(200)] == [*range(1, 201)]
    assert not any(kernels.look_up(proofs, (node,), *QUESTION) for node in range(200, 400))
    passed = sum(
        words.handle[kernels.filter_index(proofs, mixed)] & kernels.filter_bit(mixed) != 0
        for mixed in (kernels.hash_of((node,), *QUESTION) for node in range(200, 400))
    )
    assert passed < 20


def test_answered_entry_is_not_overwritten() -> None:
    kernels = program().plain
    proofs, words = table(kernels)
    for numbers in (3 << 31 | 4, WON, 5 << 31 | 6):
        kernels.store_numbers(proofs, (5,), *QUESTION, numbers, 1)
    assert kernels.look_up(proofs, (5,), *QUESTION) == WON and words


def test_hash_covers_position_and_question() -> None:
    kernels = program().plain
    questions = [
        ((5,), 1, ANY_TIME, 0),
        ((6,), 1, ANY_TIME, 0),
        ((5,), 0, ANY_TIME, 0),
        ((5,), 1, 8, 3),
        ((5,), 1, 8, 4),
    ]
    assert len({kernels.hash_of(*question) for question in questions}) == len(questions)
    assert kernels.hash_of((5,), 1, 8, 3) == kernels.hash_of((5,), 1, 9, 4)


def test_table_size_is_rounded_down_to_a_power_of_two() -> None:
    assert [table_buckets(size) for size in (0.25, 0.134217728, 0.134, 1e-9)] == [
        1 << 20,
        1 << 20,
        1 << 19,
        1,
    ]
