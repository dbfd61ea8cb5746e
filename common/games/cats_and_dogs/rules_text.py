"""The rules of Cats & Dogs for people."""

from common.play.game import RulesText

INTRODUCTION = (
    "Five cats (C) against 44 dogs (D). The cats move first: one cat goes to a square next to it with a dog, "
    "which is removed. Then the dogs make two moves, each of one dog to an empty square next to it. The cats "
    "win when no cat has a dog next to it, the dogs when three cats stand in one row or column."
)
PARAGRAPHS = (
    "Cats & Dogs: five cats eat their way through 44 dogs, which try to lure them into line.",
    "Board: 7 rows of 7 squares. A square is named by its row, a to g from the top, and its column, 1 to 7 "
    "from the left: a1. Next to means directly above, below, left or right, never diagonally.",
    "Start: cats (C) on a1, a7, d4, g1 and g7, dogs (D) on the other 44 squares. No square is empty.",
    "Turns: the cats move first, then cats and dogs move in turn. Nobody may pass. If no dog can move, the "
    "turn of the dogs is skipped.",
    "Cats: move one cat to a square next to it that holds a dog. The dog is removed. A cat never goes to an "
    "empty square.",
    "Dogs: make two single moves, one after the other, each of one dog to an empty square next to it. The "
    "second may be another dog's, or take the first one back. Dogs capture nothing.",
    "End: after every single move, also between the two of the dogs, these are checked in this order:",
    "  1. Three or more cats stand in one row or column: the dogs win.",
    "  2. No cat has a dog next to it: the cats win.",
    "In line: the three cats need not touch; gaps and dogs between them do not matter.",
    "A capture that brings three cats into line is legal, and loses. If the cats have no other capture, they "
    "must make one of these.",
    "A game ends after at most 44 moves of the cats, because each removes a dog. There are no draws.",
    "To move, type two squares, from and to: a1 a2, a1-a2 or a1a2.",
)
RULES = RulesText(INTRODUCTION, "\n".join(PARAGRAPHS))
