"""Long lists of moves, folded by origin or row and wrapped to the window."""

from __future__ import annotations

from collections.abc import Iterable

from common.show.window import columns

GAP = 3  # spaces between columns


def fold_moves(groups: Iterable[tuple[str, str]]) -> str:
    """Return moves as `e3: e4 f3`, a line for each group, in as many columns as fit the window.

    `groups` are pairs: the name of a group, and a move in it. Groups come in the order of their first moves.
    """
    found = dict[str, list[str]]()
    for name, move in groups:
        found.setdefault(name, []).append(move)
    cells = [f"{name}: {' '.join(moves)}" for name, moves in found.items()]
    width = max(map(len, cells)) + GAP
    across = max((columns() + GAP) // width, 1)
    lines = (cells[at : at + across] for at in range(0, len(cells), across))
    return "\n".join("".join(cell.ljust(width) for cell in line).rstrip() for line in lines)
