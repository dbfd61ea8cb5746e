"""The analyst: reports on positions and saved games, as text, JSON and page."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from common.play.analysis.analyst import Analyst, early_end_text, result_text
from common.play.players import PlayerSettings
from common.play.record import Record
from common.rules.errors import BadInput
from common.rules.position import Outcome
from common.search.limit import Level, Limit
from common.search.results import Insight
from tests.support.small_board import GAME, START, X_WINS, Position, history_of, new_game

DEEP = PlayerSettings(Level(Limit(depth=9)))
SHALLOW = PlayerSettings(Level(Limit(depth=1)))
BLUNDER = ("a1 b1", "c3 b2")  # X misses its win, and O wins at once
FACTS = ["side", "move", "line", "score", "expected", "words", "depth", "proven"]


def analyst(settings: PlayerSettings = DEEP) -> Analyst[Position]:
    return Analyst(new_game(), settings)


def saved_game(
    *moves: str, start: Position = START, outcome: Outcome | None = None, **players: str
) -> Record[Position]:
    record = Record(GAME, start, players)
    for move in moves:
        record.add_legal(move)
    record.recorded_outcome = outcome
    return record


def analyse(capsys: pytest.CaptureFixture[str], saved: Record[Position], as_json: bool = False) -> list[str]:
    analyst().analyse_game(saved, as_json, None)
    return capsys.readouterr().out.splitlines()


# A POSITION


def test_position_has_move_line_score_and_depth(capsys: pytest.CaptureFixture[str]) -> None:
    analyst().analyse_position(GAME.write(START), as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        "Best for X: a2 b2",
        "Line: X a2 b2, O c1 b2, X a3 b2, O c3 b3, X a1 b1, O b3 a3",
        "Score: O wins, proven",
        "Search depth: 6 moves",
    ]


def test_line_of_one_move_is_not_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    analyst().analyse_position(GAME.write(X_WINS), as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        "Best for X: b2 c2",
        "Score: X wins, proven",
        "Search depth: 1 move",
    ]


def test_position_as_json_has_the_side_to_move_s_scores(capsys: pytest.CaptureFixture[str]) -> None:
    analyst().analyse_position(GAME.write(START), as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert list(facts) == FACTS
    assert (facts["side"], facts["move"], facts["depth"]) == ("X", "a2 b2", len(facts["line"]))
    assert (facts["score"], facts["expected"], facts["proven"]) == (-1000, -100, True)


def test_unproven_score_is_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    analyst(SHALLOW).analyse_position(GAME.write(START), as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert (facts["score"], facts["expected"], facts["words"], facts["proven"]) == (0, 0, "even", False)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "'': expected a file with a saved game, or a position, e.g. X XXX/.../OOO"),
        (("game.jsonl",), "'game.jsonl': expected a file with a saved game, or a position"),
        (("Y", "XXX/.../OOO"), "'Y' is not a side: expected X or O"),
        (("O", "XX./..X/OO."), None),
        (("O", "XX./.../OOX"), "The game is over: X has crossed the board."),
    ],
)
def test_wrong_position_is_refused(
    capsys: pytest.CaptureFixture[str], words: Sequence[str], told: str | None
) -> None:
    checked = Analyst(new_game(), DEEP)
    if told is None:
        checked.analyse_position(words, as_json=False)
        return
    with pytest.raises(BadInput) as problem:
        checked.analyse_position(words, as_json=False)
    assert str(problem.value).startswith(told) and capsys.readouterr().out == ""


def test_limit_without_a_search_is_refused() -> None:
    with pytest.raises(BadInput, match="too short to search anything"):
        analyst(PlayerSettings(Level(Limit(nodes=1)))).analyse_position(GAME.write(START), False)


# A SAVED GAME


def test_game_has_a_line_per_move_and_names_its_blunders(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        analyse(capsys, saved_game(*BLUNDER, start=X_WINS))
        == [
            "1. X a1 b1: O wins, proven; blunder; better b2 c2",
            "2. O c1 b2: O wins, proven",
            "Move 1, X a1 b1, is a blunder and turns the game: X wins before it, O wins after it "
            "(both proven).",
        ]
        or capsys.readouterr()
    )


def test_game_without_a_mistake_has_no_turning_point(capsys: pytest.CaptureFixture[str]) -> None:
    lines = analyse(capsys, saved_game("b2 c2", start=X_WINS))
    assert lines == ["1. X b2 c2: X has won, proven", "No blunder or mistake."]


def test_game_as_json_has_the_scores_of_the_first_side(capsys: pytest.CaptureFixture[str]) -> None:
    moves = [json.loads(line) for line in analyse(capsys, saved_game(*BLUNDER, start=X_WINS), as_json=True)]
    assert [list(move)[:3] for move in moves] == [["ply", "side", "move"]] * 2
    assert [(move["ply"], move["side"], move["move"]) for move in moves] == [
        (1, "X", "a1 b1"),
        (2, "O", "c3 b2"),
    ]
    assert [move["score"] for move in moves] == [-1000, -1000]
    assert [(move["better"], move["blunder"]) for move in moves] == [("b2 c2", True), (None, False)]
    assert [move["label"] for move in moves] == ["blunder", None]
    assert moves[0]["turning_point"].startswith("Move 1, X a1 b1,") and moves[1]["turning_point"] is None


def test_forfeit_is_told_after_the_moves_and_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    saved, forfeited = (saved_game("a1 b1", outcome=end) for end in (None, Outcome("X", "O resigns")))
    end = "The game ended here: O resigns; X has won."
    assert (analyse(capsys, forfeited)[1], "ended" in str(analyse(capsys, saved))) == (end, False)
    assert analyse(capsys, forfeited, as_json=True) == analyse(capsys, saved, as_json=True)
    assert not any("ended here" in line for line in analyse(capsys, saved_game("b2 c2", start=X_WINS)))


def test_game_without_moves_is_refused() -> None:
    with pytest.raises(BadInput, match="no moves: expected a saved game with at least one"):
        analyst().analyse_game(saved_game(), False, None)


def test_later_proof_improves_an_earlier_score() -> None:
    """At depth 2 O proves a win in three only after its move."""
    settings = PlayerSettings(Level(Limit(depth=2)))
    saved = saved_game("a2 b2", "c1 b2", "a3 b2", "c3 b3", "a1 b1", "b3 a3")
    moves = analyst(settings).analyse_moves(saved.history)
    alone = new_game().insight(saved.history[3], settings)
    score = moves[3].before.score
    assert not alone.score.proven and score.text == "O wins, found 1 move later, proven"
    assert [(ply.number, ply.side) for ply in moves] == list(enumerate("XOXOXO", 1))
    assert all(before.after == after.before for before, after in pairwise(moves))


def test_budget_searches_all_positions_briefly_and_some_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget the limits of the settings do not count. Only X's unproven blunder is looked at again."""
    asked, game = list[tuple[Position, Limit]](), new_game()

    def insight(position: Position, settings: PlayerSettings) -> Insight:
        asked.append((position, settings.limit))
        value = 9.0 if position == X_WINS else -9.0 if position == middle else 0.0
        return Insight(game.search.score(position, position.turn, abs(value), "words"), ("a1 b1",), 1)

    history = history_of(*BLUNDER, start=X_WINS)
    middle = history[1]
    monkeypatch.setattr(game, "insight", insight)
    Analyst(game, DEEP, budgets_games=True).analyse_moves(history)
    assert [position for position, _ in asked] == [middle, X_WINS, X_WINS, middle]
    seconds = [limit.seconds or 0 for _, limit in asked]
    assert seconds[0] == seconds[1] < 2 and seconds[2] > seconds[0]


