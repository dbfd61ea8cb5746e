"""The verb `solve`: its question, its default limit, and refused calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.command import solve_verb
from common.command.solution import DEFAULT_SECONDS
from common.command.solve_verb import SOLVE_OPTIONS, add_solve, is_unlimited
from common.play.game import Game, Help, Search
from common.search.limit import Limit
from common.search.results import DEFAULT_TABLE_GB, Question
from tests.support.noted_calls import note_calls
from tests.support.small_game import GAME, HeapSetup, Position, game_with_options, run_verb

Asked = list[tuple[Game[Any, Any], Position, Question, bool]]


class EveryOption(Search[Position]):
    """A search whose solver has every option."""

    solve_options = frozenset(SOLVE_OPTIONS)


FULL = game_with_options(search=EveryOption(), help={"no_limit": Help("the whole board")})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Replace the solver by a note of its question."""
    return note_calls(monkeypatch, solve_verb, "print_solution")


def test_winner_of_a_position_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_solve, "solve", "Bob", "8") == 0
    assert capsys.readouterr().out.startswith("Ann wins, whatever Bob does.\n")


def test_options_become_the_question(asked: Asked, tmp_path: Path) -> None:
    proofs, strategy = tmp_path / "proofs", tmp_path / "strategy"
    call = ("--heap", "7", "--seconds", "3", "--threads", "2", "--memory", "1", "--moves", "--at-least", "2")
    files = ("--proofs", str(proofs), "--strategy", str(strategy), "--json")
    assert run_verb(add_solve, "solve", *call, *files, game=FULL) == 0
    question = Question(Limit(3), 2, 1.0, True, 2, proofs, strategy)
    assert asked == [(FULL, Position(7), question, True)]


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ((), DEFAULT_SECONDS),
        (("--seconds", "2"), 2),
        (("--seconds", "inf"), None),
        (("--memory", "1"), None),
        (("--proofs", "proofs"), None),
        (("--strategy", "strategy"), None),
        (("--moves", "--threads", "2"), DEFAULT_SECONDS),
    ],
)
def test_limit_is_thirty_seconds_unless_results_are_kept(
    words: tuple[str, ...],
    seconds: float | None,
    asked: Asked,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_verb(add_solve, "solve", *words, game=FULL) == 0
    assert asked[0][2].limit == Limit(seconds)


def test_only_a_named_start_is_unlimited() -> None:
    assert is_unlimited(FULL, HeapSetup(("5",)))
    assert not is_unlimited(FULL, HeapSetup(("Ann", "5"))) and not is_unlimited(FULL, HeapSetup())
    assert not is_unlimited(GAME, HeapSetup(("5",)))


def test_table_size_has_a_default(asked: Asked) -> None:
    run_verb(add_solve, "solve", game=FULL)
    assert asked[0][2].memory == DEFAULT_TABLE_GB


def test_game_without_solve_options_lacks_them(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_solve, "solve", "--help") == 0
    page = capsys.readouterr().out
    assert not [name for name in (*SOLVE_OPTIONS, "force") if f"--{name.replace('_', '-')}" in page]
    assert "seconds until giving up (default 30; inf: never)" in " ".join(page.split())
    assert run_verb(add_solve, "solve", "--help", game=FULL) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert all(f"--{name.replace('_', '-')}" in page for name in (*SOLVE_OPTIONS, "force"))
    assert "no limit with --proofs or --memory or --strategy or the whole board" in page


def test_random_start_prints_its_seed(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_solve, "solve", "--random-start", "--seed", "5", game=FULL) == 0
    assert capsys.readouterr().err == "seed 5 (repeat with --seed 5)\n"
    run_verb(add_solve, "solve", "--heap", "5", "--seed", "5", game=FULL)
    assert capsys.readouterr().err == ""
    assert asked[0][1] == FULL.starts.start_positions(HeapSetup(random_start=True), 5)[0]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--seconds", "-1"), "--seconds -1: expected a number of seconds above 0"),
        (("--proofs", "no/proofs"), "--proofs no/proofs: expected a file in an existing folder"),
        (("--strategy", "no/strategy"), "--strategy no/strategy: expected a file in an existing folder"),
        (("--strategy", "mine"), "--strategy mine already exists"),
        (("Cid", "5"), "'Cid' is not a side"),
        (("Ann",), "small_game.py takes SIDE HEAP, not 1 arguments"),
    ],
)
def test_impossible_question_is_refused(
    words: tuple[str, ...],
    wanted: str,
    asked: Asked,
    empty_folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (empty_folder / "mine").write_text("kept")
    assert run_verb(add_solve, "solve", *words, game=FULL) == 2
    assert capsys.readouterr().err.startswith(wanted)
    assert asked == [] and (empty_folder / "mine").read_text() == "kept"


def test_existing_strategy_is_overwritten_with_force(asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("old")
    assert run_verb(add_solve, "solve", "--strategy", str(tmp_path / "mine"), "--force", game=FULL) == 0
    assert asked[0][2].strategy == tmp_path / "mine"
