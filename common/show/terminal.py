"""Boards for the terminal, from a list of cells: plain text for pipes, coloured text for people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from common.show import window
from common.show.style import GREEN, on_colour
from common.show.window import say

if TYPE_CHECKING:
    from rich.text import Text


class Cell(NamedTuple):
    """A cell on the terminal: its letter, its rich style, and its `mark`: PLAYED, CHANGED, or empty.

    The letter alone identifies the cell; the style only adds colour.
    """

    letter: str
    style: str = ""
    mark: str = ""


Rows = list[list[Cell]]
PLAYED = "[]"  # brackets around the cell that the last move was played to
CHANGED = "()"  # and around the other cells that it changed
MARK_STYLES = {PLAYED: on_colour(GREEN), CHANGED: "bold"}  # styles of the brackets
LINES_BELOW = 5  # lines of text below a board


def plain_hexagons(rows: Rows) -> str:
    """Return rows of letters separated by spaces, with numbers at the rim. Nothing is marked.

    Odd rows are half a cell to the right.
    """
    lines = ["   " + " ".join(str(column) for column in range(len(rows[0])))]
    for number, row in enumerate(rows):
        lines.append(f"{number:2}{' ' * (number % 2)} " + " ".join(cell.letter for cell in row))
    return "\n".join(lines)


def rich_hexagons(rows: Rows) -> Text:
    """Return coloured hexagons: outlined if the window is large enough, else compact."""
    high, wide = 2 * len(rows) + 1 + LINES_BELOW, 4 * len(rows[0]) + 6
    return (
        outlined_hexagons(rows)
        if window.rows() >= high and window.columns() >= wide
        else compact_hexagons(rows)
    )


def compact_hexagons(rows: Rows) -> Text:
    """Return hexagons with one line per row, numbers at the rim and marked cells in brackets."""
    from rich.text import Text

    text = Text("   " + " ".join(str(column) for column in range(len(rows[0]))), no_wrap=True)
    for number, row in enumerate(rows):
        text.append(f"\n{number:2}{' ' * (number % 2)}")
        add_spaced(text, row)
    return text


def outlined_hexagons(rows: Rows) -> Text:
    """Return outlined hexagons, two lines per row, numbers at the rim and marked cells in brackets."""
    from rich.text import Text

    columns = len(rows[0])
    text = Text(no_wrap=True)
    text.append("   ")
    for column in range(columns):
        text.append(" /", "dim")
        text.append(str(column))
        text.append("\\", "dim")
    for number, row in enumerate(rows):
        odd = number % 2
        text.append(f"\n{number:2} " + "  " * odd)
        for cell in row:
            text.append("|", "dim")
            add_cell(text, cell)
        text.append("|", "dim")
        last = number == len(rows) - 1
        text.append("\n    " + _edge(columns, odd, last), "dim")
    return text


def _edge(columns: int, odd: int, last: bool) -> str:
    """Return the zigzag below a row, which is also the top of the next one."""
    floor = " ".join(["\\ /"] * columns)
    if last:
        return "  " * odd + floor
    return "/ " + floor if odd else floor + " \\"


def plain_squares(rows: Rows, names: str, row_names: str = "123456789") -> str:
    """Return cells separated by spaces, with the names of columns above and of rows at the left.

    Nothing is marked.
    """
    wide = max(len(cell.letter) for row in rows for cell in row)
    lines = [" ".join(["  " + names[0].ljust(wide), *(name.ljust(wide) for name in names[1:])]).rstrip()]
    return "\n".join(
        lines
        + [
            f"{name} " + " ".join([*(cell.letter.ljust(wide) for cell in row[:-1]), row[-1].letter])
            for name, row in zip(row_names, rows, strict=False)
        ]
    )


def rich_squares(rows: Rows, names: str, row_names: str = "123456789") -> Text:
    """Return cells with a background, and marked ones in brackets.

    `names` stand above the columns, `row_names` at the left.
    """
    from rich.text import Text

    wide = max(len(cell.letter) for row in rows for cell in row) + 2
    text = Text("  " + "".join(f" {name:^{wide}}" for name in names), no_wrap=True)
    for name, row in zip(row_names, rows, strict=False):
        text.append(f"\n\n{name} ")
        for cell in row:
            text.append(" ")
            add_cell(text, cell._replace(letter=cell.letter.ljust(wide - 2)))
    return text


def add_spaced(text: Text, row: Sequence[Cell]) -> None:
    """Append cells separated by spaces, with marked ones in brackets."""
    for left, right in zip([Cell(""), *row], [*row, Cell("")], strict=True):
        text.append(*_between(left.mark, right.mark))
        text.append(right.letter, right.style)


def _between(left: str, right: str) -> tuple[str, str]:
    """Return the sign between two cells with these marks, and its style.

    Two marked neighbours share it, and a played cell keeps its bracket.
    """
    for mark, style in MARK_STYLES.items():
        if mark in (left, right):
            return (mark[0] if mark == right else mark[1]), style
    return " ", ""


def add_joined(text: Text, row: Sequence[Cell]) -> None:
    """Append cells side by side. Marked ones are underlined in their colours: brackets have no room."""
    for cell in row:
        text.append(
            cell.letter, f"{cell.style or MARK_STYLES[cell.mark]} underline" if cell.mark else cell.style
        )


def add_cell(text: Text, cell: Cell) -> None:
    """Append a cell between spaces, or in brackets if it is marked."""
    if not cell.mark:
        text.append(f" {cell.letter} ", cell.style)
        return
    text.append(cell.mark[0], MARK_STYLES[cell.mark])
    text.append(cell.letter, cell.style)
    text.append(cell.mark[1], MARK_STYLES[cell.mark])


def show_squares(cells: list[Cell], names: str, row_names: str = "123456789") -> None:
    """Print a board of squares: coloured on a terminal, plain elsewhere.

    `cells` come row by row. `names` are those of the columns, so they decide the length of a row.
    """
    rows = [cells[row : row + len(names)] for row in range(0, len(cells), len(names))]
    show(plain_squares(rows, names, row_names), lambda: rich_squares(rows, names, row_names))


def show(plain: str, rich: Callable[[], Text]) -> None:
    """Print a board: `rich()` on a terminal, if rich is installed, else `plain`.

    Say so if the window is too narrow for it.
    """
    if not sys.stdout.isatty():
        print(plain, flush=True)
        return
    try:
        from rich.console import Console

        console, text = Console(highlight=False, markup=False), rich()
    except ImportError:
        print(plain, flush=True)
        return
    width = max(map(len, text.plain.splitlines()))
    if console.width < width:
        say(f"The board needs a window {width} columns wide; this one has {console.width}.")
    console.print(text, soft_wrap=True)
