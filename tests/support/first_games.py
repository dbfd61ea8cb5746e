"""Make docs/first-games.md: an 80x24 terminal in a beginner's game of each of the five.

Run it by: python -m tests.support.first_games
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pexpect

from tests.support.programs import ROOT, start_on_terminal
from tests.support.screen import Screen

PAGE = ROOT / "docs" / "first-games.md"
COLUMNS, ROWS, TURNS_SHOWN = 80, 24, 2  # size of the terminal; number of turns shown
HEAD = """\
# A first game in each of the five

For new players: an 80x24 terminal in a short game of each of the five, against level 1 with `--seed 7`. The
first questions are answered by Enter alone. Level 1 counts positions on one thread and uses no clock, so your
game is the same as long as you give the same answers. `--no-save` is there because the name of a saved game
contains the time. On a real terminal the boards have colours, and the replies come one by one (`--pace`).

Brackets mark the cell that the last move was played to, and parentheses what else it changed: the cell that a
piece has left, or squirrels that have turned.

Made by `python -m tests.support.first_games`, and checked by a test.
"""


class FirstGame(NamedTuple):
    """A game: its command, its prompt for a move, and a beginner's answers."""

    title: str
    script: str
    prompt: str
    line: str

    @property
    def answers(self) -> list[str]:
        return self.line.split(",")

    @property
    def call(self) -> tuple[str, ...]:
        return ("play", "--seed", "7", "--no-save")


GAMES = [
    FirstGame("Circle the Cat", "game.py", "Cat's step (NW NE W E SW SE): ", "e,e,ne,se,e,sw,se,sw,sw,e,sw"),
    FirstGame("Squirrel war", "squirrels.py", "Square: ", "d1,a5,b4,e2,a2,a3,c4,c5,b1,e1,c2,e4,c3"),
    FirstGame(
        "The sliding duel",
        "duel7.py",
        "Choose piece to move: ",
        "a5 a6,b3 b2,f7 f6,a4 b4,d5 d4,d4 e4,a6 b6,b4 c4,e4 f4,f4 f3,f3 f2,f6 e6,e6 f6,c7 d7,d7 d6,f6 f5,"
        "c4 d4,f5 f4,b6 b5,d4 d3",
    ),
    FirstGame(
        "Walls",
        "walls.py",
        "A's move (f/l/r): ",
        "l,l,f,r,f,l,f,l,f,f,f,l,f,l,f,f,f,f,l,f,r,r,f,f,r,f,f,f,f,r,f,f,f,f,f,f,f,f,f,f,resign",
    ),
    FirstGame(
        "Cats & Dogs",
        "catsdogs.py",
        "Cat's move: ",
        "a1 a2,a2 b2,g7 g6,a7 b7,g6 f6,b7 b6,f6 f5,b2 c2,c2 d2,f5 f4,f4 f3,d4 d5,d5 c5,c5 b5,b6 b7,b7 a7,"
        "d2 e2,f3 g3,e2 e1,e1 f1,a7 a6",
    ),
]


def screens(game: FirstGame) -> Iterator[str]:
    """Yield the screen at the first question for a move, after every answer, and at the end."""
    with tempfile.TemporaryDirectory() as folder:
        child, screen = (
            start_on_terminal(game.script, Path(folder), *game.call, columns=COLUMNS, rows=ROWS),
            Screen(COLUMNS, ROWS),
        )
        for answer in ("", "", *game.answers):
            again = answer and "(f/l/r)" in game.prompt  # Walls repeats an unfinished line
            child.expect_exact(game.prompt if answer else "]: ")
            screen.feed(child.before + child.after)
            if answer:
                yield screen.text()
            child.sendline(answer)
            if again:
                child.expect_exact(game.prompt)
                screen.feed(child.before + child.after)
        child.expect_exact("Play again? [Y/n] ")
        screen.feed(child.before + child.after)
        child.sendline("n")
        child.expect(pexpect.EOF)
        yield screen.feed(child.before).text()


def section(game: FirstGame) -> str:
    """Return the page's section on a game."""
    first, *between, last = list(screens(game))
    parts = [f"## {game.title}", f"`python {game.script} {' '.join(game.call)}`", boxed(first)]
    for answer, window in zip(game.answers, between[:TURNS_SHOWN], strict=False):
        parts += [f"The answer is `{answer}`:", boxed(window)]
    rest = ", ".join(f"`{answer}`" for answer in game.answers[TURNS_SHOWN:])
    return "\n\n".join([*parts, f"And so on: {rest}. The last window:", boxed(last)]) + "\n"


def boxed(window: str) -> str:
    """Return a screen as a Markdown code block."""
    return f"```text\n{window}\n```"


if __name__ == "__main__":
    PAGE.write_text("\n".join([HEAD, *map(section, GAMES)]), encoding="utf-8")
