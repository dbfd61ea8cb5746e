"""Kernels linked for the engine."""

from __future__ import annotations

from typing import Any

import pytest

from common.search.compiled_game import CompiledGame
from common.search.game_search import Search


def test_longer_state_needs_a_key() -> None:
    search = Search[Any]()
    search.name, search.ints = "bare_game", 3
    with pytest.raises(ValueError, match="bare_game: a state of 3 words needs a kernel `key`"):
        CompiledGame(search)


def test_two_words_are_their_own_key() -> None:
    search = Search[Any]()
    search.name, search.ints = "bare_game", 2
    assert CompiledGame(search).plain.key((4, 7), 1) == (4, 7)
