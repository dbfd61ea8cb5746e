"""The verbs for programs: `move`, `serve` and `check-program`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.cli import options
from common.cli.options import FOR_PROGRAMS, AnyGame, Verb
from common.judge.match.games import name_for_side
from common.judge.protocol_check import Rule, check_protocol, gradescope_report
from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.setup import join_words
from common.programs.persistent import GIVES_UP, QUIT
from common.programs.sandbox import sandbox_for, warn_of_gaps
from common.rules.errors import BadInput, quoted
from common.rules.files import write_atomically
from common.rules.player import ForfeitError
from common.rules.position import Player
from common.search.limit import Level, Limit, choose_limit


def add_move(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `move` for its help page. A call does not use typer (see move.py)."""

    def move(
        words: Annotated[list[str], Argument(metavar=game.form, help="position")],
        seconds: Annotated[float | None, options.seconds_option(game.limit)] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
    ) -> int:
        """Print one move for a referee. The time limit covers the whole process, from start to exit."""
        raise AssertionError("a call of `move` is answered before typer is imported")

    Verb(app, game, FOR_PROGRAMS, join_words(game.full_example)).add(move, options.unknown_limits(game))


def add_serve(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `serve`."""
    verb = Verb(app, game, FOR_PROGRAMS, "--seconds 1").programs()

    def serve(
        player: options.PlayerName = "engine",
        seconds: Annotated[float | None, options.seconds_option(game.limit)] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        level: options.LevelNumber = None,
        seed: Annotated[int, Option(help="random seed")] = 0,
        **own: Any,
    ) -> int:
        """Answer many positions, one per line.

        A line holds the words of a position, joined by TAB. Ends at `quit` or at the end of input.
        """
        if player == "human":
            wanted = "human players are for `play`; serve answers positions"
            raise BadInput(f"--player {quoted(player)}: {wanted}")
        names = {side: name_for_side(player, side, game.sides) for side in game.sides}
        confinement = verb.confinement(own)
        for side, name in names.items():
            game.kind(side, name)
        if not all(name in game.kinds for name in names.values()):
            warn_of_gaps(confinement)
        chosen = choose_limit(Limit(seconds, nodes, depth), game.limit, level, game.levels)
        settings = PlayerSettings(chosen, seed, shows_progress=False, confinement=confinement)
        answer_lines(PositionServer(game, names, settings))
        return 0

    verb.add(serve, options.unknown_limits(game))


class PositionServer:
    """Players that answer positions of one game: one for each side and board size, kept between answers."""

    def __init__(self, game: Game[Any], names: dict[str, str], settings: PlayerSettings) -> None:
        self._game, self._names, self._settings = game, names, settings
        self._players: dict[tuple[int, str], Player[Any]] = {}

    def answer(self, line: str) -> str:
        """Return the move for a position, or `?` and the reason if there is none.

        `line` holds the words of the position, joined by TAB.
        """
        try:
            position = self._game.read(*line.split("\t"))
            if outcome := position.outcome():
                raise BadInput(f"the game is over: {outcome.reason}")
            if not position.moves():
                raise BadInput(f"{position.turn} has no move there")
            return str(position.text(self._player(position)(position)))
        except (BadInput, OSError, ForfeitError) as problem:
            return f"{GIVES_UP} {problem}"

    def _player(self, position: Any) -> Player[Any]:
        seat = self._game.search.size(position), position.turn
        if seat not in self._players:
            kind = self._game.kind(position.turn, self._names[position.turn])
            self._players[seat] = kind.make(self._settings._replace(start=position))
        return self._players[seat]


def answer_lines(server: PositionServer) -> None:
    """Answer each line of stdin, flushing every answer, until `quit` or the end of input."""
    for line in sys.stdin or ():
        if line.strip() == QUIT:
            return
        if line.strip():
            print(server.answer(line.rstrip("\r\n")), flush=True)


def check_command(game: AnyGame, command: str) -> None:
    """Raise BadInput if a side's player is no external program that can be started."""
    for side in game.sides:
        name = name_for_side(command, side, game.sides)
        game.kind(side, name)
        if name in game.kinds:
            wanted = f"expected a command, e.g. 'python my_{game.name}.py'"
            raise BadInput(f"{quoted(name)} is a built-in player: {wanted}")


def add_check_program(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `check-program`."""
    verb = Verb(app, game, FOR_PROGRAMS, f"'python my_{game.name}.py'").programs()

    def check_program(
        command: Annotated[str, Argument(help="program; `A + B` gives one for each side")],
        seconds: Annotated[float, Option(min=0.01, help="seconds per move")] = 2.0,
        positions: Annotated[int, Option(min=1, help="number of positions to ask")] = 8,
        seed: Annotated[int, Option(help="random seed for the positions")] = 0,
        results: Annotated[
            Path | None, Option("--gradescope", help="write the results as Gradescope's results.json")
        ] = None,
        as_json: options.AsJson = False,
        **own: Any,
    ) -> int:
        """Check that a program follows the protocol.

        Prints a line per rule: legal moves, whole games, the time limit. Exit status 1 if a rule is broken.
        """
        confinement = verb.confinement(own)
        check_command(game, command)
        warn_of_gaps(confinement)
        settings = PlayerSettings(Level(Limit(seconds=seconds)), seed=seed, confinement=confinement)
        rules = list[Rule]()
        for rule in check_protocol(game, command, settings, positions):
            rules.append(rule)
            if not as_json:
                print(rule.line(), flush=True)
        summary = sandbox_for(confinement).summary()
        facts = {"rules": [rule.facts() for rule in rules], "sandbox": summary}
        print(json.dumps(facts) if as_json else summary)
        if results:
            write_atomically(results, json.dumps(gradescope_report(rules, summary), indent=1).encode())
        return int(not all(rule.is_kept for rule in rules))

    verb.add(check_program)
