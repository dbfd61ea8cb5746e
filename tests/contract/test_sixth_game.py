"""docs/a-sixth-game.md: its Python blocks are a program of at most 110 lines that does all that the page says."""

from __future__ import annotations

import importlib
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from common.command import app
from common.kernels.deadline import Deadline
from common.rules.position import perft
from common.search.alpha_beta import GOES_ON, NO_MOVE
from tests.support.games import PAGE
from tests.support.games import SIXTH_SOURCE as SCRIPT
from tests.support.programs import ROOT, lines_of

VERBS = ("play", "solve", "move", "analyse", "replay", "match")
SIDE = 5
CELLS = [(row, column) for row in range(SIDE) for column in range(SIDE)]
DOWN, RIGHT = (1, 0), (0, 1)
PERFT = (1, 20, 336, 4_872, 57_564)  # by `fits` below; 336 by hand: 400 pairs less 64 that overlap


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the reader has saved the script."""
    made = tmp_path_factory.mktemp("sixth")
    (made / "domineering.py").write_text(SCRIPT, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def game(folder: Path) -> Iterator[Any]:
    """The script as a module; the module of the same game that other tests share comes back afterwards."""
    shared = sys.modules.pop("domineering", None)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("domineering")
    sys.path.remove(str(folder))
    del sys.modules["domineering"]
    if shared:
        sys.modules["domineering"] = shared


def python(
    folder: Path, *words: str, answers: str = "", seconds: float = 60
) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), str(ROOT)])
    environment = os.environ | {"PYTHONPATH": path, "MYPYPATH": str(ROOT)}
    command = [sys.executable, *words]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=answers,
        text=True,
        capture_output=True,
        timeout=seconds,
        check=False,
    )


def called(folder: Path, *words: str, answers: str = "") -> list[str]:
    """The lines that the script prints in a call that succeeds."""
    done = python(folder, "domineering.py", *words, answers=answers)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines()


# THE PAGE


def test_the_program_has_at_most_110_lines() -> None:
    assert 90 < len(SCRIPT.splitlines()) <= 110


def test_the_command_of_the_page_joins_the_blocks(tmp_path: Path) -> None:
    command = next(line for line in PAGE.splitlines() if line.startswith("python -c "))
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "a-sixth-game.md", tmp_path / "docs")
    words = shlex.split(command.partition(" > ")[0])
    assert python(tmp_path, *words[1:]).stdout == SCRIPT


@pytest.mark.parametrize("check", [("check",), ("format", "--check")])
def test_ruff_finds_nothing_to_say(folder: Path, check: tuple[str, ...]) -> None:
    pytest.importorskip("ruff")
    done = python(
        folder, "-m", "ruff", *check, "--no-cache", "--config", str(ROOT / "pyproject.toml"), "domineering.py"
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_mypy_finds_nothing_to_say(folder: Path) -> None:
    pytest.importorskip("mypy")
    words = (
        "--strict",
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(folder / "mypy"),
        "domineering.py",
    )
    done = python(folder, "-m", "mypy", *words, seconds=300)
    assert done.returncode == 0, done.stdout + done.stderr


# THE RULES, against rules that know nothing of bits


def fits(taken: frozenset[tuple[int, int]], along: tuple[int, int]) -> list[frozenset[tuple[int, int]]]:
    """The boards after every domino that fits."""
    dominoes = [{(row, column), (row + along[0], column + along[1])} for row, column in CELLS]
    return [taken | domino for domino in dominoes if domino <= set(CELLS) and not domino & taken]


def games(taken: frozenset[tuple[int, int]], along: tuple[int, int], plies: int) -> int:
    if plies == 0:
        return 1
    return sum(games(after, DOWN if along == RIGHT else RIGHT, plies - 1) for after in fits(taken, along))


def test_as_many_games_begin_as_plain_rules_allow(game: Any) -> None:
    kernels = game.GAME.linked().plain
    memory = kernels.memory(game.GAME.linked().fields)
    for plies, wanted in enumerate(PERFT[:4]):
        assert games(frozenset(), DOWN, plies) == perft(game.Position(), plies) == wanted
        assert plies == 0 or kernels.perft(memory, game.GAME.state(game.Position()), plies, 0) == wanted
    assert (
        kernels.perft(memory, game.GAME.state(game.Position()), 4, 0) == perft(game.Position(), 4) == PERFT[4]
    )


def random_positions(game: Any, count: int) -> Iterator[Any]:
    """Positions of random games, ended ones too."""
    chance = random.Random(6)
    for _ in range(count):
        position = game.Position()
        yield position
        while not position.outcome():
            position = position.play(chance.choice(position.moves()))
            yield position


def test_kernels_have_the_moves_the_ends_and_the_next_states_of_the_rules(game: Any) -> None:
    kernels = game.GAME.linked().plain
    memory = kernels.memory(game.GAME.linked().fields)
    ends = 0
    for position in random_positions(game, 300):
        state, moves, move = (
            game.GAME.state(position),
            [],
            kernels.next_move(memory, game.GAME.state(position), NO_MOVE, 0),
        )
        while move != NO_MOVE:
            moves.append((move, move + state[1]))
            assert kernels.play(state, move) == game.GAME.state(position.play(moves[-1]))
            move = kernels.next_move(memory, state, move, 0)
        assert moves == position.moves()
        assert (kernels.over(memory, state, 3) == GOES_ON) == (position.outcome() is None)
        assert kernels.horizon(state) >= (not position.outcome())
        ends += position.outcome() is not None
    assert ends == 300


def test_texts_of_moves_and_positions_can_be_read_again(game: Any) -> None:
    for position in random_positions(game, 20):
        assert game.GAME.read(game.GAME.write(position)) == position
        for move in position.moves():
            assert (
                position.read_move(position.text(move))
                == position.read_move(position.text(move[::-1]))
                == move
            )


# THE VALUE


@cache
def wins(empty: int, own: int, other: int) -> bool:
    """True if the side to move wins: somebody else's search, without a limit."""
    places = empty & empty >> own
    return any(
        not wins(empty & ~(1 << at | 1 << at + own), other, own) for at in range(6 * SIDE) if places >> at & 1
    )  # fmt: skip


