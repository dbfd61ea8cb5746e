"""The rules of Circle the Cat for people."""

from common.play.game import RulesText

BLOCKS = 8  # at a random start, by default
INTRODUCTION = (
    "The catcher and the cat (C) take turns, the catcher first. The catcher blocks one free cell for good: "
    "it becomes X, or # on an exit. Then the cat steps to one of the free cells beside it, at most six. "
    "The cat wins on an open exit (E), the catcher when the cat has no step left."
)
PARAGRAPHS = (
    "Circle the Cat: a cat runs for an exit, and a catcher closes it in.",
    (
        "Board: 11 rows of 11 hexagons. Rows and columns are numbered from 0 to 10, and a cell is named by "
        "its row and its column: 4 6. Odd rows stand half a cell to the right, so a cell inside the board "
        "has six neighbours: two above, two below, one to the left and one to the right."
    ),
    "Signs: C is the cat, E an open exit, X a blocked cell, # a blocked exit, and a dot a free cell.",
    (
        f"Start: the cat stands on 5 5, in the middle. By default {BLOCKS} random cells are blocked, and "
        "every cell on the rim is an exit. Another start may have other exits, also inside the board."
    ),
    "Turns: the catcher moves first, then cat and catcher move in turn. Nobody may pass.",
    (
        "Catcher: block one cell of the board that is neither blocked nor the cat's. A block stays for the "
        "whole game. An exit may be blocked, too; it is closed then."
    ),
    (
        "Cat: take one step to a neighbouring cell without a block: NW, NE, W, E, SW or SE. From 5 5 these "
        "are the cells 4 5, 4 6, 5 4, 5 6, 6 5 and 6 6."
    ),
    "The cat wins as soon as it stands on an open exit.",
    (
        "The catcher wins as soon as every neighbour of the cat is blocked. While the cat can step, the game "
        "goes on, even if no way to an exit is left."
    ),
    "A game always ends, because every turn of the catcher blocks a cell. There are no draws.",
    (
        "To move, type a cell as 4 6, or the cat's direction as nw, ne, w, e, sw or se. The digits 7, 9, 4, "
        "6, 1 and 3 are these directions, too, as they lie on a numeric keypad."
    ),
)
RULES = RulesText(INTRODUCTION, "\n".join(PARAGRAPHS))
