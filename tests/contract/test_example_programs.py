"""docs/examples/ and the page about them: each example program plays whole games without a forfeit."""

from __future__ import annotations

import json
import random
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import squirrels
from tests.support.games import every_script, game_of
from tests.support.programs import ROOT, Run

EXAMPLES = ROOT / "docs" / "examples"
PAGE = (ROOT / "docs" / "your-own-program.md").read_text(encoding="utf-8")
SMALL_LIMITS = {"squirrels": ("--depth", "1")}


def python(path: Path) -> str:
    return f"'{sys.executable}' '{path}'"


def one_move(script: str) -> tuple[str, str]:
    """Return the one-shot example of each side."""
    folder = EXAMPLES / script / "one_move"
    if folder.is_dir():
        return python(folder / "cat.py"), python(folder / "catcher.py")
    return (python(EXAMPLES / script / "one_move.py"),) * 2


def assert_plays_without_forfeit(called: Run, script: str, name: str, *more: str) -> None:
    """Play a whole game on each side against random moves."""
    limits = ("--seconds", "20", *SMALL_LIMITS.get(script, ()))
    call = ("match", name, "random", "--pairs", "1", "--jobs", "1", *limits, *more, "--json")
    ended = called(f"{script}.py", *call)
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert (told["games"], told["forfeits"]) == (2, [{}, {}])


def run_example(path: Path, words: Sequence[str]) -> str:
    """Run the code of an example in this process and return what it prints."""
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(StringIO()) as printed:
        patched.setattr(sys, "argv", [path.name, *words])
        runpy.run_path(str(path), run_name="__main__")
    return printed.getvalue().strip()


def move_of_example(script: str, position: Any) -> Any:
    """Return the move of the one-shot example for the side to move. Raise if it is not legal."""
    if script == "squirrels":
        task = squirrels.input_text([squirrels.ALPHA_BETA, position.turn, 1], position)
        Path("input.txt").write_text(task, encoding="utf-8")
        run_example(EXAMPLES / script / "one_move.py", ("-i", "input.txt"))
        board = "".join(Path("next_state.txt").read_text(encoding="utf-8").split())
        (move,) = [move for move in position.moves() if position.play(move).board == board]
        return move
    name = f"one_move/{position.turn}.py" if script == "game" else "one_move.py"
    words = game_of(script).write(position)
    answer = run_example(EXAMPLES / script / name, words[1:] if script == "game" else words)
    move = position.read_move(answer)
    assert move in position.moves(), answer
    return move


@every_script
def test_one_shot_example_makes_legal_moves_in_whole_games(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ask its code without starting processes, as each side, against random moves."""
    monkeypatch.chdir(tmp_path)
    game, chance = game_of(script), random.Random(1)
    for side in game.sides:
        asked = 0
        for number in range(3):
            position = game.opening(number)
            while not position.outcome():
                is_its_turn = position.turn == side
                move = move_of_example(script, position) if is_its_turn else chance.choice(position.moves())
                position, asked = position.play(move), asked + is_its_turn
        assert asked > 10


@pytest.mark.long
@every_script
def test_one_shot_example_plays_whole_games(script: str, called: Run) -> None:
    more = ("--size", "3") if script == "walls" else ()
    assert_plays_without_forfeit(called, script, " + ".join(dict.fromkeys(one_move(script))), *more)


@every_script
def test_persistent_example_plays_without_forfeit(script: str, called: Run) -> None:
    more = ("--size", "3") if script == "walls" else ()
    name = "persistent: " + python(EXAMPLES / script / "persistent.py")
    assert_plays_without_forfeit(called, script, name, *more)


def test_c_example_plays_without_forfeit(called: Run, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    warnings = ("-std=c99", "-Wall", "-Wextra", "-Werror")
    subprocess.run(
        [compiler, *warnings, "-o", str(tmp_path / "duel"), str(EXAMPLES / "duel7" / "duel.c")],
        check=True,
        timeout=60,
    )
    assert_plays_without_forfeit(called, "duel7", f"persistent: {tmp_path / 'duel'}")


def test_python_examples_are_short() -> None:
    programs = sorted(EXAMPLES.glob("*/**/*.py"))
    assert len(programs) == 11
    for program in programs:
        assert 10 <= len(program.read_text(encoding="utf-8").splitlines()) <= 25, program


def test_page_shows_the_example_and_names_existing_files() -> None:
    shown = PAGE.split("```python\n")[1].split("```")[0]
    assert shown == (EXAMPLES / "walls" / "persistent.py").read_text(encoding="utf-8")
    assert len(shown.splitlines()) <= 15
    for word in PAGE.split():
        if word.startswith("docs/examples/"):
            assert (ROOT / word.strip("\"'`")).exists(), word


def test_serve_command_of_the_page_answers() -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith("printf"))
    given, command = line.split(" | ")
    question = shlex.split(given)[1].encode().decode("unicode_escape")
    words = [sys.executable, *shlex.split(command)[1:]]
    ended = subprocess.run(
        words, input=question, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, len(ended.stdout.split())) == (0, 2), ended.stderr
