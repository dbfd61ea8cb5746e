"""The stored puzzles of all five games: proven again by brute force, and asked without a search."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from common.play.puzzles import DIFFICULTIES, choose_puzzles, puzzle_file, stored_puzzles
from tests.support.games import every_script, game_of
from tests.support.in_process import call_in_process
from tests.support.programs import Run, on_unix, start_on_terminal, wait_for_exit
from tests.support.puzzle_proofs import faults

SEED = 7
MOST_BYTES = 100_000  # of a game's file


def shown_puzzle(script: str) -> tuple[Any, str]:
    """Return the puzzle that SEED chooses, and a wrong move."""
    game = game_of(script)
    puzzle = choose_puzzles(game, None, SEED)[0]
    position = game.read(*puzzle.words)
    wrong = next(text for text in map(position.text, position.moves()) if text != puzzle.best)
    return puzzle, wrong


@every_script
def test_every_game_has_100_puzzles_a_third_of_each_difficulty(script: str) -> None:
    game = game_of(script)
    puzzles = stored_puzzles(game)
    assert len({puzzle.words for puzzle in puzzles}) == 100
    counts = [len(choose_puzzles(game, difficulty, 0)) for difficulty in DIFFICULTIES]
    assert sum(counts) == 100 and max(counts) - min(counts) <= 1
    assert puzzle_file(game).stat().st_size <= MOST_BYTES


@every_script
def test_some_puzzles_are_proven_again(script: str) -> None:
    game = game_of(script)
    for puzzle in choose_puzzles(game, None, 1)[:3]:
        assert list(faults(game, puzzle)) == [], puzzle


@pytest.mark.long
@every_script
def test_all_puzzles_are_proven_again(script: str) -> None:
    game = game_of(script)
    for puzzle in stored_puzzles(game):
        assert list(faults(game, puzzle)) == [], puzzle


@every_script
def test_false_puzzles_are_found(script: str) -> None:
    """The checker itself: another best move, another length, another value, another reply."""
    game, (puzzle, wrong) = game_of(script), shown_puzzle(script)
    first = puzzle.refutations[0]
    assert list(faults(game, puzzle._replace(best=wrong)))
    assert list(faults(game, puzzle._replace(value=puzzle.value - 1)))
    changed = first._replace(value=first.value - 1)
    assert list(faults(game, puzzle._replace(refutations=(changed, *puzzle.refutations[1:]))))
    illegal = first._replace(replies=(*first.replies, puzzle.best))
    assert list(faults(game, puzzle._replace(refutations=(illegal, *puzzle.refutations[1:]))))
    if puzzle.plies > 1 and not puzzle.exact:
        assert list(faults(game, puzzle._replace(plies=puzzle.plies - 1)))


@every_script
def test_answer_on_a_pipe_decides_the_exit_status(script: str, called: Run) -> None:
    puzzle, wrong = shown_puzzle(script)
    right = called(f"{script}.py", "puzzle", "--seed", str(SEED), input=f"{puzzle.best}\n")
    assert (right.returncode, right.stderr) == (0, "")
    assert "Right: " in right.stdout.splitlines()[-1]
    refuted = called(f"{script}.py", "puzzle", "--seed", str(SEED), input=f"{wrong}\n{puzzle.best}\n")
    assert (refuted.returncode, refuted.stderr) == (1, "")
    assert "Wrong: " in refuted.stdout.splitlines()[-1]


@every_script
def test_puzzles_run_without_numba(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, wrong = shown_puzzle(script)
    for name in ("numba", "llvmlite"):
        monkeypatch.setitem(sys.modules, name, None)  # an import fails
    for answer, status in ((puzzle.best, 0), (wrong, 1)):
        call = ("puzzle", "--seed", str(SEED))
        assert call_in_process(f"{script}.py", call, tmp_path, f"hint\n{answer}\n").returncode == status


@on_unix
@every_script
def test_terminal_refutes_and_asks_again(script: str, tmp_path: Path) -> None:
    puzzle, wrong = shown_puzzle(script)
    child = start_on_terminal(f"{script}.py", tmp_path, "puzzle", "--seed", str(SEED))
    child.expect_exact("to move")
    child.sendline(wrong)
    child.expect_exact("Wrong: ")
    child.expect_exact("to move")
    child.sendline(puzzle.best)
    child.expect_exact("Right: ")
    child.expect_exact("Another puzzle?")
    child.sendline("no")
    assert wait_for_exit(child)[0] == 0
