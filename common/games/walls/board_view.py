"""The board in colour, on a terminal and in films: bricks in two colours, players as arrows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from common.games.walls.board import FACINGS, LETTERS, board_cells, board_text
from common.show import shapes, terminal, window
from common.show.look import Look
from common.show.piece_board import SquareColours
from common.show.style import COLOURS, WHITE, captions, on_colour

if TYPE_CHECKING:
    from rich.text import Text

    from common.rules.position import Outcome
    from common.show.film import Film
    from walls import Position

BRICKS = dict(zip("ab", COLOURS, strict=True))
STYLES = {brick: on_colour(colour) for brick, colour in BRICKS.items()} | {".": ""}
PLAYERS = {brick.upper(): on_colour(WHITE, colour) for brick, colour in BRICKS.items()}
SQUARE_COLOURS = SquareColours()
LARGEST_SPACED = 17  # largest board size with two characters a square


class WallsLook(Look["Position"]):
    """The board, plain in a pipe, in colour on a terminal and in films."""

    def show(self, position: Position, earlier: Sequence[Position] = ()) -> None:
        """Print the board. On a terminal mark the player that moved last, and the square that it left."""
        terminal.show(board_text(position), lambda: rich_board(position, last_move(position, earlier)))

    def film(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        """Return a film with a frame for each position; the last shows the outcome, if any."""
        from common.show.film import square_film

        scores = ["A {} : {} B".format(*map(int.bit_count, position.bricks)) for position in history]
        numbers = range(history[0].size)
        rows, columns = [chr(ord("a") + row) for row in numbers], [str(column + 1) for column in numbers]
        looks = product((".", *BRICKS), ["", *map("".join, product(LETTERS, FACINGS))])
        kinds = {player + brick: square_drawer(brick, player) for brick, player in looks}
        made = square_film(rows, columns, kinds, SQUARE_COLOURS.paper)
        for position, texts in zip(history, captions(history, scores, outcome), strict=True):
            made.add(board_cells(position), texts)
        return made


def last_move(position: Position, earlier: Sequence[Position]) -> dict[int, str]:
    """Return the marks of squares: where the last player to move stands, and the square that it left."""
    if not earlier:
        return {}
    mover = earlier[-1].mover
    left, now = earlier[-1].players[mover].square, position.players[mover].square
    return {left: terminal.CHANGED, now: terminal.PLAYED}  # the same square after a turn or a failed try


def rich_board(position: Position, marks: Mapping[int, str] = {}) -> Text:
    """Return the framed board with coordinates, two characters a square, or one in a small window.

    `marks` are those of `terminal.Cell`, by square.
    """
    from rich.text import Text

    size = position.size
    wide = 2 if size <= LARGEST_SPACED and window.columns() >= 3 * size + 6 else 1
    cells = [_cell(cell, wide, marks.get(square, "")) for square, cell in enumerate(board_cells(position))]
    edge = "   +" + "-" * (3 * size + 1 if wide == 2 else size) + "+"
    names = "".join(f" {number:<2}" if wide == 2 else str(number % 10) for number in range(1, size + 1))
    text = Text(f"    {names}\n{edge}", no_wrap=True)
    for row in range(size):
        text.append(f"\n {chr(ord('a') + row)} |")
        add_cells = terminal.add_spaced if wide == 2 else terminal.add_joined
        add_cells(text, cells[row * size : (row + 1) * size])
        text.append("|")
    return text.append(f"\n{edge}")


def _cell(cell: str, width: int, mark: str) -> terminal.Cell:
    """Return a styled square; a player has the colours of its bricks, reversed where it is not on one."""
    style = PLAYERS[cell[0]] if cell[0] in PLAYERS and cell[-1] == "." else STYLES[cell[-1]]
    return terminal.Cell(cell[:width].center(width), style, mark)


def square_drawer(brick: str, player: str) -> shapes.Draw:
    """Return a function that draws a square: a brick fills it, a player is a coloured arrow on white.

    `brick` is `a`, `b` or `.`, `player` a letter with a facing such as `A<`, or empty.
    """

    def draw(pen: shapes.Pen, x: float, y: float, size: float) -> None:
        shapes.square(pen, x, y, size, SQUARE_COLOURS.floor)
        if brick in BRICKS:
            shapes.square(pen, x, y, size * 0.92, BRICKS[brick])
        if player:
            shapes.square(pen, x, y, size * 0.72, WHITE)
            shapes.arrow(FACINGS.index(player[1]), BRICKS[player[0].lower()])(pen, x, y, size * 0.55)

    return draw
