"""The human player of Circle the Cat: all forms of an answer, refusals, and the adviser for hints."""

from __future__ import annotations

from io import StringIO

import pytest

from common.games.circle_the_cat.human import CatHuman
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.rules.position import Player
from common.search.limit import Level, Limit
from game import GAME, CatPlayers, Position, read_cell, read_start

START = read_start("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
CAT = START._replace(turn="cat")
LIMITED = PlayerSettings(Level(Limit(nodes=7)))


@pytest.fixture
def human() -> CatHuman:
    return CatHuman(GAME, LIMITED, read_cell)


@pytest.mark.parametrize("turn", ["cat", "catcher"])
@pytest.mark.parametrize("answer", ["4 6", "4,6", "(4,6)", "[4, 6]", "4 , 6", "04 06", "( 4 , 6 )"])
def test_cell_is_read_in_several_forms(human: CatHuman, answer: str, turn: str) -> None:
    assert human.read_move(START._replace(turn=turn), answer) == 4 * 11 + 6


@pytest.mark.parametrize(
    ("answers", "cell"),
    [
        ("nw NW no 7", (4, 5)),
        ("ne Ne 9", (4, 6)),
        ("w o 4", (5, 4)),
        ("e l 6", (5, 6)),
        ("sw so 1", (6, 5)),
        ("se 3", (6, 6)),
    ],
)
def test_step_is_read_in_both_languages_and_by_keypad(
    human: CatHuman, answers: str, cell: tuple[int, int]
) -> None:
    for answer in answers.split():
        assert human.read_move(CAT, answer) == cell[0] * 11 + cell[1]


def test_step_off_the_board_is_no_cell(human: CatHuman) -> None:
    assert [human.read_move(CAT._replace(cat=0), answer) for answer in ("nw", "w", "sw")] == [None] * 3


@pytest.mark.parametrize(
    ("position", "answer", "reason"),
    [
        (START, "11 0", r"The cell \(11, 0\) is off the board"),
        (START, "(4", r"The cell '\(4': expected one cell"),
        (START, "ne", "the cell to block 'ne': expected one cell"),
        (START, "4 6 7", "the cell to block '4 6 7': expected one cell"),
        (CAT, "up", "'up' is not a direction: expected one of NW NE W E SW SE"),
        (CAT, "", "'' is not a direction"),
        (CAT, "5", "'5' is not a direction"),
    ],
)
def test_answer_that_is_no_move_is_refused(
    human: CatHuman, position: Position, answer: str, reason: str
) -> None:
    with pytest.raises(BadInput, match=reason):
        human.read_move(position, answer)


def test_question_repeats_until_the_move_is_legal(
    human: CatHuman, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1 1\n9 9\n4 6\n"))
    assert human(CAT) == 4 * 11 + 6
    question = "Cat's step (NW NE W E SW SE): "
    said = capsys.readouterr().out.split(question)
    assert said[0] == "" and said[-1] == ""
    assert [text.split(":")[0] for text in said[1:3]] == [
        "(1, 1) is blocked already",
        "(9, 9) is not beside the cat at (5, 5)",
    ]


def test_hint_comes_from_an_engine_without_the_players_limits(
    human: CatHuman, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[PlayerSettings]()

    def engine(players: CatPlayers, settings: PlayerSettings) -> Player[Position]:
        asked.append(settings)
        return lambda position: 4 * 11 + 6

    monkeypatch.setattr(CatPlayers, "engine", engine)
    hints = [human.reply(position, "hint") for position in (CAT, START)]
    assert [hint and hint.text for hint in hints] == ["Hint: NE", "Hint: (4, 6)"]
    assert asked == [PlayerSettings()] != [LIMITED]
