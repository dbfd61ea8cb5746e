"""Players by name: which names exist, whom they stand for, and what else is a command or refused."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from common.kernels.deadline import Deadline
from common.play import player_registry
from common.play.dialogue import HumanPlayer
from common.play.game import Game, PlayerFactory, Players
from common.play.game_players import LEVELS
from common.play.players import (
    OPENING_MOVES,
    OpeningPlayer,
    PlayerSettings,
    SeededFactory,
    random_player,
    stateless_factory,
)
from common.programs.persistent import PersistentPlayer
from common.rules.errors import BadInput
from common.rules.player import StatelessPlayer
from common.rules.position import Player
from common.search.engine import Engine
from common.search.limit import Level, Limit
from tests.support.plain_parts import plain_parts
from tests.support.small_board import GAME, START, X_WINS, Position

SETTINGS = PlayerSettings(Level(Limit(depth=2)), threads=1, seed=4, in_match=True, shows_progress=False)
FIRST, LAST = X_WINS.moves()[0], X_WINS.moves()[-1]


class TwoSided(Players[Position, Any]):
    """Players of which some belong to one side only."""

    def simple(self, side: str) -> Mapping[str, PlayerFactory]:
        first: dict[str, PlayerFactory] = {"first": stateless_factory(lambda at: at.moves()[0])}
        ours: dict[str, PlayerFactory] = {"last": stateless_factory(lambda at: at.moves()[-1])}
        return first | (ours if side == "X" else {"shaky": SeededFactory(random_player)})


class Recording(Players[Position, Any]):
    """Players that note the settings and words they are made with."""

    def __init__(self) -> None:
        self.made: list[Any] = []

    def engine(self, settings: PlayerSettings) -> Player[Position]:
        self.made.append(settings)
        return StatelessPlayer(lambda at: at.moves()[-1])

    def one_shot_program(self, command: str, settings: PlayerSettings) -> Player[Position]:
        self.made.append((command, settings.start))
        return StatelessPlayer(lambda at: at.moves()[0])


TWO_SIDED = Game(START, **plain_parts(START), players=TwoSided())


def player_of(name: str, game: Game[Position, Any] = TWO_SIDED, side: str = "X") -> Any:
    return player_registry.player_of(game, side, name, SETTINGS, START)


def refusal(side: str, name: str) -> str:
    """Return the message with which a name is refused."""
    with pytest.raises(BadInput) as found:
        player_registry.check_player_name(TWO_SIDED, side, name)
    return str(found.value)


# WHOM A NAME STANDS FOR


@pytest.mark.parametrize(
    ("name", "kind"),
    [("human", HumanPlayer), ("engine", Engine), ("level-2", Engine), ("first", StatelessPlayer)],
)
def test_name_stands_for_a_player_of_its_kind(name: str, kind: type) -> None:
    assert type(player_of(name)) is kind


def test_simple_player_is_that_of_its_side() -> None:
    assert (player_of("first")(X_WINS), player_of("last")(X_WINS)) == (FIRST, LAST)
    assert FIRST != LAST


def test_engine_gets_the_start_position() -> None:
    game = Game(START, **plain_parts(START), players=Recording())
    player_registry.player_of(game, "X", "engine", SETTINGS, X_WINS)
    assert game.players.made == [SETTINGS._replace(start=X_WINS)]  # type: ignore[attr-defined]


def test_level_replaces_the_limit_of_the_settings() -> None:
    game = Game(START, **plain_parts(START), players=Recording())
    player_registry.player_of(game, "X", "level-3", SETTINGS, X_WINS)
    assert [made.level for made in game.players.made] == [LEVELS[3]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["random", "novice"])
def test_random_players_are_reproducible_by_the_seed(name: str) -> None:
    moves = [[player(START) for _ in range(20)] for player in (player_of(name), player_of(name))]
    assert moves[0] == moves[1] and len(set(moves[0])) > 1
    other = player_registry.player_of(TWO_SIDED, "X", name, SETTINGS._replace(seed=5), START)
    assert [other(START) for _ in range(20)] != moves[0]


def test_novice_mostly_plays_like_the_first_simple_player() -> None:
    novice = player_of("novice")
    followed = sum(novice(X_WINS) == FIRST for _ in range(200))
    assert 150 <= followed < 200


def test_other_name_is_the_command_of_a_program() -> None:
    game = Game(START, **plain_parts(START), players=Recording())
    player = player_registry.player_of(game, "X", "my program", SETTINGS, X_WINS)
    assert game.players.made == [("my program", X_WINS)]  # type: ignore[attr-defined]
    assert player(X_WINS) == FIRST


def test_prefix_makes_a_persistent_program() -> None:
    player = player_of(f"persistent: '{sys.executable}'")
    assert isinstance(player, PersistentPlayer)
    player.close()
    with pytest.raises(BadInput, match="no-such-program"):
        player_of("persistent: no-such-program")


def test_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^level-6: expected level-1 to level-5$"):
        player_of("level-6")


def test_referee_gets_a_move_of_any_kind_of_engine() -> None:
    """One that keeps time gets the deadline; another is only asked."""
    deadline = Deadline.from_limit(Limit(depth=3))
    engine_move = player_registry.referee_move(TWO_SIDED, X_WINS, SETTINGS, deadline)
    assert X_WINS.play(engine_move).outcome()
    assert (
        player_registry.referee_move(
            Game(START, **plain_parts(START), players=Recording()), X_WINS, SETTINGS, deadline
        )
        == LAST
    )


def test_referee_passes_its_deadline_to_the_engine() -> None:
    asked = list[Any]()

    class Timed(StatelessPlayer):
        def move(self, position: Any, deadline: Deadline) -> Any:
            asked.append((position, deadline))
            return FIRST

    class TimedPlayers(Players[Position, Any]):
        def engine(self, settings: PlayerSettings) -> Player[Position]:
            return Timed(lambda at: LAST)

    deadline = Deadline.from_limit(Limit(seconds=9))
    game = Game(START, **plain_parts(START), players=TimedPlayers())
    assert player_registry.referee_move(game, X_WINS, SETTINGS, deadline) == FIRST
    assert asked == [(X_WINS, deadline)]


# NAMES


def test_names_are_those_of_the_side() -> None:
    common = ("human", "engine", "random", "novice", "first")
    assert player_registry.player_names(TWO_SIDED, "X") == (*common, "last")
    assert player_registry.player_names(TWO_SIDED, "O") == (*common, "shaky")


@pytest.mark.parametrize(
    ("name", "known"),
    [("engine", True), ("level-5", True), ("last", True), ("shaky", False), ("level", False)],
)
def test_only_players_of_the_side_have_names(name: str, known: bool) -> None:
    assert player_registry.is_player_name(TWO_SIDED, "X", name) is known


@pytest.mark.parametrize("name", ["human", "last", "level-1", "python bot.py", "persistent: python bot.py"])
def test_names_and_commands_are_accepted(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("shutil.which", lambda word, **more: f"/bin/{word}" if word == "python" else None)
    player_registry.check_player_name(TWO_SIDED, "X", name)


def test_player_of_the_other_side_is_refused() -> None:
    assert refusal("O", "last") == "--o last: last plays the Xs only"
    assert refusal("X", "shaky") == "--x shaky: shaky plays the Os only"


@pytest.mark.parametrize(
    ("name", "meant"), [("engin", "engine"), ("level3", "level-3"), ("lats", "last"), ("novise", "novice")]
)
def test_misspelt_name_is_refused_with_the_likely_one(name: str, meant: str) -> None:
    assert refusal("X", name).endswith(f"; did you mean {meant}?")


def test_unknown_name_is_refused_without_a_proposal() -> None:
    assert "'zzzzzz'" in refusal("X", "zzzzzz") and "did you mean" not in refusal("X", "zzzzzz")


def test_missing_level_is_refused_as_a_level() -> None:
    assert refusal("X", "level-9") == "level-9: expected level-1 to level-5"


@pytest.mark.parametrize(
    ("name", "depends"),
    [("random", True), ("novice", True), ("shaky", True), ("first", False), ("engine", False), ("x", False)],
)
def test_only_players_with_chance_depend_on_the_seed(name: str, depends: bool) -> None:
    assert player_registry.depends_on_seed(TWO_SIDED, name, Level()) is depends


@pytest.mark.parametrize("name", ["engine", "level-3"])
def test_players_of_a_varying_level_depend_on_the_seed(name: str) -> None:
    level = TWO_SIDED.players.levels[3]
    assert player_registry.depends_on_seed(TWO_SIDED, name, level)


def test_level_varies_in_the_opening_only() -> None:
    game, settings = (
        Game(START, **plain_parts(START), players=Recording()),
        SETTINGS._replace(levels_vary=True),
    )
    player_registry.player_of(game, "X", "level-3", settings, X_WINS)
    opening, later = (made.level for made in game.players.made)  # type: ignore[attr-defined]
    assert (opening, later) == (LEVELS[3]._replace(seed=SETTINGS.seed), LEVELS[3])


def test_opening_player_counts_the_moves_of_its_side() -> None:
    player = OpeningPlayer(lambda at: "opening", lambda at: "later")
    player.history = [Position(str(ply), "XO"[ply % 2]) for ply in range(2 * OPENING_MOVES + 4)]
    played = [player(position) for position in player.history if position.turn == "X"]
    assert played == ["opening"] * OPENING_MOVES + ["later"] * 2
    assert player(player.history[0]) == "opening" and player.record_fields() == {}


def test_later_player_sees_the_opening_if_it_warms_up() -> None:
    seen = list[str]()
    player = OpeningPlayer(lambda at: "opening", lambda at: seen.append("later"), warms_up=True)
    assert [player(START) for _ in range(OPENING_MOVES)] == ["opening"] * OPENING_MOVES
    assert len(seen) == OPENING_MOVES


def test_opening_player_reports_what_its_players_report() -> None:
    engine = GAME.players.engine(SETTINGS)
    player = OpeningPlayer(engine, engine)
    player(START)
    assert player.record_fields() == engine.record_fields() != {}  # type: ignore[attr-defined]


def test_human_gets_hints_of_a_level_that_does_not_vary() -> None:
    settings = SETTINGS._replace(levels_vary=True, level=LEVELS[3])
    human = player_registry.player_of(GAME, "X", "human", settings, START)
    assert human._settings.level == LEVELS[3]  # type: ignore[attr-defined]


def test_levels_vary_by_the_seed_if_the_settings_say_so() -> None:
    level, settings = Level(margin=2), PlayerSettings(seed=7)
    assert settings.varied(level) == level
    assert settings._replace(levels_vary=True).varied(level) == level._replace(seed=7)
    assert settings._replace(levels_vary=True).varied(Level()) == Level()


def test_help_names_the_players_of_both_sides_once() -> None:
    assert player_registry.names_help(TWO_SIDED) == (
        "PLAYER is human, engine, level-1 to level-5, random, novice, first, a command, "
        "or 'persistent: COMMAND'."
    )
    told = [player_registry.side_help(TWO_SIDED, side) for side in TWO_SIDED.sides]
    assert told == ["player of X; also last", "player of O; also shaky"]
    assert player_registry.side_help(GAME, "X") == "player of X"


def test_protocol_has_the_side_unless_its_words_leave_it_out() -> None:
    class Sideless(Players[Position, Any]):
        def protocol_words(self, position: Position) -> list[str]:
            return [position.board]

    assert player_registry.protocol_has_side(GAME) is True
    assert player_registry.protocol_has_side(Game(START, **plain_parts(START), players=Sideless())) is False


def test_warm_up_makes_the_engine_of_a_match() -> None:
    game = Game(START, **plain_parts(START), players=Recording())
    player_registry.warm_up(game, X_WINS)
    (settings,) = game.players.made  # type: ignore[attr-defined]
    assert (settings.in_match, settings.shows_progress, settings.start) == (True, False, X_WINS)
