"""Protocol check of an external program: a few rules, each tested within seconds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from common.judge.failure_example import (
    CheckedProgram,
    Failure,
    exchange_lines,
    outcome_lines,
    smallest_failure,
)
from common.judge.match.games import name_for_side, overruns_of
from common.play.game import Game, join_words
from common.play.player_registry import player_of
from common.play.players import PERSISTENT_PREFIX, PlayerSettings, random_player
from common.programs.move_clock import Overrun
from common.programs.one_shot import one_shot_player
from common.programs.persistent import STARTUP_SECONDS, PersistentPlayer
from common.rules.errors import quoted
from common.rules.game_loop import GameLoop, closing_players
from common.rules.player import ForfeitError
from common.rules.position import Player, Position

MALFORMED_POSITION = ("nonsense", "that", "is no position")
NEVER_ENDING = ("time", "flood", "excess")  # kinds of forfeit in which the program did not exit by itself
AnyGame = Game[Any, Any]


class Rule(NamedTuple):
    """The result of testing one rule: its name, whether the program keeps it, and the evidence.

    `failure` is the question at which the program broke the rule, if there was one. Without positions in it
    the question was malformed, and `part` is the command that was asked.
    """

    name: str
    is_kept: bool
    told: str
    failure: Failure | None = None
    part: str = ""

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
    first = _check_legal_moves(game, command, settings, [game.starts.opening(settings.seed)], seconds)
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
    yield from (
        _check_malformed_position(game, part, settings) for part in dict.fromkeys(command.split(" + "))
    )


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
    known = {"slowest": max(times.seconds), "limit": limit}
    text = "the slowest answer took {slowest:.2f} s of {limit:g} s"
    if has_startup:
        text = "the slowest answer took {slowest:.2f} s of {limit:g} s, including start-up"
    explained = bool(times.overruns) and not any(one.is_late for one in times.overruns)
    if explained and known["slowest"] > limit:
        text = f"{text}, since the machine was busy"
    return Rule("answers in time", known["slowest"] <= limit or explained, text)


def random_positions(game: AnyGame, count: int, seed: int) -> list[Any]:
    """Return `count` unfinished positions, each from another random game, reproducible by `seed`."""
    chance, found = Random(seed), list[Any]()
    while len(found) < count:
        position = game.starts.opening(seed + len(found))
        history = [position]
        while not position.outcome():
            position = position.play(chance.choice(position.moves()))
            history.append(position)
        found.append(chance.choice(history[:-1]))
    return found


def _players(game: AnyGame, command: str, settings: PlayerSettings, start: Any) -> Mapping[str, Player[Any]]:
    names = {side: name_for_side(command, side, game.sides) for side in game.sides}
    return {side: player_of(game, side, name, settings, start) for side, name in names.items()}


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
            return Rule(name, False, _describe_failure(fault, game, position), Failure(fault, (position,)))
        seconds.add([time.monotonic() - began], players[position.turn])
    return Rule(name, True, f"the last one was {answer}")


def _check_whole_game(
    game: AnyGame, command: str, settings: PlayerSettings, seat: int, seconds: AnswerTimes
) -> Rule:
    """Play a game against random moves, with the program on one of the seats (0 or 1).

    Append the seconds of its moves to `seconds`.
    """
    side, start = game.sides[seat], game.starts.opening(settings.seed)
    program = _players(game, command, settings, start)[side]
    loop = GameLoop([start], {side: program, game.other(side): random_player(settings.seed)})
    seconds.add((ply.seconds for ply in loop.plies() if ply.player is program), program)
    seconds.seconds.extend([loop.forfeit.seconds] if loop.forfeit and loop.forfeit.side == side else [])
    text = (
        str(loop.forfeit.error)
        if loop.forfeit
        else f"{len(loop.history) - 1} moves, {loop.final_outcome().reason}"
    )
    asked = tuple(position for position in loop.history if position.turn == side)
    failure = Failure(loop.forfeit.error, asked) if loop.forfeit else None
    return Rule(f"plays a game as {side} to its end", failure is None, text, failure)


def _check_malformed_position(game: AnyGame, command: str, settings: PlayerSettings) -> Rule:
    """Check that the program exits when the position is malformed; its answer does not matter."""
    name = "exits when the position is malformed"
    fault = _fault_at(MALFORMED_POSITION, game, command, settings)
    if fault is None:
        return Rule(name, True, "it answers anyway")
    if fault.kind not in NEVER_ENDING:
        return Rule(name, True, str(fault))
    return Rule(name, False, str(fault), Failure(fault, ()), command)


def _fault_at(
    malformed: Sequence[str], game: AnyGame, command: str, settings: PlayerSettings
) -> ForfeitError | None:
    """Ask a program about words that are not a position; return its fault, None if it answers."""

    def words(_: Position) -> list[str]:
        return list(malformed)

    limit, is_persistent = settings.limit.program_seconds, command.startswith(PERSISTENT_PREFIX)
    make = PersistentPlayer if is_persistent else one_shot_player
    player = make(command.removeprefix(PERSISTENT_PREFIX), limit, words, settings.confinement)
    try:
        with closing_players([player]):
            player(game.starts.opening(settings.seed))
    except ForfeitError as fault:
        return fault
    return None


def _describe_failure(fault: ForfeitError, game: AnyGame, position: Any) -> str:
    """Describe why a program failed: the fault, the position, and its last line on stderr."""
    where = join_words(game.notation.write(position))
    if not fault.detail:
        return f"{fault} in {where}"
    return f"{fault} in {where}; last line on stderr: {quoted(fault.detail)}"


# EXPLANATIONS


def explain(rule: Rule, program: CheckedProgram, count: int) -> tuple[str, ...]:
    """Return an exchange that shows how the program breaks a rule; no lines if it does not.

    The smallest failing input is looked for among the start, `count` random positions and the end of the
    failed game, by asking the program again.
    """
    if rule.failure is None:
        return ()
    if not rule.failure.asked:
        return _explain_malformed(rule, rule.failure, program)
    seed = program.settings.seed
    candidates = [*rule.failure.asked, *random_positions(program.game, count, seed)]
    side = rule.failure.asked[-1].turn
    found = smallest_failure(program, rule.failure, [one for one in candidates if one.turn == side])
    if found is None:
        again = "asked again, the program answers: does it depend on time or chance?"
        return (*exchange_lines(program, rule.failure._replace(asked=rule.failure.asked[-1:])), again)
    return exchange_lines(program, found)


def _explain_malformed(rule: Rule, failure: Failure, program: CheckedProgram) -> tuple[str, ...]:
    """Return the exchange with the fewest malformed words that the program fails at in the same way."""
    for number in range(len(MALFORMED_POSITION) + 1):
        words = MALFORMED_POSITION[:number]
        fault = _fault_at(words, program.game, rule.part, program.settings)
        if fault and fault.kind == failure.fault.kind:
            break
    else:
        words, fault = MALFORMED_POSITION, failure.fault
    parts = dict(
        zip(program.command.split(" + "), (program.typed or program.command).split(" + "), strict=False)
    )
    command = parts.get(rule.part, rule.part).removeprefix(PERSISTENT_PREFIX).strip()
    if rule.part.startswith(PERSISTENT_PREFIX):
        typed = [f"start: {command}", "type: " + "\t".join(words)]
    else:
        typed = [f"type: {command} {join_words(words)}".rstrip()]
    limit = program.settings.limit.program_seconds
    return (*typed, *outcome_lines(fault, f"it ends by itself within {limit:g} s"))


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
