"""Kernels linked for the engine."""

from __future__ import annotations

import pytest

from common.search.compiled_game import CompiledGame
from tests.support.bare_game import Heaps


def test_longer_state_needs_a_key() -> None:
    game = Heaps()
    game.ints = 3
    with pytest.raises(ValueError, match="bare_game: a state of 3 words needs a kernel `key`"):
        CompiledGame(game)


def test_two_words_are_their_own_key() -> None:
    game = Heaps()
    game.ints = 2
    assert CompiledGame(game).plain.key((4, 7), 1) == (4, 7)
