"""The human player of Walls: several moves in one answer, and tries that fail."""

from __future__ import annotations

from io import StringIO

import pytest

from common.games.walls.board import FORWARD, LEFT, MOVES, RIGHT
from common.games.walls.human_player import WallsHumanPlayer, is_failed_try
from common.play.players import PlayerSettings
from walls import GAME, Position, read_position, start

MOVE = "A's move (f/l/r): "
OPEN = start(5)
AT_RIM = read_position("A", ".   .   ./A<. .   B>./.   .   .", (0, 0))


@pytest.fixture
def human() -> WallsHumanPlayer:
    return WallsHumanPlayer(GAME, PlayerSettings())


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.play.dialogue.on_terminal", lambda: True)


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    ("rows", "fails"),
    [
        (".   .   ./.   A>. ./.   .   B>.", False),
        (".   .   ./.   A>. a/.   .   B>.", False),
        (".   .   ./.   A>. b/.   .   B>.", True),
        (".   .   ./.   A>. B<./.   .   .", True),
        (".   .   ./A<. .   ./.   .   B>.", True),
    ],
    ids=["free", "own brick", "brick of the other", "player", "rim"],
)
def test_only_a_try_forward_without_a_way_fails(rows: str, fails: bool) -> None:
    position = read_position("A", rows, (0, 0))
    assert [is_failed_try(position, move) for move in MOVES] == [fails, False, False]
    turned = read_position("A", rows.replace("B<", "B>"), (0, 0))
    assert [WallsHumanPlayer(GAME, PlayerSettings()).has_no_effect(turned, move) for move in MOVES] == [
        fails,
        False,
        False,
    ]


def test_try_is_judged_for_the_side_to_move() -> None:
    position: Position = read_position("B", ".   .   ./A<. .   B<./.   .   .", (0, 0))
    assert not is_failed_try(position, FORWARD)
    assert is_failed_try(position._replace(mover=0), FORWARD)


@pytest.mark.usefixtures("at_a_terminal")
def test_several_moves_of_an_answer_are_played_in_turn(
    human: WallsHumanPlayer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "f l forward", "r")
    assert [human(OPEN) for _ in range(4)] == [FORWARD, LEFT, FORWARD, RIGHT]
    assert capsys.readouterr().out == MOVE * 2


@pytest.mark.usefixtures("at_a_terminal")
def test_answer_with_a_wrong_word_is_refused_whole(
    human: WallsHumanPlayer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "f back l", "r", "l")
    assert [human(OPEN), human(OPEN)] == [RIGHT, LEFT]
    assert "'back' is not a move: expected f (try-forward)" in capsys.readouterr().out


@pytest.mark.usefixtures("at_a_terminal")
def test_moves_typed_ahead_can_be_dropped(human: WallsHumanPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "f l f", "r")
    assert human(AT_RIM) == FORWARD
    assert human.drop_queued_moves("the try fails") == "Ignored, because the try fails: l f"
    assert human.drop_queued_moves("the try fails") == ""
    assert human(AT_RIM) == RIGHT


def test_pipe_takes_one_move_for_each_answer(
    human: WallsHumanPlayer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "f l f", "l")
    assert human(OPEN) == LEFT
    assert "'f l f' is not a move" in capsys.readouterr().out
