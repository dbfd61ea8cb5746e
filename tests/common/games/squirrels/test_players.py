"""The weakened greedy player, principal variations, results in words, and programs that write files."""

from __future__ import annotations

import random
import sys
from functools import partial

import pytest

from common.games.squirrels import players
from common.games.squirrels.engine import SEARCH, result_in_words
from common.games.squirrels.players import (
    file_program_player,
    varied_player,
    weakened_player,
)
from common.play.players import PlayerSettings
from common.programs.confinement import Confinement
from common.rules.errors import BadInput
from common.rules.player import ForfeitError
from common.rules.position import Player
from common.search.limit import Level, Limit
from common.search.score import Score
from squirrels import (
    FREE,
    Position,
    algorithm_move,
    evaluate,
    greedy,
    input_text,
    lead,
    random_start,
)

LATE = Position(tuple(range(1, 26)), "XOXOX" * 4 + "XO***", "X")


def positions(seed: int, count: int) -> list[Position]:
    """Return positions with 1 to 25 free squares, either side to move."""
    chance, found = random.Random(seed), list[Position]()
    for number in range(count):
        position = random_start(number)
        for _ in range(chance.randrange(25)):
            position = position.play(chance.choice(position.moves()))
        found.append(position)
    return found


# LEVELS THAT VARY


def square_values(position: Position, depth: int) -> dict[int, int]:
    """Return the value of each move for the side to move, to a depth in plies, by brute force."""
    after = {move: position.play(move) for move in position.moves()}
    if depth == 1 or len(after) == 1:
        return {move: evaluate(child, position.turn) for move, child in after.items()}
    return {move: -max(square_values(child, depth - 1).values()) for move, child in after.items()}


def varied_moves(position: Position, level: Level) -> set[int]:
    """Return the moves that the seeds 0 to 29 choose."""
    levels = [level._replace(seed=seed) for seed in range(30)]
    return {varied_player(lead, each)(position) for each in levels}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_lead_is_exact_below_beta_and_a_bound_above(depth: int) -> None:
    for position in positions(7, 30)[:: 2 * depth]:
        if position.moves():
            value = max(square_values(position, depth).values())
            assert lead(position, depth, value + 1) == value
            assert value - 5 <= lead(position, depth, value - 5) <= value


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_seed_chooses_among_equal_squares_only(depth: int) -> None:
    ties = 0
    for position in positions(4, 30)[:: 2 * depth]:
        if position.moves():
            few = position._replace(values=tuple(value % 3 + 1 for value in position.values))
            values = square_values(few, depth)
            best = {move for move, value in values.items() if value == max(values.values())}
            found = varied_moves(few, Level(Limit(depth=depth), margin=0))
            assert found <= best and len(found) >= min(len(best), 2)
            ties += len(best) > 1
    assert ties


@pytest.mark.parametrize("depth", [1, 2])
def test_squares_of_a_varied_level_are_within_its_margin(depth: int) -> None:
    lost = [0]
    for position in positions(5, 30):
        if len(position.moves()) > depth:
            values = square_values(position, depth)
            found = varied_moves(position, Level(Limit(depth=depth), margin=20))
            lost += [max(values.values()) - values[move] for move in found]
    assert 0 < max(lost) <= 20


def test_varied_level_that_sees_the_end_loses_nothing() -> None:
    for position in positions(6, 40):
        if 0 < len(position.moves()) <= 3:
            values = square_values(position, 3)
            found = varied_moves(position, Level(Limit(depth=3), margin=99))
            assert {values[move] for move in found} == {max(values.values())}


# THE WEAKENED PLAYER


def test_player_that_ignores_nothing_is_greedy() -> None:
    player = weakened_player(evaluate, 0)
    assert all(player(position) == greedy(position) for position in positions(1, 30))


def test_player_that_ignores_everything_takes_the_first_square() -> None:
    player = weakened_player(evaluate, 1)
    assert all(player(position) == position.moves()[0] for position in positions(2, 30))


def test_weakened_player_ignores_the_same_moves_of_a_board() -> None:
    found = positions(3, 30)
    first, second = ([weakened_player(evaluate, 0.6)(at) for at in order] for order in (found, found[::-1]))
    assert first == second[::-1]


