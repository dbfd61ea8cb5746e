"""The strength benchmark: tables, start sets, rows as text and JSON, refused options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

import duel7
import walls
from tests.bench import strength
from tests.bench.lines import Line
from tests.bench.strength import TABLES, run, start_of
from tests.support.games import module_of

USUAL: dict[str, Any] = {
    "starts": 1,
    "first": 0,
    "player": None,
    "seconds": None,
    "nodes": None,
    "depth": None,
    "jobs": 1,
}
CHEAP = {"game": {"nodes": 5}, "squirrels": {"depth": 1}}
PLAYER = {"game": "two-distance", "squirrels": "greedy", "catsdogs": "squeeze"}


def rows(script: str, **options: Any) -> list[Line]:
    return list(run(script, **USUAL | CHEAP.get(script, {"nodes": 20}) | options))


@pytest.mark.parametrize("sizes", [(5,), pytest.param((5, 7, 9), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("script", TABLES)
def test_strength_plays_a_row_of_each_game(
    script: str, sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sizes are those of Walls: each is compiled for seconds."""
    monkeypatch.setattr(strength, "WALLS_STARTS", {size: strength.WALLS_STARTS[size] for size in sizes})
    player = PLAYER.get(script, "random")
    found = rows(script, player=player)
    assert found
    assert all(player in line.facts["players"] for line in found)
    assert all(json.loads(json.dumps(line.facts))["games"] > 0 for line in found)


def test_strength_prints_a_line_for_each_pairing() -> None:
    lines = [line.text for line in rows("catsdogs")]
    pairs = [
        re.fullmatch(r"cat (\w+) - dog ([\w-]+): [01] of 1, cat moves \d+\.\d \([\d.]+ to [\d.]+\)", line)
        for line in lines
    ]
    wanted = [("careful", "engine"), ("roomy", "engine"), ("engine", "random"), ("engine", "squeeze")]
    wanted += [("engine", "textbook"), ("engine", "engine")]
    assert [pair.groups() if pair else None for pair in pairs] == wanted


def test_strength_names_the_start_set_of_a_row() -> None:
    found = rows("duel7", player="random")
    assert [line.text.split(":")[0] for line in found] == [
        "engine - random (table)",
        "engine - random (even)",
    ]
    assert [line.facts["starts"] for line in found] == [("table",), ("even",)]


def test_strength_repeats_its_games() -> None:
    assert rows("squirrels", player="novice", starts=2) == rows("squirrels", player="novice", starts=2)
    assert rows("squirrels", player="novice") != rows("squirrels", player="novice", first=3)


@pytest.mark.parametrize("script", TABLES)
def test_start_sets_of_a_table_exist_and_differ(script: str) -> None:
    game = module_of(script).GAME
    for name in {name for series in TABLES[script](None) for name in series.sets}:
        starts = {repr(start_of(game, name, number)) for number in range(6)}
        assert len(starts) == 6


def test_duel_starts_of_the_table_never_change() -> None:
    starts = [strength.duel_start(number) for number in (0, 9)]
    assert [duel7.write_place(start) for start in starts] == [
        "X c1 d3 d5 O b1 e2 e5",
        "X c2 c7 e6 e7 g4 g7 O b6 c3 d2 g1",
    ]
    assert [start.turns_left for start in starts] == [20, 21]


def test_even_duel_starts_have_equal_armies() -> None:
    even = [start_of(duel7.GAME, "even", number) for number in range(16)]
    assert {start.x.bit_count() for start in even} == {3, 6, 10, 16}
    assert all(start.x.bit_count() == start.o.bit_count() for start in even)
    assert {start.turns_left for start in even} == {20, 21, 40, 41}


def test_walls_starts_of_the_table_follow_four_moves() -> None:
    table, usual = (start_of(walls.GAME, starts, 4, 7) for starts in ("table", ""))
    assert table == walls.random_start(7, 4, 4) != usual == walls.random_start(7, 4)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"player": "nobody"}, "--player 'nobody': wanted a player of the table, e.g. alpha-beta"),
        ({"nodes": 7}, "--nodes 7: squirrels ignores it, wanted --seconds or --depth"),
        ({"seconds": 0}, "--seconds 0: expected a number of seconds above 0"),
        ({"depth": 0}, "--depth 0: expected a whole number of 1 or more"),
    ],
)
def test_strength_refuses_a_bad_option(options: dict[str, Any], told: str) -> None:
    with pytest.raises(typer.BadParameter, match=re.escape(told)):
        next(run("squirrels", **USUAL | options))


def test_strength_reports_the_games_before_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any) -> Iterator[Any]:
        work, tasks, _ = given
        yield work(tasks[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(strength, "run_parallel", interrupted)
    found = run("squirrels", **USUAL | {"starts": 5, "player": "novice", "depth": 1})
    assert next(found).facts["games"] == 2
    with pytest.raises(KeyboardInterrupt):
        next(found)
