"""The facts of Circle the Cat for its page: the board, and texts in the chosen language."""

from __future__ import annotations

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.page_facts import REASONS, page_facts, plurals
from common.show.language import use_language
from game import GAME, Setup


def test_neighbours_are_those_of_the_board() -> None:
    found = page_facts(GAME, Setup(blocks=3)).setup
    assert found["blocks"] == 3 and len(found["neighbours"]) == BOARD.size
    assert found["neighbours"][0] == [-1, -1, -1, 1, -1, 11]


def test_texts_are_translated_and_keep_their_placeholders() -> None:
    assert plurals()["manySteps"] == "{count} steps to the nearest exit"
    use_language("pt")
    facts = page_facts(GAME, Setup())
    assert set(facts.names) == set(REASONS) and facts.names["Cat runs away"] != "Cat runs away"
    assert "{count}" in facts.words["manySteps"] and "{cell}" in facts.words["catSteps"]
