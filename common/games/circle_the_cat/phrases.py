"""Phrases for a human player of Circle the Cat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat.distances import DISTANCES, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.rules_text import RULES
from common.play.game import Phrases

if TYPE_CHECKING:
    from game import Position


class Dialogue(Phrases["Position", Any]):
    """Questions, help and refusals for a human player, and the length of the cat's way."""

    rules = RULES

    def prompt(self, position: Position) -> str:
        if position.turn == "cat":
            return "Cat's step (NW NE W E SW SE): "
        return "Cell to block (row, column): "

    def explain(self, position: Position) -> str:
        if position.turn == "cat":
            return (
                "Step with nw ne w e sw se (or no ne o l so se, or the keypad's 7 9 4 6 1 3), "
                "or name the cell, e.g. 4 6."
            )
        return "Name the cell to block by row and column, 0 to 10, e.g. 4 6 or (4, 6)."

    def refusal(self, position: Position, move: int | None) -> str:
        """Return a sentence on why a move is illegal, with an example of a legal one.

        None is a step off the board.
        """
        cat = divmod(position.cat, BOARD.columns)
        example = f"e.g. {position.text(position.moves()[0])}."
        if move is None:
            return f"That leads off the board from {cat}: choose another direction, {example}"
        cell = divmod(move, BOARD.columns)
        if position.blocks >> move & 1:
            return f"{cell} is blocked already: choose a free cell, {example}"
        if move == position.cat:
            return f"The cat sits on {cell}: choose another cell, {example}"
        return f"{cell} is not beside the cat at {cat}: choose a neighbour, {example}"

    def status(self, position: Position) -> str:
        """Return the number of steps to the nearest exit in words; empty if the game is over."""
        if position.outcome():
            return ""
        way = Measures(DISTANCES.plain, position.exits).path(position.cat, position.free)
        if not position.exits >> way[-1] & 1:
            return "no way out"
        return (
            f"{len(way)} step to the nearest exit"
            if len(way) == 1
            else f"{len(way)} steps to the nearest exit"
        )
