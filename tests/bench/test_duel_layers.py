"""Layers of the sliding duel against brute force, and the games analysed by them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Any

import pytest

from common.games.duel7.board import SQUARES
from common.rules.bits import bits_of
from common.search.limit import Limit
from duel7 import Position
from tests.bench import retrograde
from tests.bench.duel_layers import DRAWN, LOST, WON, layers
from tests.bench.retrograde import PlayedGame, analyse, opponent_lines, play_start
from tests.support.brute_force import winner

pytest.importorskip("numpy")


def expected(position: Position) -> int:
    """Return the result for the side to move, by brute force on the readable rules."""
    found = winner(position)
    return DRAWN if found is None else WON if found == position.turn else LOST


@pytest.mark.parametrize(
    ("size", "turns"), [(1, 7), (2, 4), pytest.param(3, 3, marks=pytest.mark.long)], ids=str
)
def test_layers_match_brute_force(size: int, turns: int) -> None:
    chance, seen = random.Random(size), set()
    for left, layer in enumerate(islice(layers(size), turns + 1)):
        for _ in range(60):
            squares = chance.sample(SQUARES.squares, 2 * size)
            own, other = bits_of(squares[:size]), bits_of(squares[size:])
            result = layer.result(own, other)
            assert result == expected(Position(own, other, left)), (squares, left)
            seen.add(result)
    assert seen == {WON, DRAWN, LOST}


@pytest.mark.long
def test_side_without_a_move_has_lost_in_every_layer() -> None:
    own, other = map(SQUARES.read_names, ("a1 a2 b1", "a3 b2 c1"))
    assert [layer.result(own, other) for layer in islice(layers(3), 3)] == [LOST] * 3


def test_layers_count_every_position_once() -> None:
    """The shares of two pieces each and 40 turns are those of another program."""
    *_, layer = islice(layers(2), 41)
    counts = layer.counts()
    total = 49 * 48 // 2 * (47 * 46 // 2)
    assert sum(counts.values()) == total
    assert [round(counts[result] / total, 3) for result in (WON, DRAWN, LOST)] == [0.023, 0.96, 0.017]


def test_retrograde_names_a_win_that_was_given_away() -> None:
    history = [Position(1, 2, left, turn) for left, turn in zip((4, 3, 2, 1), "XOXO", strict=True)]
    results = dict(zip(history, (WON, WON, WON, DRAWN), strict=True))
    games = [analyse(PlayedGame(7, side, DRAWN, history), results) for side in "XO"]
    *_, changes, mistake = opponent_lines("greedy", games)
    assert changes.facts["given_away"] == (1, 0) and changes.facts["offered"] == (0, 1)
    assert mistake.facts == {"opponent": "greedy", "number": 7, "side": "X", "turns_left": 2}
    assert 'won until X moves at X "X a1 O a2" 2, then drawn, drawn in the end' in mistake.text


def test_retrograde_plays_both_sides_of_a_start() -> None:
    games = play_start(0, "greedy", Limit(nodes=50))
    assert [game.side for game in games] == ["X", "O"]
    for game in games:
        outcome = game.history[-1].outcome()
        assert outcome and game.history[0].turns_left == 20
        assert game.result == {None: DRAWN, game.side: WON}.get(outcome.winner, LOST)


def test_retrograde_counts_games_by_the_result_of_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawn:
        def result(self, own: int, other: int) -> int:
            return DRAWN

        def counts(self) -> dict[int, int]:
            return {WON: 1, DRAWN: 2, LOST: 1}

    def drawn_layers(size: int) -> Iterator[Drawn]:
        return repeat(Drawn())

    monkeypatch.setattr(retrograde, "layers", drawn_layers)
    options: dict[str, Any] = {"starts": 2, "seconds": None, "nodes": 50, "jobs": 1}
    *turns, starts = islice(lines := retrograde.run(["greedy"], **options), 3)
    assert [(each.facts["turns_left"], each.facts["drawn"]) for each in turns] == [(20, 0.5), (21, 0.5)]
    assert starts.facts == {"starts": 2, "won": [], "drawn": [0, 1], "lost": []}
    drawn = next(each.facts for each in lines if each.facts.get("start") == "drawn")
    assert drawn["wins"] + drawn["draws"] + drawn["losses"] == 4
