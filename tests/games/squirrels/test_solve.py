"""`solve`, `perfect` and the verdict of squirrels.py, by command."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import squirrels
from common.games.squirrels.exact_solver import LARGEST_SUM
from squirrels import Position
from tests.support.programs import Run
from tests.support.scheduling_delay import measure_delay
from tests.support.squirrels_cases import brute_force, random_position

EXAMPLE = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)


@pytest.fixture
def late(tmp_path: Path) -> Position:
    """Position with nine free squares, saved as input.txt."""
    position = random_position(random.Random(21), 9)._replace(turn="X")
    (tmp_path / "input.txt").write_text(squirrels.input_text([squirrels.GREEDY, "X", 1], position))
    return position


def said_of(value: int) -> str:
    return f"{'X' if value > 0 else 'O'} wins by {abs(value)}" if value else "draw"


def first_sentence(value: int) -> str:
    if value == 0:
        return "Nobody wins if both play their best."
    return "X wins, whatever O does." if value > 0 else "O wins, whatever X does."


def test_solve_prints_value_move_and_line(run: Run, late: Position) -> None:
    done = run("squirrels.py", "solve", "input.txt")
    first, value, best, line = done.stdout.splitlines()
    assert first == first_sentence(brute_force(late))
    squares = line.removeprefix("Line: ").split(", ")
    assert value == f"Value: {said_of(brute_force(late))}, proven"
    assert best == f"Best: {squares[0]}"
    assert brute_force(late.play(late.read_move(squares[0]))) == -brute_force(late)
    assert len(squares) == 9
    assert done.returncode == 0
    assert done.stderr.split()[1] == "nodes,"


def test_solve_json_has_every_move(run: Run, late: Position) -> None:
    found = json.loads(run("squirrels.py", "solve", "input.txt", "--moves", "--json").stdout)
    assert (found["side"], found["score"], found["proven"], found["bounds"]) == (
        "X",
        brute_force(late),
        True,
        None,
    )
    assert found["value"] == found["moves"][found["move"]] == said_of(brute_force(late))
    assert found["moves"] == {
        late.text(move): said_of(-brute_force(late.play(move))) for move in late.moves()
    }


def test_solve_claims_nothing_if_time_runs_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text(squirrels.input_text([1, "X", 1], Position(EXAMPLE, "*" * 25, "X")))
    done = run("squirrels.py", "solve", "empty.txt", "--seconds", "0.3", "--moves")
    said = done.stdout.splitlines()
    assert said[:2] == ["Not solved within 0.3 s.", "Value: not proven; either side may win"]
    assert re.fullmatch(r"Estimate: [+-]?\d+ for X \(([XO] leads by \d+|even)\)", said[2])
    assert [line.split(": ")[0] for line in said[3:5]] == ["Best", "Line"]
    assert said[5:] == [f"{square}: either side may win" for square in squirrels.SQUARES]
    found = json.loads(run("squirrels.py", "solve", "empty.txt", "--seconds", "0.3", "--json").stdout)
    assert (found["proven"], found["bounds"]) == (False, "either side may win")
    assert found["expected"] == int(said[2].split()[1]) and abs(found["expected"]) < 100


def test_perfect_wins_by_the_proven_margin_or_more(run: Run, late: Position) -> None:
    both = run("squirrels.py", "play", "input.txt", "--x", "perfect", "--o", "perfect").stdout
    value = brute_force(late)
    assert f"{said_of(value).replace('wins', 'leads')}\n" in both
    other = json.loads(
        run(
            "squirrels.py",
            "play",
            "input.txt",
            "--x",
            "perfect",
            "--o",
            "greedy",
            "--json",
        ).stdout.splitlines()[-1]
    )
    margin = other["outcome"]["margin"] * (1 if other["outcome"]["winner"] == "X" else -1)
    assert margin >= value


def test_perfect_keeps_its_time_limit_with_an_empty_cache(
    started: Run,
    late: Position,
    cold: dict[str, str],
) -> None:
    moves = ("play", "input.txt", "--x", "perfect", "--o", "greedy", "--seconds", "0.3", "--json")
    with measure_delay() as beside:
        lines = [json.loads(line) for line in started("squirrels.py", *moves, env=cold).stdout.splitlines()]
    assert len(lines) == 11
    assert max(line["seconds"] for line in lines[1:-1]) < 3 + beside.margin  # compilation takes longer


def loss_of(position: Position, square: int) -> int:
    return brute_force(position) + brute_force(position.play(square))


@pytest.mark.parametrize("form", [("-i", "input.txt", "--verdict"), ("check", "input.txt", "--verdict")])
def test_verdict_is_the_loss_of_the_answer(run: Run, tmp_path: Path, form: tuple[str, ...]) -> None:
    chance, losses = random.Random(1), set()
    for _ in range(2):
        position = random_position(chance, 8)
        square = squirrels.greedy(position) or 0
        (tmp_path / "input.txt").write_text(
            squirrels.input_text([squirrels.GREEDY, position.turn, 1], position),
        )
        last = run("squirrels.py", *form).stdout.splitlines()[-1]
        loss = loss_of(position, square)
        losses.add(loss > 0)
        gives = f"gives away {loss}: with " if loss else "gives nothing away: "
        assert last.startswith(f"Verdict: {position.text(square)} {gives}")
        value = brute_force(position)
        side = position.turn if value > 0 else squirrels.OTHER[position.turn]
        assert last.endswith(f"{side} wins by {abs(value)}, proven")
    assert losses == {True, False}


def test_battle_has_no_verdict(run: Run, tmp_path: Path, late: Position) -> None:
    (tmp_path / "battle.txt").write_text(squirrels.input_text([squirrels.BATTLE, "X", 1, 1, "O", 1, 1], late))
    assert run("squirrels.py", "-i", "battle.txt", "--verdict").stdout == "Verdict: none on a battle\n"
    found = json.loads(run("squirrels.py", "check", "battle.txt", "--verdict", "--json").stdout)
    assert found["verdict"] == "Verdict: none on a battle"


def test_full_board_has_no_verdict_and_no_solution(run: Run, tmp_path: Path) -> None:
    full = random_position(random.Random(1), 0)
    (tmp_path / "full.txt").write_text(squirrels.input_text([1, "X", 1], full))
    assert run("squirrels.py", "-i", "full.txt", "--verdict").stdout == "Verdict: no move\n"
    outcome = full.outcome()
    assert outcome
    assert run("squirrels.py", "solve", "full.txt").stdout == f"{outcome.reason}\n{outcome.winner} wins\n"


def test_analyse_marks_solved_positions_as_proven(run: Run, late: Position) -> None:
    lines = run("squirrels.py", "analyse", "input.txt").stdout.splitlines()
    assert lines[2:] == [f"Score: {said_of(brute_force(late))}, proven", "Search depth: 9 moves"]
    lines = run("squirrels.py", "analyse", "input.txt", "--depth", "2").stdout.splitlines()
    assert lines[-1] == "Search depth: 2 moves" and not lines[-2].endswith(", proven")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["nothing.txt"], "nothing.txt: No such file or directory"),
        (["input.txt", "--memory", "0"], "--memory 0: expected 0.001 GB up to"),
        (["input.txt", "--memory", "9999"], "--memory 9999: expected 0.001 GB up to"),
        (["input.txt", "--memory", "nan"], "--memory nan: expected 0.001 GB up to"),
        (["input.txt", "--seconds", "-1"], "--seconds -1: expected a number of seconds above 0"),
    ],
)
def test_solve_refuses_a_wrong_call_in_one_line(
    run: Run, late: Position, options: list[str], words: str
) -> None:
    done = run("squirrels.py", "solve", *options)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert words in done.stderr


@pytest.fixture
def large(tmp_path: Path) -> Position:
    """Position whose values sum to one more than exact play accepts, saved as large.txt."""
    position = random_position(random.Random(21), 9)._replace(
        turn="X", values=(1,) * 24 + (LARGEST_SUM - 23,)
    )
    (tmp_path / "large.txt").write_text(squirrels.input_text([squirrels.GREEDY, "X", 1], position))
    return position


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "large.txt"),
        ("play", "large.txt", "--o", "perfect", "--record", "game.jsonl"),
        ("play", "large.txt", "--x", "perfect", "--o", "random", "--gif", "game.gif"),
        ("-i", "large.txt", "--verdict"),
        ("check", "large.txt", "--verdict"),
    ],
)
def test_exact_play_refuses_values_that_are_too_large(
    run: Run,
    large: Position,
    tmp_path: Path,
    arguments: tuple[str, ...],
) -> None:
    done = run("squirrels.py", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "The values add up to 32,000: expected at most 31,999 for exact play\n"
    assert [path.name for path in tmp_path.iterdir()] == ["large.txt"]


def test_analyse_and_play_do_without_exact_play_for_large_values(
    run: Run,
    large: Position,
    tmp_path: Path,
) -> None:
    done = run("squirrels.py", "analyse", "large.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("squirrels.py", "analyse", "large.txt", "--depth", "4").stdout
    lines = run("squirrels.py", "play", "large.txt", "--record", "game.jsonl").stdout.splitlines()
    assert lines[-1] in ("X wins", "O wins", "Nobody wins")
    assert run("squirrels.py", "analyse", "game.jsonl").returncode == 0


def test_values_with_the_largest_sum_are_solved(run: Run, large: Position, tmp_path: Path) -> None:
    position = large._replace(values=(1,) * 24 + (LARGEST_SUM - 24,))
    (tmp_path / "large.txt").write_text(squirrels.input_text([squirrels.GREEDY, "X", 1], position))
    value = brute_force(position)
    found = run("squirrels.py", "solve", "large.txt").stdout
    assert found.startswith(f"{first_sentence(value)}\nValue: {said_of(value)}, proven\n")