def test_whoever_begins_loses(game: Any, folder: Path) -> None:
    empty = game.SQUARES.all
    assert not wins(empty, 6, 1)
    assert not wins(empty, 1, 6)
    assert called(folder, "solve", "V", "", "")[:2] == ["H wins, whatever V does.", "Value: H wins, proven"]
    assert called(folder, "solve", "H", "", "")[:2] == ["V wins, whatever H does.", "Value: V wins, proven"]


def test_the_engine_agrees_with_an_exhaustive_search_in_the_middle_of_games(game: Any) -> None:
    from common.search.iterative_deepening import IterativeDeepening

    kernels = game.GAME.linked().plain
    for position in list(random_positions(game, 30)):
        if position.outcome() or (position.v | position.h).bit_count() < 8:
            continue
        *_, report = IterativeDeepening(game.GAME.linked(), kernels, bits=14).think(
            game.GAME.state(position), Deadline(nodes=100_000)
        )
        assert report.proven
        assert (report.score > 0) == wins(*game.GAME.state(position))


@pytest.mark.long
def test_on_6x6_whoever_begins_wins(tmp_path: Path) -> None:
    larger = re.sub(r"\b20\b", "30", SCRIPT.replace("Squares(5, 5)", "Squares(6, 6)"))
    (tmp_path / "domineering.py").write_text(larger, encoding="utf-8")
    pytest.importorskip("numba")
    assert called(tmp_path, "solve", "V", "", "", "--seconds", "inf")[:2] == [
        "V wins, whatever H does.",
        "Value: V wins, proven",
    ]


# THE COMMANDS


