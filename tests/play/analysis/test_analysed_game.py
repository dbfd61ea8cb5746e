"""Analysed games for pages: the course of the score, and Ctrl-C."""

from __future__ import annotations

import pytest

from common.play.analysis.analysed_game import analysed_course, analysed_moves
from common.play.analysis.analyst import Analyst
from common.play.analysis.score_course import score_graph, score_points
from common.play.record import Record
from common.show.page import Point
from tests.support.small_board import GAME, START, X_WINS, Position

BLUNDER = ("a1 b1", "c3 b2")  # X misses its win, and O wins at once


def saved_game(*moves: str, start: Position = START) -> Record[Position]:
    record = Record(GAME, start, {})
    for move in moves:
        record.add_legal(move)
    return record


def test_course_has_a_score_for_every_position() -> None:
    moves = analysed_moves(1000, saved_game(*BLUNDER, start=X_WINS))
    course = score_graph(GAME, moves)
    assert course.points == [Point(100, True), Point(-100, True), Point(-100, True)]
    assert course.points == score_points(GAME, moves)
    assert course.comments == ["O wins, proven; blunder; better b2 c2", "O has won, proven"]
    assert list(course.turning_points) == [1] and "is a blunder" in course.turning_points[1]
    assert course.title == "Expected score of X, from -100 to +100"


def test_estimates_of_a_course_are_those_of_the_first_side() -> None:
    course = score_graph(GAME, analysed_moves(5, saved_game("a1 b1")))
    assert list(course.comments) == ["+0 for X (even)"]


def test_course_is_analysed_only_if_nodes_are_given() -> None:
    saved = saved_game(*BLUNDER, start=X_WINS)
    course = analysed_course(1000, saved)
    assert analysed_course(None, saved) is None
    assert course and course.points[0] == Point(100, True)


def test_interrupted_analysis_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    saved, analyse = saved_game("a1 b1", "c2 b1", "a2 b1"), Analyst.analyse_moves
    monkeypatch.setattr(Analyst, "analyse_moves", lambda self, history: analyse(self, history)[1:])
    with pytest.raises(KeyboardInterrupt):
        analysed_moves(50, saved)
