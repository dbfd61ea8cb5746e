"""Circle the Cat with a human: piped, and on a real terminal of 80x24."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import Run, on_unix, only_saved_game, plain_text, start_on_terminal, wait_for_quit

START = ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
STEP = "Cat's step (NW NE W E SW SE): "
BLOCK = "Cell to block (row, column): "


def talk(run: Run, side: str, answers: str, *more: str) -> tuple[int, str, str]:
    done = run("game.py", *START, f"--{side}", "human", *more, input=answers)
    return done.returncode, done.stdout, done.stderr


def test_pipe_shows_nothing_before_the_first_question(run: Run, tmp_path: Path) -> None:
    status, output, errors = talk(run, "catcher", "quit\n")
    assert (status, output, errors) == (0, BLOCK, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("answer", ["4 6", "4,6", "(4,6)", "[4, 6]", " 4 , 6 "])
def test_catcher_cell_is_read_in_several_forms(run: Run, answer: str) -> None:
    _, output, _ = talk(run, "catcher", f"{answer}\nquit\n")
    assert output.startswith(f"{BLOCK}CATCHER = (4, 6)\n   0 1 2")


@pytest.mark.parametrize(
    ("answer", "cell"),
    [
        ("ne", "(4, 6)"),
        ("NE", "(4, 6)"),
        ("9", "(4, 6)"),
        ("4 6", "(4, 6)"),
        ("no", "(4, 5)"),
        ("w", "(5, 4)"),
        ("1", "(6, 5)"),
    ],
)
def test_cat_step_is_read_as_direction_keypad_or_cell(run: Run, answer: str, cell: str) -> None:
    _, output, _ = talk(run, "cat", f"{answer}\nquit\n", "--catcher", "next")
    assert f"\n{STEP}CAT     = {cell}\n" in output


@pytest.mark.parametrize(
    ("side", "answer", "reason"),
    [
        ("catcher", "1 1", "(1, 1) is blocked already"),
        ("catcher", "5 5", "The cat sits on (5, 5)"),
        ("catcher", "11 0", "(11, 0) is off the board"),
        ("catcher", "ne", "'ne'"),
        ("cat", "up", "'up' is not a direction"),
        ("cat", "9 9", "(9, 9) is not beside the cat at (5, 5)"),
        ("cat", "", "'' is not a direction"),
    ],
)
def test_refused_answer_gets_a_reason_and_the_same_question(
    run: Run, side: str, answer: str, reason: str
) -> None:
    _, output, errors = talk(
        run, side, f"{answer}\nquit\n", *(("--catcher", "widen") if side == "cat" else ())
    )
    prompt = STEP if side == "cat" else BLOCK
    refusal = output.split(prompt)[1]
    assert reason in refusal
    assert refusal.count("\n") == 1
    assert output.endswith(prompt)
    assert errors == ""


def test_command_words_work_at_every_question(run: Run, tmp_path: Path) -> None:
    _, output, _ = talk(
        run, "catcher", "hint\nmoves\nhelp\nboard\nundo\n4 6\nundo\n4 7\nsave mine.jsonl\nquit\n"
    )
    parts = output.split(BLOCK)[1:]
    assert parts[0].startswith("Hint: (")
    assert parts[1].startswith("Moves: (0, 0), (0, 1)")
    assert "undo hint moves board save [FILE] help quit" in parts[2]
    assert parts[3].startswith("   0 1 2") and parts[3].endswith("Catcher to move.\n")
    assert parts[4] == "There is no move of yours to take back.\n"
    assert parts[6].startswith("Taken back to move 1.\n")
    assert parts[8] == "Saved in mine.jsonl\n"
    saved = [json.loads(line) for line in (tmp_path / "mine.jsonl").read_text().splitlines()]
    assert [entry.get("move") for entry in saved][:2] == [None, "(4, 7)"]


@pytest.mark.parametrize("side", ["cat", "catcher"])
@pytest.mark.parametrize("answers", ["", "ne\n" * 2, "4 6"])
def test_end_of_input_is_one_line_and_status_1(run: Run, tmp_path: Path, side: str, answers: str) -> None:
    status, _, errors = talk(run, side, answers)
    assert (status, errors) == (1, "The input ended before the game was over.\n")
    assert list(tmp_path.iterdir()) == []


def test_game_ends_with_the_contracts_last_lines(run: Run, tmp_path: Path) -> None:
    done = run(
        "game.py", "[5, 5]", "[]", "[(5, 7)]", "--catcher", "human", "--cat", "shortest", input="0 0\n0 1\n"
    )
    assert done.stdout.endswith("Cat runs away\n0\n")
    assert (tmp_path / "game.gif").exists()


def test_seed_repeats_a_random_start(run: Run) -> None:
    calls = [run("game.py", "play", "--blocks", "20", "--seed", seed, "--no-gif") for seed in ("3", "3", "4")]
    assert calls[0].stdout == calls[1].stdout != calls[2].stdout
    assert calls[0].stderr == "--seed 3\n"


def at_a_block(folder: Path, *arguments: str) -> Any:
    child = start_on_terminal("game.py", folder, *arguments)
    child.expect_exact(BLOCK)
    return child


@on_unix
def test_terminal_shows_command_words_and_a_board_that_fits(tmp_path: Path) -> None:
    child = at_a_block(tmp_path, *START, "--catcher", "human")
    shown = child.before.splitlines()
    assert "You can always type: undo hint moves board save [FILE] resign help quit" in plain_text(
        child.before
    )
    assert len(shown) <= 23
    for letter in "CXE":
        assert f" {letter} " in plain_text(child.before)


@on_unix
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1), ("quit\n", 0)])
def test_leaving_a_terminal_saves_the_unfinished_game(tmp_path: Path, key: str, status: int) -> None:
    child = at_a_block(tmp_path, *START, "--catcher", "human")
    child.sendline("4 6")
    child.expect_exact(BLOCK)
    child.send(key)
    assert wait_for_quit(child)[0] == status
    assert '"move": "(4, 6)"' in only_saved_game(tmp_path).read_text()


@on_unix
def test_no_color_removes_the_colours_of_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    child = at_a_block(tmp_path, *START, "--catcher", "human")
    assert "\x1b[1;37;44m" not in child.before
    assert "E" in child.before
