"""The board: 7x7 squares."""

from __future__ import annotations

from common.rules.square_grid import Squares

SQUARES = Squares(7, 7)
BOARD = SQUARES.all