def test_weakened_player_misses_some_best_moves() -> None:
    player, found = weakened_player(evaluate, 0.5), positions(4, 60)
    missed = sum(player(position) != greedy(position) for position in found)
    assert 10 < missed < 50


def test_weakened_player_takes_the_best_of_the_moves_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance lets it see the last two of three free squares."""

    class Chance:
        def __init__(self, seed: object) -> None:
            assert seed == LATE.board
            self._numbers = iter((0.39, 0.4, 0.41))

        def random(self) -> float:
            return next(self._numbers)

    monkeypatch.setattr(players, "Random", Chance)
    seen = LATE.moves()[1:]
    expected = max(seen, key=lambda move: evaluate(LATE.play(move), "X"))
    assert weakened_player(evaluate, 0.4)(LATE) == expected


# PRINCIPAL VARIATIONS


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_principal_variation_follows_the_algorithm(depth: int) -> None:
    end, expected = random_start(5), list[str]()
    for remaining in range(depth, 0, -1):
        move = algorithm_move(3, end, remaining)
        assert move is not None
        expected.append(end.text(move))
        end = end.play(move)
    found = SEARCH.line_insight(random_start(5), depth)
    assert (found.line, found.depth) == (tuple(expected), depth)
    assert (found.score.side, found.score.value) == ("X", evaluate(end, "X"))
    assert found.score.proven is False


def test_principal_variation_ends_with_the_game() -> None:
    found = SEARCH.line_insight(LATE, 9)
    end = LATE
    for text in found.line:
        end = end.play(end.read_move(text))
    assert len(found.line) == found.depth == 3 and FREE not in end.board
    assert found.score.proven
    assert found.score.words == result_in_words(evaluate(end, "X"), "X")
    full: Score = SEARCH.line_insight(end, 4).score
    assert (full.side, full.value) == (end.turn, evaluate(end, end.turn))


@pytest.mark.parametrize(
    ("lead", "side", "over", "now"),
    [
        (3, "X", "X wins by 3", "X leads by 3"),
        (-3, "X", "O wins by 3", "O leads by 3"),
        (-12, "O", "X wins by 12", "X leads by 12"),
        (0, "O", "draw", "even"),
    ],
)
def test_result_names_the_leader_and_the_lead(lead: int, side: str, over: str, now: str) -> None:
    assert (result_in_words(lead, side), result_in_words(lead, side, is_over=False)) == (over, now)


# PROGRAMS


COMMAND = f"'{sys.executable}' -c pass"
Calls = list[tuple[object, ...]]


def program_player(monkeypatch: pytest.MonkeyPatch, answer: str) -> tuple[Player[Position], Calls]:
    """Return a player whose program writes `answer`, and the calls of that program."""
    calls: Calls = []

    def answered(*call: object) -> str:
        calls.append(call[:-1])
        return answer

    monkeypatch.setattr(players, "answer_from_file", answered)
    settings = PlayerSettings(Level(Limit(seconds=7)), confinement=Confinement(memory=1))
    player = file_program_player(COMMAND, settings, partial(input_text, [1, "X", 1]), "next.txt")
    return player, calls


def test_program_gets_the_input_file_and_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for move in LATE.moves():
        player, calls = program_player(monkeypatch, LATE.play(move).board)
        assert player(LATE) == move
        assert calls == [
            (
                [sys.executable, "-c", "pass"],
                7,
                (input_text([1, "X", 1], LATE), "next.txt"),
                Confinement(memory=1),
            )
        ]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (LATE.board, "illegal move"),
        ("X" * 25, "illegal move"),
        ("X" * 24, "unintelligible move"),
        ("x" * 25, "unintelligible move"),
        ("", "unintelligible move"),
        ("nonsense", "unintelligible move"),
    ],
)
def test_wrong_answer_is_a_forfeit(monkeypatch: pytest.MonkeyPatch, answer: str, kind: str) -> None:
    player, _ = program_player(monkeypatch, answer)
    with pytest.raises(ForfeitError) as forfeit:
        player(LATE)
    assert (forfeit.value.kind, str(forfeit.value)) == (kind, f"makes an {kind}: '{answer}'")


def test_command_that_cannot_be_run_is_refused_at_once() -> None:
    with pytest.raises(BadInput, match="neither a player's name nor a command"):
        file_program_player("no-such-program", PlayerSettings(), partial(input_text, [1, "X", 1]), "next.txt")
