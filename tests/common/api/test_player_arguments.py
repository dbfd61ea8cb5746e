"""Functions and names as players."""

from __future__ import annotations

from functools import partial

import pytest

from common.api.player_arguments import LegalPlayer, check_player, name_of
from common.rules.errors import BadInput
from tests.support.small_api import API, perfect, take_one
from tests.support.small_game import Position


def test_function_plays_its_moves() -> None:
    assert LegalPlayer(perfect)(Position(7)) == 3


@pytest.mark.parametrize("move", [4, None, "1"])
def test_illegal_move_is_refused(move: object) -> None:
    def wrong(position: Position) -> object:
        return move

    said = r"^wrong returns '.*': expected a move of position.moves\(\), e.g. 1 \(1\)$"
    with pytest.raises(BadInput, match=said):
        LegalPlayer(wrong)(Position())


def test_error_of_the_function_propagates() -> None:
    with pytest.raises(ZeroDivisionError):
        LegalPlayer(lambda position: 1 // 0)(Position())


def test_players_have_names() -> None:
    assert [name_of(player) for player in (take_one, "level-3", partial(perfect))] == [
        "take_one",
        "level-3",
        "partial",
    ]


def test_only_functions_and_known_names_are_players() -> None:
    for player in (take_one, "engine", "level-2", "random"):
        check_player(API, "Ann", player)
    for wrong, line in ((5, "^'5': expected a function"), ("human", "^'human': "), ("level-9", "level-1 to")):
        with pytest.raises(BadInput, match=line):
            check_player(API, "Ann", wrong)  # type: ignore[arg-type]
