"""Games and matches between functions and named players."""

from __future__ import annotations

import pytest

from common.api.match import check_players, entry_of, match, play, play_game, settings_of
from common.rules.errors import BadInput
from common.rules.game_loop import Ply
from common.search.limit import Limit
from tests.support.small_api import API, perfect, take_one
from tests.support.small_game import Position


def test_game_is_played_and_recorded() -> None:
    record = play(API, (perfect, take_one), Position(6), 7, Limit(nodes=5))
    assert record.moves == [2, 1, 3] and record.players == {"Ann": "perfect", "Bob": "take_one"}
    header, first, *_others = record.saved.record.lines()
    assert (header["limits"], header["seed"]) == ({"nodes": 5}, 7)
    assert {**first, "seconds": 0} == {"ply": 1, "side": "Ann", "move": "2", "seconds": 0}


def test_engine_adds_its_score_to_each_of_its_moves() -> None:
    record = play(API, ("engine", take_one), Position(20), 0, Limit(depth=2))
    known = [line.get("proven") for line in record.saved.record.moves]
    assert known[:2] == [False, None] and known[-1] is True


def test_second_seat_is_the_first_players_result() -> None:
    settings = settings_of(API, 0, Limit())
    record, result = play_game(API, (perfect, take_one), Position(6), settings, ("Bob", "Ann"))
    assert record.players == {"Ann": "take_one", "Bob": "perfect"}
    assert (result.points, result.plies) == (1.0, len(record.moves))


def test_match_counts_pairs_with_sides_changed() -> None:
    result = match(API, (perfect, take_one), 6, 0, Limit())
    assert (result.wins, result.draws, result.losses) == (6, 0, 0)
    assert len(result.records) == 6 and result.players == ("perfect", "take_one")
    first, second = result.records[:2]
    assert first.positions[0] == second.positions[0]
    assert first.players == {"Ann": "perfect", "Bob": "take_one"} != second.players
    assert result.elo.estimate > 0
    assert repr(result).startswith("<perfect - take_one: +6 =0 -0, 100.0%, Elo")


def test_result_shows_itself_as_a_table() -> None:
    result = match(API, (take_one, "random"), 4, 0, Limit())
    shown = result._repr_html_()
    assert result.conclusion in shown
    assert f"<td>take_one</td><td>{result.wins}</td><td>0</td><td>{result.losses}</td>" in shown


@pytest.mark.parametrize("games", [0, 1, 7, -2])
def test_number_of_games_is_even(games: int) -> None:
    with pytest.raises(BadInput, match=f"^games={games}: expected an even number from 2"):
        match(API, (perfect, take_one), games, 0, Limit())


def test_wrong_player_or_limit_is_refused_before_a_game() -> None:
    with pytest.raises(BadInput, match="'human'"):
        check_players(API, (perfect, "human"), (API.sides,))
    with pytest.raises(BadInput, match="above 0"):
        play(API, (perfect, "engine"), Position(), 0, Limit(seconds=-1))
    with pytest.raises(BadInput, match="The game is over"):
        play(API, (perfect, "engine"), Position(0), 0, Limit())


def test_line_of_a_move_has_its_time() -> None:
    ply = Ply(Position(6), 2, Position(4, "Bob"), perfect, 0.12345)
    assert entry_of(3, ply) == {"ply": 3, "side": "Ann", "move": "2", "seconds": 0.123}
