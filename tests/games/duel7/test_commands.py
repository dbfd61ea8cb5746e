"""The sliding duel by command: players, programs, records, films, solving, wrong calls."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import duel7
from common.cli.console import run_guarded
from tests.support.programs import ROOT, Run, read_json_lines

PROGRAM = f"'{sys.executable}' '{ROOT / 'duel7.py'}' move --nodes 200"
PLACE = "X a1 a7 O b2 c3"
VERDICTS = ("PLAYER1 WINS", "PLAYER2 WINS", "DRAW")


@pytest.mark.parametrize("player", ["random", "greedy", "minimax-2", "minimax-4", "engine", PROGRAM])
@pytest.mark.parametrize("side", ["x", "o"])
def test_every_player_plays_either_side_to_the_end(called: Run, side: str, player: str) -> None:
    done = called(
        "duel7.py",
        "play",
        f"--{side}",
        player,
        "--nodes",
        "200",
        "--place",
        PLACE,
        "--turns",
        "4",
        "--seed",
        "5",
    )
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (
        0,
        "seed 5 (repeat with --seed 5)\n" if player == "random" else "",
    )
    assert (
        len(
            [
                line
                for line in lines
                if re.fullmatch("Computer moves the piece at [a-g][1-7] to [a-g][1-7]", line)
            ]
        )
        == 4
    )
    assert len([line for line in lines if line == "  1 2 3 4 5 6 7"]) == 5
    assert lines[-2].startswith("Turn limit reached. ") and lines[-1] in VERDICTS


def test_player_option_selects_the_human_side(called: Run) -> None:
    for number, side in (("1", "x"), ("2", "o")):
        start = ("play", "--place", PLACE, "--turns", "2", "--nodes", "50")
        short = called("duel7.py", *start, "--player", number, input="moves\nquit\n")
        long = called("duel7.py", *start, f"--{side}", "human", input="moves\nquit\n")
        assert short.stdout == long.stdout
        assert ("Moves: a1 " in short.stdout) == (number == "1")


def test_program_sees_side_position_and_turns_left(run: Run, tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text("import sys; print('|'.join(sys.argv[1:]))")
    done = run(
        "duel7.py",
        "play",
        "--x",
        f"'{sys.executable}' '{tmp_path / 'theirs.py'}'",
        "--place",
        PLACE,
        "--turns",
        "12",
    )
    assert done.stdout.splitlines()[-2] == "X makes an unintelligible move: 'X|X a1 a7 O b2 c3|12'"


def test_our_move_verb_plays_like_the_engine(run: Run) -> None:
    start = ("play", "--place", PLACE, "--turns", "3", "--nodes", "200")
    ours, theirs = (run("duel7.py", *start, "--x", player, "--o", player) for player in ("engine", PROGRAM))
    assert ours.stdout == theirs.stdout


@pytest.mark.parametrize(
    ("side", "place", "turns"),
    [
        ("X", PLACE, "12"),
        ("O", PLACE, "1"),
        ("x", "x A1 A7 o b2 c3", "40"),
        ("O", "X a2 b1 O a1 g7", "999999"),
    ],
)
def test_move_prints_one_legal_move(called: Run, side: str, place: str, turns: str) -> None:
    done = called("duel7.py", "move", side, place, turns)
    assert (done.returncode, done.stderr) == (0, "")
    origin, target = done.stdout.split()
    own, occupied = place.lower().split(" o ")[side.upper() == "O"].split(), place.lower().split()
    assert origin in own and target not in occupied
    assert abs(ord(origin[0]) - ord(target[0])) + abs(int(origin[1]) - int(target[1])) == 1


@pytest.mark.parametrize(("side", "turns"), [("O", "5"), ("X", "0")])
def test_move_prints_an_empty_line_after_the_end(called: Run, side: str, turns: str) -> None:
    done = called("duel7.py", "move", side, "X b1 a2 O a1", turns)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


@pytest.mark.parametrize("arguments", [("play", "--x", "no-such-program"), ("--x", "no-such-program")])
def test_unrunnable_player_is_refused_before_the_game(called: Run, arguments: tuple[str, ...]) -> None:
    done = called("duel7.py", *arguments, input="3\n3\n8\nr\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("'no-such-program' is neither") and done.stderr.count("\n") == 1


def test_record_keeps_moves_and_engine_reports(called: Run, tmp_path: Path) -> None:
    arguments = ("--seed", "7", "--pieces", "3", "2", "--turns", "8", "--nodes", "3000", "--o", "greedy")
    assert called("duel7.py", "play", *arguments, "--record", "game.jsonl").returncode == 0
    header, *moves, end = read_json_lines(tmp_path / "game.jsonl")
    assert (header["game"], header["version"], header["players"]) == (
        "duel7",
        1,
        {"X": "engine", "O": "greedy"},
    )
    assert (header["limits"], header["seed"]) == ({"nodes": 3000}, 7)
    assert re.fullmatch('X "X( [a-g][1-7]){3} O( [a-g][1-7]){2}" 8', header["start"]["position"])
    assert [(move["ply"], move["side"]) for move in moves] == list(zip(range(1, 9), "XO" * 4, strict=True))
    assert all(re.fullmatch("[a-g][1-7] [a-g][1-7]", move["move"]) for move in moves)
    assert all(
        move.keys() == {"ply", "side", "move", "seconds", "score", "depth", "proven"} for move in moves[::2]
    )
    assert all(move.keys() == {"ply", "side", "move", "seconds"} for move in moves[1::2])
    assert moves[-2]["proven"] is True
    assert abs(moves[-2]["score"]) <= 48  # squares, not the engine's internal units
    assert end["outcome"].keys() == {"winner", "reason", "margin"}


def test_random_seed_is_printed_recorded_and_repeats_the_game(run: Run, tmp_path: Path) -> None:
    game = ("play", "--x", "random", "--o", "greedy", "--pieces", "3", "3", "--turns", "12")
    first = run("duel7.py", *game, "--record", "game.jsonl")
    assert re.fullmatch(r"seed (\d+) \(repeat with --seed \1\)\n", first.stderr)
    again = run("duel7.py", *game, "--seed", first.stderr.split()[1])
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr)
    assert read_json_lines(tmp_path / "game.jsonl")[0]["seed"] == int(first.stderr.split()[1])


def test_seed_repeats_a_random_start(run: Run) -> None:
    calls = [
        run("duel7.py", "play", "--x", "greedy", "--pieces", "9", "4", "--turns", "1", "--seed", seed)
        for seed in "334"
    ]
    assert calls[0].stdout == calls[1].stdout != calls[2].stdout
    assert calls[0].stderr == "seed 3 (repeat with --seed 3)\n"
    start = calls[0].stdout.splitlines()[1:8]
    assert [sum(line.count(sign) for line in start) for sign in "XO."] == [9, 4, 36]


@pytest.mark.parametrize("limit", [("--nodes", "500"), ("--depth", "1"), ("--level", "1")])
def test_game_without_a_clock_is_reproducible(run: Run, limit: tuple[str, ...]) -> None:
    arguments = ("play", "--x", "engine", "--o", "engine", "--turns", "4", *limit)
    games = [run("duel7.py", *arguments, "--seed", seed).stdout for seed in "334"]
    assert games[0] == games[1] != games[2]


PLAYED = '"start": {"position": "X \'X a1 O b2\' 3"}}\n'


@pytest.mark.parametrize(
    "text",
    [
        '"start": {}',
        '"start": {"position": "X \'X a1\' 3"}',
        '"start": {"position": 5}',
        '"start": {"position": "X \'X a1 O b2\' three"}',
        '"start": {"position": "X \'X a1 O b2\' -3"}',
        '"start": {"position": "X \'X a1 O b2\'"}',
        '"start": {"position": "Z \'X a1 O b2\' 3"}',
        '"start": {"place": "X a1 O b2", "turns": 3, "turn": "X"}',
        PLAYED + '{"move": "a1 b2"',
        PLAYED + '{"move": "b2 b3"',
        PLAYED + '{"move": "a1"',
        PLAYED + '{"outcome": {"winner": "X"}',
        PLAYED + '{"outcome": {"winner": "Z", "reason": "", "margin": 0}',
    ],
)
def test_malformed_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "bad.jsonl").write_text('{"game": "duel7", ' + text + "}\n")
    assert run_guarded(lambda: duel7.main(["replay", str(tmp_path / "bad.jsonl")])) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_solve_finds_the_only_winning_move(called: Run) -> None:
    """One of twelve moves wins; the greedy one loses."""
    done = called("duel7.py", "solve", "--place", "X b2 c1 e2 O a1 c7 f5", "--turns", "6")
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[:3]) == (
        0,
        ["X wins, whatever O does.", "Value: X wins by 1, proven", "Best: c1 c2"],
    )
    assert lines[3].startswith("Line: c1 c2, ")
    assert done.stderr.startswith("Depth 6")


@pytest.mark.parametrize(
    ("place", "turns", "value"),
    [
        ("X b2 b3 c2 O a1 a2", "5", "X wins, no move left after 5"),
        ("X a2 b1 O a3 a7 b2 c1 c4", "4", "O wins, no move left after 2"),
        ("X a2 b1 O a3 a7 b2 c1 c4", "1", "O wins by 10"),
        ("X a2 c1 e3 O b1 e4 g3", "6", "even"),
    ],
)
def test_solve_prints_winner_and_value(called: Run, place: str, turns: str, value: str) -> None:
    firsts = {"X": "X wins, whatever O does.", "O": "O wins, whatever X does."}
    first = firsts.get(value[0], "Nobody wins if both play their best.")
    done = called("duel7.py", "solve", "--place", place, "--turns", turns)
    assert done.stdout.startswith(f"{first}\nValue: {value}, proven\nBest: ")


def test_solve_prints_bounds_if_time_runs_out(run: Run) -> None:
    done = run("duel7.py", "solve", "--pieces", "6", "4", "--turns", "40", "--seed", "2", "--seconds", "0.5")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == "Not solved within 0.5 s."
    assert re.fullmatch("Value: not proven; .* X .*at most 24, O .*at most 16", lines[1])
    assert [line.split(":")[0] for line in lines[1:]] == ["Value", "Estimate", "Best", "Line"]
    assert re.fullmatch(r"Estimate: [+-]?\d+ for [XO] \(([XO] leads by \d+\.\d|even)\)", lines[2])
    assert done.stderr.splitlines()[0] == "seed 2 (repeat with --seed 2)"


def test_solve_prints_the_result_of_a_finished_game(called: Run) -> None:
    done = called("duel7.py", "solve", "--place", "X a1 O a2 b1")
    assert (done.returncode, done.stdout) == (0, "Player1 (X) has no valid move.\nPLAYER2 WINS\n")
