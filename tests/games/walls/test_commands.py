"""Walls by command: players, programs, records, films, solving, wrong calls."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import imageio.v3 as imageio
import pytest

import walls
from common.games.walls.board import FORWARD, board_text
from common.games.walls.tree import Tree
from tests.support.dialogues import WALLS_BOARD
from tests.support.programs import (
    ROOT,
    Run,
    program_command,
    read_json_lines,
)
from walls import read_position, start

ROWS = ".   .   ./A<. .   B>./.   .   ."
PROGRAM = f"'{sys.executable}' '{ROOT / 'walls.py'}' move --nodes 20"
GAME = re.compile(r"Game (\d+): A (\d+) bricks, B (\d+) bricks\. A (\d) points, B (\d) points\.")
SENTENCE = re.compile(r"([AB]) moves (try-forward|turn-left|turn-right)( \(stays\))?")


@pytest.mark.parametrize(
    ("answers", "players"),
    [
        (("person", "AA"), ("human", "engine")),
        (("PERSON", "aa"), ("human", "engine")),
        (("Person", "Aa"), ("human", "engine")),
        (("p", "A"), ("human", "engine")),
    ],
)
def test_questions_take_their_own_words_on_a_pipe(
    answers: tuple[str, str], players: tuple[str, str], called: Run, tmp_path: Path
) -> None:
    told = "\n".join(("3", *answers, "save a.jsonl", "quit", ""))
    done = called("walls.py", input=told)
    question = "Player {}: person or AA? (p/a): "
    assert done.stdout.startswith(
        f"Board size N (odd, greater than 1): {question.format('A')}{question.format('B')}Game 1"
    )
    assert tuple(read_json_lines(tmp_path / "a.jsonl")[0]["players"].values()) == players


def test_other_words_are_refused(called: Run) -> None:
    done = called("walls.py", input="3\nx\n")
    assert "Player A: person or AA? (p/a): 'x': expected p or a, e.g. p\n" in done.stdout


def test_answer_may_hold_several_moves(called: Run) -> None:
    done = called("walls.py", "3", "--a", "human", "--b", "forward-first", input="l f r\nquit\n")
    said = [line.rpartition(": ")[2] for line in done.stdout.splitlines() if "A moves " in line]
    assert said == ["A moves turn-left", "A moves try-forward", "A moves turn-right"]


def test_failed_try_cancels_the_moves_after_it(called: Run) -> None:
    done = called("walls.py", "3", "--a", "human", "--b", "forward-first", input="f l f\nquit\n")
    assert "A moves try-forward (stays)\n" in done.stdout
    assert "Ignored, because try-forward failed: l f\n" in done.stdout
    assert "A moves turn-left" not in done.stdout


def test_answer_with_a_wrong_word_is_refused_whole(called: Run) -> None:
    done = called("walls.py", "3", "--a", "human", "--b", "forward-first", input="l back f\nquit\n")
    assert "'back' is not a move: expected f (try-forward)" in done.stdout
    assert "A moves" not in done.stdout


def test_status_counts_one_brick_in_the_singular() -> None:
    position = start(5)
    assert walls.GAME.status(position) == "A 0 bricks, idle 0/9 | B 0 bricks, idle 0/9"
    assert walls.GAME.status(position.play(FORWARD)).startswith("A 1 brick, idle 0/9 | B 0 bricks")
    assert position.play(FORWARD).brick_counts() == "A 1 bricks, B 0 bricks."  # as in the assignment's lines


def replayed(output: str) -> tuple[int, list[int]]:
    """Return the number of moves of a printed match and its points, checking every line against the rules."""
    lines, total, moves = iter(output.splitlines()), [0, 0], 0
    for line in lines:
        if line.startswith("Match: "):
            assert line == f"Match: A {total[0]} points, B {total[1]} points"
            assert next(lines, None) is None
            return moves, total
        begun = re.fullmatch(r"Game (\d+): ([AB]) starts", line)
        assert begun and begun[2] == "BA"[int(begun[1]) % 2]
        size = len(first := [next(lines)])
        size = (len(first[0]) + 3) // 4
        first += [next(lines) for _ in range(size - 1)]
        position = start(size, "AB".index(begun[2]))
        assert "\n".join(first) == board_text(position)
        while not position.outcome():
            said = SENTENCE.fullmatch(next(lines))
            assert said and said[1] == position.turn
            assert bool(said[3]) == (said[2] == FORWARD and position.ahead(position.mover) is None)
            before, position, moves = position, position.play(said[2]), moves + 1
            assert "\n".join(next(lines) for _ in range(size)) == board_text(position)
            if position.players[before.mover].idle == 9:
                assert next(lines) == f"{before.turn} is stalled"
        ended = GAME.fullmatch(next(lines))
        a, b = (bricks.bit_count() for bricks in position.bricks)
        points = (1, 1) if a == b else (2, 0) if a > b else (0, 2)
        assert ended and tuple(map(int, ended.groups())) == (int(begun[1]), a, b, *points)
        total = [total[0] + points[0], total[1] + points[1]]
    raise AssertionError("no Match line")


# PLAYERS


def test_match_prints_the_contracts_lines_and_points(called: Run) -> None:
    done = called("walls.py", "3", "--a", "forward-first", "--b", "wall-follower")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        f"Game 1: A starts\n{WALLS_BOARD}A moves turn-left\n.   .   .\nAv. .   B>.\n.   .   .\n"
    )
    assert replayed(done.stdout)[1] == [0, 4]


@pytest.mark.parametrize("size", ["3", "5", "7"])
def test_random_match_prints_stalls_and_failed_tries(called: Run, size: str) -> None:
    done = called("walls.py", size, "--a", "random", "--b", "random", "--seed", "4", "--games", "3")
    assert (done.returncode, done.stderr) == (0, "seed 4 (repeat with --seed 4)\n")
    assert sum(replayed(done.stdout)[1]) == 6
    assert "is stalled" in done.stdout and "(stays)" in done.stdout


@pytest.mark.parametrize(
    "player",
    [
        *("engine", "aa", "random", "forward-first", "wall-follower", "nearest-brick"),
        pytest.param(PROGRAM, marks=pytest.mark.long),  # a process for each move
    ],
    ids=lambda player: "our own move verb" if player == PROGRAM else player,
)
def test_every_player_plays_both_sides_to_the_end(called: Run, player: str) -> None:
    one = ("--games", "1", "--nodes", "30", "--seed", "5")
    for sides in (("--a", player, "--b", "forward-first"), ("--a", "nearest-brick", "--b", player)):
        done = called("walls.py", "3", *sides, *one)
        assert done.returncode == 0 and sum(replayed(done.stdout)[1]) == 2


def test_engine_plays_on_9x9(run: Run) -> None:
    done = run("walls.py", "9", "--b", "nearest-brick", "--nodes", "10", "--games", "1")
    assert done.returncode == 0 and sum(replayed(done.stdout)[1]) == 2


def test_random_seed_is_printed_and_repeats_the_match(run: Run) -> None:
    match = ("3", "--a", "random", "--b", "random")
    first = run("walls.py", *match)
    seed = re.fullmatch(r"seed (\d+) \(repeat with --seed \1\)\n", first.stderr)
    assert seed and run("walls.py", *match, "--seed", seed[1]).stdout == first.stdout
    assert run("walls.py", *match, "--seed", "1").stdout != run("walls.py", *match, "--seed", "2").stdout


@pytest.mark.usefixtures("bare")
def test_program_sees_side_rows_and_both_counts(run: Run, tmp_path: Path) -> None:
    seen_by_it = (
        f"with open({str(tmp_path / 'seen.txt')!r}, 'a') as file:\n"
        "    print(*sys.argv[1:], sep='|', file=file)"
    )
    code = f"import sys\n{seen_by_it}\nprint('turn-left')"
    command = program_command(tmp_path / "theirs.py", code)
    run("walls.py", "3", "--a", command, "--b", "forward-first", "--games", "1")
    seen = (tmp_path / "seen.txt").read_text().splitlines()
    assert seen[:2] == [f"A|{ROWS}|0|0", "A|.   .   ./Av. .   B^./.   .   .|1|1"]
    assert len(seen) == 9
    for line in seen:
        side, rows, *idle = line.split("|")
        assert read_position(side, rows, (int(idle[0]), int(idle[1]))).turn == "A"


@pytest.mark.parametrize(
    ("side", "rows", "idle", "answer"),
    [
        ("A", ROWS, ("0", "0"), "turn-(left|right)"),
        ("b", ROWS, ("0", "0"), "turn-(left|right)"),
        ("A", "/".join(board_text(start(5)).split("\n")), ("0", "0"), "try-forward|turn-left|turn-right"),
        ("A", ROWS, ("9", "9"), ""),
        ("A", "A<a a   a/a   a   a/a   a   B>b", ("0", "0"), ""),
    ],
    ids=["A", "b", "5x5", "both stalled", "full"],
)
def test_move_prints_one_move_or_an_empty_line(
    called: Run, side: str, rows: str, idle: tuple[str, str], answer: str
) -> None:
    done = called("walls.py", "move", side, rows, *idle, "--nodes", "50")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(f"({answer})\n", done.stdout)


# FILES


def test_two_games_are_recorded_in_two_files_and_replayed(called: Run, tmp_path: Path) -> None:
    match = ("3", "--a", "random", "--b", "wall-follower", "--seed", "3")
    done = called("walls.py", *match, "--record", "match.jsonl")
    games = done.stdout.split("Game 2: B starts\n")
    for name, side, printed in (("match.jsonl", "A", games[0]), ("match-2.jsonl", "B", games[1])):
        header, *moves, end = read_json_lines(tmp_path / name)
        assert (header["game"], header["players"], header["seed"]) == (
            "walls",
            {"A": "random", "B": "wall-follower"},
            3,
        )
        assert header["start"] == {"position": f'{side} "{ROWS}" 0 0'}
        said = [line for line in printed.splitlines() if SENTENCE.fullmatch(line) or line.endswith("stalled")]
        again = called("walls.py", "replay", name)
        assert again.returncode == 0 and again.stdout.splitlines()[:-1] == said
        assert len(moves) == sum(" moves " in line for line in said)
        assert end["outcome"]["reason"] in printed.replace(" bricks. A", " bricks.. A")


def test_film_has_a_frame_for_the_start_and_each_move(called: Run, tmp_path: Path) -> None:
    done = called(
        "walls.py", "5", "--a", "forward-first", "--b", "nearest-brick", "--games", "1", "--gif", "game.gif"
    )
    assert imageio.imread(tmp_path / "game.gif").shape[0] == replayed(done.stdout)[0] + 1


def test_tree_is_printed_by_ply_and_drawn(called: Run, tmp_path: Path) -> None:
    done = called("walls.py", "tree", "3", "--depth", "4", "tree.dot")
    counts = [1, 3, 9, 18, 36]
    wanted = [
        f"ply {ply}: {count} positions, 0 of them ends, in {3**ply} games" for ply, count in enumerate(counts)
    ]
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, wanted, "")
    text = (tmp_path / "tree.dot").read_text()
    nodes = re.findall(r"^(p\d+_\d+) \[label=", text, re.MULTILINE)
    edges = re.findall(r"^(p\d+_\d+) -> (p\d+_\d+) \[label=", text, re.MULTILINE)
    assert (
        len(nodes) == len(set(nodes)) == sum(counts) == sum(len(found) for found in Tree(start(3), 4).plies)
    )
    assert len(edges) == 3 * sum(counts[:-1])
    assert {name for edge in edges for name in edge} == set(nodes)
    assert text.startswith("digraph ") and text.endswith("}\n")


# SOLVING


def test_3x3_is_solved_for_both_starters(run: Run) -> None:
    done = run("walls.py", "solve", "3")
    moves = "try-forward -1, turn-left +1, turn-right +1"
    assert done.stdout.splitlines() == [
        "A wins, whatever B does.",
        "A starts: A wins by 1, proven",
        moves,
        "B starts: B wins by 1, proven",
        moves,
    ]
    assert [line.split(" positions")[0] for line in done.stderr.splitlines()] == ["7775", "10"]


def test_5x5_is_not_replayed_in_two_seconds(run: Run) -> None:
    ended = run("walls.py", "solve", "5", "--seconds", "2")
    assert ended.returncode == 0, ended.stderr
    unknown = "A: not known yet whether it ends +1 or better"
    assert ended.stdout.splitlines() == ["Not solved within 2 s.", unknown]


def test_9x9_is_not_proven_in_a_second(run: Run) -> None:
    done = run("walls.py", "solve", "9", "--seconds", "1")
    assert done.returncode == 0 and done.stdout.startswith("Not solved within 1 s.\nValue: not proven; ")


# WRONG CALLS AND HELP


def test_second_game_of_a_match_resumes_as_the_second(called: Run, tmp_path: Path) -> None:
    names = ("--a", "forward-first", "--b", "wall-follower")
    whole = called("walls.py", "play", "3", *names, "--record", "game.jsonl").stdout
    second = tmp_path / "game-2.jsonl"
    lines = second.read_text().splitlines()
    second.write_text("\n".join(lines[:4]) + "\n")
    resumed = called("walls.py", "play", "--resume", "game-2.jsonl").stdout
    assert "Game 2: " in resumed
    assert resumed.splitlines()[-1] == whole.splitlines()[-2]
    refused = called("walls.py", "play", "--resume", "game-2.jsonl", "--games", "4")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
