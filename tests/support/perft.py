"""Perft by the readable rules, for comparing them with other programs and with kernels."""

from __future__ import annotations

from common.rules.position import Position


def perft(position: Position, plies: int) -> int:
    """Count the move sequences of exactly `plies` moves from here. Games that end earlier do not count."""
    if plies == 0:
        return 1
    if position.outcome():
        return 0
    return sum(perft(position.play(move), plies - 1) for move in position.moves())
