"""Cats & Dogs by command: players, programs, records, films, solving, wrong calls."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import imageio.v3 as imageio
import pytest
from PIL import Image, ImageSequence

import catsdogs
from catsdogs import Position, read_position
from common.cli.console import run_guarded
from tests.support.catsdogs_cases import CATS_WIN, FULL_BOARD, HARD_BOARD, MIDDLE
from tests.support.play import replay
from tests.support.programs import ROOT, Run, program_command, read_json_lines

PROGRAM = f"'{sys.executable}' '{ROOT / 'catsdogs.py'}' move --nodes 200"
VERDICTS = ("CAT WINS", "DOG WINS")
SHORT = "...DC../......D/....DC./...C.../DC.DD../......./...C.D."  # the dogs win in 3
STUCK = "DC...../C....../.....C./......./...C.../......./....C.."  # no dog can move
OVER = {
    "three in row c": "......./......./C..C..C/D....../....C../......./.C.....",
    "no contact": "C.D..../.....C./......./..C..../....C../......./...C..D",
}
SENTENCE = re.compile("(Cat|Dog) moves [a-g][1-7] to [a-g][1-7]")


def moves_in(output: str) -> list[str]:
    return [line for line in output.splitlines() if SENTENCE.fullmatch(line)]


def position_after(place: str, step: int, sentences: list[str]) -> Position:
    """Return the position after printed moves, checking that each is legal and of the named side."""
    position = read_position(place, step)
    for sentence in sentences:
        side, _, origin, _, target = sentence.split()
        assert side.lower() == position.turn
        assert position.outcome() is None
        position = next(after for _, after in replay(position, [f"{origin} {target}"]))
    return position


def refused(arguments: tuple[str, ...]) -> bool:
    return run_guarded(lambda: catsdogs.main(list(arguments))) == 2


@pytest.mark.parametrize(
    ("side", "player"),
    [
        *(("cat", player) for player in ("engine", "random", "careful", "roomy", PROGRAM)),
        *(("dog", player) for player in ("engine", "random", "squeeze", PROGRAM)),
    ],
)
def test_every_player_plays_its_sides_to_the_end(called: Run, side: str, player: str) -> None:
    done = called(
        "catsdogs.py", "play", f"--{side}", player, "--nodes", "200", "--position", SHORT, "--seed", "5"
    )
    said, lines = moves_in(done.stdout), done.stdout.splitlines()
    chance = player in ("random", "careful", "roomy", "squeeze")
    assert (done.returncode, done.stderr) == (0, "seed 5 (repeat with --seed 5)\n" if chance else "")
    outcome = position_after(SHORT, 0, said).outcome()
    assert outcome and lines[-2:] == [outcome.reason, f"{str(outcome.winner).upper()} WINS"]
    assert len([line for line in lines if line == "  1 2 3 4 5 6 7"]) == len(said) + 1
    assert len(lines) == 8 + 9 * len(said) + 2


@pytest.mark.parametrize(
    ("side", "player"),
    [
        ("dog", "careful"),
        ("dog", "roomy"),
        ("cat", "squeeze"),
        ("dog", "Careful"),
        ("cat", "no-such-program"),
    ],
)
@pytest.mark.parametrize("verb", [("play",), ()], ids=["play", "dialogue"])
def test_player_of_the_wrong_side_is_refused(
    empty_folder: Path,
    capsys: pytest.CaptureFixture[str],
    side: str,
    player: str,
    verb: tuple[str, ...],
) -> None:
    assert refused((*verb, f"--{side}", player, "--record", "game.jsonl"))
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)
    assert player in printed.err
    assert list(empty_folder.iterdir()) == []


def test_sides_named_by_options_are_not_asked_for(called: Run) -> None:
    for verb in (("play",), ()):
        done = called("catsdogs.py", *verb, "--cat", "human", "--dog", "human", input="quit\n")
        assert (done.returncode, done.stdout.splitlines()[0]) == (0, "  1 2 3 4 5 6 7")
        assert done.stdout.endswith("\nCat's move: ")


def test_program_may_forfeit_at_the_second_dog_move(run: Run, tmp_path: Path) -> None:
    command = program_command(
        tmp_path / "theirs.py", "import sys; print('d4 d3' if sys.argv[3] == '1' else 'd4 d5')"
    )
    done = run("catsdogs.py", "play", "--position", MIDDLE, "--step", "1", "--dog", command, "--nodes", "50")
    assert moves_in(done.stdout) == ["Dog moves d4 to d3"]
    assert done.stdout.splitlines()[-2:] == ["Dog makes an illegal move: 'd4 d5'", "CAT WINS"]


@pytest.mark.usefixtures("bare")  # it records its arguments in a file
def test_program_sees_side_position_and_step(run: Run, tmp_path: Path) -> None:
    code = f"""
