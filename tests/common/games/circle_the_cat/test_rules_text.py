"""The rules of Circle the Cat in words agree with the rules in code."""

from __future__ import annotations

from common.games.circle_the_cat.board_view import LETTERS
from common.games.circle_the_cat.hexagons import BOARD, DIRECTIONS, START
from common.games.circle_the_cat.rules_text import BLOCKS, RULES
from game import GAME, random_start


def test_rules_name_board_start_and_signs() -> None:
    assert f"{BOARD.rows} rows of {BOARD.columns} hexagons" in RULES.full
    assert f"By default {BLOCKS} random cells" in RULES.full
    assert GAME.starts()[0].blocks.bit_count() == BLOCKS
    assert random_start(0, 1).turn == "catcher"
    signs = {name: sign for name, (sign, _) in LETTERS.items()}
    wanted = "E an open exit, X a blocked cell, # a blocked exit, and a dot a free cell"
    assert (signs["exit"], signs["block"], signs["closed"], signs["floor"]) == tuple("EX#.")
    assert wanted in RULES.full


def test_rules_name_the_steps_from_the_middle() -> None:
    names = [" ".join(map(str, divmod(cell, BOARD.columns))) for cell in BOARD.steps(START, BOARD.all)]
    assert f"these are the cells {', '.join(names[:-1])} and {names[-1]}." in RULES.full
    assert f"{', '.join(DIRECTIONS[:-1])} or {DIRECTIONS[-1]}." in RULES.full
