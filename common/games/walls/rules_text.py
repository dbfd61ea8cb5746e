"""The rules of Walls for people."""

from common.games.walls.board import STALL
from common.play.game import RulesText

INTRODUCTION = (
    "A and B walk in turn, facing < ^ > or v. A move goes one square ahead (f), or turns left (l) or right "
    "(r). A brick of yours stays on every unmarked square you leave; nobody enters the other's bricks. More "
    f"bricks win. After {STALL} moves without a new brick you are stalled. f f l f is four moves."
)
PARAGRAPHS = (
    "Walls: two players, A and B, walk on a board and leave walls of bricks behind them.",
    "Board: N rows of N squares; N is odd, at least 3 and 5 by default. At the start it is clear. A and B "
    "stand in the middle row, left and right of the centre. A faces left, B faces right.",
    "Signs: A and B are the players, with an arrow (^ > v <) where they face; a and b are their bricks.",
    "Turns: the players move in turn. Nobody may pass. There are three moves:",
    "  try-forward (f)  goes to the square ahead, if it can",
    "  turn-left (l)    turns left by a quarter on the same square",
    "  turn-right (r)   turns right by a quarter on the same square",
    "Ahead: you can go to a square of the board without the opponent and without a brick of his. Your own "
    "bricks do not stop you. If you cannot go, the try fails: you stay, and the move counts.",
    "Bricks: when you leave an unmarked square, a brick of yours stays there for the rest of the game.",
    f"Stalled: after {STALL} moves in a row without a new brick (turns, failed tries, steps from a square "
    "that has your brick) you move no more in this game, and your square stays occupied. The opponent goes "
    "on alone. The line below the board counts these moves as idle; a new brick sets the count back to 0.",
    "End: the game is over when every square has a brick, or when both players are stalled. More bricks "
    "score 2 points, equal bricks 1 point each.",
    "Match: two games. A starts the first, B the second; the points of both are added.",
    "To move, type f, l or r (or forward, left, right). An answer may hold several moves, f f l f; a failed "
    "try cancels the rest of them.",
)
RULES = RulesText(INTRODUCTION, "\n".join(PARAGRAPHS))
