"""The squirrel war in play: a human, the course's algorithms, external programs; records and films."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import imageio.v3 as imageio
import pytest

from tests.support.programs import ROOT, Run

INPUT = str(Path(__file__).parent / "data" / "minimax_depth_4_late" / "input.txt")  # four free squares
PROGRAM = f"'{sys.executable}' '{ROOT / 'squirrels.py'}'"


def test_algorithms_play_a_game_with_film_and_record(run: Run, tmp_path: Path) -> None:
    done = run(
        "squirrels.py",
        "play",
        INPUT,
        "--x",
        "greedy",
        "--o",
        "minimax",
        "--depth",
        "2",
        "--gif",
        "war.gif",
        "--record",
        "war.jsonl",
    )
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[-1] in ("X wins", "O wins", "Nobody wins")
    assert imageio.imread(tmp_path / "war.gif").shape[0] == 1 + len(lines) - 2
    again = run("squirrels.py", "replay", "war.jsonl", "--gif", "again.gif")
    assert again.stdout == done.stdout
    assert (tmp_path / "again.gif").read_bytes() == (tmp_path / "war.gif").read_bytes()
    header = json.loads((tmp_path / "war.jsonl").read_text().splitlines()[0])
    assert (header["game"], header["players"], header["limits"]) == (
        "squirrels",
        {"X": "greedy", "O": "minimax"},
        {"depth": 2},
    )


def test_large_values_are_aligned(run: Run, tmp_path: Path) -> None:
    lines = Path(INPUT).read_text().splitlines()
    lines[3] = "20 1000000 7 100 1000000"
    (tmp_path / "large.txt").write_text("\n".join(lines))
    done = run(
        "squirrels.py",
        "play",
        "large.txt",
        "--x",
        "human",
        "--record",
        "game.jsonl",
        input="board\nB1\nquit\n",
    )
    names, first, second = done.stdout.removeprefix("Square: ").splitlines()[:3]
    at = [names.index(name) for name in "ABCDE"]
    assert [first[left : left + 9].strip() for left in at] == ["X20", "*1000000", "O7", "X100", "*1000000"]
    assert [second[left - 1] for left in at] == [" "] * 5
    again = run("squirrels.py", "replay", "game.jsonl", "--gif", "again.gif")
    assert (again.returncode, again.stderr) == (0, "")
    assert (
        json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])["start"]["position"].split()[2]
        == "1000000"
    )


def test_textbook_is_the_alpha_beta_of_the_assignment(run: Run) -> None:
    games = [
        run("squirrels.py", "play", "--seed", "4", "--x", name, "--o", "greedy", *depth).stdout
        for name, depth in (
            ("textbook", ()),
            ("textbook", ("--depth", "3")),
            ("alpha-beta", ("--depth", "3")),
        )
    ]
    assert games[0] == games[1] == games[2] != ""


def test_minimax_and_alpha_beta_play_the_same_game(run: Run) -> None:
    games = [
        run("squirrels.py", "play", "--seed", "4", "--x", name, "--o", "greedy", "--depth", "2").stdout
        for name in ("minimax", "alpha-beta")
    ]
    assert games[0] == games[1]


def test_human_is_asked_refused_and_may_undo(run: Run, tmp_path: Path) -> None:
    done = run(
        "squirrels.py",
        "play",
        INPUT,
        "--x",
        "human",
        "--depth",
        "1",
        input="Z9\nA1\nB1\nundo\nmoves\nhint\nquit\n",
    )
    parts = done.stdout.split("Square: ")
    assert parts[0] == ""
    assert parts[1] == "'Z9' is not a square: expected column A to E and row 1 to 5, e.g. C3\n"
    assert parts[2] == "A1 is X's already: choose a free square, e.g. B1.\n"
    assert parts[3].startswith("X takes B1\n  A   B   C   D   E\n1 X20 X16 ")
    assert parts[4].startswith("Taken back to move 1.\n")
    assert parts[5] == "Moves: B1, E1, C3, D3\n"
    assert parts[6].startswith("Hint: ")
    assert (done.returncode, done.stderr, list(tmp_path.iterdir())) == (0, "", [])


def test_our_assignment_form_plays_as_a_program(run: Run) -> None:
    ours = run("squirrels.py", "play", INPUT, "--depth", "2")
    theirs = run("squirrels.py", "play", INPUT, "--depth", "2", "--x", PROGRAM, "--o", PROGRAM)
    assert theirs.stdout == ours.stdout


@pytest.mark.parametrize(
    "start",
    ["{}", '{"values": [1], "board": "", "turn": "X"}', '{"values": 5, "board": 7, "turn": null}'],
)
def test_record_with_a_malformed_start_is_refused(run: Run, tmp_path: Path, start: str) -> None:
    (tmp_path / "bad.jsonl").write_text('{"game": "squirrels", "start": ' + start + "}\n")
    done = run("squirrels.py", "replay", "bad.jsonl")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_values_of_a_random_start_differ_and_repeat(run: Run) -> None:
    boards = [
        run("squirrels.py", "play", "--x", "human", "--seed", seed, input="board\nquit\n").stdout
        for seed in ("7", "7", "8")
    ]
    assert boards[0] == boards[1] != boards[2]
    assert len(set(boards[0].split("*")[1:])) > 10


def test_program_with_a_relative_path_is_found(run: Run, tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(
        f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r}); "
        f"runpy.run_path({str(ROOT / 'squirrels.py')!r}, run_name='__main__')",
    )
    theirs = f"'{sys.executable}' theirs.py"
    played = run("squirrels.py", "play", INPUT, "--depth", "1", "--x", theirs, "--o", "greedy")
    assert (played.returncode, played.stderr) == (0, "")
    match = run(
        "squirrels.py",
        "match",
        theirs,
        "greedy",
        "--pairs",
        "1",
        "--depth",
        "1",
        "--jobs",
        "1",
        "--json",
    )
    assert json.loads(match.stdout)["forfeits"] == [{}, {}]


def test_squirrels_expected_score_depends_on_relative_values(run: Run) -> None:
    board = "XXX../X..../..O../...../....."
    told = [
        json.loads(
            run(
                "squirrels.py", "analyse", "X", " ".join([str(worth)] * 25), board.replace(".", "*"), "--json"
            ).stdout
        )
        for worth in (2, 2000)
    ]
    assert told[0]["score"] * 1000 == told[1]["score"] != 0
    assert told[0]["expected"] == told[1]["expected"]
