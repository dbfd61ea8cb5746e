"""The search tree to a depth, with equal positions of a ply merged: its size, and Graphviz DOT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from common.games.walls.board import MOVES, board_text

if TYPE_CHECKING:
    from walls import Position


class Tree:
    """The distinct positions after 0 to `depth` plies: `plies` has a list for each."""

    def __init__(self, start: Position, depth: int) -> None:
        self.plies = [[start]]
        for _ in range(depth):
            open_ones = (position for position in self.plies[-1] if not position.outcome())
            children = (position.play(move) for position in open_ones for move in position.moves())
            self.plies.append(list(dict.fromkeys(children)))

    def counts(self) -> list[tuple[int, int]]:
        """Count the positions, and the ended games among them, for each ply."""
        return [(len(ply), sum(position.outcome() is not None for position in ply)) for ply in self.plies]

    def lines(self) -> list[str]:
        """Return a line of statistics for each ply."""
        return [
            f"ply {ply}: {positions} positions, {ended} of them ends, in {len(MOVES) ** ply} games"
            for ply, (positions, ended) in enumerate(self.counts())
        ]

    def dot(self) -> str:
        """Return the graph in DOT format, with left-aligned labels."""
        lines = ["digraph walls {", "node [shape=box, fontname=monospace]"]
        for ply, positions in enumerate(self.plies):
            for number, position in enumerate(positions):
                text = f"{position.turn} moves\n{board_text(position)}".replace("\n", "\\l")
                lines.append(f'p{ply}_{number} [label="{text}\\l"]')
            if ply:
                lines += self._edges(ply)
        return "\n".join([*lines, "}", ""])

    def _edges(self, ply: int) -> Iterator[str]:
        """Yield the DOT edges of the moves that lead to the positions of a ply."""
        names = {position: f"p{ply}_{number}" for number, position in enumerate(self.plies[ply])}
        for number, before in enumerate(self.plies[ply - 1]):
            for move in () if before.outcome() else before.moves():
                yield f'p{ply - 1}_{number} -> {names[before.play(move)]} [label="{move}"]'
