"""The rules of the squirrel war for people."""

from common.play.game import RulesText

INTRODUCTION = (
    "X and O take free squares (*) in turn; each square has a value. A square next to one of yours is taken "
    "by Raid: enemy squares next to it become yours, too. Any other square is taken by Sneak, which turns "
    "none. Next to means above, below, left or right. On a full board the larger sum of values wins."
)
PARAGRAPHS = (
    "Squirrel war: two families of squirrels, X and O, fight for the nuts of a campus.",
    "Board: 5 rows of 5 squares. A square is named by its column, A to E from the left, and its row, 1 to 5 "
    "from the top: C3.",
    "Signs: every square shows its owner and its value: *42 is free, X42 belongs to X, O42 to O.",
    "Values: whole numbers, from 1 to 99 unless you bring your own. They never change during a game.",
    "Start: by default all squares are free and their values are random. X moves first, then the sides move "
    "in turn. Nobody may pass.",
    "Move: take one free square. Whether that is a Raid or a Sneak depends on the square; you cannot choose.",
    "Next to always means directly above, below, left or right, never diagonally.",
    "Raid: a square next to at least one of your own. Every enemy square next to the new one becomes yours, "
    "with its value. There may be none, and there is no chain: a turned square turns no others.",
    "Sneak: any other free square. It becomes yours and turns nothing, even if enemy squares are next to it.",
    "So a square is safe only when all squares next to it are taken: until then a Raid may turn it.",
    "End: the game is over when all 25 squares are taken. The side with the larger sum of values wins; with "
    "equal sums nobody does. The line below the board shows both sums.",
    "To move, type the name of a free square: c3.",
)
RULES = RulesText(INTRODUCTION, "\n".join(PARAGRAPHS))
