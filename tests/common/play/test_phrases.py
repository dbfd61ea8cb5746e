"""The default words of a game at the board."""

from __future__ import annotations

from common.play.dialogue import HumanPlayer
from common.play.phrases import Phrases
from common.play.players import PlayerSettings
from common.play.setup import Setup
from common.rules.position import Outcome
from tests.support.small_board import GAME, START, Position

PHRASES: Phrases[Position, Setup] = Phrases()
MOVE = START.read_move("a2 b2")


def test_phrases_name_side_and_move() -> None:
    assert PHRASES.prompt(START) == "X's move: "
    assert PHRASES.explain(START) == "Type a move, e.g. a1 b1."
    assert PHRASES.refusal(START, MOVE) == "a2 b2 is not possible"
    assert PHRASES.sentence(START, MOVE, human=False) == "X plays a2 b2"
    assert PHRASES.sentence(START, MOVE, human=True) == "X plays a2 b2"


def test_result_is_the_reason_and_the_winner() -> None:
    lines = [PHRASES.last_lines(Outcome(winner, "No moves left.")) for winner in ("cat", None)]
    assert lines == ["No moves left.\nCAT WINS", "No moves left.\nDRAW"]


def test_rules_status_and_remark_are_empty_by_default() -> None:
    assert (PHRASES.rules, PHRASES.status(START), PHRASES.remark(START, START.play(MOVE))) == (
        ("", ""),
        "",
        "",
    )


def test_default_questions_leave_options_unchanged() -> None:
    setup, named = Setup(("X",)), {"X": "human", "O": None}
    assert PHRASES.ask(setup, named, seeded=False) == (setup, named)
    assert not GAME.has_setup_dialogue


def test_human_player_plays_this_game() -> None:
    player = PHRASES.human_player(GAME, PlayerSettings())
    assert isinstance(player, HumanPlayer) and player.game is GAME
