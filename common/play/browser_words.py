"""The texts of a page that plays in a browser, marked for translation.

Placeholders in braces are filled by the scripts.
"""

from __future__ import annotations

from common.messages import _

WORDS = {
    "board": _("Board"),
    "moveButtons": _("Make a move"),
    "actions": _("Game"),
    "steps": _("Step through the game"),
    "hint": _("Hint"),
    "undo": _("Undo"),
    "now": _("Move now"),
    "resign": _("Resign"),
    "first": _("Start"),
    "back": _("Back"),
    "forward": _("Forward"),
    "last": _("End"),
    "side": _("You play"),
    "both": _("two people"),
    "nobody": _("nobody: watch"),
    "level": _("Level"),
    "variant": _("Size"),
    "seed": _("Random seed"),
    "newGame": _("New game"),
    "moves": _("Moves"),
    "save": _("Save the game"),
    "open": _("Open a saved game"),
    "link": _("Link to this position"),
    "rules": _("Rules"),
    "bar": _("Expected score"),
    "start": _("The game begins."),
    "earlier": _("An earlier position. Press End to play."),
    "thinking": _("The engine is thinking …"),
    "opened": _("A saved game."),
    "hintText": _("Hint: {move}"),
    "moveNumber": _("Move {ply}"),
    "toMove": _("{side} to move"),
    "proven": _("{words}, proven"),
    "expected": _("{expected} for {side} ({words})"),
    "draw": _("{reason}: draw"),
    "wins": _("{reason}: {side} wins"),
    "theWins": _("{reason}: the {side} wins"),
    "resigns": _("{side} resigns"),
    "failed": _("The engine failed: {message}"),
    "badRecord": _("{file} is not a saved game of this program."),
    "badPosition": _("The address holds no position of this game: {text}"),
}
