"""The verb `analyse` of all five programs, on positions small enough for brute force."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import catsdogs
import game
import squirrels
from common.games.circle_the_cat.hexagons import BOARD
from common.play.setup import join_words
from common.rules.bits import bits_of
from tests.support.brute_force import winner
from tests.support.programs import Run, on_unix, start_on_terminal, wait_for_exit


class Example(NamedTuple):
    """A position won for the side to move, a blunder there, and a reproducible limit."""

    position: Any
    words: list[str]
    start: dict[str, Any]  # as in a record
    sides: tuple[str, str]  # scores are shown for the first side
    blunder: str
    limit: tuple[str, ...] = ("--nodes", "2000")


SQUIRRELS = squirrels.Position(
    (50, 39, 3, 47, 54, 22, 19, 34, 9, 43, 39, 78, 76, 1, 77, 87, 91, 44, 9, 40, 46, 40, 62, 90, 41),
    "XXXXOOOXXOO*XXOOOX*X*OXX*",
    "X",
)
ROOM = (
    (5, 2),
    (5, 3),
    (5, 4),
    (5, 5),
    (5, 6),
    (4, 4),
    (4, 5),
)  # the free cells, with the exit beside the cat
CORNERED = game.Position(
    60,
    BOARD.all & ~bits_of(11 * row + column for row, column in ROOM),
    bits_of([game.read_cell("(5, 6)", "exit")]),
)
DUEL = ["X", "X b2 c2 O a2 f5", "5"]
WALLS = ["A", "Bv. b   b/a   a   b/.   a   A^.", "7", "6"]
HUNT = ["cat", "DD...../......C/.C...../...D.CD/......C/.C...../..D...D", "0"]


def start_entry(name: str, at: Any) -> dict[str, Any]:
    """Return a start position as written in a record."""
    return {"position": join_words(import_module(name).GAME.write(at))}


def example_of(name: str) -> Example:
    words = {
        "duel7": DUEL,
        "walls": WALLS,
        "catsdogs": HUNT,
        "game": game.GAME.write(CORNERED),
        "squirrels": ["-i", "input.txt"],
    }[name]
    described = import_module(name).GAME
    at = SQUIRRELS if name == "squirrels" else described.read(*words)
    best = {
        "duel7": "b2 b1",
        "walls": "try-forward",
        "catsdogs": "d6 d7",
        "game": "(5, 4)",
        "squirrels": "E5",
    }[name]
    limits = {"game": ("--nodes", "60"), "squirrels": ("--depth", "4")}.get(name)
    known = (at, words, start_entry(name, at), described.sides, best)
    return Example(*known, limits) if limits else Example(*known)


GAMES = {name: example_of(name) for name in ("game", "squirrels", "duel7", "walls", "catsdogs")}
every_game = pytest.mark.parametrize("name", GAMES)


def sign(position: Any, side: str) -> int:
    """Return the exact result for a side: 1, 0 or -1."""
    won = winner(position)
    return 0 if won is None else 1 if won == side else -1


@pytest.fixture(autouse=True)
def input_file(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(squirrels.input_text([squirrels.ALPHA_BETA, "X", 2], SQUIRRELS))


def blunder_game(known: Example, more: int = 40) -> tuple[list[Any], list[str]]:
    """Return positions and moves of a game: the blunder, then always the first legal move."""
    history, moves = [known.position], [known.blunder]
    history.append(known.position.play(known.position.read_move(known.blunder)))
    while not history[-1].outcome() and len(moves) <= more:
        move = history[-1].moves()[0]
        moves.append(history[-1].text(move))
        history.append(history[-1].play(move))
    return history, moves


def save_game(name: str, folder: Path, more: int = 40) -> tuple[list[Any], list[str]]:
    """Save that game as `NAME.jsonl`; return its positions and moves."""
    history, moves = blunder_game(GAMES[name], more)
    lines = [
        {
            "game": name,
            "version": 1,
            "start": GAMES[name].start,
            "players": dict.fromkeys(GAMES[name].sides, "random"),
        }
    ]
    lines += [{"ply": ply, "move": move} for ply, move in enumerate(moves, 1)]
    (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return history, moves


def run_analyse(called: Run, name: str, *words: str) -> str:
    """Return the stdout of the real command; check that stderr, a pipe, stays empty."""
    done = called(f"{name}.py", "analyse", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return str(done.stdout)


@every_game
def test_example_positions_are_won_and_blunders_lose_the_win(name: str) -> None:
    known = GAMES[name]
    assert winner(known.position) == known.position.turn
    assert winner(known.position.play(known.position.read_move(known.blunder))) != known.position.turn


@every_game
def test_analysis_proves_a_won_position_and_json_agrees(name: str, called: Run) -> None:
    position, words = GAMES[name].position, [*GAMES[name].words, *GAMES[name].limit]
    told = dict(line.split(": ", 1) for line in run_analyse(called, name, *words).splitlines())
    found = json.loads(run_analyse(called, name, *words, "--json"))
    assert list(found) == ["side", "move", "line", "score", "expected", "words", "depth", "proven"]
    assert (found["side"], found["proven"], found["expected"], found["score"] > 0) == (
        position.turn,
        True,
        100,
        True,
    )
    assert found["words"].startswith(f"{position.turn} wins")
    assert found["line"][0] == found["move"]
    assert winner(position.play(position.read_move(found["move"]))) == position.turn
    line, side, at = list[str](), position.turn, position
    for move in found["line"]:
        assert at.read_move(move) in at.moves()
        line.append(f"{at.turn} {move}")
        at = at.play(at.read_move(move))
    wanted = {f"Best for {side}": found["move"], "Score": f"{found['words']}, proven"}
    wanted |= {"Line": ", ".join(line)} if line[1:] else {}
    assert told == wanted | {"Search depth": f"{found['depth']} move{'s' * (found['depth'] != 1)}"}


@every_game
def test_analysis_names_the_blunder_of_a_game(name: str, called: Run, tmp_path: Path) -> None:
    known, (history, moves) = GAMES[name], save_game(name, tmp_path)
    side = known.position.turn
    lines = run_analyse(called, name, f"{name}.jsonl", *known.limit).splitlines()
    assert lines[0].startswith(f"1. {side} {known.blunder}: ")
    assert ", proven; blunder; better " in lines[0]
    better = lines[0].split("; better ")[1]
    assert winner(known.position.play(known.position.read_move(better))) == side
    turns = [line for line in lines if line.startswith("Move ")]
    assert turns[0].startswith(
        f"Move 1, {side} {known.blunder}, is a blunder and turns the game: {side} wins"
    )
    assert turns[0].endswith(" after it (both proven).")
    assert lines[len(moves) :] == turns
    assert [line.split(":")[0] for line in lines[: len(moves)]] == [
        f"{ply}. {history[ply - 1].turn} {move}" for ply, move in enumerate(moves, 1)
    ]


@every_game
def test_proven_scores_of_a_game_agree_with_brute_force(name: str, called: Run, tmp_path: Path) -> None:
    history, moves = save_game(name, tmp_path)
    first = GAMES[name].sides[0]
    found = [
        json.loads(line)
        for line in run_analyse(called, name, f"{name}.jsonl", *GAMES[name].limit, "--json").splitlines()
    ]
    assert [(ply["ply"], ply["side"], ply["move"]) for ply in found] == [
        (ply, history[ply - 1].turn, move) for ply, move in enumerate(moves, 1)
    ]
    assert "-0.0" not in json.dumps(found)
    assert list(found[0])[:3] == ["ply", "side", "move"]
    assert list(found[0])[3:] == [
        "score",
        "expected",
        "words",
        "depth",
        "proven",
        "better",
        "blunder",
        "label",
        "turning_point",
    ]
    proven = [ply for ply in found if ply["proven"]]
    assert proven[-1] == found[-1]
    for ply in proven:
        assert (
            (ply["score"] > 0) - (ply["score"] < 0)
            == ply["expected"] // 100
            == sign(history[ply["ply"]], first)
        ), ply
    for ply in found[1:]:
        before, after = history[ply["ply"] - 1 : ply["ply"] + 1]
        worse = (
            ply["proven"]
            and found[ply["ply"] - 2]["proven"]
            and sign(after, before.turn) < sign(before, before.turn)
        )
        assert ply["blunder"] or not worse, ply
        assert worse or not (ply["blunder"] and ply["proven"] and found[ply["ply"] - 2]["proven"]), ply
        assert ply["proven"] or abs(ply["expected"]) < 100, ply


@every_game
def test_analysis_is_reproducible(name: str, run: Run, tmp_path: Path) -> None:
    save_game(name, tmp_path)
    words = f"{name}.jsonl", *GAMES[name].limit
    assert run_analyse(run, name, *words) == run_analyse(run, name, *words)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["input.txt", f"{name}.jsonl"])


def test_analysis_reads_an_unfinished_game_cut_off_in_mid_line(called: Run, tmp_path: Path) -> None:
    save_game("duel7", tmp_path, more=2)
    record = tmp_path / "duel7.jsonl"
    record.write_text(record.read_text() + '{"ply": 4, "mo')
    lines = run_analyse(called, "duel7", "duel7.jsonl", "--nodes", "2000").splitlines()
    assert [line[:2] for line in lines[:4]] == ["1.", "2.", "3.", "Mo"]


def test_analysis_without_a_limit_takes_seconds(run: Run) -> None:
    assert json.loads(run_analyse(run, "duel7", *DUEL, "--json"))["proven"]


def test_alpha_beta_proves_nothing_before_the_end_of_the_game(called: Run) -> None:
    found = json.loads(run_analyse(called, "squirrels", "input.txt", "--depth", "1", "--json"))
    after = SQUIRRELS.play(squirrels.greedy(SQUIRRELS) or 0)
    score = squirrels.evaluate(after, "X")
    assert (found["score"], found["proven"], found["depth"]) == (score, False, 1)
    assert found["words"] == f"{'X' if score > 0 else 'O'} leads by {abs(score)}"


def test_circle_the_cat_win_counts_the_winners_moves(called: Run) -> None:
    found = json.loads(run_analyse(called, "game", *GAMES["game"].words, "--json"))
    blocks = (found["depth"] + 1) // 2
    assert blocks > 1
    assert found["words"] == f"catcher wins in {blocks} moves if both play like the engine"
    assert found["score"] == round(100 / blocks, 2)


def test_circle_the_cat_has_no_score_without_a_winner(called: Run) -> None:
    exits = str([(row, column) for row in (0, 10) for column in (0, 5, 6, 7, 8, 10)])
    words = "cat", "[5, 5]", "[(1,1), (9,9)]", exits, "--depth", "1"
    found = json.loads(run_analyse(called, "game", *words, "--json"))
    assert (found["score"], found["proven"], found["depth"], len(found["line"])) == (None, False, 1, 1)
    assert found["expected"] is None
    assert found["words"] == "no winner within the engine's search"


NOT = "expected a file with a saved game, or a position"
OVER = "The game is over: "
LOST = "g.jsonl"  # a record of another game
WRONG: list[tuple[str, list[str], str]] = [
    ("duel7", ["nothing.jsonl"], f"'nothing.jsonl': {NOT}"),
    ("duel7", ["Z", *DUEL[1:]], "'Z' is not a side"),
    ("duel7", ["X", "X b2 c2 O a2 f5", "0"], OVER + "Turn limit reached."),
    ("duel7", [LOST], "is not a record of duel7"),
    ("duel7", ["empty.jsonl"], "is not a record of duel7"),
    ("duel7", ["bad.jsonl"], "Move 1 is illegal: 'a1 a2'"),
    ("duel7", [*DUEL, "--html", "game.html"], "--html game.html: expected a saved game"),
    ("duel7", [*DUEL, "--nodes", "0"], "--nodes 0"),
    ("duel7", [], "FILE|POSITION"),
    ("walls", ["A", "rubbish", "0", "0"], "is not a position: expected SIDE ROWS"),
    ("walls", [*WALLS[:2], "9", "6"], "'A' is stalled: expected B as the side to move"),
    ("walls", [*WALLS[:2], "9", "9"], OVER + "A 3 bricks, B 3 bricks."),
    ("catsdogs", ["dog", *HUNT[1:]], "'dog' does not make step 0"),
    (
        "catsdogs",
        ["cat", "C.C.C../......./C...C../......./......./......./.......", "0"],
        OVER + "Three cats stand in row a.",
    ),
    ("catsdogs", ["dog", "CDC..../.......C/C...C..", "1"], "is not a position"),
    ("catsdogs", ["dog", "CDC..../DDD..../CDC..../DDD..../C....../......./.......", "1"], OVER),
    ("game", ["cat", "[0, 0]", "[]", "[(0, 0)]"], OVER + "Cat runs away"),
    ("game", ["dog", "[0, 1]", "[]", "[(0, 0)]"], "'dog' is not a side"),
    ("game", ["cat", "[0, 1]", "[]"], "CAT 'cat'"),
    ("game", ["cat", "[0, 1]", "[]", "[(0, 0)]", "--nodes", "-1"], "--nodes -1"),
    ("squirrels", ["nothing.txt"], "nothing.txt"),
    ("squirrels", ["input.txt", "--seconds", "3"], "analyse has no option '--seconds'"),
    ("squirrels", ["input.txt", "--nodes", "3"], "--nodes 3: too short to search anything"),
    ("squirrels", ["full.txt"], OVER + "X leads by"),
    ("squirrels", [LOST], "is not a record of squirrels"),
]


@pytest.mark.parametrize(("name", "words", "wanted"), WRONG, ids=range(len(WRONG)))
def test_analyse_refuses_a_wrong_call_in_one_line(
    name: str, words: list[str], wanted: str, called: Run, tmp_path: Path
) -> None:
    head = json.dumps({"game": "duel7", "start": GAMES["duel7"].start})
    (tmp_path / LOST).write_text('{"game": "chess", "start": {}}\n')
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "bad.jsonl").write_text(head + '\n{"move": "a1 a2"}\n')
    full = squirrels.Position(SQUIRRELS.values, "X" * 25, "O")
    (tmp_path / "full.txt").write_text(squirrels.input_text([1, "O", 1], full))
    before = sorted(tmp_path.iterdir())
    done = called(f"{name}.py", "analyse", *words)
    assert (done.returncode, done.stdout) == (2, "")
    if "\u256d" not in done.stderr:  # typer's own box
        assert len(done.stderr.splitlines()) == 1 and wanted in done.stderr
    assert sorted(tmp_path.iterdir()) == before


@on_unix
def test_analyse_shows_progress_on_a_terminal(tmp_path: Path) -> None:
    first = catsdogs.START.text(catsdogs.START.moves()[0])
    start = {"game": "catsdogs", "start": start_entry("catsdogs", catsdogs.START)}
    (tmp_path / "hunt.jsonl").write_text(f"{json.dumps(start)}\n{json.dumps({'move': first})}\n")
    child = start_on_terminal("catsdogs.py", tmp_path, "analyse", "hunt.jsonl", "--nodes", "400000")
    child.expect(r"position [12] of 2")
    status, _ = wait_for_exit(child)
    assert status == 0
