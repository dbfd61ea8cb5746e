"""Textbook minimax and alpha-beta with their traversal log, the reference for the fast implementation."""

from __future__ import annotations

from squirrels import SQUARES, Position, evaluate

INFINITY = float("inf")
NAMED = {INFINITY: "Infinity", -INFINITY: "-Infinity"}  # as written in the log


def readable_search(position: Position, depth: int, pruning: bool) -> tuple[int | None, list[str]]:
    """Search to a cut-off depth; return the square to take (or None) and the lines of the traversal log."""
    me = position.turn
    lines = ["Node,Depth,Value" + (",Alpha,Beta" if pruning else "")]
    chosen: int | None = None

    def note(name: str, level: int, *numbers: float) -> None:
        lines.append(
            ",".join(
                [
                    name,
                    str(level),
                    *(NAMED.get(number, str(number)) for number in numbers[: 3 if pruning else 1]),
                ]
            )
        )

    def visit(node: Position, name: str, level: int, alpha: float, beta: float) -> float:
        nonlocal chosen
        if level == depth or not node.moves():
            note(name, level, evaluate(node, me), alpha, beta)
            return evaluate(node, me)
        maximizing = level % 2 == 0
        value = -INFINITY if maximizing else INFINITY
        note(name, level, value, alpha, beta)
        for square in node.moves():
            found = visit(node.play(square), SQUARES[square], level + 1, alpha, beta)
            if found > value if maximizing else found < value:
                value = found
                chosen = square if level == 0 else chosen
            cut_off = pruning and (value >= beta if maximizing else value <= alpha)
            if pruning and not cut_off:
                alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
            note(name, level, value, alpha, beta)
            if cut_off:
                break
        return value

    visit(position, "root", 0, -INFINITY, INFINITY)
    return chosen, lines
