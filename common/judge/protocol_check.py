"""Protocol check of an external program: a few rules, each tested within seconds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from common.judge.match.games import name_for_side, overruns_of
from common.play.game import Game
from common.play.game_loop import GameLoop, closing_players
from common.play.players import PERSISTENT_PREFIX, PlayerSettings, random_player
from common.play.record import Record
from common.play.setup import join_words
from common.programs.move_clock import Overrun
from common.programs.persistent import STARTUP_SECONDS
from common.rules.errors import quoted
from common.rules.player import ForfeitError
from common.rules.position import Player

AnyGame = Game[Any]


class Rule(NamedTuple):
    """The result of testing one rule: its name, whether the program keeps it, and the evidence."""

    name: str
    is_kept: bool
    told: str

    def line(self) -> str:
        """Format the result as one line."""
        if self.is_kept:
            return f"ok   {self.name}: {self.told}"
        return f"FAIL {self.name}: {self.told}"

    def facts(self) -> dict[str, Any]:
        """Return name, verdict and evidence for JSON."""
        return {"name": self.name, "is_kept": self.is_kept, "told": self.told}


def check_protocol(game: AnyGame, command: str, settings: PlayerSettings, count: int) -> Iterator[Rule]:
    """Test a program against every rule and yield each result as soon as it is known.

    If it does not answer the first position, that is the only result. `command` may join two commands, one
    per side, by ` + `. `count` is the number of random positions asked in the second rule.
    """
    seconds = AnswerTimes([0.0], [])
    first = _check_legal_moves(game, command, settings, [game.opening(settings.seed)], seconds)
    yield first._replace(name="answers a position with a legal move")
    if not first.is_kept:
        return
    yield _check_legal_moves(game, command, settings, random_positions(game, count, settings.seed), seconds)
    for seat in range(len(game.sides)):
        yield _check_whole_game(game, command, settings, seat, seconds)
    # A late answer of a persistent program already failed the rule in its game.
    lasts = any(part.startswith(PERSISTENT_PREFIX) for part in command.split(" + "))
    limit = settings.limit.program_seconds + (STARTUP_SECONDS if lasts else 0)
    yield _check_times(seconds, limit, lasts)


class AnswerTimes(NamedTuple):
    """The seconds of all answers, and those over the limit, which the machine may have delayed."""

    seconds: list[float]
    overruns: list[Overrun]

    def add(self, seconds: Iterable[float], player: Player[Any]) -> None:
        """Add the answers of a player."""
        self.seconds.extend(seconds)
        self.overruns.extend(overruns_of(player))


def _check_times(times: AnswerTimes, limit: float, has_startup: bool) -> Rule:
    """Compare the slowest answer with the limit. One that the machine delayed is in time."""
    slowest = max(times.seconds)
    text = f"the slowest answer took {slowest:.2f} s of {limit:g} s"
    if has_startup:
        text = f"{text}, including start-up"
    explained = bool(times.overruns) and not any(one.is_late for one in times.overruns)
    if explained and slowest > limit:
        text = f"{text}, since the machine was busy"
    return Rule("answers in time", slowest <= limit or explained, text)


def random_positions(game: AnyGame, count: int, seed: int) -> list[Any]:
    """Return `count` unfinished positions, each from another random game, reproducible by `seed`."""
    chance, found = Random(seed), list[Any]()
    while len(found) < count:
        position = game.opening(seed + len(found))
        history = [position]
        while not position.outcome():
            position = position.play(chance.choice(position.moves()))
            history.append(position)
        found.append(chance.choice(history[:-1]))
    return found


def _players(game: AnyGame, command: str, settings: PlayerSettings, start: Any) -> Mapping[str, Player[Any]]:
    names = {side: name_for_side(command, side, game.sides) for side in game.sides}
    return {side: game.kind(side, name).make(settings._replace(start=start)) for side, name in names.items()}


def _check_legal_moves(
    game: AnyGame, command: str, settings: PlayerSettings, queried: list[Any], seconds: AnswerTimes
) -> Rule:
    """Ask for a move in each position separately, until one answer is not legal.

    Append the seconds of every answer to `seconds`.
    """
    name = f"answers {len(queried)} positions of games with legal moves"
    for position in queried:
        players = _players(game, command, settings, position)
        began = time.monotonic()
        try:
            with closing_players(players.values()):
                answer = position.text(players[position.turn](position))
        except ForfeitError as fault:
            return Rule(name, False, _describe_failure(fault, game, position))
        seconds.add([time.monotonic() - began], players[position.turn])
    return Rule(name, True, f"the last one was {answer}")


def _check_whole_game(
    game: AnyGame, command: str, settings: PlayerSettings, seat: int, seconds: AnswerTimes
) -> Rule:
    """Play a game against random moves, with the program on one of the seats (0 or 1).

    Append the seconds of its moves to `seconds`.
    """
    side, start = game.sides[seat], game.opening(settings.seed)
    program = _players(game, command, settings, start)[side]
    loop = GameLoop(Record(game, start, {}), {side: program, game.other(side): random_player(settings.seed)})
    seconds.add((ply.seconds for ply in loop.plies() if ply.player is program), program)
    seconds.seconds.extend([loop.forfeit.seconds] if loop.forfeit and loop.forfeit.side == side else [])
    outcome = loop.record.outcome
    assert outcome
    text = str(loop.forfeit.error) if loop.forfeit else f"{len(loop.record.moves)} moves, {outcome.reason}"
    return Rule(f"plays a game as {side} to its end", loop.forfeit is None, text)


def _describe_failure(fault: ForfeitError, game: AnyGame, position: Any) -> str:
    """Describe why a program failed: the fault, the position, and its last line on stderr."""
    where = join_words(game.write(position))
    if not fault.detail:
        return f"{fault} in {where}"
    return f"{fault} in {where}; last line on stderr: {quoted(fault.detail)}"


# REPORTS


def gradescope_report(rules: list[Rule], note: str) -> dict[str, Any]:
    """Return the results in Gradescope's format, with one point per rule and `note` as the overall output."""
    tests = [
        {
            "name": rule.name,
            "score": int(rule.is_kept),
            "max_score": 1,
            "status": "passed" if rule.is_kept else "failed",
            "output": rule.told,
            "output_format": "text",
        }
        for rule in rules
    ]
    return {
        "score": sum(rule.is_kept for rule in rules),
        "output": note,
        "output_format": "text",
        "tests": tests,
    }
