"""The five games by the names of their commands, and the commands of `five-board-games` itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PROGRAM = "five-board-games"


class Entry(NamedTuple):
    """A game or a command in the list: its module, and one line about it."""

    module: str
    line: str


# The module is a script of the root folder, which is imported only after its game is chosen.
GAMES = {
    "circle-the-cat": Entry("game", "block cells until the cat is caught, or lead it to an exit"),
    "squirrels": Entry("squirrels", "take squares of a campus; a raid turns the enemies beside it"),
    "duel7": Entry("duel7", "slide pieces until one side is stuck or the turns are used up"),
    "walls": Entry("walls", "lay bricks behind you until both players are stalled"),
    "catsdogs": Entry("catsdogs", "five cats eat 44 dogs, unless they bring three cats into line"),
}

# Commands that need no game. `main(words)` of the module runs the command and returns its exit status.
COMMANDS: Mapping[str, Entry] = {
    "page": Entry("common.command.all_pages", "write pages of all games to play in a browser"),
}
