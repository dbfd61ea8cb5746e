"""The Python blocks of docs/a-sixth-game.md: two programs, of 60 and 110 lines, as the page says."""

from __future__ import annotations

import importlib
import json
import random
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from common.cli import app
from common.kernels.deadline import Deadline
from common.search.alpha_beta import INFINITE, NO_MOVE, NOT_OVER
from common.search.limit import Limit
from common.search.simple_search import SimpleSearch
from tests.support import sixth_game
from tests.support.perft import perft
from tests.support.programs import SavedScript, read_json_lines
from tests.support.reference_search import with_reference

VERBS = ("play", "solve", "move", "analyse", "replay", "match")
LINES = {1: 60, 2: 110}
SIDE = 5
CELLS = [(row, column) for row in range(SIDE) for column in range(SIDE)]
DOWN, RIGHT = (1, 0), (0, 1)
PERFT = (1, 20, 336, 4_872, 57_564)  # from `boards_after` below; 336 by hand: 400 pairs less 64 that overlap
EMPTY = "...../...../...../...../....."
BEGUN = "V..../V..../...../...../....."
LATE = "VVHH./VV.../HH.VV/...VV/HHHH."  # the middle of a game
NO_NUMBA = "import sys\nsys.modules['numba'] = None\n"
WAYS = ("rules", "kernels", "kernels without Numba")


def quick_only(*quick: str) -> pytest.MarkDecorator:
    """Run a test with the program in the `quick` ways; the others are `long`."""
    long = [pytest.param(way, marks=pytest.mark.long) for way in WAYS if way not in quick]
    return pytest.mark.parametrize("calls", [*quick, *long], indirect=True)


each_source = pytest.mark.parametrize("calls", WAYS[:2], indirect=True)


