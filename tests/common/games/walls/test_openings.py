"""The stored opening moves of 5x5: what they cover, what the seed chooses, and what they keep."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.openings import opening_move, stored_openings
from common.play.player_registry import player_of
from common.play.players import OPENING_MOVES, PlayerSettings
from common.search.limit import Level, Limit
from tests.support.walls_views import mirror_and_swap, upside_down_position
from walls import GAME, Position, random_start, start, stored_move, varied_move

SEEDS = range(24)
JUDGE = Level(Limit(nodes=200_000))


def choices(position: Position) -> set[str]:
    """Return the opening moves that some seed chooses."""
    kernels = GAME.search.compiled(5).plain
    found = {opening_move(kernels, state_of(position), seed) for seed in SEEDS}
    return {MOVES[move] for move in found if move is not None}


def covered(first: Position, player: int) -> Iterator[Position]:
    """Yield the positions of a player's first moves, with opening moves against every reply."""
    positions = {first}
    for _ply in range(2 * OPENING_MOVES):
        after = set[Position]()
        for position in positions:
            is_own = position.mover == player
            if is_own:
                yield position
            after.update(map(position.play, choices(position) if is_own else MOVES))
        positions = after


def worth(position: Position, move: str) -> int:
    """Return the score of a move by a search."""
    settings = PlayerSettings(JUDGE, in_match=True, start=position)
    engine = GAME.players.searching_engine(settings)
    report = engine.search(position.play(move), settings.deadline())
    assert report
    return -report.shown_score


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
def test_openings_answer_every_reply_in_the_moves_that_vary(starter: int, player: int) -> None:
    positions = list(covered(start(5, starter), player))
    assert len(positions) > 50
    assert all(choices(position) for position in positions)


def test_openings_are_the_same_on_symmetric_boards() -> None:
    swapped = {"try-forward": "try-forward", "turn-left": "turn-right", "turn-right": "turn-left"}
    for position in list(covered(start(5), 0))[:40]:
        assert choices(mirror_and_swap(position)) == {swapped[move] for move in choices(position)}
        assert choices(upside_down_position(position)) == {swapped[move] for move in choices(position)}


def test_first_player_begins_with_either_turn() -> None:
    """Try-forward is proven to lose."""
    assert choices(start(5)) == {"turn-left", "turn-right"}


def test_opening_moves_keep_the_first_players_lead() -> None:
    """After a turn of each, only one more turn the same way keeps it."""
    position = start(5).play("turn-left").play("turn-left")
    assert choices(position) == {"turn-left"}
    assert worth(position, "turn-left") > 0 > worth(position, "turn-right")


def test_stored_move_is_played_where_no_opening_is_stored() -> None:
    position = start(5)
    for _ply in range(2 * OPENING_MOVES):
        position = position.play(stored_move(position) or MOVES[0])
    assert not choices(position)
    assert varied_move(position, 3) == stored_move(position)


def test_levels_of_5x5_play_an_opening_move_by_the_seed() -> None:
    for number in (1, 2, 3, 4):
        played = set[str]()
        for seed in SEEDS:
            settings = PlayerSettings(seed=seed, levels_vary=True, in_match=True, shows_progress=False)
            player = player_of(GAME, "A", f"level-{number}", settings, start(5))
            played.add(player(start(5)))
        assert played == {"turn-left", "turn-right"}


def test_levels_of_5x5_play_as_always_outside_the_openings() -> None:
    """Noise among equal moves would cost strength there."""
    settings = PlayerSettings(levels_vary=True, in_match=True, shows_progress=False)
    for number in range(0, 20, 2):
        position = random_start(5, number, 20)
        players = [
            player_of(GAME, "A", "level-4", settings._replace(seed=seed), position) for seed in range(3)
        ]
        assert position.outcome() or len({player(position) for player in players}) == 1


@pytest.mark.parametrize("first", ["turn-left", "turn-right"])
def test_level_4_keeps_the_proven_win_of_the_start(first: str) -> None:
    """Below level 4 some of these positions have other moves, too."""
    positions, others = {start(5).play(first).play(reply) for reply in MOVES}, 0
    settings = PlayerSettings(seed=7, levels_vary=True, in_match=True, shows_progress=False)
    for _ in range(OPENING_MOVES - 1):
        after = set[Position]()
        for position in positions:
            stored = stored_move(position)
            assert stored and {varied_move(position, seed, keeps_wins=True) for seed in SEEDS} == {stored}
            others += choices(position) != {stored}
            after.update(position.play(stored).play(reply) for reply in MOVES)
        assert player_of(GAME, "A", "level-4", settings, position)(position) == stored
        positions = after
    assert others > 3


def test_level_4_varies_as_second_player() -> None:
    position = start(5).play("turn-left")
    found = {varied_move(position, seed, keeps_wins=True) for seed in SEEDS}
    assert found == choices(position) and len(found) > 1


def test_a_position_without_openings_has_none() -> None:
    assert not choices(random_start(5, 2, 30))
    assert stored_openings().moves(0) == []
