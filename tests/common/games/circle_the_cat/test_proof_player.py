"""The default players of Circle the Cat: they win won games quickly and make lost games hard to win."""

from __future__ import annotations

import random
from typing import cast
from unittest.mock import Mock

import pytest

from common.games.circle_the_cat.best_first import BestFirst, best_first
from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.distances import DISTANCES
from common.games.circle_the_cat.engine import thinker
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.proof_player import DEFAULT_POSITIONS, MoveBudget, ProofPlayer
from common.games.circle_the_cat.solver import CertificateSolver, proven_best
from common.kernels.deadline import Deadline
from common.play.players import PlayerSettings
from common.rules.position import Player
from common.search.limit import Level, Limit
from common.search.prover import ProvenBounds, proven_win
from game import GAME, SIDES, Position, read_start
from tests.support.cat_starts import set_start, simple_players
from tests.support.compiled import machine_code
from tests.support.game_cases import cat_wins, small_position, won_by
from tests.support.play import play_to_end


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(CERTIFICATES)


def engine(nodes: int | None = None) -> Player[Position]:
    """Return the default player of either side."""
    return GAME.thinker(PlayerSettings(Level(Limit(nodes=nodes)), shows_progress=False))


def small_wins(winner: str, count: int) -> list[Position]:
    """Return small boards that a side wins."""
    chance, found = random.Random(5), list[Position]()
    while len(found) < count:
        position = small_position(chance, 11, 8)
        if cat_wins(position) == (winner == "cat"):
            found.append(position)
        cat_wins.cache_clear()
    return found


def most_steps(position: Position, cat: Player[Position], steps: int = 0) -> int:
    """Return the most steps that the cat takes to an exit against any catcher."""
    if position.outcome():
        return steps
    if position.turn == "cat":
        return most_steps(position.play(cat(position)), cat, steps + 1)
    return max(most_steps(position.play(block), cat, steps) for block in position.moves())


def test_winning_cat_takes_the_fewest_steps() -> None:
    taken = []
    for position in small_wins("cat", 30):
        fewest = next(steps for steps in range(1, BOARD.size) if cat_wins(position, steps))
        taken.append(most_steps(position, engine()))
        assert taken[-1] == fewest
        cat_wins.cache_clear()
    assert max(taken) > 2


@pytest.mark.parametrize(
    "cat", ["best-first", *(pytest.param(cat, marks=pytest.mark.long) for cat in ("engine", "two-distance"))]
)
def test_winning_catcher_encloses_the_cat_quickly(cat: str) -> None:
    """A catcher that only plays its proof needs twice as many blocks here, 42 to 59 a game."""
    starts = won_by("catcher", 3)
    games = [
        play_to_end(
            start,
            {
                "cat": GAME.kind("cat", cat).make(PlayerSettings(shows_progress=False, start=start)),
                "catcher": engine(),
            },
        )
        for start in starts
    ]
    assert all(outcome.winner == "catcher" for _, outcome in games)
    blocks = [(len(moves) + 1) // 2 for moves, _ in games]
    assert sum(blocks) / len(blocks) < 30


def test_winning_catcher_wastes_no_spare_block() -> None:
    start = read_start("[5, 5]", "[]", "[(0, 0)]")
    moves, outcome = play_to_end(start, {"cat": engine(), "catcher": engine()})
    assert outcome.winner == "catcher"
    assert len(moves) < 60


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 2))])
def test_losing_side_moves_where_most_likely_replies_fail(side: str, number: int) -> None:
    start = won_by("catcher" if side == "cat" else "cat", 3)[number]
    position = start if side == "catcher" else start.play(engine()(start))
    chosen = engine()(position)
    wrong = {move: likely_errors(position, move) for move in {chosen, best_first(position)}}
    assert wrong[chosen] >= wrong[best_first(position)]


def likely_errors(position: Position, move: int) -> int:
    """Count the losing replies that a best-first opponent examines before the first winning one."""
    after, usual = position.play(move), BestFirst(DISTANCES.instance(), position.exits)
    likely = usual.likely_steps if after.turn == "cat" else usual.likely_blocks
    for wrong, reply in enumerate(likely(after.cat, after.free)):
        if proven_best(after.play(reply), Deadline())[0] == after.turn:
            return wrong
    return len(after.moves())