def test_search_too_short_for_a_ply_is_replaced_by_one_of_depth_1(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, game = list[Limit](), new_game()
    insight = game.insight

    def slow(position: Position, settings: PlayerSettings) -> Insight:
        asked.append(settings.limit)
        if settings.limit.seconds:
            raise BadInput("too short")
        return insight(position, settings)

    monkeypatch.setattr(game, "insight", slow)
    (move,) = Analyst(game, DEEP, budgets_games=True).analyse_moves(history_of("a1 b1"))
    assert move.before.depth == 1 and Limit(depth=1) in asked


def test_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    saved = saved_game(*BLUNDER, start=X_WINS, X="human", O="engine")
    analyst().analyse_game(saved, False, page)
    text = page.read_text(encoding="utf-8")
    assert "<title>A game with a board: you against the engine</title>" in text and "better b2 c2" in text
    assert capsys.readouterr().out


def test_missing_folder_of_a_page_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        analyst().analyse_game(saved_game("a1 b1"), False, tmp_path / "none" / "game.html")


# CTRL-C


def interrupted_analyst(monkeypatch: pytest.MonkeyPatch, analysed: list[Position]) -> Analyst[Position]:
    """Return an analyst that gets Ctrl-C in its second analysis, and notes the positions in `analysed`."""
    game = new_game()
    insight = game.insight

    def noted(position: Position, settings: PlayerSettings) -> Insight:
        analysed.append(position)
        if len(analysed) == 2:
            signal.raise_signal(signal.SIGINT)
        return insight(position, DEEP)

    monkeypatch.setattr(game, "insight", noted)
    return Analyst(game, DEEP)


def test_interrupt_keeps_the_last_moves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, analysed = tmp_path / "game.html", list[Position]()
    saved = saved_game("a1 b1", "c2 b1", "a2 b1", "c3 b3")
    with pytest.raises(KeyboardInterrupt):
        interrupted_analyst(monkeypatch, analysed).analyse_game(saved, False, page)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Moves 1 to 3 were not analysed." and lines[1] == "4. O c3 b3: O has won, proven"
    assert analysed == saved.history[3:1:-1] and not page.exists()


def test_interrupt_before_the_first_ply_keeps_the_last_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = new_game()

    def cut_short(position: Position, settings: PlayerSettings) -> Insight:
        signal.raise_signal(signal.SIGINT)
        raise BadInput("too short to search anything")

    monkeypatch.setattr(game, "insight", cut_short)
    saved = saved_game(*BLUNDER, start=X_WINS)
    with pytest.raises(KeyboardInterrupt):
        Analyst(game, DEEP).analyse_game(saved, False, None)
    assert capsys.readouterr().out.splitlines()[0] == "Moves 1 to 2 were not analysed."


# RESULTS IN WORDS


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Outcome("X", ""), "X has won"),
        (Outcome("O", "", 7), "O has won by 7"),
        (Outcome(None, "", 7), "draw"),
    ],
)
def test_result_names_winner_and_margin(outcome: Outcome, told: str) -> None:
    assert result_text(outcome) == told


def test_early_end_has_a_reason_but_no_margin() -> None:
    assert early_end_text(Outcome("O", "X gives up", 9)) == "The game ended here: X gives up; O has won."
