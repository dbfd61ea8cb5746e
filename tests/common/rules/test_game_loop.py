"""The game loop: moves in turn, forfeits, players closed at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from common.rules.errors import BadInput
from common.rules.game_loop import GameLoop, Ply
from common.rules.player import ForfeitError, Request, StatelessPlayer
from common.rules.position import Outcome, PendingMoves, Player, moves_between


class Countdown(NamedTuple):
    """A game: take one or two; the player who takes the last one wins."""

    left: int = 5
    turn: str = "a"

    def moves(self) -> list[int]:
        return [count for count in (1, 2) if count <= self.left]

    def play(self, move: int) -> Countdown:
        return Countdown(self.left - move, "b" if self.turn == "a" else "a")

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome("b" if self.turn == "a" else "a", "Nothing is left.")

    def text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        if not text.isdigit():
            raise BadInput(f"{text!r}: expected 1 or 2")
        return int(text)


class Counter:
    """A player that takes one, and notes how many moves it sees."""

    history: Sequence[Countdown] = ()

    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(self, position: Countdown) -> int:
        self.seen.append(len(self.history) - 1)
        return 1


class Holder:
    """A player that counts how often it is closed."""

    closed = 0

    def __call__(self, position: Countdown) -> int:
        return 1

    def close(self) -> None:
        self.closed += 1


def largest(position: Countdown) -> int:
    return max(position.moves())


def test_loop_plays_both_sides_in_turn_to_the_end() -> None:
    loop = GameLoop([Countdown()], {"a": largest, "b": largest})
    plies = list(loop.plies())
    assert [(ply.before.turn, ply.move) for ply in plies] == [("a", 2), ("b", 2), ("a", 1)]
    assert [ply.after for ply in plies] == loop.history[1:]
    assert (loop.final_outcome().winner, loop.forfeit) == ("a", None)


def test_loop_continues_from_the_last_position() -> None:
    loop = GameLoop([Countdown(), Countdown(4, "b")], {"a": largest, "b": largest})
    assert loop.run().winner == "a" and loop.history[1] == Countdown(4, "b")


def test_loop_forfeits_the_game_of_a_failing_player() -> None:
    def crash(position: Countdown) -> int:
        raise ForfeitError("gives up", "last words", "gives up")

    loop = GameLoop([Countdown()], {"a": largest, "b": crash})
    assert loop.run() == Outcome("a", "B gives up")
    assert loop.forfeit and (loop.forfeit.side, loop.forfeit.error.detail) == ("b", "last words")


def test_loop_passes_on_a_request_and_asks_again() -> None:
    asked = list[Countdown]()

    def undecided(position: Countdown) -> int:
        asked.append(position)
        if len(asked) == 2:
            raise Request
        return 1

    loop = GameLoop([Countdown(4)], {"a": undecided, "b": largest})
    steps = loop.steps()
    assert isinstance(next(steps), Ply) and isinstance(next(steps), Ply)
    assert isinstance(next(steps), Request)
    loop.take_back(0)
    assert isinstance(next(steps), Ply) and asked[2] == asked[0] and len(loop.history) == 2


def test_players_with_a_history_see_the_game_also_after_undo() -> None:
    counter = Counter()
    loop = GameLoop([Countdown()], {"a": counter, "b": largest})
    steps = loop.steps()
    for _move in range(2):
        next(steps)
    loop.take_back(0)
    next(steps)
    assert counter.seen == [0, 0] and counter.history is loop.history


def test_plies_raise_a_request() -> None:
    def undecided(position: Countdown) -> int:
        raise Request

    with pytest.raises(Request):
        list(GameLoop([Countdown()], {"a": undecided, "b": largest}).plies())


@pytest.mark.parametrize("other", [largest, None])
def test_loop_closes_players_even_after_an_error(other: Player[Countdown] | None) -> None:
    def broken(position: Countdown) -> int:
        raise RuntimeError

    holder = Holder()
    loop = GameLoop([Countdown()], {"a": holder, "b": other or broken})
    if other:
        loop.run()
    else:
        with pytest.raises(RuntimeError):
            loop.run()
    assert holder.closed == 1


def test_moves_between_positions_are_reconstructed() -> None:
    first = Countdown(5)
    history = [first, first.play(2), first.play(2).play(1), first.play(2).play(1).play(2)]
    assert moves_between(history) == ["2", "1", "2"]


def test_stateless_player_returns_the_decided_move() -> None:
    assert StatelessPlayer(lambda position: position.left - 3)(Countdown(5)) == 2


def test_later_moves_of_a_decision_are_stored_under_their_positions() -> None:
    start, pending = Countdown(5), PendingMoves()
    assert pending.store(start, [2, 1, 2]) == 2
    assert pending.pop(start) is None
    assert pending.pop(start.play(2)) == 1
    assert pending.pop(start.play(2)) is None
    assert pending.pop(start.play(2).play(1)) == 2
