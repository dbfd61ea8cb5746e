"""Scores for people in all five games: one form on every surface, words that agree with the number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from common.play.analysis.analyst import Analyst
from common.play.coach import Coach
from common.play.game import Game
from common.play.labels import BLUNDER, INACCURACY, MISTAKE
from common.play.person import Person
from common.play.players import PlayerSettings
from common.play.record import Record
from common.play.shared_page import recorded_scores
from common.search.limit import Level, Limit
from common.search.score import Score
from common.search.think import Engine
from tests.support.games import module_of

LIMITS = {"game": Limit(nodes=30), "squirrels": Limit(depth=2)}
KERNEL_GAMES = "duel7", "walls", "catsdogs"
GAMES = "game", "squirrels", *KERNEL_GAMES
ESTIMATE = re.compile(r"([+-]\d+) for (\w+) \((.+)\)")
every_game = pytest.mark.parametrize("name", GAMES)


def settings_of(name: str) -> PlayerSettings:
    return PlayerSettings(Level(LIMITS.get(name, Limit(nodes=500))), 1, in_match=True, shows_progress=False)


def positions_of(name: str, games: int) -> Iterator[Any]:
    """Yield the positions of games at random moves."""
    for number in range(games):
        chance, position = Random(number), module_of(name).GAME.opening(number)
        while not position.outcome():
            yield position
            position = position.play(chance.choice(position.moves()))


def favoured(words: str, score: Score, sides: tuple[str, str]) -> int | None:
    """Return 1 if words favour the score's side, -1 for the other, 0 for neither; None if they name none."""
    if re.fullmatch(r"about \d+ more captures?", words):
        return None
    if words.endswith("but the chances are even") or words == "even":
        return 0
    if named := re.search(r"but (\w+) has the (better|worse) chances$", words):
        leads = named[2] == "better"
    else:
        named, leads = re.match(r"(\w+) (leads|wins)", words), True
    assert named and named[1] in sides, words
    return 1 if (named[1] == score.side) == leads else -1


def check_agreement(score: Score, sides: tuple[str, str]) -> None:
    """Check that the words of a score have the sign of its number."""
    if score.expected is None or score.proven:
        return
    told = ESTIMATE.fullmatch(score.text)
    assert told and told[2] == score.side, score.text
    number = int(told[1])
    assert favoured(told[3], score, sides) in (None, (number > 0) - (number < 0)), score.text


@every_game
def test_words_of_a_score_agree_with_its_number(name: str) -> None:
    game: Game[Any] = module_of(name).GAME
    checked = 0
    for position in list(positions_of(name, 3))[::6][:12]:
        score = game.insight(position, settings_of(name)).score
        for side in game.sides:
            check_agreement(score.for_side(side), game.sides)
        checked += not score.proven
    assert checked > 3


@pytest.mark.parametrize("name", KERNEL_GAMES)
def test_words_of_every_estimate_agree_with_its_number(name: str) -> None:
    search = module_of(name).GAME.search
    for position in list(positions_of(name, 1))[::7]:
        for score in (*range(-60, 61), -900, 900):
            found = search.score_from_kernels(position, score, False)
            for side in search.sides:
                check_agreement(found.for_side(side), search.sides)


@pytest.mark.parametrize(("name", "unit"), [("squirrels", 10), ("game", 5)])
def test_words_agree_if_the_curve_favours_the_side_behind(name: str, unit: int) -> None:
    game: Game[Any] = module_of(name).GAME
    start, first, second = game.default_start, *game.sides
    contradictions = 0
    for value in (*range(-9, 10), 0.1):
        words = f"{first if value > 0 else second} leads by {abs(value) * unit}" if value else "even"
        score = game.search.score(start, first, float(value * unit), words)
        contradictions += "but" in score.text
        check_agreement(score, game.sides)
        check_agreement(score.for_side(second), game.sides)
    assert contradictions


@pytest.mark.parametrize("name", KERNEL_GAMES)
def test_every_surface_has_one_form_of_a_score(name: str) -> None:
    game: Game[Any] = module_of(name).GAME
    settings, position = settings_of(name), game.opening(2)
    insight = game.insight(position, settings)
    form = re.escape(insight.score.text)
    assert ESTIMATE.fullmatch(insight.score.text)
    person = Person(game, settings)
    person.history = [position]
    assert re.search(form, person.hint())
    assert f"Score: {insight.score.text}" in list(Analyst(game, settings)._lines(position, insight))
    engine = game.thinker(settings._replace(start=position))
    assert isinstance(engine, Engine)
    move = engine(position)
    assert engine.last and re.search(form, engine.describe(position, engine.last))
    saved = Record(game, position, {})
    saved.add(move, **engine.record_fields())
    course = recorded_scores(saved)
    assert course and list(course.comments) == [insight.score.for_side(game.sides[0]).text]


@every_game
def test_coach_uses_the_labels_of_the_analysis(name: str) -> None:
    """Every remark on a random game names a label, and a loss of it."""
    game: Game[Any] = module_of(name).GAME
    coach, remarks = Coach(game, settings_of(name)), list[str]()
    for position in list(positions_of(name, 4))[::4][:10]:
        remarks += filter(None, [coach.remark(position, position.moves()[-1])])
    phrases = tuple(label.phrase for label in (BLUNDER, MISTAKE, INACCURACY))
    assert remarks
    for remark in remarks:
        assert re.match(
            rf"Coach: .+ is ({'|'.join(phrases)})( and gives away (the win|the draw))?\. ", remark
        )


def test_analysis_of_cats_and_dogs_tells_the_captures() -> None:
    game: Game[Any] = module_of("catsdogs").GAME
    insight = game.insight(game.default_start, settings_of("catsdogs"))
    facts = Analyst(game, settings_of("catsdogs"))._facts(insight)
    assert facts["words"] == f"about {round(facts['captures'])} more captures"
    assert 15 < facts["captures"] < 25 and facts["expected"] < -90