@pytest.fixture(scope="module", params=WAYS)
def calls(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> SavedScript:
    """Prepare calls of a program, saved as the page says; a `sitecustomize` removes Numba."""
    folder = tmp_path_factory.mktemp("sixth")
    step = 1 if request.param == "rules" else 2
    (folder / "domineering.py").write_text(sixth_game.source(step), encoding="utf-8")
    if request.param == WAYS[2]:
        (folder / "sitecustomize.py").write_text(NO_NUMBA, encoding="utf-8")
    return SavedScript(folder, "domineering.py")


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Import the second program as a module."""
    folder = tmp_path_factory.mktemp("module")
    (folder / "fast_dominoes.py").write_text(sixth_game.source(2), encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield importlib.import_module("fast_dominoes")
    sys.path.remove(str(folder))
    del sys.modules["fast_dominoes"]


# THE PAGE


@pytest.mark.parametrize("step", LINES)
def test_program_has_the_stated_number_of_lines(step: int) -> None:
    assert LINES[step] - 10 < len(sixth_game.source(step).splitlines()) <= LINES[step]


def test_kernels_take_50_lines() -> None:
    first, second = (sixth_game.source(step).splitlines() for step in LINES)
    assert len(second) - len(first) <= 50


@pytest.mark.parametrize("step", LINES)
def test_command_of_the_page_prints_the_program(step: int) -> None:
    command = f"python -m tests.support.sixth_game {step} > domineering.py"
    assert command in sixth_game.PAGE.splitlines()
    words = shlex.split(command.partition(" > ")[0])
    assert SavedScript(sixth_game.ROOT, "").python(*words[1:]).stdout == sixth_game.source(step)


@each_source
@pytest.mark.parametrize("check", [("check",), ("format", "--check")])
def test_ruff_accepts_the_program(calls: SavedScript, check: tuple[str, ...]) -> None:
    pytest.importorskip("ruff")
    settings = str(sixth_game.ROOT / "pyproject.toml")
    done = calls.python("-m", "ruff", *check, "--no-cache", "--config", settings, "domineering.py")
    assert done.returncode == 0, done.stdout + done.stderr


# THE RULES, compared with rules written without bit operations


def boards_after(
    taken: frozenset[tuple[int, int]], along: tuple[int, int]
) -> list[frozenset[tuple[int, int]]]:
    """Return the boards after every domino that fits."""
    dominoes = [{(row, column), (row + along[0], column + along[1])} for row, column in CELLS]
    return [taken | domino for domino in dominoes if domino <= set(CELLS) and not domino & taken]


def count_games(taken: frozenset[tuple[int, int]], along: tuple[int, int], plies: int) -> int:
    if plies == 0:
        return 1
    return sum(
        count_games(after, DOWN if along == RIGHT else RIGHT, plies - 1)
        for after in boards_after(taken, along)
    )


def test_perft_matches_plain_rules(fast: Any) -> None:
    linked = fast.GAME.search.compiled()
    kernels = with_reference(linked).plain
    memory, state = kernels.memory(linked.fields), linked.state(fast.Position())
    for plies, wanted in enumerate(PERFT[:4]):
        assert count_games(frozenset(), DOWN, plies) == perft(fast.Position(), plies) == wanted
        assert plies == 0 or kernels.perft(memory, state, plies, 0) == wanted
    assert kernels.perft(memory, state, 4, 0) == PERFT[4]


def random_positions(game: Any, count: int) -> Iterator[Any]:
    """Yield the positions of random games, final ones included."""
    chance = random.Random(6)
    for _ in range(count):
        position = game.Position()
        yield position
        while not position.outcome():
            position = position.play(chance.choice(position.moves()))
            yield position


def test_kernels_agree_with_the_rules(fast: Any) -> None:
    search, ends = fast.GAME.search, 0
    kernels, fields = search.compiled().plain, search.compiled().fields
    memory = kernels.memory(fields)
    for position in random_positions(fast, 100):
        state, moves = search.state(position), []
        move = kernels.next_move(memory, state, NO_MOVE, 0)
        while move != NO_MOVE:
            moves.append(move)
            assert kernels.play(state, move) == search.state(position.play(move))
            move = kernels.next_move(memory, state, move, 0)
        assert moves == position.moves()
        assert (kernels.end_score(memory, state, 3) == NOT_OVER) == (position.outcome() is None)
        assert kernels.evaluate(state) == search.evaluate(position)
        ends += position.outcome() is not None
    assert ends == 100


def test_moves_and_positions_round_trip_as_text(fast: Any) -> None:
    for position in random_positions(fast, 20):
        assert fast.GAME.read(*fast.GAME.write(position)) == position
        for move in position.moves():
            assert position.read_move(position.text(move)) == move


# THE VALUE


@cache
def side_to_move_wins(empty: int, own: int) -> bool:
    """Return True if the side to move wins, by an independent search without a limit."""
    fitting = empty & empty >> own
    return any(
        not side_to_move_wins(empty & ~(1 << at | 1 << at + own), 7 - own)
        for at in range(6 * SIDE)
        if fitting >> at & 1
    )


def test_second_player_wins_on_5x5(fast: Any) -> None:
    empty, _ = fast.GAME.search.state(fast.Position())
    assert not side_to_move_wins(empty, 6)
    assert not side_to_move_wins(empty, 1)


@quick_only("kernels without Numba")
def test_solve_proves_that_the_second_player_wins_on_5x5(calls: SavedScript) -> None:
    first, second, *_ = calls.lines("solve", "V", EMPTY)
    assert (first, second) == ("H wins, whatever V does.", "Value: H wins, proven")


def test_late_position_is_proven(fast: Any, calls: SavedScript) -> None:
    side = "V" if side_to_move_wins(*fast.GAME.search.state(fast.Position(LATE, "V"))) else "H"
    assert calls.lines("solve", "V", LATE)[1] == f"Value: {side} wins, proven"


@pytest.mark.parametrize("depth", [2, pytest.param(4, marks=pytest.mark.long)])
def test_both_searches_agree_at_equal_depth(fast: Any, depth: int) -> None:
    linked, search, limit = fast.GAME.search.compiled(), fast.GAME.search, Limit(depth=depth)
    kernels = with_reference(linked).plain
    for position in list(random_positions(fast, 4)):
        if not position.outcome():
            memory, state = kernels.memory(linked.fields), linked.state(position)
            wanted = kernels.alpha_beta(memory, state, depth, -INFINITE, INFINITE, 0)
            *_, report = SimpleSearch(search).think(position, Deadline.from_limit(limit))
            assert report.score == wanted


def test_both_engines_find_the_shortest_win(fast: Any) -> None:
    from common.search.think import Thinker

    linked, limit, decided = fast.GAME.search.compiled(), Limit(nodes=100_000), 0
    for position in list(random_positions(fast, 10)):
        if not position.outcome() and position.board.count(".") < 16:
            engine = Thinker(linked, linked.plain, bits=14, thorough=True)
            *_, found = engine.think(linked.state(position), Deadline.from_limit(limit))
            *_, report = SimpleSearch(fast.GAME.search).think(position, Deadline.from_limit(limit))
            assert found.proven and report.proven
            assert found.score == report.score
            assert (report.score > 0) == side_to_move_wins(*fast.GAME.search.state(position))
            decided += 1
    assert decided > 20


@pytest.mark.long
def test_first_player_wins_on_6x6(tmp_path: Path) -> None:
    larger = (
        sixth_game.source(2)
        .replace("Squares(5, 5)", "Squares(6, 6)")
        .replace('"V": 6', '"V": 7')
        .replace("7 - s", "8 - s")
    )
    for small, large in (
        ("= 20", "= 30"),
        (EMPTY, "/".join(["......"] * 6)),
    ):
        larger = larger.replace(small, large)
    larger = larger.replace("([VH.]{5}/){4}[VH.]{5}", "([VH.]{6}/){5}[VH.]{6}")
    (tmp_path / "domineering.py").write_text(larger, encoding="utf-8")
    lines = SavedScript(tmp_path, "domineering.py").lines(
        "solve", "V", "/".join(["......"] * 6), "--seconds", "inf"
    )
    assert lines[:2] == ["V wins, whatever H does.", "Value: V wins, proven"]


# THE COMMANDS


@quick_only("rules")
def test_help_shows_every_verb_with_an_example(
    fast: Any, calls: SavedScript, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = calls.lines("--help")
    for verb in VERBS:
        assert any(line.strip("\u2502 ").split()[:1] == [verb] for line in shown)
        assert app.main(fast.GAME, [verb, "--help"]) == 0
        assert f"Example: python fast_dominoes.py {verb} " in " ".join(capsys.readouterr().out.split())


@pytest.fixture(scope="module")
def record(calls: SavedScript) -> Path:
    """Record of a game won by the engine as second player."""
    files = "--gif", "game.gif", "--record", "game.jsonl"
    lines = calls.lines("play", "--v", "greedy", *files, "--nodes", "2000")
    assert lines[-2:] == ["V finds no room for a domino.", "H WINS"]
    assert lines[:3] == ["  1 2 3 4 5", "a . . . . .", "b . . . . ."]
    return calls.folder / "game.jsonl"


def test_play_writes_record_and_film(record: Path) -> None:
    header, *moves, end = read_json_lines(record)
    assert header["players"] == {"V": "greedy", "H": "engine"}
    assert [move["side"] for move in moves] == ["V", "H"] * (len(moves) // 2)
    assert moves[-1]["proven"]
    assert end["outcome"]["winner"] == "H"
    with Image.open(record.with_name("game.gif")) as film:
        assert len(list(ImageSequence.Iterator(film))) == len(moves) + 1


@quick_only("rules")
def test_replay_repeats_game_and_film(calls: SavedScript, record: Path) -> None:
    lines = calls.lines("replay", record.name, "--gif", "again.gif", "--html", "game.html")
    assert lines[0] == f"V plays {read_json_lines(record)[1]['move']}"
    assert lines[-1] == "H WINS"
    assert record.with_name("again.gif").read_bytes() == record.with_name("game.gif").read_bytes()


@quick_only("rules")
def test_resume_continues_a_truncated_record(calls: SavedScript, record: Path) -> None:
    whole = record.read_text(encoding="utf-8").splitlines(keepends=True)
    cut = record.with_name("cut.jsonl")
    cut.write_text("".join(whole[:5]) + whole[5][:10], encoding="utf-8")
    assert calls.lines("play", "--resume", "cut.jsonl", "--nodes", "2000")[-1] == "H WINS"
    assert [line["move"] for line in read_json_lines(cut)[1:5]] == [
        json.loads(line)["move"] for line in whole[1:5]
    ]
    assert "outcome" in read_json_lines(cut)[-1]


def test_analyse_accepts_positions_and_games(calls: SavedScript, record: Path) -> None:
    best, line, score, depth = calls.lines("analyse", "V", LATE, "--nodes", "5000")
    assert re.fullmatch("Score: [VH] wins, proven", score)
    assert depth.startswith("Search depth: ")
    assert line.startswith(f"Line: V {best.removeprefix('Best for V: ')}, H ")
    judged = calls.lines("analyse", record.name, "--nodes", "100")
    assert len(judged) >= len(read_json_lines(record)) - 1


def test_move_prints_one_move(fast: Any, calls: SavedScript) -> None:
    position = fast.Position(BEGUN, "H")
    (answer,) = calls.lines("move", *fast.GAME.write(position), "--nodes", "500")
    assert position.read_move(answer) in position.moves()
    assert calls.lines("move", "V", "/".join(["HHHHH"] * 5)) == [""]


@quick_only("rules")
def test_external_program_plays_like_the_engine(calls: SavedScript) -> None:
    command = f"'{sys.executable}' '{calls.folder / 'domineering.py'}' move --nodes 50"
    ours, theirs = (
        calls.lines("play", "--v", "greedy", "--h", player, "--nodes", "50") for player in ("engine", command)
    )  # fmt: skip
    assert ours == theirs


def test_engine_beats_the_random_player(calls: SavedScript) -> None:
    lines = calls.lines("match", "engine", "random", "--pairs", "5", "--jobs", "1", "--nodes", "300")
    found = re.search(r"engine - random: 10 games: (\d+) won, ", "\n".join(lines))
    assert found
    assert int(found[1]) >= 9


@quick_only("rules")
def test_human_gets_prompts_and_help(calls: SavedScript) -> None:
    answers = "f1\nhelp\na1\nundo\nquit\n"
    lines = calls.lines("play", "--v", "human", "--level", "1", "--seed", "3", answers=answers)
    assert any(line.startswith("V's move: 'f1' is not a square: expected a1 to e5") for line in lines)
    assert any(line.startswith("V's move: Type a move, e.g. a1.") for line in lines)
    assert "V's move: V plays a1" in lines


@quick_only("rules")
def test_malformed_board_is_refused(calls: SavedScript) -> None:
    done = calls.run("analyse", "V", "V")
    assert done.returncode == 2
    assert done.stderr == f"'V' is not a board, e.g. {EMPTY}\n"
