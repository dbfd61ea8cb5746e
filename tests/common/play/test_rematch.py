"""After a game of one human: the result for this human, and the offer of another game."""

from __future__ import annotations

import pytest

from common.play.rematch import ask_for_rematch, only_human, personal_result
from common.rules.position import Outcome
from tests.support.keyboard import TerminalStream, type_on_terminal
from tests.support.small_board import history_of

WON, LOST, DRAWN = (Outcome(winner, "O cannot move.") for winner in ("X", "O", None))
HISTORY = history_of("a2 b2", "c1 b2", "a3 b2")


def answer(monkeypatch: pytest.MonkeyPatch, *answers: str) -> TerminalStream:
    """Type answers on a terminal without line editing. Return the screen."""
    monkeypatch.setattr("common.play.line_input.line_editor", lambda: None)
    return type_on_terminal(monkeypatch, *answers)


@pytest.mark.parametrize(
    ("names", "side"),
    [(("human", "engine"), "X"), (("random", "human"), "O"), (("human", "human"), None), (("a", "b"), None)],
)
def test_only_human_plays_one_side(names: tuple[str, str], side: str | None) -> None:
    assert only_human(dict(zip("XO", names, strict=True))) == side


@pytest.mark.parametrize(
    ("side", "outcome", "told"),
    [
        ("X", WON, "You win in 2 moves."),
        ("X", LOST, "You lose after 2 moves."),
        ("O", LOST, "You win in 1 move."),
        ("O", WON, "You lose after 1 move."),
        ("X", DRAWN, "A draw after 2 moves of yours."),
        ("O", DRAWN, "A draw after 1 move of yours."),
    ],
)
def test_result_counts_the_moves_of_the_human(side: str, outcome: Outcome, told: str) -> None:
    assert personal_result(side, outcome, HISTORY) == told


@pytest.mark.parametrize(
    ("typed", "again"), [("", True), ("y", True), ("YES", True), ("n", False), ("no", False), ("quit", False)]
)
def test_answer_decides_about_another_game(monkeypatch: pytest.MonkeyPatch, typed: str, again: bool) -> None:
    screen = answer(monkeypatch, typed)
    assert ask_for_rematch() is again
    assert screen.getvalue() == "Play again? [Y/n] "


def test_other_words_are_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = answer(monkeypatch, "a1 b1", "n")
    assert not ask_for_rematch()
    assert "'a1 b1': expected yes or no, e.g. yes\n" in screen.getvalue()


def test_end_of_input_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = answer(monkeypatch)
    assert not ask_for_rematch()
    assert screen.getvalue().endswith("[Y/n] \n")


def test_ctrl_c_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str, read: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("common.play.rematch.ask", interrupted)
    assert not ask_for_rematch()
