"""Fixtures of the tests of the command line."""

from __future__ import annotations

import sys

import pytest

from tests.support import small_game


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches, which import a game by its name, find the small game."""
    monkeypatch.setitem(sys.modules, small_game.NAME, small_game)
