"""docs/api.md: every example runs and prints the text below it, and every promised name exists."""

from __future__ import annotations

import ast
import io
import re
from contextlib import redirect_stdout
from math import inf
from pathlib import Path
from typing import Any

import pytest

from common.judge.match.elo import Elo
from common.judge.match.interface import MatchResult
from common.play.analysis.move_classification import AnalysedMove
from common.play.api.analysis import GameAnalysis
from common.play.api.answers import BestMove, SolveResult
from common.play.game import Game
from common.play.record import Record
from common.rules import position as rules
from common.rules.position import Outcome
from common.search.score import Score
from tests.support.games import SCRIPTS, every_script, game_of, late_position
from tests.support.programs import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
EXAMPLE = re.compile(r"```python\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```")
SHORT = {"squirrels": {"depth": 1}}  # limits of a quick answer
TABLES = {  # the sentence above each table, by its first words, and the class that it promises
    "A position never changes.": rules.Position,
    "An outcome has": Outcome,
    "## The game": Game,
    "`best_move` returns": BestMove,
    "A score means": Score,
    "`solve` says": SolveResult,
    "The result is that": MatchResult,
    "A record is": Record,
    "An analysis of": GameAnalysis,
}
INHERITED = {Game: {"name", "sides", "title"}, BestMove: set(), SolveResult: set()}
PARTLY = (Game, Record, Score)  # more of it is used inside


def promised(words: str) -> set[str]:
    """Return the names in the first column of the table after some words."""
    (_before, after) = PAGE.split(words, 1)
    table = re.search(r"\| name \| meaning \|\n\|---\|---\|\n((?:\|.*\n)*)", after)
    assert table
    cells = [row.split("|")[1] for row in table[1].splitlines()]
    return {name for cell in cells for name in re.findall(r"`(\w+)", cell)}


def public_names(cls: Any) -> set[str]:
    """Return the public names of a class: fields, methods, and what its constructor sets."""
    names = {name for name in vars(cls) if name[0] != "_"} | set(getattr(cls, "_fields", ()))
    return names | INHERITED.get(cls, set())


@pytest.mark.parametrize("words", TABLES)
def test_promised_names_are_those_of_the_code(words: str) -> None:
    cls, named = TABLES[words], promised(words)
    if cls in PARTLY:
        assert named <= public_names(cls) | set(SET_BY_CONSTRUCTOR.get(cls, ()))
    else:
        assert named == public_names(cls) | set(SET_BY_CONSTRUCTOR.get(cls, ()))


SET_BY_CONSTRUCTOR = {
    MatchResult: ("players", "records"),
    GameAnalysis: ("moves",),
    Record: ("history", "moves"),
}


def test_fields_of_analysed_moves_and_elo_are_those_of_the_code() -> None:
    (row,) = re.findall(r"\| `moves` \| the analysed moves: (.*) \|", PAGE)
    assert set(re.findall(r"`(\w+)`", row)) - {"score"} <= public_names(AnalysedMove)
    (row,) = re.findall(r"\| `elo` \| the Elo difference: (.*) \|", PAGE)
    assert set(re.findall(r"`(\w+)`", row)) == set(Elo._fields)


@every_script
def test_positions_of_every_game_have_the_promised_names(script: str) -> None:
    position = game_of(script).start(seed=7)
    assert all(hasattr(position, name) for name in promised("A position never changes."))


def test_every_example_prints_the_text_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples, space = EXAMPLE.findall(PAGE), dict[str, Any]()
    assert len(examples) == PAGE.count("```python") >= 5
    for code, text in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(code, space)  # the page's own code
        assert printed.getvalue() == text


def test_greedy_player_and_its_match_take_at_most_ten_lines() -> None:
    code = EXAMPLE.findall(PAGE)[0][0]
    assert "greedy, " in code
    assert len([line for line in code.splitlines() if line]) <= 10


@every_script
def test_example_words_are_a_position(script: str) -> None:
    found = re.findall(rf"^\| `{script}` \| (.*) \|$", PAGE, re.MULTILINE)
    calls = [ast.parse(call, mode="eval").body for call in re.findall(r"`(GAME.read\(.*?\))`", found[0])]
    assert calls
    for call in calls:
        assert isinstance(call, ast.Call)
        words = [ast.literal_eval(word) for word in call.args]
        game = game_of(script)
        assert game.read(*game.write(game.read(*words))) == game.read(*words)


@every_script
def test_every_game_answers_by_the_interface(script: str) -> None:
    """One game each: best move, proof, game, match and analysis agree with the rules."""
    game, limit = game_of(script), SHORT.get(script, {"nodes": 50})
    position = late_position(script)
    move, score = game.best_move(position, **limit)
    assert move in position.moves() and score.side == position.turn
    found = game.solve(position, seconds=inf)
    assert found.proof in ("exact value", "proven win") and found.move in position.moves()
    assert found.winner in (None, *game.sides)
    record = game.play(lambda at: at.moves()[0], "random", start=position)
    assert record.history[0] == position and record.outcome == record.history[-1].outcome()
    assert len(game.analyse(record, **limit).moves) == len(record.moves)


@every_script
def test_position_shows_itself_as_svg(script: str) -> None:
    from xml.etree import ElementTree

    position = late_position(script)
    tree = ElementTree.fromstring(position._repr_svg_())
    texts = ["".join(found.itertext()) for found in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert f"{position.turn} to move" in texts
    assert position._repr_svg_() == game_of(script).svg(position)


def test_scripts_are_all_named_on_the_page() -> None:
    assert all(f"`{script}`" in PAGE for script in SCRIPTS)
