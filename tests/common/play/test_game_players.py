"""The players of a game: engine, levels, simple players, programs, and their limits."""

from __future__ import annotations

from typing import Any

import pytest

from common.play.game import Players
from common.play.game_players import LEVELS, no_book
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.rules.player import StatelessPlayer
from common.search.engine import Engine
from common.search.limit import Level, Limit
from common.search.progress import Progress, no_progress
from tests.support.small_board import GAME, START, X_WINS, Position, new_game, position_after

DEEP = PlayerSettings(Level(Limit(depth=9)))
FIRST_MOVE = X_WINS.moves()[0]  # does not win


@pytest.fixture
def players() -> Players[Position, Any]:
    """Return the players of a game with an empty table."""
    return new_game().players


def nodes_of(engine: Any) -> int:
    """Let an engine move at the start, and return the nodes of its search."""
    assert isinstance(engine, Engine)
    engine(START)
    assert engine.last
    return engine.last.nodes


def test_greedy_takes_an_immediate_win(players: Players[Position, Any]) -> None:
    greedy = players.simple("X")["greedy"](DEEP)
    assert isinstance(greedy, StatelessPlayer)
    assert greedy(X_WINS) != FIRST_MOVE
    assert X_WINS.play(greedy(X_WINS)).outcome()


def test_options_choose_the_named_players(players: Players[Position, Any]) -> None:
    named = {"X": "human", "O": None}
    assert players.from_options(GAME.starts.setup(), named) == named


def test_default_players_are_engines(players: Players[Position, Any]) -> None:
    assert players.default({"X": "human", "O": None}, 2) == {"X": "human", "O": "level-2"}


def test_engine_plays_the_winning_move(players: Players[Position, Any]) -> None:
    engine = players.engine(DEEP)
    assert X_WINS.play(engine(X_WINS)).outcome()
    assert engine(position_after("a1 b1")) == START.read_move("c2 b1")


def test_level_ignores_moves_that_the_engine_sees(players: Players[Position, Any]) -> None:
    unaware = Level(Limit(depth=9), 1.0)
    assert players.at_level("X", unaware, DEEP)(X_WINS) == FIRST_MOVE
    assert players.at_level("X", DEEP.level, DEEP)(X_WINS) != FIRST_MOVE


def test_levels_become_stronger(players: Players[Position, Any]) -> None:
    assert list(players.levels) == [1, 2, 3, 4, 5] and players.levels is LEVELS
    ignored = [level.ignored_part for level in LEVELS.values()]
    assert ignored == sorted(ignored, reverse=True) and ignored[0] > 0 == ignored[-1]
    nodes = [level.limit.nodes for level in LEVELS.values() if level.limit.nodes]
    assert len(set(nodes)) == 4 and nodes == sorted(nodes)
    assert LEVELS[5].limit == players.default_limit


def test_engines_of_a_game_share_a_table_but_not_in_a_match() -> None:
    shared, in_match = new_game().players, new_game().players
    first, second = (nodes_of(shared.engine(DEEP)) for _ in range(2))
    assert second < first
    settings = DEEP._replace(in_match=True)
    assert [nodes_of(in_match.engine(settings)) for _ in range(2)] == [first, first]


@pytest.mark.parametrize(
    ("shown", "in_match", "wanted"), [(True, False, True), (False, False, False), (True, True, False)]
)
def test_engine_draws_its_progress_outside_matches_only(
    monkeypatch: pytest.MonkeyPatch,
    players: Players[Position, Any],
    shown: bool,
    in_match: bool,
    wanted: bool,
) -> None:
    asked = list[bool]()

    def watch(is_wanted: bool) -> Progress:
        asked.append(is_wanted)
        return no_progress

    monkeypatch.setattr("common.show.progress_line.progress_watch", watch)
    players.engine(DEEP._replace(shows_progress=shown, in_match=in_match))
    assert asked == [wanted]


def test_insight_has_score_and_line(players: Players[Position, Any]) -> None:
    found = players.insight(START, DEEP)
    assert (found.score.text, found.line[0]) == ("O wins, proven", "a2 b2")
    assert (found.score.side, found.score.sign, found.depth) == ("X", -1, len(found.line))


def test_insight_refuses_a_limit_without_a_search(players: Players[Position, Any]) -> None:
    with pytest.raises(BadInput, match="too short to search anything"):
        players.insight(START, PlayerSettings(Level(Limit(nodes=1))))


def test_book_move_is_played_at_full_strength_only(players: Players[Position, Any]) -> None:
    def book(position: Position) -> Any:
        return FIRST_MOVE

    weak = PlayerSettings(Level(Limit(depth=9), 0.01))
    assert players.searching_engine(DEEP, book)(X_WINS) == FIRST_MOVE
    assert players.searching_engine(weak, book)(X_WINS) != FIRST_MOVE
    assert players.searching_engine(DEEP, no_book)(X_WINS) != FIRST_MOVE


def test_program_is_given_the_words_of_a_position(players: Players[Position, Any]) -> None:
    assert players.protocol_words(START) == ["X", "XXX/.../OOO"]


def test_program_that_cannot_run_is_refused(players: Players[Position, Any]) -> None:
    with pytest.raises(BadInput, match="'no-such-program x' is neither a player's name nor a command"):
        players.one_shot_program("no-such-program x", DEEP)


def test_analysis_has_no_default_limit_if_only_plies_count(players: Players[Position, Any]) -> None:
    by_plies = new_game().players
    by_plies.limits = {"play": ("seconds",), "analyse": ("depth",)}
    assert (players.analysis_limit(), by_plies.analysis_limit()) == (Limit(seconds=2), Limit())
