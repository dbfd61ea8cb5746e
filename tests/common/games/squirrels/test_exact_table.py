"""The table of exact play: an invertible hash, and entries of one word that stand for those of two."""

from __future__ import annotations

import random
from typing import Any

import pytest
from common.games.squirrels.exact_table import (
    BUCKET_BITS,
    COMPACT_INFINITE,
    COSTLY_NODES,
    KEY_BITS,
    KEY_MASK,
    LARGEST_COMPACT_SUM,
    LEAST_COMPACT_BUCKETS,
    MOST_WORK,
    NO_SQUARE,
    REST_BITS,
)

from common.games.squirrels import exact_table
from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS, FIELDS
from common.kernels.kernel import Kernels
from common.search.bucket_table import WAYS
from tests.support.compiled import machine_code

MOST = 2 * LARGEST_COMPACT_SUM  # the largest value of a position
REST = 1 << BUCKET_BITS  # the lowest bit of a mixed key that an entry holds
PLAIN = EXACT_KERNELS.plain


def kernels_of(compiled: bool) -> Kernels:
    return machine_code(EXACT_KERNELS) if compiled else PLAIN


both = pytest.mark.parametrize("compiled", [False, True], ids=["plain", "machine code"])


@both
def test_mix_is_inverted(compiled: bool) -> None:
    kernels, chance = kernels_of(compiled), random.Random(1)
    edges = [*range(64), *(1 << bit for bit in range(KEY_BITS)), *range(KEY_MASK - 64, KEY_MASK + 1)]
    for key in [*edges, *(chance.getrandbits(KEY_BITS) for _ in range(2000))]:
        word = kernels.mix(key)
        assert 0 <= word <= KEY_MASK
        assert kernels.unmix(word) == key
        assert kernels.mix(kernels.unmix(key)) == key


@pytest.mark.parametrize("lowest", [0, 12, 25, 38])
@pytest.mark.parametrize("bits", [10, 21])
def test_any_bits_of_keys_choose_the_bucket(lowest: int, bits: int) -> None:
    """As many keys as buckets, up to 4,096, fill about 1 - 1/e of them, or more."""
    count = min(1 << bits, 1 << 12)
    buckets = {exact_table.mix(number << lowest) & (1 << bits) - 1 for number in range(count)}
    assert len(buckets) > 0.6 * count


def round_trip(word: int, *data: int) -> tuple[int, ...]:
    """Return the parts of some data after a compact entry."""
    entry = PLAIN.compact_entry(word, PLAIN.pack_data(*data))
    assert 0 < entry < 1 << 62
    found = PLAIN.expand_entry(entry)
    return PLAIN.lower_of(found), PLAIN.upper_of(found), PLAIN.move_of(found), PLAIN.work_of(found)


@pytest.mark.parametrize("word", [0, REST - 1, REST, KEY_MASK])
@pytest.mark.parametrize("move", [0, 24, NO_SQUARE])
@pytest.mark.parametrize("work", [0, 1, COSTLY_NODES, 3 << 20])
@pytest.mark.parametrize(
    "bounds",
    [
        (-COMPACT_INFINITE, COMPACT_INFINITE),
        (-COMPACT_INFINITE, -MOST),
        (MOST, COMPACT_INFINITE),
        (-MOST, MOST),
        (MOST, MOST),
        (0, 0),
        (-1, 1),
    ],
)
def test_compact_entry_keeps_its_limits(word: int, move: int, work: int, bounds: tuple[int, int]) -> None:
    assert round_trip(word, *bounds, move, work) == (*bounds, move, work)


def test_bounds_beyond_every_value_lie_within_11_bits() -> None:
    """They are true and say nothing: INFINITE, or the gain of a move minus that."""
    for beyond in (COMPACT_INFINITE, COMPACT_INFINITE + 1, INFINITE - 1, INFINITE):
        assert round_trip(KEY_MASK, -beyond, beyond, 3, 1)[:2] == (-COMPACT_INFINITE, COMPACT_INFINITE)


