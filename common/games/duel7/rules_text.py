"""The rules of the sliding duel for people."""

from common.play.game import RulesText

INTRODUCTION = (
    "X and O move in turn, X first: slide one of your pieces to the empty square above, below, left or right "
    "of it. Nothing is captured. A player who cannot move has lost. When the turns are used up, the larger "
    "moveable space wins: the number of empty squares next to your pieces, each counted once."
)
PARAGRAPHS = (
    "The sliding duel: two players, X (Player1) and O (Player2), try to shut each other in.",
    "Board: 7 rows of 7 squares. A square is named by its row, a to g from the top, and its column, 1 to 7 "
    "from the left: c4.",
    "Start: the pieces stand on random squares, or on those that you enter. Each player has at least one, "
    "both together have at most 48, so that one square stays free. Usual are 6 each; the numbers may differ.",
    "Turns: X moves first, then the players move in turn. Nobody may pass.",
    "Move: slide one of your own pieces to an empty square directly above, below, left or right of it. "
    "Pieces do not jump, capture or move diagonally.",
    "Turn limit: agreed before the game, usually 40. It counts the single moves of both players together; "
    "the line below the board shows how many are left.",
    "Moveable space: the number of different empty squares next to at least one piece of a player, above, "
    "below, left or right. A square next to two of his pieces counts once.",
    "End: the game is over as soon as one of these holds:",
    "  1. The player to move has no move. The other player wins.",
    "  2. The turn limit is reached. More moveable space wins, equal space is a draw.",
    "If both hold at once, the player without a move has lost. A player without a move has not lost yet "
    "while the opponent is to move: that move may free a piece.",
    "To move, name the piece and then its new square, in two answers or in one: c4 d4, c4-d4 or c4d4.",
)
RULES = RulesText(INTRODUCTION, "\n".join(PARAGRAPHS))
