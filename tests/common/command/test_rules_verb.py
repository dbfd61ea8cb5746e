"""The verb `rules`: the rules of a game, or the help text of a game that has none."""

from __future__ import annotations

import pytest

from common.command.rules_verb import add_rules
from common.play.game import Game, Phrases, Setup
from common.play.phrases import RulesText
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, Position, run_verb

LONG = "Take one to three counters. " * 4


class Taught(Phrases[Position, Setup]):
    """Phrases with rules."""

    rules = RulesText("Take counters.", f"Counters.\n{LONG}\nThe last one wins.")


@pytest.mark.parametrize(("columns", "lines"), [("80", 4), ("40", 5)])
def test_rules_are_wrapped_also_on_a_pipe(
    columns: str, lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert (
        run_verb(add_rules, "rules", game=Game(Position(), **plain_parts(Position()), phrases=Taught())) == 0
    )
    printed = capsys.readouterr().out
    assert " ".join(printed.split()) == f"Counters. {LONG}The last one wins."
    assert len(printed.splitlines()) == lines
    assert max(map(len, printed.splitlines())) <= int(columns)


def test_game_without_rules_prints_its_help_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_rules, "rules") == 0
    assert capsys.readouterr().out == f"{GAME.help_text}\n"


def test_rules_take_no_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_rules, "rules", "X") == 2
    assert capsys.readouterr().err.count("\n") == 1