def test_work_is_kept_in_steps_of_half_its_power_of_two() -> None:
    powers = [1 << bit for bit in range(23)]
    works = sorted({*range(3000), *(power - 1 for power in powers), *powers[:-1], COSTLY_NODES + 1})
    codes = [exact_table.compact_work(work) for work in works]
    assert codes == sorted(codes) and max(codes) < 1 << 62 - exact_table.COMPACT_WORK_SHIFT
    for work, code in zip(works, codes, strict=True):
        least = exact_table.expand_work(code)
        assert exact_table.compact_work(least) == code
        assert least <= work < max(least + 1, 3 * least / 2)
    assert works[-1] == MOST_WORK
    assert exact_table.expand_work(exact_table.compact_work(COSTLY_NODES)) == COSTLY_NODES


def new_memory(kernels: Kernels, compact: int = 1) -> tuple[Any, Any]:
    """Return a memory with a small part of a table, and the block that must outlive it.

    Mixed keys in the tests below have low bits within the part.
    """
    memory, block = kernels.memory(FIELDS), kernels.block(16 * WAYS)
    memory.table, memory.mask, memory.compact = block.handle, LEAST_COMPACT_BUCKETS - 1, compact
    return memory, block


def store(kernels: Kernels, memory: Any, word: int, *data: int) -> None:
    kernels.store_entry(memory, kernels.bucket_of(memory, word), word, *data)


def find(kernels: Kernels, memory: Any, word: int) -> int:
    return int(kernels.find_entry(memory, kernels.bucket_of(memory, word), word))


@both
def test_empty_compact_entry_belongs_to_no_key(compiled: bool) -> None:
    """A mixed key without high bits looks like an empty entry."""
    kernels = kernels_of(compiled)
    memory, _block = new_memory(kernels)
    assert find(kernels, memory, 1) == 0
    store(kernels, memory, 1, -5, 7, 3, 2)
    assert find(kernels, memory, 1) == kernels.pack_data(-5, 7, 3, 2)


@both
def test_compact_entries_belong_to_one_key_only(compiled: bool) -> None:
    kernels = kernels_of(compiled)
    memory, _block = new_memory(kernels)
    words = [1, 2, REST | 1, REST << 1 | 1, 1 << KEY_BITS - 1 | 1, KEY_MASK - (REST - 1) | 2]
    for at, word in enumerate(words):
        assert find(kernels, memory, word) == 0
        store(kernels, memory, word, -at, at, at, 1)
    for at, word in enumerate(words):
        assert find(kernels, memory, word) == kernels.pack_data(-at, at, at, 1)


@both
@pytest.mark.parametrize("compact", [0, 1])
def test_entries_are_merged_or_replace_the_least_work(compiled: bool, compact: int) -> None:
    kernels = kernels_of(compiled)
    memory, _block = new_memory(kernels, compact)
    words = [number * REST | 3 for number in range(WAYS)]
    for word, work in zip(words, (48, 16, 32, 64), strict=True):
        store(kernels, memory, word, -INFINITE, 9, 1, work)
    store(kernels, memory, words[2], 4, INFINITE, 2, 8)
    assert find(kernels, memory, words[2]) == kernels.pack_data(4, 9, 2, 32)
    store(kernels, memory, WAYS * REST | 3, 0, 0, 5, 1)
    assert [bool(find(kernels, memory, word)) for word in words] == [True, False, True, True]
    assert find(kernels, memory, WAYS * REST | 3) == kernels.pack_data(0, 0, 5, 1)


def test_constants_use_62_bits() -> None:
    assert BUCKET_BITS + REST_BITS == KEY_BITS
    assert MOST < COMPACT_INFINITE
    assert 2 * COMPACT_INFINITE <= exact_table.COMPACT_MASK