def test_help_names_every_verb_with_an_example(
    game: Any, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = called(folder, "--help")
    for verb in VERBS:
        assert any(line.split()[:1] == [verb] for line in shown)
        assert app.main(game.GAME, [verb, "--help"]) == 0
        assert f"Example: python domineering.py {verb} " in " ".join(capsys.readouterr().out.split())


@pytest.fixture(scope="module")
def record(folder: Path) -> Path:
    """A game that the engine, the second player, has won."""
    lines = called(
        folder, "play", "--v", "greedy", "--gif", "game.gif", "--record", "game.jsonl", "--depth", "12"
    )
    assert lines[-2:] == ["V finds no room for a domino.", "H WINS"]
    assert lines[:2] == ["  1 2 3 4 5", "a . . . . ."]
    return folder / "game.jsonl"


def test_a_game_is_drawn_and_written_down(record: Path) -> None:
    header, *moves, end = lines_of(record)
    assert header["players"] == {"V": "greedy", "H": "engine"}
    assert [move["side"] for move in moves] == ["V", "H"] * (len(moves) // 2)
    assert all(move["proven"] for move in moves[1::2])
    assert end["outcome"]["winner"] == "H"
    with Image.open(record.with_name("game.gif")) as film:
        assert len(list(ImageSequence.Iterator(film))) == len(moves) + 1


def test_a_game_is_shown_again(record: Path) -> None:
    lines = called(record.parent, "replay", record.name, "--gif", "again.gif", "--png", "end.png")
    first = lines_of(record)[1]
    assert lines[0] == f"V plays {first['move']}"
    assert lines[-1] == "H WINS"
    assert record.with_name("again.gif").read_bytes() == record.with_name("game.gif").read_bytes()


def test_a_game_that_was_cut_off_goes_on(record: Path) -> None:
    whole = record.read_text(encoding="utf-8").splitlines(keepends=True)
    cut = record.with_name("cut.jsonl")
    cut.write_text("".join(whole[:5]) + whole[5][:10], encoding="utf-8")
    lines = called(record.parent, "play", "--resume", "cut.jsonl", "--depth", "12")
    assert lines[-1] == "H WINS"
    assert [line["move"] for line in lines_of(cut)[1:5]] == [json.loads(line)["move"] for line in whole[1:5]]
    assert "outcome" in lines_of(cut)[-1]


def test_positions_and_games_are_analysed(record: Path) -> None:
    best, line, score, depth = called(record.parent, "analyse", "H", "a1 b1", "", "--depth", "12")
    assert score == "Score: H wins, proven"
    assert depth.startswith("Looked ahead: ")
    assert line.startswith(f"Line: H {best.removeprefix('Best for H: ')}, V ")
    judged = called(record.parent, "analyse", record.name, "--depth", "12")
    assert judged[-1] == "No turning point."
    assert len(judged) == len(lines_of(record)) - 1


def test_a_referee_gets_one_move(game: Any, folder: Path) -> None:
    position = game.Position().play((0, 6))
    (answer,) = called(folder, "move", *game.GAME.write(position), "--nodes", "500")
    assert position.read_move(answer) in position.moves()
    full = game.SQUARES.names(game.SQUARES.all)
    assert called(folder, "move", "V", full, "") == [""]


def test_somebody_elses_program_plays(folder: Path) -> None:
    command = f"'{sys.executable}' '{folder / 'domineering.py'}' move --nodes 50"
    ours, theirs = (
        called(folder, "play", "--v", "greedy", "--h", player, "--nodes", "50") for player in ("engine", command)
    )  # fmt: skip
    assert ours == theirs


def test_the_engine_wins_nearly_all_games_against_chance(folder: Path) -> None:
    lines = called(folder, "match", "engine", "random", "--pairs", "20", "--jobs", "1")
    found = re.match(r"engine - random: 40 games: (\d+) won, ", lines[1])
    assert found
    assert int(found[1]) >= 38


def test_a_person_is_asked_and_helped(folder: Path) -> None:
    answers = "a1 a2\nhelp\nb1 a1\nundo\nquit\n"
    lines = called(folder, "play", "--v", "human", "--level", "1", "--seed", "3", answers=answers)
    assert "V's move: a1 a2 is not possible" in lines
    assert any(line.startswith("V's move: Type a move, e.g. a1 b1.") for line in lines)
    assert "V's move: V plays a1 b1" in lines
