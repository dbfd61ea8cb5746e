"""Options declared without typer: the limits of `move`, and the set-up fields of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from common.command.setup_options import POSITION, game_options, limit_text, move_options, seconds_help
from common.play.game import Game, Help, Setup
from common.play.game_players import Players
from common.search.limit import Limit
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, Position, game_with_options


class ByDepth(Players[Position, Setup]):
    """Players limited by plies only."""

    default_limit = Limit(depth=4)
    limits: Mapping[str, Sequence[str]] = {"play": ("depth",), "analyse": ("depth",)}


def test_move_has_the_limits_of_the_engine() -> None:
    assert [(option.name, option.kind) for option in move_options(GAME)] == [
        ("seconds", float),
        ("nodes", int),
        ("depth", int),
    ]
    assert [
        option.name for option in move_options(Game(Position(), **plain_parts(Position()), players=ByDepth()))
    ] == ["depth"]


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (Limit(), "none"),
        (Limit(seconds=0.5), "0.5 s"),
        (Limit(nodes=20000), "20000 nodes"),
        (Limit(2, 500, 3), "2 s, 500 nodes, 3 plies"),
    ],
)
def test_limit_is_told_in_words(limit: Limit, text: str) -> None:
    assert limit_text(limit) == text


def test_seconds_help_names_the_default_limit() -> None:
    assert seconds_help(GAME) == "seconds per move (default: 2 s)"
    assert (
        seconds_help(Game(Position(), **plain_parts(Position()), players=ByDepth()))
        == "seconds per move (default: 4 plies)"
    )


def test_game_options_have_type_help_and_default() -> None:
    words, heap, random_start, games = game_options(game_with_options())
    assert (words.name, words.info.help, words.default) == ("words", POSITION.text, ())
    assert (heap.name, heap.kind, heap.default) == ("heap", int | None, None)
    assert (heap.info.least, heap.info.most) == (1, 99)
    assert (random_start.kind, random_start.default) == (bool, False)
    assert (games.name, games.info.affects_start) == ("games", False)


def test_game_options_of_a_verb_leave_out_those_of_others() -> None:
    game = game_with_options()
    assert [option.name for option in game_options(game, "solve")] == ["words", "heap", "random_start"]
    assert [option.name for option in game_options(game, "play")][-1] == "games"


def test_game_may_explain_its_positions() -> None:
    (words,) = game_options(Game(Position(), **plain_parts(Position()), help={"position": Help("the heap")}))
    assert words.info.help == "the heap"
