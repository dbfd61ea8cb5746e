"""Patterns of pieces, compared with a direct count."""

from __future__ import annotations

import random

from common.games.duel7 import square_shapes
from common.games.duel7.board import SQUARES
from common.kernels.linked_kernels import link_plain
from common.rules.bits import bits_of, cells_of


def test_square_shapes_match_a_direct_count() -> None:
    board, chance = SQUARES, random.Random(8)
    kernels = link_plain(vars(square_shapes))
    for _ in range(200):
        chosen = set(chance.sample(board.squares, chance.randint(0, 40)))
        others = chance.sample([square for square in board.squares if square not in chosen], 8)
        near = {square: len(chosen & set(cells_of(board.near[square]))) for square in board.squares}
        pairs = sum(square + board.stride + side in chosen for square in chosen for side in (-1, 1))
        assert board.names(kernels.beside_two(bits_of(chosen)) & board.all) == board.names(
            bits_of(square for square in board.squares if near[square] > 1)
        )
        assert kernels.enclosed_by(bits_of(chosen)) == bits_of(
            square for square in board.squares if near[square] == 4
        )
        assert kernels.diagonal_pairs(bits_of(chosen)) == pairs
        assert kernels.count_moves(bits_of(chosen), bits_of(others)) == len(
            board.steps(bits_of(chosen), bits_of(others))
        )
