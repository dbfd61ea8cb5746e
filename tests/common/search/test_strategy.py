"""Strategies replayed against every reply, and their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.rules.errors import BadInput
from common.search.strategy import read_strategy, replay_strategy, write_strategy
from tests.support.tiny_game import Position, is_won


class Winner:
    """The winning strategy of the tiny game; it ends where `last` says."""

    def __init__(self, last: Position | None = None, wrong: int | None = None) -> None:
        self._last, self._wrong = last, wrong

    def move(self, position: Position) -> Any:
        if position == self._last:
            return None
        if self._wrong is not None:
            return self._wrong
        return next(move for move in position.moves() if not is_won(position.play(move)))

    def position_after(self, position: Position, move: Any) -> Position:
        return position.play(move)


def test_strategy_holds_against_every_reply() -> None:
    count, ends = replay_strategy(Position(6, 4), "A", Winner(), lambda outcome: outcome.winner == "A")
    assert count > 10 and ends == []


def test_strategy_ends_are_returned() -> None:
    start = Position(6, 4)
    assert replay_strategy(start, "A", Winner(last=start), lambda _: False) == (1, [start])


def test_broken_promise_is_refused() -> None:
    with pytest.raises(BadInput, match="the strategy of A does not reach its claim"):
        replay_strategy(Position(6, 4), "A", Winner(), lambda outcome: outcome.winner == "B")


def test_illegal_move_of_a_strategy_is_refused() -> None:
    with pytest.raises(BadInput, match="A cannot play 5"):
        replay_strategy(Position(6, 1), "A", Winner(wrong=5), lambda _: True)


def test_strategy_file_round_trips(tmp_path: Path) -> None:
    write_strategy(tmp_path / "plan", {"winner": "A"}, b"\n\0 entries")
    assert read_strategy(tmp_path / "plan") == ({"winner": "A"}, b"\n\0 entries")


@pytest.mark.parametrize("text", [b"", b"nonsense\n", b"[1]\n"])
def test_strategy_file_without_a_header_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "plan").write_bytes(text)
    with pytest.raises(ValueError):
        read_strategy(tmp_path / "plan")
