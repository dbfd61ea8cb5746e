"""After a game of one human: the result for this human, and the offer of another game."""

from __future__ import annotations

import pytest

from common.play.rematch import Rematch, only_human, personal_result
from common.rules.position import Outcome
from tests.support.keyboard import TerminalStream, type_on_terminal
from tests.support.small_board import GAME, history_of

WON, LOST, DRAWN = (Outcome(winner, "O cannot move.") for winner in ("X", "O", None))
HISTORY = history_of("a2 b2", "c1 b2", "a3 b2")


def rematch(opponent: str = "level-2", level: int | None = None) -> Rematch:
    return Rematch(GAME, "X", {"X": "human", "O": opponent}, level)


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
    assert rematch().accepted([LOST]) is again
    assert screen.getvalue() == "Play again? [Y/n] "


def test_other_words_are_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = answer(monkeypatch, "a1 b1", "n")
    assert not rematch().accepted([WON])
    assert "'a1 b1': expected yes or no, e.g. yes\n" in screen.getvalue()


def test_end_of_input_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = answer(monkeypatch)
    assert not rematch().accepted([LOST])
    assert screen.getvalue().endswith("[Y/n] \n")


def test_ctrl_c_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str, read: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("common.play.rematch.ask", interrupted)
    assert not rematch().accepted([WON])


@pytest.mark.parametrize(("opponent", "level"), [("level-2", None), ("engine", 2)])
def test_two_wins_in_a_row_offer_the_next_level(
    monkeypatch: pytest.MonkeyPatch, opponent: str, level: int | None
) -> None:
    screen = answer(monkeypatch, "", "", "", "")
    again = rematch(opponent, level)
    for outcome in (WON, LOST, WON):
        assert again.accepted([outcome]) and again.level == 2
    assert "at level" not in screen.getvalue() and again.names["O"] == opponent
    assert again.accepted([WON])
    assert screen.getvalue().endswith("Play again at level 3? [Y/n, 2 for level 2] ")
    assert (again.level, again.names) == (3, {"X": "human", "O": "level-3"})


def test_level_may_stay_and_the_next_one_is_offered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, again = answer(monkeypatch, "", "2", "2"), rematch()
    for _ in range(3):
        assert again.accepted([WON])
    assert (again.level, screen.getvalue().count("Play again at level 3?")) == (2, 2)


@pytest.mark.parametrize(("opponent", "level"), [("level-5", None), ("engine", None), ("random", 2)])
def test_no_level_is_offered_to_others(
    monkeypatch: pytest.MonkeyPatch, opponent: str, level: int | None
) -> None:
    screen, again = answer(monkeypatch, "", ""), rematch(opponent, level)
    assert again.accepted([WON]) and again.accepted([WON])
    assert "at level" not in screen.getvalue()


def test_match_is_won_with_more_wins_than_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, again = answer(monkeypatch, "", "", "", ""), rematch()
    for outcomes in ([WON, LOST], [WON, DRAWN], [WON, WON]):
        again.accepted(outcomes)
    assert screen.getvalue().endswith("Play again at level 3? [Y/n, 2 for level 2] ")
