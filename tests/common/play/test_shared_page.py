"""A saved game prepared for an HTML page: title, sentences, result and recorded scores."""

from __future__ import annotations

from typing import Any

import pytest

from common.play.game import Game, Phrases
from common.play.shared_page import MAX_SCORE, page_game, page_title, recorded_scores
from common.record.record import Record
from common.record.saved_game import SavedGame
from common.rules.position import Outcome
from common.show.page import Point, ScoreGraph
from tests.support.plain_parts import plain_parts
from tests.support.small_board import GAME, START, Position, history_of

MOVES = ("a2 b2", "c1 b2", "a1 b2")


class Talking(Phrases[Position, Any]):
    """Words that differ for a human and on a page, and a remark about each capture."""

    def sentence(self, position: Position, move: Any, human: bool) -> str:
        return f"{'You play' if human else 'It plays'} {position.text(move)}."

    def page_sentence(self, position: Position, move: Any) -> str:
        return f"{position.turn} plays {position.text(move)}."

    def remark(self, before: Position, after: Position) -> str:
        return "A capture." if len(before.board.replace(".", "")) > len(after.board.replace(".", "")) else ""


TALKING = Game(START, **plain_parts(START), phrases=Talking())


def saved_game(*scores: Any, outcome: Outcome | None = None, **players: str) -> SavedGame[Position]:
    """Return a saved game; `scores` are those of its first moves, None where the record has none."""
    history = history_of(*MOVES)
    entries = [
        {"ply": ply, "side": before.turn, "move": move}
        for ply, (before, move) in enumerate(zip(history, MOVES, strict=False), 1)
    ]
    for entry, score in zip(entries, scores, strict=False):
        entry |= {} if score is None else {"score": score}
    record = Record({"players": players}, entries, outcome._asdict() if outcome else None)
    return SavedGame(
        record, [before.read_move(move) for before, move in zip(history, MOVES, strict=False)], history
    )


def test_page_has_a_sentence_with_remark_for_every_move() -> None:
    found = page_game(TALKING, saved_game(X="human", O="engine"))
    assert found.sentences == [
        "X plays a2 b2.",
        "O plays c1 b2. A capture.",
        "X plays a1 b2. A capture.",
    ]
    assert len(found.film.frames) == len(MOVES) + 1


def test_page_title_names_the_players() -> None:
    assert page_title(GAME, saved_game(X="human", O="level-2")) == "A game with a board: you against level 2"
    assert page_title(GAME, saved_game()) == "A game with a board"


def test_page_ends_with_the_result_or_says_unfinished() -> None:
    won = Outcome("X", "O cannot move.")
    assert page_game(GAME, saved_game()).end == "Not finished"
    assert page_game(GAME, saved_game(outcome=won)).end == "O cannot move.. X WINS"


def test_recorded_scores_are_those_of_the_first_side() -> None:
    course = recorded_scores(GAME, saved_game(2, 3, -1.5))
    assert course
    assert course.points[0] == Point(None, False)
    assert [(point.score or 0) > 0 for point in course.points[1:]] == [True, False, False]
    assert [comment.partition(" ")[2] for comment in course.comments] == [
        "for X (X leads by 2)",
        "for X (O leads by 3)",
        "for X (O leads by 1.5)",
    ]
    assert course.title == "Expected score of X, from -100 to +100"


def test_recorded_proof_is_a_sure_result() -> None:
    saved = saved_game(1000, 1000)
    saved.record.moves[1]["proven"] = True
    course = recorded_scores(GAME, saved)
    assert course and course.points[2] == Point(-100, True) and not course.points[1].proven
    assert course.comments[1] == "O wins, proven"


@pytest.mark.parametrize(
    ("value", "proven", "words"),
    [(0, False, "+0 for X (even)"), (0, True, "draw, proven"), (7, True, "X wins by 7, proven")],
)
def test_recorded_score_has_the_words_of_an_analysis(value: float, proven: bool, words: str) -> None:
    saved = saved_game(value)
    saved.record.moves[0]["proven"] = proven
    course = recorded_scores(GAME, saved)
    assert course and course.comments[0] == words


@pytest.mark.parametrize("score", ["5", True, MAX_SCORE, -MAX_SCORE, float("nan"), [1]])
def test_impossible_recorded_score_is_left_out(score: Any) -> None:
    assert recorded_scores(GAME, saved_game(score)) is None
    course = recorded_scores(GAME, saved_game(score, 3))
    assert course and course.points[1] == Point(None, False) and course.comments[0] == ""


def test_analysis_replaces_recorded_scores() -> None:
    course = ScoreGraph([Point(0, False)], "", [], {}, GAME.look.colours)
    assert page_game(GAME, saved_game(1, 1), course).graph is course
    recorded = page_game(GAME, saved_game(1, 1)).graph
    assert recorded and recorded is not course
    assert page_game(GAME, saved_game()).graph is None
