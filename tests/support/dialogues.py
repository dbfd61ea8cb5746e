"""The dialogues of the five games for tests: how a game asks, and how it prints its board on a pipe."""

from __future__ import annotations

from typing import Any

from tests.support.games import game_of, late_position
from tests.support.programs import start_on_terminal

QUIET = ("--nodes", "50")  # limits of an engine whose moves do not matter

CAT, FIRST, SECOND = "Cat's move: ", "Dog's first move: ", "Dog's second move: "
CATS_SIDE = "Which side do you play? (cat/dog/both/none): "
CATS_START = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
CATS_CORNER = "CCD.D../D....../..C..../......C/....C../......./......."  # two cats touch
CATS_STUCK = "dC...../D....../C....../.....C./......./....C../......C"  # the dogs cannot move after c1 b1

DUEL_SETUP = (
    "Do you want to be Player1 or Player2? (1/2): ",
    "Number of pieces of Player1 (X): ",
    "Number of pieces of Player2 (O): ",
    "Maximum number of turns (single moves of both players together): ",
    "Place the pieces randomly or enter their coordinates? (r/e): ",
)
PIECE = "Choose piece to move: "
DUEL_EMPTY = "  1 2 3 4 5 6 7\n" + "".join(f"{row} . . . . . . .\n" for row in "abcdefg")

CATCH_START = ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
STEP = "Cat's step (NW NE W E SW SE): "
BLOCK = "Cell to block (row, column): "

WALLS_SETUP = (
    "Board size N (odd, greater than 1): ",
    "Player A: person or AA? (p/a): ",
    "Player B: person or AA? (p/a): ",
)
WALLS_A, WALLS_B = "A's move (f/l/r): ", "B's move (f/l/r): "
WALLS_BOARD = ".   .   .\nA<. .   B>.\n.   .   .\n"

SQUARE = "Square: "


def cats_board(place: str) -> str:
    """Draw a position of Cats & Dogs as the contract prints it."""
    rows = zip("abcdefg", place.upper().split("/"), strict=True)
    return "  1 2 3 4 5 6 7\n" + "".join(f"{name} {' '.join(row)}\n" for name, row in rows)


def duel_board(**pieces: str) -> str:
    """Draw a position of the sliding duel as the contract prints it: duel_board(X="a1 a7", O="b2")."""
    lines = [line.split(" ") for line in DUEL_EMPTY.splitlines()]
    for side, squares in pieces.items():
        for square in squares.split():
            lines["abcdefg".index(square[0]) + 1][int(square[1])] = side
    return "".join(" ".join(line) + "\n" for line in [["", "", *"1234567"], *lines[1:]])


def typed(*answers: str) -> str:
    """Return answers as lines of input."""
    return "".join(f"{answer}\n" for answer in answers)


def terminal_at(script: str, folder: Any, prompt: str, *arguments: str) -> Any:
    """Start a script on a terminal and wait for a prompt."""
    child = start_on_terminal(script, folder, *arguments)
    child.expect_exact(prompt)
    return child


def answers_to_the_end(script: str) -> list[tuple[str, str]]:
    """Return prompts and answers: the first legal move of each position, to the end of the game."""
    position, found = late_position(script), []
    while not position.outcome():
        move = position.moves()[0]
        found.append((PIECE if script == "duel7" else game_of(script).prompt(position), position.text(move)))
        position = position.play(move)
    return found
