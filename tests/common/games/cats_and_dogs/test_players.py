"""Textbook players of Cats & Dogs, compared with the readable rules."""

from __future__ import annotations

import pytest

from catsdogs import GAME, Position, read_position
from common.games.cats_and_dogs.players import careful, roomy, squeeze
from common.rules.square_grid import Step
from tests.support.catsdogs_cases import CATS_WIN, FULL_BOARD, HOPELESS, MIDDLE


def safe_captures(position: Position) -> set[Step]:
    """Return the captures on a board that bring no three cats into line, whichever side is to move."""
    cats = position._replace(step=0)
    outcomes = {move: cats.play(move).outcome() for move in cats.moves()}
    return {move for move, outcome in outcomes.items() if outcome is None or outcome.winner == "cat"}


@pytest.mark.parametrize("place", [MIDDLE, CATS_WIN, HOPELESS])
def test_careful_makes_any_safe_capture(place: str) -> None:
    position = read_position(place)
    assert {careful(seed)(position) for seed in range(60)} == (
        safe_captures(position) or set(position.moves())
    )


@pytest.mark.parametrize("place", [FULL_BOARD, MIDDLE, CATS_WIN, HOPELESS])
def test_roomy_keeps_most_safe_captures(place: str) -> None:
    position = read_position(place)
    room = {move: len(safe_captures(position.play(move))) for move in safe_captures(position)}
    best = {move for move, left in room.items() if left == max(room.values())} or set(position.moves())
    assert {roomy(seed)(position) for seed in range(60)} == best


def test_roomy_ends_contact() -> None:
    position = read_position("C....C./......./..CD.../..D..../..D..../......./.C....C")
    assert [position.text(move) for move in sorted(safe_captures(position))] == ["c3 c4", "c3 d3"]
    assert {position.text(roomy(seed)(position)) for seed in range(20)} == {"c3 c4"}


def test_squeeze_leaves_fewest_safe_captures() -> None:
    position = read_position(MIDDLE, 1)
    firsts = [position.play(move) for move in position.moves()]
    results = {once.play(move) for once in firsts if not once.outcome() for move in once.moves()}
    left = {after: len(safe_captures(after)) for after in results if not after.outcome()}
    fewest = {after for after, count in left.items() if count == min(left.values())}
    chosen = set()
    for seed in range(60):
        dogs = squeeze(GAME.search.compiled(), seed)
        once = position.play(dogs(position))
        chosen.add(once.play(dogs(once)))
    assert chosen <= fewest
    assert len(chosen) > len(fewest) / 2
