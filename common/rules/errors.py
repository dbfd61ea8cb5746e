"""Wrong input, said in one line; and the wish to leave."""

from __future__ import annotations


class BadInput(ValueError):
    """What a person or a program gave is not what was wanted; the message quotes it and says what was."""


def quoted(text: str, most: int = 60) -> str:
    """A text as it may stand in a one-line message: quoted, printable, not too long."""
    short = text if len(text) <= most else text[:most] + "..."
    return "'" + "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in short) + "'"


class Leave(Exception):
    """The game ends here, unfinished: the sentence to say (none if that was asked for) and the exit status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status
