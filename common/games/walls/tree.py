"""The search tree of a game to a depth, equal positions of a ply drawn once: how large it is, and as Graphviz DOT."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic

from common.rules.position import P


class Tree(Generic[P]):
    """The distinct positions after 0, 1 ... `depth` plies, in the order in which they are found."""

    def __init__(self, start: P, depth: int) -> None:
        self.plies = [[start]]
        for _ in range(depth):
            going_on = (position for position in self.plies[-1] if not position.outcome())
            children = (position.play(move) for position in going_on for move in position.moves())
            self.plies.append(list(dict.fromkeys(children)))

    def counts(self) -> list[tuple[int, int]]:
        """For each ply, how many positions there are, and how many of them are ends."""
        return [(len(positions), sum(position.outcome() is not None for position in positions)) for positions in self.plies]

    def lines(self, width: int) -> list[str]:
        """The counts in words, where every position that goes on has `width` moves."""
        return [
            f"ply {ply}: {positions} positions, {ended} of them ends, in {width**ply} games"
            for ply, (positions, ended) in enumerate(self.counts())
        ]

    def dot(self, name: str, label: Callable[[P], str]) -> str:
        """The graph, labels left-aligned."""
        lines = [f"digraph {name} {{", "node [shape=box, fontname=monospace]"]
        for ply, positions in enumerate(self.plies):
            for number, position in enumerate(positions):
                text = label(position).replace("\n", "\\l")
                lines.append(f'p{ply}_{number} [label="{text}\\l"]')
            if ply:
                lines += self._edges(ply)
        return "\n".join([*lines, "}", ""])

    def _edges(self, ply: int) -> Iterator[str]:
        """The moves that lead to the positions of a ply."""
        names = {position: f"p{ply}_{number}" for number, position in enumerate(self.plies[ply])}
        for number, before in enumerate(self.plies[ply - 1]):
            for move in () if before.outcome() else before.moves():
                yield f'p{ply - 1}_{number} -> {names[before.play(move)]} [label="{before.text(move)}"]'
