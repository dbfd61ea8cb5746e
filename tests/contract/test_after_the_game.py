"""After the end in all five games: the result for the human, another game, the saved games."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.dialogues import answers_to_the_end
from tests.support.games import every_script, game_of, late_position
from tests.support.programs import (
    Run,
    on_unix,
    only_saved_game,
    read_json_lines,
    start_on_terminal,
    wait_for_end_of_game,
    wait_for_exit,
)

AGAIN = "Play again? [Y/n] "


class LastMove:
    """A position whose side to move ends the game, as a human's game against level 1."""

    def __init__(self, script: str) -> None:
        game, position = game_of(script), late_position(script)
        *before, (self.prompt, self.answer) = answers_to_the_end(script)
        for _, move in before:
            position = position.play(position.read_move(move))
        winner = position.play(position.read_move(self.answer)).outcome().winner
        self.result = (
            "A draw after 1 move of yours."
            if winner is None
            else f"You {'win in' if winner == position.turn else 'lose after'} 1 move."
        )
        names = (f"--{position.turn.lower()}", "human", f"--{game.other(position.turn).lower()}", "level-1")
        self.no_film = ("--no-gif",) if script == "game" else ()
        self.words = (*game.write(position), *names, *self.no_film)

    def play(self, child: Any) -> None:
        """Make the last move on a terminal."""
        child.expect_exact(self.prompt)
        child.sendline(self.answer)


@on_unix
@every_script
def test_human_is_told_the_result_and_may_play_again(script: str, tmp_path: Path) -> None:
    last = LastMove(script)
    child = start_on_terminal(f"{script}.py", tmp_path, "play", *last.words)
    last.play(child)
    child.expect_exact(last.result)
    child.expect_exact(AGAIN)
    child.sendline("")
    last.play(child)
    child.expect_exact(last.result)
    child.expect_exact(AGAIN)
    child.sendline("n")
    assert wait_for_end_of_game(child) == (0, "n")
    assert " --html game.html" in child.before
    assert len(list((tmp_path / "saved-games").iterdir())) == 2


@on_unix
@every_script
@pytest.mark.parametrize("leave", ["sendeof", "sendintr"])
def test_question_ends_politely_without_an_answer(script: str, leave: str, tmp_path: Path) -> None:
    last = LastMove(script)
    child = start_on_terminal(f"{script}.py", tmp_path, "play", *last.words)
    last.play(child)
    child.expect_exact(AGAIN)
    getattr(child, leave)()
    assert wait_for_exit(child)[0] == 0
    assert "\nThe game is saved in saved-games/" in child.before.replace("\r", "")
    assert "Stopped" not in child.before and "The input ended" not in child.before
    assert read_json_lines(only_saved_game(tmp_path))[-1]["outcome"]


@on_unix
@every_script
def test_recorded_and_resumed_games_are_not_played_again(script: str, tmp_path: Path) -> None:
    last = LastMove(script)
    child = start_on_terminal(f"{script}.py", tmp_path, "play", *last.words, "--record", "mine.jsonl")
    last.play(child)
    assert wait_for_exit(child)[0] == 0
    assert last.result in child.before and "again" not in child.before
    lines = (tmp_path / "mine.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "mine.jsonl").write_text(lines[0])
    child = start_on_terminal(f"{script}.py", tmp_path, "play", "--resume", "mine.jsonl", *last.no_film)
    last.play(child)
    assert wait_for_exit(child)[0] == 0
    assert last.result in child.before and "again" not in child.before


@every_script
def test_pipe_shows_neither_result_nor_question(script: str, called: Run) -> None:
    last = LastMove(script)
    done = called(f"{script}.py", "play", *last.words, input=f"{last.answer}\n")
    assert done.returncode == 0
    assert last.result not in done.stdout and "again" not in done.stdout + done.stderr


@on_unix
@every_script
def test_dialogue_of_the_assignment_ends_as_before(script: str, tmp_path: Path) -> None:
    last = LastMove(script)
    child = start_on_terminal(f"{script}.py", tmp_path, *last.words)
    last.play(child)
    assert wait_for_exit(child)[0] == 0
    assert last.result not in child.before and "again" not in child.before


def save(script: str, name: str, moment: int, finished: bool, *players: str) -> Path:
    """Save a late game of two players, last changed at a moment, with its last line if it is finished."""
    game, position = game_of(script), late_position(script)
    header = {
        "game": script,
        "version": 1,
        "start": {"position": " ".join(json.dumps(word) for word in game.write(position))},
        "players": dict(zip(game.sides, players, strict=True)),
        "seed": 7,
    }
    outcome = {"outcome": {"winner": game.sides[0], "reason": "over", "margin": 1}}
    path = Path("saved-games", name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        "".join(f"{json.dumps(line)}\n" for line in ([header, outcome] if finished else [header]))
    )
    os.utime(path, (moment, moment))
    return path


@every_script
def test_resume_last_takes_the_newest_unfinished_game(
    script: str, called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    older = save(script, "b.jsonl", 100, False, "random", "random")
    newer = save(script, "a.jsonl", 200, False, "random", "random")
    save(script, "c.jsonl", 300, True, "random", "random")
    call = (f"{script}.py", "play", "--resume", "last", *(("--no-gif",) if script == "game" else ()))
    for path in (newer, older):
        assert "outcome" not in read_json_lines(path)[-1]
        assert called(*call).returncode == 0
        assert "outcome" in read_json_lines(path)[-1]
    done = called(*call)
    refusal = f"--resume last: no unfinished game of {script}.py in saved-games/\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", refusal)


@every_script
def test_games_lists_the_saved_games_of_this_program(
    script: str, called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = called(f"{script}.py", "games")
    assert (done.returncode, done.stdout.count("\n")) == (0, 1) and "saved-games/" in done.stdout
    save(script, "a.jsonl", 1_700_000_000, True, "human", "level-2")
    save(script, "b.jsonl", 1_700_000_100, True, "level-2", "human")
    save(script, "c.jsonl", 1_700_000_200, False, "human", "level-2")
    save("walls" if script == "duel7" else "duel7", "d.jsonl", 1_700_000_300, True, "human", "level-5")
    done = called(f"{script}.py", "games")
    assert (done.returncode, done.stderr) == (0, "")
    head, *rows, wins = done.stdout.splitlines()
    assert head.split() == ["Date", *game_of(script).sides, "Result", "File"]
    assert [re.sub(r"^[-0-9]{10} [0-9:]{5}  ", "", row).split() for row in rows] == [
        ["human", "level-2", "unfinished,", "move", "1", "saved-games/c.jsonl"],
        ["level-2", "human", "you", "lost", "saved-games/b.jsonl"],
        ["human", "level-2", "you", "won", "saved-games/a.jsonl"],
    ]
    assert wins == "You won 1 of 2 against level-2."
