"""The cat's engine of the page (cat_search.js) plays as the one in Python, at a fixed number of nodes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from common.games.circle_the_cat import evaluation
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.distances import DISTANCES
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.proof_player import ProofPlayer
from common.games.circle_the_cat.solver import proven_best
from common.kernels.deadline import Deadline
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from game import GAME, LEVELS, SIDES, Position
from tests.support.cat_starts import set_start
from tests.support.compiled import machine_code
from tests.support.node import Message, ask_engine, needs_node, question

pytestmark = needs_node
SETUP = {"neighbours": [[-1 if cell is None else cell for cell in cells] for cells in BOARD.neighbours]}
QUICK, ENOUGH = Deadline(nodes=50_000), Deadline(nodes=2_000_000)  # limits to find wins, and to check them
FEW = 20  # positions


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(CERTIFICATES)
    machine_code(DISTANCES)


@pytest.fixture(params=[20, pytest.param(100, marks=pytest.mark.long)])
def count(request: pytest.FixtureRequest) -> int:
    """Return the number of positions."""
    found: int = request.param
    return found


@cache
def positions(count: int) -> list[Position]:
    """Return positions of games between weak players, from starts of all kinds."""
    found = list[Position]()
    for number in range(10 * count):
        chance = random.Random(number)
        position = set_start(chance.choice(("C", "R5", "R10", "E")), number)
        for _ in range(chance.randrange(24)):
            if not position.outcome():
                move = best_first(position, Level(Limit(nodes=30)), DISTANCES.instance())
                position = position.play(chance.choice(position.moves()) if chance.random() < 0.3 else move)
        if not position.outcome():
            found.append(position)
        if len(found) == count:
            break
    return found


def answers(asked: Sequence[Position], level: Level, is_analysis: bool = False) -> list[list[Message]]:
    """Return the messages of one engine of the page about these positions, in their order."""
    questions = [
        question((position.cat, position.blocks, position.exits, SIDES.index(position.turn)), level)
        | {"setup": SETUP, "isAnalysis": is_analysis}
        for position in asked
    ]
    return ask_engine("game", ["distances", "certificates"], questions)


def chosen_moves(asked: Sequence[Position], level: Level) -> list[int]:
    return [messages[-1]["move"] for messages in answers(asked, level)]


@pytest.mark.parametrize("number", [3, 4])
def test_levels_without_a_seed_choose_equally(number: int, count: int) -> None:
    level, asked = LEVELS[number], positions(count)
    expected = [best_first(position, level, DISTANCES.instance()) for position in asked]
    assert chosen_moves(asked, level) == expected


def test_best_first_search_chooses_equally(count: int) -> None:
    level, asked = Level(Limit(nodes=500), margin=0), positions(count)
    expected = [best_first(position, level, DISTANCES.instance()) for position in asked]
    assert chosen_moves(asked, level) == expected


@pytest.mark.parametrize("nodes", [2_000, 20_000])
def test_engine_with_proofs_chooses_equally(nodes: int, count: int) -> None:
    """Each position begins a new game."""
    expected = [
        ProofPlayer(CERTIFICATES.instance(), DISTANCES.instance(), Limit(nodes=nodes)).move(position)
        for position in positions(count)
    ]
    assert chosen_moves(positions(count), Level(Limit(nodes=nodes))) == expected


@pytest.mark.parametrize("number", range(4))
def test_engine_chooses_equally_through_a_game(number: int) -> None:
    """Both keep their certificates and regions from one move to the next."""
    player = ProofPlayer(CERTIFICATES.instance(), DISTANCES.instance(), Limit(nodes=5_000))
    position, played, moves = set_start("R10", number), list[Position](), list[int]()
    while not position.outcome():
        played.append(position)
        moves.append(player.move(position))
        position = position.play(moves[-1])
    assert len(moves) > 10
    assert chosen_moves(played, Level(Limit(nodes=5_000))) == moves


def test_analysis_finds_equal_scores_lines_and_proofs() -> None:
    level = Level(Limit(nodes=3_000))
    asked = positions(FEW)
    for position, messages in zip(asked, answers(asked, level, is_analysis=True), strict=True):
        expected = evaluation.insight(position, PlayerSettings(level), GAME.search.score)
        line, after = list[str](), position
        for move in messages[0]["line"]:
            line.append(after.text(move))
            after = after.play(move)
        found = tuple(line), messages[0]["score"], messages[0]["proven"]
        assert found == (expected.line, expected.score.value or 0, expected.score.proven), position


def test_proven_win_is_never_given_away(count: int) -> None:
    won = [position for position in positions(count) if proven_best(position, QUICK)[0] == position.turn]
    won = won[: count // 2]
    assert len(won) > count // 4
    assert {position.turn for position in won} == set(SIDES)
    for position, messages in zip(won, answers(won, Level(Limit(nodes=100_000))), strict=True):
        assert messages[0]["proven"]
        after = position.play(messages[-1]["move"])
        outcome = after.outcome()
        winner = outcome.winner if outcome else proven_best(after, ENOUGH)[0]
        assert winner == position.turn, position


def test_varied_level_is_legal_and_repeats_by_its_seed() -> None:
    asked = positions(FEW)
    first, again, other = (chosen_moves(asked, LEVELS[1]._replace(seed=seed)) for seed in (7, 7, 8))
    assert first == again != other
    assert all(move in position.moves() for move, position in zip(first, asked, strict=True))


def test_time_limit_ends_with_a_legal_move() -> None:
    asked = positions(5)
    for position, messages in zip(asked, answers(asked, Level(Limit(seconds=0.2))), strict=True):
        assert messages[-1]["type"] == "done"
        assert messages[-1]["move"] in position.moves()
