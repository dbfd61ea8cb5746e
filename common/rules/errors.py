"""Wrong input, said in one line; and the wish to leave."""

from __future__ import annotations

# What a file from others, read as if it were ours, may lead to.
MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class BadInput(ValueError):
    """What a person or a program gave is not what was wanted; the message quotes it and says what was."""


def quoted(text: str, most: int = 60) -> str:
    """A text as it may stand in a one-line message: quoted, printable, not too long."""
    return f"'{visible(text if len(text) <= most else text[:most] + '...')}'"


def visible(text: str) -> str:
    """A text with its control characters made visible, so that it does nothing to a terminal."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)


class Leave(Exception):
    """The game ends here, unfinished: the sentence to say (none if that was asked for) and the exit status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status
