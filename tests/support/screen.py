"""A terminal emulator: the screen that a program's output produces."""

from __future__ import annotations

import re

_PARTS = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([\s\S])")


BLANK = (" ", "")  # a character and its colour codes


class Screen:
    """A terminal window; understands cursor movement, clearing and colours."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._rows = columns, rows
        self._lines: list[list[tuple[str, str]]] = [[] for _ in range(rows)]
        self._row = self._column = 0
        self._colours = ""

    def feed(self, text: str) -> Screen:
        """Apply more output and return this screen."""
        for given, command, sign in _PARTS.findall(text):
            if sign:
                self._put(sign)
            elif command == "H":
                self._row = self._column = 0
            elif command in "JK" and given in ("", "0"):
                self._lines[self._row] = self._lines[self._row][: self._column]
                if command == "J":
                    self._lines[self._row + 1 :] = [[] for _ in range(self._rows - self._row - 1)]
            elif command == "C":
                self._column += int(given or 1)
            elif command == "m":
                self._colours = "" if given in ("", "0") else f"{self._colours}\x1b[{given}m"
        return self

    def lines(self) -> list[str]:
        """Return the visible lines without trailing blanks."""
        return ["".join(sign for sign, _ in line).rstrip() for line in self._lines]

    def coloured(self) -> str:
        """Return the visible text, each character behind its colour codes."""
        return "\n".join("".join(f"{codes}{sign}\x1b[0m" for sign, codes in line) for line in self._lines)

    def text(self) -> str:
        """Return the visible text."""
        return "\n".join(self.lines()).strip("\n")

    def _put(self, sign: str) -> None:
        if sign == "\r":
            self._column = 0
        elif sign == "\n":
            self._next_line()
        elif sign == "\b":
            self._column = max(self._column - 1, 0)
        elif sign.isprintable():
            if self._column == self._columns:
                self._column = 0
                self._next_line()
            line = self._lines[self._row]
            line += [BLANK] * (self._column + 1 - len(line))
            line[self._column] = sign, self._colours
            self._column += 1

    def _next_line(self) -> None:
        if self._row < self._rows - 1:
            self._row += 1
        else:
            self._lines = [*self._lines[1:], []]
