"""Every verb and the notation of positions, in all five games and the sixth."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from common.cli import app
from common.cli.console import run_guarded
from common.play.setup import join_words
from common.rules.errors import BadInput
from tests.support.games import (
    PLAYERS,
    every_script,
    exit_status,
    game_of,
    late_position,
    limited,
    parse_only,
)
from tests.support.programs import Run


@every_script
def test_notation_round_trips(script: str) -> None:
    game, chance = game_of(script), random.Random(5)
    for number in range(20):
        position = game.opening(number)
        for _ in range(chance.randrange(12)):
            if position.outcome():
                break
            words = game.write(position)
            assert words[0] == position.turn
            assert game.read(*shlex.split(join_words(words))) == position
            position = position.play(chance.choice(position.moves()))


@every_script
def test_verb_list_of_help_is_not_truncated(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_guarded(lambda: import_module(script).main(["--help"])) == 0
    listed = capsys.readouterr().out.partition("To play")[2]
    assert len(listed.splitlines()) > len(app.VERBS) and "..." not in listed
    assert run_guarded(lambda: import_module(script).main(["play", "--help"])) == 0
    assert "README" not in capsys.readouterr().out


@every_script
@pytest.mark.parametrize("verb", app.VERBS)
def test_verb_help_has_an_example(script: str, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    main = import_module(script).main
    assert run_guarded(lambda: main([verb, "--help"])) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Example: python {script}.py {verb}" in shown
    assert run_guarded(lambda: main([verb, "--no-such-option"])) == 2


START_PROGRAMS = ("play", "match", "tournament", "serve", "check-program")


@every_script
def test_verbs_that_start_programs_accept_a_memory_limit(
    script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {"match": ("a", "b"), "tournament": ("a",), "check-program": ("a",), "grade": (".",)}
    for verb in (*START_PROGRAMS, *(["grade"] if script == "squirrels" else [])):
        assert exit_status(script, verb, "--help") == 0
        assert "--memory" in capsys.readouterr().out
        assert exit_status(script, verb, *words.get(verb, ()), "--memory", "-1") == 2
        assert (
            capsys.readouterr().err == "--memory -1: expected gigabytes, a number above 0, e.g. --memory 4\n"
        )


@every_script
def test_help_examples_are_parsed(
    script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_status(script, "--help") == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    examples = [line for line in lines if line.startswith(f"python {script}.py")]
    assert len(examples) == 3
    for example in examples:
        if any(f" {verb} " in example for verb in (*app.VERBS, "grade")):
            parse_only(monkeypatch, shlex.split(example)[1:])


STARTED = {  # the verbs of each script that are real commands in a quick run; the others are called
    "game": ("move",),
    "squirrels": ("analyse", "solve"),
    "duel7": ("play", "match"),
    "walls": ("move",),
    "catsdogs": ("replay",),
}
SOME_STARTED = "some"
ALL_STARTED = pytest.param("all", marks=pytest.mark.long)


@pytest.fixture(params=[SOME_STARTED, ALL_STARTED])
def command(request: pytest.FixtureRequest, started: Run, called: Run) -> Run:
    """Run a command line: a new process for some verbs of each script, or for all of them."""

    def call(script: str, verb: str, *words: str) -> subprocess.CompletedProcess[str]:
        is_real = request.param != SOME_STARTED or verb in STARTED[script]
        return (started if is_real else called)(f"{script}.py", verb, *words)

    return call


@every_script
def test_one_position_works_in_every_verb(script: str, command: Run, tmp_path: Path) -> None:
    position, game = late_position(script), game_of(script)
    words = game.write(position)
    moved = command(script, "move", *words, *limited(script))
    assert (moved.returncode, position.read_move(moved.stdout.strip()) in position.moves()) == (0, True), (
        moved.stderr
    )
    told = command(script, "analyse", *words, *limited(script), "--json")
    assert told.returncode == 0 and json.loads(told.stdout)["side"] == position.turn
    unhurried = ("--seconds", "inf", "--json")  # on a busy machine compiling alone may take a minute
    solved = command(script, "solve", *(words[1:] if script == "game" else words), *unhurried)
    assert solved.returncode == 0 and json.loads(solved.stdout)["proven"] is True
    first, second = PLAYERS[script]
    names = [f"--{game.sides[0].lower()}", first, f"--{game.sides[1].lower()}", second]
    played = command(script, "play", *words, *names, "--seed", "1", "--record", "game.jsonl")
    assert played.returncode == 0, played.stderr
    header = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    assert header["start"] == {"position": join_words(words)}
    again = command(script, "replay", "game.jsonl")
    assert again.returncode == 0 and again.stdout.splitlines()[-1] in played.stdout
    assert command(script, "analyse", "game.jsonl", *limited(script)).returncode == 0


@every_script
def test_match_plays_all_games(script: str, command: Run) -> None:
    call = ("novice", "random", "--pairs", "2", "--jobs", "1", *limited(script), "--json")
    match = command(script, "match", *call)
    assert match.returncode == 0 and json.loads(match.stdout)["games"] == 4, match.stderr


@every_script
def test_record_start_is_read_as_a_position(script: str, tmp_path: Path) -> None:
    start = late_position(script)
    game_of(script).record(start, []).save(tmp_path / "game.jsonl")
    assert game_of(script).load(tmp_path / "game.jsonl").history == [start]


@every_script
@pytest.mark.parametrize(
    "start", [{}, {"position": []}, {"position": "'"}, {"position": "X"}, {"place": None}]
)
def test_record_start_is_refused_if_malformed(script: str, start: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps({"game": script, "version": 1, "start": start, "players": {}}))
    with pytest.raises(BadInput) as refused:
        game_of(script).load(file)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("duel7", "duel7"),
        ("duel7.exe", "duel7"),
        ("duel7.py", "duel7.py"),
        ("five-board-games duel7", "five-board-games duel7"),
    ],
)
def test_help_shows_the_name_it_was_called_by(
    called: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [f"/somewhere/{called}"])
    assert import_module("duel7").main(["play", "--help"]) == 0
    assert capsys.readouterr().out.strip().startswith(f"Usage: {told} play ")


@every_script
def test_short_help_and_version(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    main = import_module(script).main
    assert (main(["-h"]), main(["play", "-h"]), main(["--version"])) == (0, 0, 0)
    shown = capsys.readouterr().out
    assert shown.count("Usage: ") == 2 and shown.splitlines()[-1].startswith(f"{script} ")


@every_script
@pytest.mark.parametrize(
    ("typed", "meant"), [("level 3", "level-3"), ("engin", "engine"), ("humann", "human")]
)
def test_mistyped_player_gets_a_suggestion(
    script: str, typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = import_module(script)
    assert run_guarded(lambda: module.main(["play", f"--{module.GAME.sides[0].lower()}", typed])) == 2
    assert capsys.readouterr().err.endswith(f"; did you mean {meant}?\n")
