"""Start positions by words, by seed and by number, and forced moves at the start."""

from __future__ import annotations

import pytest

from common.play.game import Game
from common.play.setup import Setup
from common.play.starts import Starts
from common.rules.errors import BadInput
from tests.support.plain_parts import plain_parts
from tests.support.small_board import GAME, START, X_WINS, Position

SETUP = Setup()
STUCK = Position("X../O../.O.", "X")


class Passing(Starts[Position, Setup]):
    """Starts at which a side that cannot move passes, and a side without pieces has no turn."""

    def after_forced_moves(self, start: Position) -> Position | None:
        if start.turn not in start.board:
            return None
        return start if start.moves() else start._replace(turn="O" if start.turn == "X" else "X")


class Seeded(Starts[Position, Setup]):
    """A random start for every seed."""

    def start_positions(self, setup: Setup, seed: int) -> list[Position]:
        return [self.opening(seed)]


PASSING = Game(START, **plain_parts(START), starts=Passing()).starts
SEEDED = Game(START, **plain_parts(START), starts=Seeded()).starts


def test_start_is_the_default_or_given_by_words() -> None:
    assert GAME.starts.start_positions(SETUP, 7) == [START]
    assert GAME.starts.start_positions(Setup(GAME.notation.write(X_WINS)), 7) == [X_WINS]


def test_start_of_wrong_words_is_refused() -> None:
    with pytest.raises(BadInput, match="expected board"):
        GAME.starts.start_positions(Setup(("X", "X..")), 0)


def test_openings_are_different_positions_after_two_moves() -> None:
    found = [GAME.starts.opening(number) for number in range(9)]
    replies = [reply for position in after(START) for reply in after(position)]
    assert len(set(found)) == 9 and set(found) < set(replies)
    assert found[0] == replies[0]


def after(position: Position) -> list[Position]:
    return [position.play(move) for move in position.moves()]


def test_start_without_forced_moves_stays() -> None:
    assert GAME.starts.play_forced_moves(STUCK) == STUCK
    assert GAME.starts.can_move(START) and not GAME.starts.can_move(STUCK)


def test_forced_pass_is_played_at_the_start() -> None:
    assert PASSING.play_forced_moves(STUCK) == STUCK._replace(turn="O")
    assert PASSING.can_move(STUCK._replace(turn="O")) and not PASSING.can_move(STUCK)


def test_side_without_a_turn_cannot_move() -> None:
    lonely = Position(".../O../...", "X")
    assert PASSING.play_forced_moves(lonely) == lonely
    assert not PASSING.can_move(lonely)


def test_start_is_random_if_it_depends_on_the_seed() -> None:
    assert (GAME.starts.is_random(SETUP), SEEDED.is_random(SETUP)) == (False, True)