@pytest.mark.parametrize("side", SIDES)
def test_results_of_one_move_serve_the_next(side: str) -> None:
    for start in won_by(side, 1):
        play, position, spent = proven_play(), start, [0, 0]
        while not position.outcome():
            if position.turn == side:
                fresh = proven_play()
                move = play.move(position)
                fresh.move(position)
                spent[0] += play.positions
                spent[1] += fresh.positions
                assert max(spent) <= DEFAULT_POSITIONS
            else:
                move = best_first(position)
            position = position.play(move)
        assert spent[0] < spent[1] * 0.8


def proven_play() -> ProofPlayer:
    return ProofPlayer(CERTIFICATES.instance(), DISTANCES.instance(), Limit())


@pytest.mark.parametrize(
    ("name", "count"), [("R10", 2), pytest.param("C", 3, marks=pytest.mark.long)], ids=["R10", "C"]
)
def test_new_game_starts_without_old_results(name: str, count: int) -> None:
    one, starts = engine(), [set_start(name, number) for number in range(count)]
    games = [play_to_end(start, dict.fromkeys(SIDES, one)) for start in starts]
    assert games == [
        play_to_end(start, dict.fromkeys(SIDES, player)) for start in starts for player in [engine()]
    ]


def test_unproven_start_is_played_best_first() -> None:
    for name in ("C", "R5"):
        start = set_start(name, 1)
        for position in (start, start.play(best_first(start))):
            assert engine(nodes=1)(position) == best_first(position)


def test_engine_without_machine_code_plays_best_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CERTIFICATES, "instance", lambda instead: CERTIFICATES.plain)
    start = set_start("C", 1)
    assert thinker(PlayerSettings())(start) == best_first(start)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.long)])
def test_engine_wins_won_starts_against_every_player(side: str, count: int) -> None:
    other = SIDES[side == "cat"]
    for start in won_by(side, count):
        for name in simple_players(other):
            theirs = GAME.kind(other, name).make(PlayerSettings(shows_progress=False, start=start))
            players = {side: engine(), other: theirs}
            assert play_to_end(start, players)[1].winner == side


def test_expired_deadline_ends_all_questions_at_once() -> None:
    start = set_start("R5", 1)
    solver = CertificateSolver(CERTIFICATES.instance(), start.exits)
    solver.set_deadline(Deadline(end=0.0))
    assert all(solver.block_wins(start.cat, start.free, block) is None for block in start.moves())
    assert solver.nodes <= len(start.moves()) * 6  # a node for each step after each block


class Lost:
    """A solver that finds at once that the catcher loses."""

    nodes = 0

    def set_deadline(self, deadline: Deadline) -> None:
        """Do nothing."""

    def prove_block(self, cat: int, free: int) -> ProvenBounds:
        """Return a proven loss."""
        return proven_win(False)

    def certificate(self) -> int:
        """Return all cells."""
        return BOARD.all


def test_no_reply_is_judged_after_the_deadline() -> None:
    start, play = set_start("R5", 1), ProofPlayer(CERTIFICATES.instance(), DISTANCES.instance(), Limit())
    play._solver = cast("CertificateSolver", Lost())
    play._best_first = Mock(block=Mock(return_value=7))
    assert play._block(start.cat, start.free, MoveBudget(Deadline(end=0.0))) == 7
    play._best_first.likely_steps.assert_not_called()


def test_no_horizon_or_room_is_tried_after_the_deadline() -> None:
    start, play = set_start("R5", 1), proven_play()
    play.move(start, Deadline(nodes=1))
    play._solver = Mock(nodes=0, prove_step=Mock(return_value=ProvenBounds()))
    rooms = iter([(1, play._solver), (3, play._solver)])
    play._regions = lambda cat, free: rooms  # type: ignore[method-assign]
    play._solver.prove_block.return_value = ProvenBounds()
    over = MoveBudget(Deadline(end=0.0))
    assert play._confining_block(start.cat, start.free, 7, over) == 7
    assert next(rooms)[0] == 3
    inner = [cell for cell in start.moves() if not start.exits >> cell & 1]
    assert play._fastest_step(start.free, inner[:2], 5, over) == 5
    assert play._solver.prove_step.call_count == 1
