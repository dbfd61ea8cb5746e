"""The verb `replay`: a saved game at once, step by step, as JSON, picture and page."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from common.command.replay_verb import add_replay, print_replay, step_through
from common.play import line_input
from common.record.saved_game import ReplayOptions
from common.rules.errors import BadInput
from tests.support.keyboard import type_on_terminal
from tests.support.small_game import GAME, run_verb, save_game

Answer = Callable[..., None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a saved game of three moves."""
    return save_game(tmp_path / "game.jsonl", "2", "1", "3", start="Ann 6")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Give answers to questions."""

    def given(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))

    return given


def test_replay_prints_the_moves_and_the_result(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_replay, "replay", str(file)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if " plays " in line] == ["Ann plays 2", "Bob plays 1", "Ann plays 3"]
    assert printed[-2:] == ["The last counter is taken.", "ANN WINS"]


def test_json_prints_the_record_unchanged(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert print_replay(GAME, file, ReplayOptions(as_json=True)) == 0
    assert capfd.readouterr().out == file.read_text(encoding="utf-8")


def test_picture_and_page_are_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    still, page = file.with_name("a.png"), file.with_name("a.html")
    assert run_verb(add_replay, "replay", str(file), "--png", str(still), "--html", str(page)) == 0
    assert still.read_bytes().startswith(b"\x89PNG")
    assert "The last counter is taken." in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--step", "--json"), "--step --json: give only one of them"),
        (("--at", "1"), "--at 1 needs --png FILE, e.g. --png position.png --at 1"),
        (("--png", "a.png", "--at", "4"), "--at 4: expected a move from 0, the start, to 3, the last"),
        (("--png", "a.png", "--at", "-1"), "--at -1: expected a move from 0, the start, to 3, the last"),
        (("--analyse", "9"), "--analyse 9 needs --html FILE, e.g. --html game.html --analyse 9"),
        (("--png", "a.txt"), "--png 'a.txt': expected a file that ends in .png, e.g. end.png"),
        (("--html", "a.txt"), "--html 'a.txt': expected a file that ends in .html, e.g. game.html"),
    ],
)
def test_impossible_options_are_refused(
    words: tuple[str, ...],
    wanted: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(file.parent)
    assert run_verb(add_replay, "replay", file.name, *words) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{wanted}\n")
    assert list(file.parent.iterdir()) == [file]


def test_game_of_another_program_is_refused(file: Path) -> None:
    file.write_text(file.read_text().replace("small_game", "walls"))
    with pytest.raises(BadInput, match="is not a record of small_game"):
        print_replay(GAME, file, ReplayOptions())


@pytest.mark.parametrize(
    ("lines", "plies"),
    [
        ((), [0]),
        (("", "n", "b"), [0, 1, 2, 1]),
        (("3", "0", "N", "B"), [0, 3, 0, 1, 0]),
        (("1", "q", "2"), [0, 1]),
        (("QUIT", "2"), [0]),
        (("4", "-1", "two", "\u0663", "2"), [0, 2]),
    ],
)
def test_steps_go_where_the_user_asks(lines: tuple[str, ...], plies: list[int], answers: Answer) -> None:
    answers(*lines)
    shown = list[int]()
    step_through(3, shown.append)
    assert shown == plies


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (("b",), "'b' at the start: expected Enter or n, b, a number from 0 to 3, or q, e.g. n"),
        (("1", "x"), "'x' at move 1: expected Enter or n, b, a number from 0 to 3, or q, e.g. n"),
        (("3", "n"), "'n' at the last move: expected Enter or n, b, a number from 0 to 3, or q, e.g. b"),
    ],
)
def test_impossible_step_is_explained(
    lines: tuple[str, ...], wanted: str, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(*lines)
    step_through(3, lambda ply: None)
    assert wanted in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("3", ""), "This is the last move; b goes back, q quits."),
        (("3", "n"), "This is the last move; b goes back, q quits."),
        (("b",), "This is the start; n goes on, q quits."),
        (("?",), "Enter or n: next move; b: back; 0 to 3: go to that move; q: quit."),
        (("help",), "Enter or n: next move; b: back; 0 to 3: go to that move; q: quit."),
        (("x",), "'x' at the start: expected Enter or n, b, a number from 0 to 3, or q, e.g. n"),
    ],
)
def test_step_on_a_terminal_never_scolds_at_the_ends(
    lines: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = type_on_terminal(monkeypatch, *lines)
    monkeypatch.setattr(line_input, "line_editor", lambda: None)
    step_through(3, lambda ply: None)
    assert said in screen.getvalue().replace("\n", " ")


def test_stepped_game_shows_the_asked_positions(
    file: Path, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answers("3", "q")
    assert run_verb(add_replay, "replay", str(file), "--step") == 0
    printed = capsys.readouterr().out
    assert "heap=6" in printed and "ANN WINS" in printed and "heap=4" not in printed
