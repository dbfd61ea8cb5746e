"""Errors in input, reported in one line, and the exception that ends a game early."""

from __future__ import annotations

# What reading a malformed file may raise.
MALFORMED_FILE_ERRORS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class BadInput(ValueError):
    """Input from a person or a program is wrong. The message quotes it and says what was expected."""


def quoted(text: str, most: int = 60) -> str:
    """Return a text for a one-line message: quoted, printable, cut after `most` characters."""
    return f"'{visible(text if len(text) <= most else text[:most] + '...')}'"


def visible(text: str) -> str:
    """Escape control characters, so that printing the text cannot control a terminal."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)


class Leave(Exception):
    """The game ends here, unfinished.

    `sentence` is printed (empty if the user asked to quit), and the program ends with exit status `status`.
    """

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status
