"""The interface of a game's look."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from common.show.look import Look
from common.show.style import COLOURS
from tests.support.small_board import START, Position

LOOK: Look[Position] = Look()


def test_look_has_colours_and_shows_boards_on_pipes() -> None:
    assert LOOK.on_pipes and LOOK.colours == COLOURS and COLOURS[0] != COLOURS[1]


@pytest.mark.parametrize("draw", [lambda: LOOK.show(START), lambda: LOOK.film([START], None)])
def test_look_itself_draws_nothing(draw: Callable[[], object]) -> None:
    with pytest.raises(NotImplementedError):
        draw()