import sys
with open({str(tmp_path / "seen.txt")!r}, "a") as file:
    print(*sys.argv[1:], sep="|", file=file)
print("thinking", {{"1": "d4 d3", "2": "d3 d4", "0": "c4 d4"}}[sys.argv[3]], "", sep="\\n")
"""
    command = program_command(tmp_path / "theirs.py", code)
    done = run("catsdogs.py", "play", "--position", MIDDLE, "--step", "1", "--cat", command, "--dog", command)
    assert moves_in(done.stdout) == ["Dog moves d4 to d3", "Dog moves d3 to d4", "Cat moves c4 to d4"]
    assert done.stdout.splitlines()[-2:] == ["Dog makes an illegal move: 'd4 d3'", "CAT WINS"]
    rows = MIDDLE.replace("/D..DD../", "/{}/").replace("/...C.C./", "/{}/")
    wanted = [
        f"dog|{MIDDLE}|1",
        f"dog|{rows.format('...C.C.', 'D.D.D..')}|2",
        f"cat|{MIDDLE}|0",
        f"dog|{rows.format('.....C.', 'D..CD..')}|1",
    ]
    assert (tmp_path / "seen.txt").read_text().splitlines() == wanted


@pytest.mark.parametrize(
    ("side", "place", "step", "more"),
    [
        ("cat", FULL_BOARD, "0", ("--nodes", "200")),
        ("cat", MIDDLE, "0", ("--seconds", "0.3")),
        ("cat", SHORT.lower().replace("c", "C"), "0", ()),
        ("dog", MIDDLE, "1", ("--nodes", "200")),
        ("dog", SHORT, "1", ()),
        ("dog", MIDDLE, "2", ("--nodes", "200")),
        ("dog", SHORT, "2", ()),
    ],
)
def test_move_prints_one_legal_single_move(
    called: Run, side: str, place: str, step: str, more: tuple[str, ...]
) -> None:
    done = called("catsdogs.py", "move", side, place, step, *more)
    assert (done.returncode, done.stderr) == (0, "")
    position = read_position(place, int(step))
    assert done.stdout in [f"{position.text(move)}\n" for move in position.moves()]


@pytest.mark.parametrize(
    ("side", "place", "step"),
    [
        *((side, place, step) for place in OVER.values() for side, step in (("cat", "0"), ("dog", "2"))),
        ("dog", STUCK, "1"),
    ],
)
def test_move_prints_an_empty_line_without_a_legal_move(
    called: Run, side: str, place: str, step: str
) -> None:
    done = called("catsdogs.py", "move", side, place, step)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


def test_wrong_call_of_the_command_is_one_line_and_status_2(called: Run) -> None:
    for arguments in (("--position", "here"), ("move", "dog", FULL_BOARD, "0")):
        done = called("catsdogs.py", *arguments, input="both\n")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_record_keeps_moves_and_engine_reports(called: Run, tmp_path: Path) -> None:
    arguments = ("--position", MIDDLE, "--step", "1", "--seed", "7", "--nodes", "3000", "--cat", "careful")
    assert called("catsdogs.py", "play", *arguments, "--record", "game.jsonl").returncode == 0
    header, *moves, end = read_json_lines(tmp_path / "game.jsonl")
    assert (header["game"], header["version"], header["players"]) == (
        "catsdogs",
        1,
        {"cat": "careful", "dog": "engine"},
    )
    assert (header["limits"], header["seed"]) == ({"nodes": 3000}, 7)
    assert header["start"] == {"position": f"dog {MIDDLE} 1"}
    assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))
    assert [move["side"] for move in moves] == (["dog", "dog", "cat"] * 44)[: len(moves)]
    assert all(re.fullmatch("[a-g][1-7] [a-g][1-7]", move["move"]) for move in moves)
    known = {"score", "depth", "proven"}
    assert {move["side"]: move.keys() & known for move in moves} == {"dog": known, "cat": set()}
    assert all(
        isinstance(move["proven"], bool) and abs(move["score"]) <= 100
        for move in moves
        if move["side"] == "dog"
    )
    assert end["outcome"].keys() == {"winner", "reason", "margin"}


def test_record_marks_proven_moves(called: Run, tmp_path: Path) -> None:
    called(
        "catsdogs.py",
        "play",
        "--position",
        SHORT,
        "--nodes",
        "20000",
        "--record",
        "game.jsonl",
    )
    _, *moves, end = read_json_lines(tmp_path / "game.jsonl")
    known = [move for move in moves if move["side"] == "dog" and "proven" in move]
    assert known and all((move["proven"], move["score"]) == (True, 100) for move in known)
    assert end["outcome"]["winner"] == "dog"


def test_record_of_an_aborted_piped_game_keeps_its_moves(called: Run, tmp_path: Path) -> None:
    done = called("catsdogs.py", "--record", "game.jsonl", input="both\na1 a2\nb1 a1\n")
    assert done.returncode == 1
    header, *moves = read_json_lines(tmp_path / "game.jsonl")
    assert header["start"] == {"position": f"cat {FULL_BOARD} 0"}
    assert [(move["ply"], move["side"], move["move"]) for move in moves] == [
        (1, "cat", "a1 a2"),
        (2, "dog", "b1 a1"),
    ]


@pytest.mark.parametrize("limit", [("--nodes", "500"), ("--depth", "2"), ("--level", "1", "--seed", "4")])
def test_game_without_a_clock_is_reproducible(run: Run, limit: tuple[str, ...]) -> None:
    arguments = ("play", "--position", MIDDLE, *limit)
    games = [run("catsdogs.py", *arguments) for _ in range(2)]
    assert games[0].stdout == games[1].stdout
    printed = "seed 4 (repeat with --seed 4)\n" if "--seed" in limit else ""
    assert [(game.returncode, game.stderr) for game in games] == [(0, printed)] * 2


def test_replay_prints_the_moves_and_draws_the_same_film(called: Run, tmp_path: Path) -> None:
    files = ("--record", "game.jsonl", "--gif", "game.gif", "--frame-ms", "120")
    game = called(
        "catsdogs.py",
        "play",
        "--position",
        MIDDLE,
        "--cat",
        "careful",
        "--seed",
        "2",
        "--nodes",
        "100",
        *files,
    )
    again = called("catsdogs.py", "replay", "game.jsonl", "--gif", "again.gif", "--frame-ms", "120")
    said = moves_in(game.stdout)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.splitlines()[-2:] == game.stdout.splitlines()[-2:]
    assert moves_in(again.stdout) == said
    assert (tmp_path / "again.gif").read_bytes() == (tmp_path / "game.gif").read_bytes()
    assert imageio.imread(tmp_path / "game.gif").shape[0] == len(said) + 1
    with Image.open(tmp_path / "game.gif") as picture:
        assert picture.info["loop"] == 0
        shown = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
    assert shown == [120] * len(said) + [2000]


def test_replay_prints_a_pass_without_a_frame(called: Run, tmp_path: Path) -> None:
    place = "DC...../D....../C....../.....C./......./....C../......C"
    files = ("--record", "game.jsonl", "--gif", "game.gif")
    called("catsdogs.py", "--position", place, *files, input="both\nc1 b1\na2 a1\n")
    again = called("catsdogs.py", "replay", "game.jsonl")
    told = [
        "Cat moves c1 to b1",
        "Dog cannot move",
        "Cat moves a2 to a1",
        "No cat has a dog beside it.",
        "CAT WINS",
    ]
    assert again.stdout.splitlines() == told
    assert imageio.imread(tmp_path / "game.gif").shape[0] == 3


def test_replay_plays_a_truncated_record(called: Run, tmp_path: Path) -> None:
    called(
        "catsdogs.py",
        "play",
        "--position",
        MIDDLE,
        "--cat",
        "careful",
        "--seed",
        "2",
        "--nodes",
        "100",
        "--record",
        "game.jsonl",
    )
    whole = (tmp_path / "game.jsonl").read_text()
    (tmp_path / "game.jsonl").write_text(whole[: len(whole) * 2 // 3])
    done = called("catsdogs.py", "replay", "game.jsonl", "--gif", "half.gif")
    said = done.stdout.splitlines()
    assert (done.returncode, said[-1]) == (0, "Not finished")
    assert moves_in(done.stdout) == said[:-1] != []
    assert imageio.imread(tmp_path / "half.gif").shape[0] == len(said)


PLACED = f'"position": "cat {MIDDLE} 0"'
PLAYED = f'"start": {{{PLACED}}}}}\n'


@pytest.mark.parametrize(
    "text",
    [
        '"start": {}',
        '"start": []',
        '"start": {"step": 0}',
        f'"start": {{"position": "dog {MIDDLE}"}}',
        f'"start": {{"position": "dog {MIDDLE} 3"}}',
        f'"start": {{"position": "dog {MIDDLE} -1"}}',
        f'"start": {{"position": "cat {MIDDLE} 1"}}',
        '"start": {"position": 5}',
        '"start": {"position": null}',
        '"start": {"position": "cat CDC 0"}',
        f'"start": {{"position": "dog {MIDDLE.replace("C", "D")} 1"}}',
        PLAYED + '{"move": "a1 a2"',
        PLAYED + '{"move": "d4 d3"',
        PLAYED + '{"move": "c4"',
        PLAYED + '{"outcome": {"winner": "cat"}',
        PLAYED + '{"outcome": {"winner": "cow", "reason": "", "margin": 0}',
    ],
)
def test_malformed_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "bad.jsonl").write_text('{"game": "catsdogs", ' + text + "}\n")
    assert refused(("replay", str(tmp_path / "bad.jsonl")))
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_record_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = {"position": f"cat {FULL_BOARD} 0"}
    (tmp_path / "duel.jsonl").write_text(json.dumps({"game": "duel7", "start": start}) + "\n")
    assert refused(("replay", str(tmp_path / "duel.jsonl")))
    assert "not a record of catsdogs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "step", "value"),
    [
        ("..d.C../......d/......./...C.../C...C../......./...Cd..", 0, "dog wins in 1 cat move"),
        ("C..d..C/...C.../......./......./......./......./...C..C", 0, "dog wins in 1 cat move"),
        (SHORT, 0, "dog wins in 3 cat moves"),
        (MIDDLE, 0, "dog wins in 4 cat moves"),
        (CATS_WIN, 0, "cat wins in 3 cat moves"),
        ("d....../......./....C../d.dC.../d.....C/...dC../..C....", 0, "cat wins in 4 cat moves"),
        (".....C./......./......./..Cd.../......./C....../.C..C..", 1, "cat wins in 0 cat moves"),
        ("d....../......./d...C../..Cd.../dd....C/..d.C../..C....", 1, "dog wins in 2 cat moves"),
        (".d...../......./d...C../..Cd.../dd....C/..d.C../..C....", 2, "dog wins in 4 cat moves"),
    ],
)
def test_solve_finds_value_and_legal_line(called: Run, place: str, step: int, value: str) -> None:
    done = called("catsdogs.py", "solve", "--position", place, "--step", str(step))
    lines = done.stdout.splitlines()
    first = (
        "The cat wins, whatever the dog does."
        if value.startswith("cat")
        else "The dog wins, whatever the cat does."
    )
    assert (done.returncode, lines[:2]) == (0, [first, f"Value: {value}, proven"])
    assert [line.split(": ")[0] for line in lines[1:]] == ["Value", "Best", "Line"]
    moves = lines[3].removeprefix("Line: ").split(", ")
    assert lines[2] == f"Best: {moves[0]}"
    before = read_position(place, step)
    assert len(list(replay(before, moves))) == len(moves)  # each is legal
    assert re.fullmatch(r"Depth \d+, \d+ nodes, \d+\.\d\d s\nProof: \d+ nodes\n", done.stderr)


def test_solve_prints_a_pass_before_the_solution(called: Run) -> None:
    done = called("catsdogs.py", "solve", "--position", STUCK, "--step", "1")
    solved = ["The cat wins, whatever the dog does.", "Value: cat wins in 1 cat move, proven"]
    assert done.stdout.splitlines()[:3] == ["Dog cannot move", *solved]


def test_solve_prints_a_winner_without_a_length(called: Run) -> None:
    done = called("catsdogs.py", "solve", "--seconds", "3", "--position", HARD_BOARD)
    lines = done.stdout.splitlines()
    known = ["The dog wins, whatever the cat does.", "Value: dog wins, proven"]
    unknown = [
        "Not solved within 3 s.",
        "Value: not proven; either side may win",
    ]  # on a slow machine
    assert lines[:2] in (known, unknown)
    assert [line.split(":")[0] for line in lines][-2:] == ["Best", "Line"]


def test_solve_does_not_prove_the_start_in_a_second(run: Run) -> None:
    done = run("catsdogs.py", "solve", "--seconds", "1")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == "Not solved within 1 s."
    assert [line.split(":")[0] for line in lines[1:]] == ["Value", "Estimate", "Best", "Line"]
    assert lines[1].startswith("Value: not proven; ")
    assert re.fullmatch(r"Estimate: [+-]\d+ for (cat|dog) \(about \d+ more captures?\)", lines[2])
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (OVER["three in row c"], "Three cats stand in row c.\nDOG WINS\n"),
        (OVER["no contact"], "No cat has a dog beside it.\nCAT WINS\n"),
    ],
)
def test_solve_prints_the_result_of_a_finished_game(called: Run, place: str, said: str) -> None:
    done = called("catsdogs.py", "solve", "--position", place)
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_catsdogs_start_does_not_favour_the_cats(called: Run) -> None:
    found = json.loads(
        called("catsdogs.py", "analyse", "cat", FULL_BOARD, "0", "--nodes", "500", "--json").stdout
    )
    assert found["score"] > 10 and found["expected"] < -20 and not found["proven"]
    told = called("catsdogs.py", "analyse", "cat", FULL_BOARD, "0", "--nodes", "500").stdout
    assert f"Score: {found['expected']:+} for cat (about " in told
