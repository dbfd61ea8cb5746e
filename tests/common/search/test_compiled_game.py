"""Kernels linked for the engine."""

from __future__ import annotations

from typing import Any

import pytest

from common.search.compiled_game import CompiledGame
from common.search.game_search import Search


def test_compiled_game_needs_a_key_kernel_for_long_states() -> None:
    search = Search[Any]()
    search.name, search.state_size = "bare_game", 3
    with pytest.raises(ValueError, match="bare_game: a state of 3 words needs a kernel `key`"):
        CompiledGame(search)


def test_key_of_two_words_is_the_state_itself() -> None:
    search = Search[Any]()
    search.name, search.state_size = "bare_game", 2
    assert CompiledGame(search).plain.key((4, 7), 1) == (4, 7)
