"""The assignment's form of game.py: three arguments in, moves and game.gif out."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import imageio.v3 as imageio
import pytest
from PIL import Image, ImageSequence

import game
from common.cli.console import run_guarded
from tests.support.cat_starts import set_start
from tests.support.game_cases import EXAMPLE, arguments_of, random_position, replay_printed
from tests.support.programs import ROOT, Run

Example = tuple[Path, subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    """Run the assignment's example once; return its folder and what it printed."""
    folder = tmp_path_factory.mktemp("example")
    command = [sys.executable, str(ROOT / "game.py"), *EXAMPLE]
    return folder, subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def frames_of(path: Path) -> list[Image.Image]:
    with Image.open(path) as picture:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]


def test_assignment_example_is_played_printed_and_drawn(example: Example) -> None:
    folder, done = example
    assert (done.returncode, done.stderr) == (0, "")
    last = replay_printed(game.read_start(*EXAMPLE), done.stdout)
    outcome = last.outcome()
    assert outcome and done.stdout.splitlines()[-2:] == [
        outcome.reason,
        str(int(outcome.winner == "catcher")),
    ]
    assert outcome.winner == "catcher"  # this start is lost for the cat
    assert [path.name for path in folder.iterdir()] == ["game.gif"]
    moves = len(done.stdout.splitlines()) - 2
    assert imageio.imread(folder / "game.gif").shape == (1 + moves, 588, 600, 3)


def test_same_call_gives_the_same_bytes(started: Run, tmp_path: Path, example: Example) -> None:
    folder, first = example
    assert started("game.py", *EXAMPLE).stdout == first.stdout
    assert (tmp_path / "game.gif").read_bytes() == (folder / "game.gif").read_bytes()


def test_frames_last_as_requested_and_the_last_is_held(run: Run, tmp_path: Path) -> None:
    run("game.py", *EXAMPLE, "--frame-ms", "100")
    with Image.open(tmp_path / "game.gif") as picture:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert picture.info["loop"] == 0
    assert set(durations[:-1]) == {100}
    assert durations[-1] == 2000


def test_frames_show_every_move(example: Example) -> None:
    """The cell of every move changes from the frame before to its own."""
    folder, done = example
    lines = done.stdout.splitlines()[:-2]
    frames = frames_of(folder / "game.gif")
    for number, line in enumerate(lines):
        row, column = (int(part) for part in line.split("= ")[1].strip("()").split(","))
        corner = 40 + 48 * column + 24 * (row % 2), 40 + 42 * row
        box = (corner[0] + 12, corner[1] + 16, corner[0] + 36, corner[1] + 40)
        assert frames[number].crop(box).tobytes() != frames[number + 1].crop(box).tobytes(), line


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("[5, 5]", "[]", "[(5, 5)]"), "Cat runs away\n0\n"),
        (("(0, 0)", "((0, 1), (1, 0))", "[]"), "Cat did not move and got caught\n1\n"),
    ],
)
def test_finished_start_has_no_move_and_one_frame(
    started: Run, tmp_path: Path, arguments: tuple[str, str, str], printed: str
) -> None:
    assert started("game.py", *arguments).stdout == printed
    assert len(frames_of(tmp_path / "game.gif")) == 1


def test_blocked_exit_is_closed(started: Run) -> None:
    done = started("game.py", "[0, 1]", "[(0, 0), (0, 2), (1, 0)]", "[(0, 0)]", "--no-gif")
    assert done.stdout.startswith("CATCHER = (1, 1)\nCat did not move")


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.long)])
def test_random_starts_end_properly_and_reproducibly(capsys: pytest.CaptureFixture[str], count: int) -> None:
    chance = random.Random(2026)
    for number in range(count):
        start = random_position(chance, most_blocks=15)
        assert run_guarded(lambda start=start: game.main([*arguments_of(start), "--no-gif"])) == 0  # type: ignore[misc]
        printed = capsys.readouterr()
        assert printed.err == ""
        outcome = replay_printed(start, printed.out).outcome()
        assert outcome and printed.out.splitlines()[-2:] == [
            outcome.reason,
            str(int(outcome.winner == "catcher")),
        ]
        if number % 10 == 0:
            game.main([*arguments_of(start), "--no-gif"])
            assert capsys.readouterr().out == printed.out


def test_call_without_arguments_prints_six_lines(started: Run) -> None:
    done = started("game.py")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 6)


def test_game_without_packages_prints_moves_and_install_hint(
    tmp_path: Path,
) -> None:
    """The options -S -I leave only the standard library."""
    code = (
        f"import sys, runpy; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['game.py', *{EXAMPLE!r}]; "
        f"runpy.run_path({str(ROOT / 'game.py')!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1"
    fallback, hint = done.stderr.splitlines()
    assert fallback == "playing best-first search, which proves nothing: wasmtime is not installed"
    assert "pip install" in hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kills", [3, pytest.param(12, marks=pytest.mark.long)])
def test_killed_process_leaves_the_old_film_intact(tmp_path: Path, kills: int) -> None:
    command = [sys.executable, str(ROOT / "game.py"), *EXAMPLE]
    began = time.monotonic()
    subprocess.run(command, cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
    took = time.monotonic() - began
    whole = (tmp_path / "game.gif").read_bytes()
    for number in range(kills):
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(took * (0.5 + 0.5 * number / kills))
            process.kill()
        assert (tmp_path / "game.gif").read_bytes() == whole


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_unwritable_folder_gets_one_line(started: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = started("game.py", *EXAMPLE)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_unwritable_target_gets_one_line(started: Run) -> None:
    done = started("game.py", *EXAMPLE, "--gif", "no/such/folder/game.gif")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_move_answers_for_both_sides(started: Run) -> None:
    assert started("game.py", "move", "cat", "(5, 5)", "[]", "[(5, 6)]").stdout == "E\n"
    assert started("game.py", "move", "catcher", "(5, 5)", "[]", "[(5, 6)]").stdout == "(5, 6)\n"
    assert started("game.py", "move", "cat", "(0, 0)", "[(0, 1), (1, 0)]", "[(9, 9)]").stdout == "\n"
    assert started("game.py", "move", "dog", "(0, 0)", "[]", "[]").returncode == 2


@pytest.mark.parametrize("limit", [("--seconds", "0.5"), ("--nodes", "300"), ()])
def test_move_is_legal_within_a_limit(started: Run, limit: tuple[str, ...]) -> None:
    start = set_start("R5", 7)
    for position in (start, start.play(0)):
        done = started("game.py", "move", position.turn, *arguments_of(position), *limit)
        assert (done.returncode, done.stderr) == (0, "")
        assert position.read_move(done.stdout.strip()) in position.moves()
