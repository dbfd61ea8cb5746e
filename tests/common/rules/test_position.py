"""Outcomes, decisions of several moves, move counts, and games replayed from their notation."""

from __future__ import annotations

import pytest

from common.rules.errors import BadInput, Leave
from common.rules.player import StatelessPlayer
from common.rules.position import Outcome, PendingMoves, moves_between, replay
from tests.support.bare_game import Position
from tests.support.perft import perft


def test_verdict_names_reason_and_winner() -> None:
    assert Outcome("cat", "No move is left").verdict == "No move is left: the cat wins"


def test_verdict_of_a_draw_names_no_winner() -> None:
    assert Outcome(None, "Both own the same").verdict == "Both own the same: draw"


def test_pending_moves_are_returned_once_each() -> None:
    pending, start = PendingMoves(), Position((2, 2))
    assert pending.store(start, [(0, 1), (1, 2), (0, 1)]) == (0, 1)
    second = start.play((0, 1))
    third = second.play((1, 2))
    assert [pending.pop(at) for at in (start, third, second, second)] == [None, (0, 1), (1, 2), None]


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 3), (2, 5), (3, 3), (4, 0)])
def test_perft_counts_move_sequences_of_exact_length(plies: int, count: int) -> None:
    """Three first moves leave heaps of 0 and 2, 1 and 1, 1 and 0; then there are 2, 2 and 1 moves."""
    assert perft(Position((1, 2)), plies) == count


def test_replay_yields_each_move_with_the_position_after_it() -> None:
    start = Position((3, 5))
    steps = list(replay(start, ["0:3", "1:4", "1:1"]))
    assert [move for move, _ in steps] == [(0, 3), (1, 4), (1, 1)]
    assert [at.heaps for _, at in steps] == [(0, 5), (0, 1), (0, 0)]
    assert moves_between([start, *(at for _, at in steps)]) == ["0:3", "1:4", "1:1"]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["0:3", "0:1"], "Move 2 of the record is illegal: '0:1'"),
        (["0:3", "1:5", "0:0"], "Move 3 of the record is illegal: '0:0'"),
        (["take one"], "'take one' is not a move"),
    ],
)
def test_replay_refuses_an_illegal_move_by_number(texts: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        list(replay(Position((3, 5)), texts))


def test_stateless_player_asks_its_function() -> None:
    player: StatelessPlayer = StatelessPlayer(lambda at: at.moves()[-1])
    assert player(Position((3, 5))) == (1, 5)


def test_leaving_keeps_sentence_and_status() -> None:
    leaving = Leave("Stopped.", 130)
    assert (str(leaving), leaving.sentence, leaving.status) == ("Stopped.", "Stopped.", 130)
