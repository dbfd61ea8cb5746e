"""Games of a human on a terminal are saved in all five programs, and no existing file is overwritten."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.support.dialogues import PIECE, answers_to_the_end
from tests.support.games import every_script, game_of, late_position, limited
from tests.support.programs import (
    Run,
    on_unix,
    only_saved_game,
    read_json_lines,
    start_on_terminal,
    wait_for_end_of_game,
    wait_for_exit,
    wait_for_quit,
)


def human_call(script: str) -> tuple[str, ...]:
    """Return the arguments of `play` with humans on both sides, near the end of a game."""
    game = game_of(script)
    sides = [word for side in game.sides for word in (f"--{side.lower()}", "human")]
    return (
        "play",
        *game.write(late_position(script)),
        *sides,
        *(("--no-gif",) if script == "game" else ()),
    )


def play_moves(child: Any, moves: list[tuple[str, str]]) -> None:
    for prompt, answer in moves:
        child.expect_exact(prompt)
        child.sendline(answer)


@on_unix
@every_script
def test_finished_game_is_saved_and_the_printed_commands_work(
    script: str, called: Run, tmp_path: Path
) -> None:
    child = start_on_terminal(f"{script}.py", tmp_path, *human_call(script))
    play_moves(child, answers_to_the_end(script))
    assert wait_for_end_of_game(child)[0] == 0
    path = only_saved_game(tmp_path)
    assert re.fullmatch(rf"{script}-[0-9]{{8}}-[0-9]{{6}}\.jsonl", path.name)
    entries = read_json_lines(path)
    assert [entry["move"] for entry in entries[1:-1]] == [
        move for _, move in answers_to_the_end(script)
    ] and entries[-1]["outcome"]
    commands = [shlex.split(line) for line in child.before.strip().splitlines()[-3:]]
    assert [words[2] for words in commands] == ["analyse", "replay", "games"]
    for words in commands:
        more = limited(script) if words[2] == "analyse" else ()
        done = called(Path(words[1]).name, *words[2:], *more, input="q\n")
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "game.html").read_bytes()[:15] == b"<!DOCTYPE html>"


@on_unix
@every_script
def test_unfinished_game_resumes_with_the_printed_command(script: str, tmp_path: Path) -> None:
    child, moves = (
        start_on_terminal(f"{script}.py", tmp_path, *human_call(script)),
        answers_to_the_end(script),
    )
    child.expect_exact(moves[0][0])
    child.sendline("quit")
    assert wait_for_quit(child)[0] == 0
    words = shlex.split(child.before.strip().splitlines()[-3])
    child = start_on_terminal(
        f"{script}.py", tmp_path, *words[2:], *(("--no-gif",) if script == "game" else ())
    )
    play_moves(child, moves)
    child.expect_exact(f"The game is saved in saved-games/{only_saved_game(tmp_path).name}.")
    assert wait_for_exit(child)[0] == 0
    assert read_json_lines(only_saved_game(tmp_path))[-1]["outcome"]


@on_unix
@every_script
@pytest.mark.parametrize("options", [("--no-save",), ("--record", "mine.jsonl")])
def test_record_and_no_save_replace_automatic_saving(
    script: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    child = start_on_terminal(f"{script}.py", tmp_path, *human_call(script), *options)
    play_moves(child, answers_to_the_end(script))
    last = wait_for_exit(child)[1]
    assert [path.name for path in tmp_path.iterdir()] == list(options[1:])
    assert last.endswith(f"{script}.py games") == (len(options) == 2)


@on_unix
@every_script
def test_unwritable_folder_costs_one_line(script: str, tmp_path: Path) -> None:
    (tmp_path / "saved-games").write_text("in the way")
    child = start_on_terminal(f"{script}.py", tmp_path, *human_call(script))
    play_moves(child, answers_to_the_end(script))
    status, last = wait_for_exit(child)
    assert (status, last) == (0, "The game cannot be saved: saved-games: File exists")
    assert child.before.count("cannot be saved") == 1


@every_script
def test_game_on_a_pipe_saves_no_file(script: str, tmp_path: Path, called: Run) -> None:
    typed = "".join(f"{move}\n" for _, move in answers_to_the_end(script))
    done = called(f"{script}.py", *human_call(script), input=typed)
    assert done.returncode == 0 and list(tmp_path.iterdir()) == [], done.stderr
    assert "saved-games" not in done.stdout + done.stderr


@on_unix
def test_undo_is_applied_to_the_saved_game(tmp_path: Path) -> None:
    child = start_on_terminal(
        "duel7.py", tmp_path, "play", "--x", "human", "--o", "human", "--place", "X c4 O g7", "--turns", "9"
    )
    play_moves(child, [(PIECE, "c4 d4"), (PIECE, "g7 f7"), (PIECE, "undo"), (PIECE, "quit")])
    assert wait_for_quit(child)[0] == 0
    assert [entry.get("move") for entry in read_json_lines(only_saved_game(tmp_path))] == [None, "c4 d4"]


@on_unix
def test_walls_match_saves_each_game_in_its_own_file(tmp_path: Path) -> None:
    child = start_on_terminal("walls.py", tmp_path, "3", "--a", "human", "--b", "human")
    for _ in range(2):
        for side in ("AB" * 9) if _ == 0 else ("BA" * 9):
            play_moves(child, [(f"{side}'s move (f/l/r): ", "l")])
    assert wait_for_exit(child)[0] == 0
    files = sorted((tmp_path / "saved-games").iterdir(), key=lambda path: read_json_lines(path)[0]["number"])
    assert [(read_json_lines(path)[0]["number"], len(read_json_lines(path))) for path in files] == [
        (1, 20),
        (2, 20),
    ]
    assert (
        f"The game is saved in saved-games/{files[0].name}, saved-games/{files[1].name}. Next:"
        in child.before
    )
    assert "Match: A 2 points, B 2 points" in child.before


# EXISTING FILES


@every_script
def test_record_overwrites_only_with_force(script: str, tmp_path: Path, called: Run) -> None:
    game, there = game_of(script), tmp_path / "mine.jsonl"
    there.write_text("precious")
    names = [word for side in game.sides for word in (f"--{side.lower()}", "random")]
    call = (
        f"{script}.py",
        "play",
        *game.write(late_position(script)),
        *names,
        "--record",
        "mine.jsonl",
    )
    done = called(*call)
    refusal = (
        "--record mine.jsonl already exists: choose a new name, e.g. --record mine-2.jsonl, or add --force\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", refusal)
    assert there.read_text() == "precious"
    assert called(*call, "--force").returncode == 0
    assert read_json_lines(there)[0]["game"] == script


def test_walls_match_checks_all_record_names_before_the_first_game(tmp_path: Path, called: Run) -> None:
    (tmp_path / "mine-2.jsonl").write_text("precious")
    done = called("walls.py", "3", "--a", "random", "--b", "random", "--record", "mine.jsonl")
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(
        "--record mine-2.jsonl already exists: "
    )


def test_save_command_refuses_an_existing_file(tmp_path: Path, called: Run) -> None:
    (tmp_path / "notes.txt").write_text("precious")
    done = called(
        "walls.py",
        "3",
        "--a",
        "human",
        "--b",
        "human",
        input="save notes.txt\nsave new.jsonl\nl\nsave new.jsonl\nquit\n",
    )
    assert "notes.txt already exists: choose a new name, e.g. save notes-2.txt\n" in done.stdout
    assert (tmp_path / "notes.txt").read_text() == "precious"
    assert (
        done.stdout.count("Saved in new.jsonl\n") == 2 and len(read_json_lines(tmp_path / "new.jsonl")) == 2
    )


def test_resume_appends_to_its_own_record_only(tmp_path: Path, called: Run) -> None:
    called("walls.py", "3", "--a", "human", "--b", "human", "--record", "mine.jsonl", input="l\nquit\n")
    (tmp_path / "other.jsonl").write_text("precious")
    refused = called(
        "walls.py", "play", "--resume", "mine.jsonl", "--record", "other.jsonl", input="l\nquit\n"
    )
    assert refused.returncode == 2 and refused.stderr.startswith("--record other.jsonl already exists: ")
    assert (
        called(
            "walls.py", "play", "--resume", "mine.jsonl", "--record", "mine.jsonl", input="l\nquit\n"
        ).returncode
        == 0
    )
    assert len(read_json_lines(tmp_path / "mine.jsonl")) == 3


def test_cases_use_a_non_empty_folder_only_with_force(tmp_path: Path, called: Run) -> None:
    (tmp_path / "mine").mkdir()
    call = ("squirrels.py", "cases", "1", "mine", "--seed", "7")
    assert called(*call).returncode == 0
    made = sorted(path.name for path in (tmp_path / "mine").iterdir())
    done = called(*call)
    refusal = "cases mine already exists: choose a new or empty folder, e.g. cases mine-2, or add --force\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", refusal)
    here = called("squirrels.py", "cases", "1", ".")
    assert here.returncode == 2 and "e.g. cases new, or add --force" in here.stderr
    assert called(*call, "--force").returncode == 0
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == made
