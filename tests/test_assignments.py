"""The assignments' algorithms: what each sentence asks for, and how well `textbook` and the others play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import catsdogs
import duel7
from catsdogs import careful, read_position, roomy, squeeze
from common.games.duel7.evaluation import SPACE
from common.rules.square_grid import Step
from common.search.leads import decisive_score
from common.search.transposition import WON
from duel7 import best_move, greedy, heuristic, lead, random_start
from tests.support.catsdogs_cases import CATS_WIN, FULL_BOARD, HOPELESS, MIDDLE


def random_positions(game: Any, games: int) -> Iterator[Any]:
    """Yield the positions of random games that are not over."""
    for number in range(games):
        chance, position = random.Random(number), game.starts.opening(number)
        while not position.outcome():
            yield position
            position = position.play(chance.choice(position.moves()))


# The sliding duel: "a heuristic function which will be applicable to any combination of limit and number of
# piece values"


def best_lead(at: duel7.Position, depth: int) -> int:
    """Return the best lead in moveable squares after `depth` plies, by the rules alone."""
    if outcome := at.outcome():
        margin = outcome.margin if outcome.winner == at.turn else -outcome.margin
        return decisive_score(SPACE * margin) if at.moves() else -WON - depth
    if depth == 0:
        return lead(at)
    return max(-best_lead(at.play(move), depth - 1) for move in at.moves())


@pytest.mark.parametrize(
    ("depth", "pieces"),
    [(2, (3, 4)), (2, (6, 6)), (2, (10, 10)), (4, (2, 1)), pytest.param(4, (2, 30), marks=pytest.mark.long)],
)
def test_minimax_takes_first_move_with_most_squares(depth: int, pieces: tuple[int, int]) -> None:
    for number in range(6):
        at = random_start(pieces, 2 + 3 * number, number)._replace(turn="XO"[number % 2])
        values = {move: -best_lead(at.play(move), depth - 1) for move in at.moves()}
        if values:
            assert best_move(at, depth, lead) == max(values, key=values.__getitem__), at


def test_greedy_takes_first_move_with_the_largest_lead() -> None:
    for position in random_positions(duel7.GAME, 4):
        after = {move: -lead(position.play(move)) for move in position.moves()}
        assert greedy(position) == max(after, key=after.__getitem__)


def test_lead_of_the_duel_equals_the_kernel() -> None:
    kernels = duel7.GAME.search.compiled().plain
    for position in random_positions(duel7.GAME, 4):
        assert lead(position) == kernels.lead(duel7.GAME.search.state(position))


@pytest.mark.parametrize("pieces", [(1, 1), (3, 5), (6, 6), (16, 16), (1, 47), (24, 24)])
@pytest.mark.parametrize("turns", [1, 2, 40, duel7.MAX_TURNS])
def test_duel_heuristic_applies_to_any_limit_and_pieces(pieces: tuple[int, int], turns: int) -> None:
    position = random_start(pieces, turns, 5)
    swapped = position._replace(turn="O")
    assert heuristic(position) == -heuristic(swapped)
    if position.moves():
        assert best_move(position, depth=2) in position.moves()


def test_duel_search_stops_at_the_turn_limit() -> None:
    """With one turn left the lead alone decides, with more the squares two steps away count, too."""
    last, more = ([best_move(random_start((4, 4), turns, seed)) for seed in range(20)] for turns in (1, 9))
    assert last == [greedy(random_start((4, 4), 1, seed)) for seed in range(20)]
    assert last != more


def test_duel_shuts_the_opponent_in_rather_than_win_on_squares() -> None:
    position = duel7.GAME.notation.read("X", "X a2 b2 e4 O a1", "6")
    assert position.text(best_move(position)) == "b2 b1"


# Cats & Dogs: "you will implement strategies for both the Cat and Dog players"


def safe_captures(position: catsdogs.Position) -> set[Step]:
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
        dogs = squeeze(seed)
        once = position.play(dogs(position))
        chosen.add(once.play(dogs(once)))
    assert chosen <= fewest
    assert len(chosen) > len(fewest) / 2
