"""The verb `games`: the saved games with their results, and the wins against each opponent."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import typer

from common.command import help_pages, options
from common.play.game import Game
from common.play.record import FOLDER, Record, saved_games
from common.play.rematch import only_human
from common.rules.errors import visible
from common.show.window import columns, on_terminal, say

HELP = "List the saved games: date, players, result, file. Below: your wins against each level."


def add_games(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `games`."""

    def verb(as_json: options.AsJson = False) -> int:
        games = [ListedGame.from_record(path, record) for path, record in saved_games(game)]
        if as_json:
            for listed in games:
                print(json.dumps(listed._asdict(), ensure_ascii=False))
        elif games:
            print_table(game, games)
        else:
            say(f"No saved game in {FOLDER}/: every game that you play on a terminal is saved there.")
        return 0

    options.add_verb(app, game, options.Verb("games", verb, "", text=HELP, group=help_pages.TO_PLAY))


class ListedGame(NamedTuple):
    """A saved game as `games` lists it.

    `players` maps both sides to their players. `winner` is None in a draw and in an unfinished game.
    """

    file: str
    date: str
    players: dict[str, str]
    moves: int
    over: bool
    winner: str | None

    @classmethod
    def from_record(cls, path: Path, record: Record[Any]) -> "ListedGame":
        """Return the game of a file; its date is that of the last change."""
        players = {side: visible(str(record.players.get(side, "?"))) for side in record.game.sides}
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
        outcome = record.recorded_outcome
        winner = outcome and outcome.winner
        return cls(visible(str(path)), date, players, len(record.moves), bool(outcome), winner)

    def result(self) -> str:
        """Return the result in words, for a human who played alone as theirs."""
        human = only_human(self.players)
        if not self.over:
            return f"unfinished, move {self.moves + 1}"
        if self.winner is None:
            return "draw"
        if human:
            return "you won" if self.winner == human else "you lost"
        return f"{self.winner} won"


def print_table(game: Game[Any, Any], games: Sequence[ListedGame]) -> None:
    """Print a line for each game, then the line of wins. File names too long for the window get own lines."""
    head = ["Date", *game.sides, "Result"]
    rows = [[each.date, *each.players.values(), each.result()] for each in games]
    texts = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    files = ["File", *(each.file for each in games)]
    fits = not on_terminal() or sum(widths) + 2 * len(widths) + max(map(len, files)) <= columns()
    for row, file in zip(texts, files, strict=True):
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print(f"{cells}  {file}" if fits else f"{cells.rstrip()}\n    {file}")
    if wins := ", ".join(wins_by_opponent(games)):
        say(f"You won {wins}.")


def wins_by_opponent(games: Sequence[ListedGame]) -> Iterator[str]:
    """Yield a text with the number of wins against each opponent of a human who played alone, by name."""
    won, played = Counter[str](), Counter[str]()
    for each in games:
        if each.over and (human := only_human(each.players)):
            opponent = next(name for side, name in each.players.items() if side != human)
            played[opponent] += 1
            won[opponent] += each.winner == human
    for name in sorted(played):
        yield f"{won[name]} of {played[name]} against {name}"
