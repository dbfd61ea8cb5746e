"""The names of players in titles and below pictures."""

from __future__ import annotations

import pytest

from common.play.player_names import MAX_LENGTH, display_name, opponents, seats


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("human", "you"),
        ("engine", "the engine"),
        ("level-1", "level 1"),
        ("greedy", "greedy"),
        ("minimax-2", "minimax-2"),
        ("python /home/anna/my_duel.py --fast", "my_duel.py"),
        ("persistent: python ../bot.py", "bot.py"),
        ("py C:\\class\\bot.py", "bot.py"),
        ("/opt/bin/duel X", "duel"),
        ("persistent:", "persistent:"),
        ("bell\x07", "bell\\x07"),
    ],
)
def test_display_name_is_short(name: str, shown: str) -> None:
    assert display_name(name) == shown


def test_long_program_name_is_cut() -> None:
    assert len(display_name("python " + "x" * 90 + ".py")) == MAX_LENGTH


def test_opponents_say_who_plays_against_whom() -> None:
    assert opponents({"X": "human", "O": "level-1"}) == "you against level 1"
    assert opponents({"cat": "engine", "dog": "human"}) == "the engine against you"
    assert opponents({"A": "human", "B": "human"}) == "A against B"
    assert opponents({}) == ""


def test_seats_name_the_player_of_each_side() -> None:
    assert seats({"X": "human", "O": "python my_duel.py"}) == "X: you, O: my_duel.py"
    assert seats({"A": "human", "B": "human"}) == seats({}) == ""
