"""Grading of one submission: protocol check, cases of the game, games against the ladder.

Everything that happens is an event, a dictionary for JSON. The process that grades writes each event as soon
as it happens, so that none is lost if the process is stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.failure_example import CheckedProgram, exchange_lines
from common.judge.kit.settings import KitSettings, Rung
from common.judge.kit.submission import FoundProgram, find_program
from common.judge.match.games import load_game, name_for_side, overruns_of, player_settings, points_for
from common.judge.protocol_check import NEVER_ENDING, Rule, check_protocol, explain
from common.play.game import Game
from common.play.player_registry import player_of, warm_up
from common.play.players import PlayerSettings
from common.programs.confinement import Confinement
from common.programs.interpreters import public_interpreter
from common.programs.program_store import ProgramStore
from common.programs.runtime import Runtime
from common.programs.sandbox import sandbox_for
from common.rules.errors import BadInput
from common.rules.game_loop import GameLoop
from common.search.limit import Limit

MAX_LATE_GAMES = 3  # games lost by time; the others are then lost without being played
AnyGame = Game[Any, Any]
Event = dict[str, Any]


class GradedCommand(NamedTuple):
    """A program for the cases of a game: its command, its seconds per case, and its confinement."""

    words: list[str]
    seconds: float
    confinement: Confinement


class GradingTask(NamedTuple):
    """A submission to grade: its program, the game, the settings, and how programs are confined."""

    game: AnyGame
    program: FoundProgram
    settings: KitSettings
    confinement: Confinement

    @property
    def player_settings(self) -> PlayerSettings:
        """The settings of the players: the same starts and seeds for every submission."""
        limit = Limit(seconds=self.settings.seconds)
        return player_settings(limit, self.settings.seed, self.confinement)


def grade_submission(root: Path, settings: KitSettings, store: ProgramStore) -> Iterator[Event]:
    """Grade the submission in `root/submission` and yield all events. Raise OSError."""
    game = load_game(settings.game)
    runtime = Runtime(public_interpreter())
    confinement = confinement_of(root, settings, runtime, store)
    yield {"event": "sandbox", "text": str(sandbox_for(confinement).summary())}
    try:
        program = find_program(game, root / "submission", settings, runtime, store)
    except BadInput as problem:
        yield {"event": "refused", "text": str(problem)}
        return
    warm_up(game, game.starts.opening(0))
    task = GradingTask(game, program, settings, confinement)
    yield from check_rules(task)
    if settings.case_points:
        yield from grade_cases(task, root / "source" / "cases")
    yield from play_ladder(task)


def confinement_of(root: Path, settings: KitSettings, runtime: Runtime, store: ProgramStore) -> Confinement:
    """Return the conditions for a submitted program: it may not read anything of the kit."""
    limits = Confinement(settings.memory, grace=settings.grace, temporary_folder=store.root)
    secret = (root / name for name in ("source", "results", "submission", "environment"))
    return runtime.isolate(limits).with_secret(*secret)


def check_rules(task: GradingTask) -> Iterator[Event]:
    """Check the protocol and yield an event for each rule, with an exchange for a broken one."""
    command, settings = task.program.command, task.player_settings
    checked = CheckedProgram(task.game, command, settings, task.program.typed)
    for rule in check_protocol(task.game, command, settings, task.settings.positions):
        lines = _exchange(rule, checked, task.settings.positions)
        yield {"event": "rule", **rule.facts(), "exchange": list(map(str, lines))}


def _exchange(rule: Rule, checked: CheckedProgram, count: int) -> Sequence[str]:
    """Return the exchange of a broken rule. A program that may hang is not asked again."""
    if rule.failure and rule.failure.asked and rule.failure.fault.kind in NEVER_ENDING:
        return exchange_lines(checked, rule.failure._replace(asked=rule.failure.asked[-1:]))
    return explain(rule, checked, count)


def grade_cases(task: GradingTask, folder: Path) -> Iterator[Event]:
    """Grade the cases of a game that has some; yield an event for each."""
    grader = task.game.load_module("kit_cases")
    program = GradedCommand(task.program.words, task.settings.case_seconds, task.confinement)
    for result in grader.grade_kit_cases(task.game, folder, program):
        yield {"event": "case", **result}


# THE LADDER


def play_ladder(task: GradingTask) -> Iterator[Event]:
    """Play the games against all opponents and yield an event for each.

    Every opponent's first pair comes before any second one, so that a part of the games means something.
    After `MAX_LATE_GAMES` games lost by time the rest is not played.
    """
    late = 0
    for pair in range(task.settings.pairs):
        for number, rung in enumerate(task.settings.ladder):
            for side in task.game.sides:
                if late >= MAX_LATE_GAMES:
                    reason = f"not played, since {MAX_LATE_GAMES} games were lost by time before"
                    yield {"event": "game", "rung": number, "side": side, "points": 0.0, "text": reason}
                    continue
                event = play_ladder_game(task, rung, pair, side)
                late += event["kind"] == "time"
                yield {**event, "rung": number}


def play_ladder_game(task: GradingTask, rung: Rung, pair: int, side: str) -> Event:
    """Play one game against an opponent, with the submission on a side; return the event without a rung."""
    game, settings = task.game, task.player_settings
    settings = settings._replace(seed=task.settings.seed + pair)
    start = game.starts.opening(task.settings.seed + pair)
    own = name_for_side(task.program.command, side, game.sides)
    program = player_of(game, side, own, settings, start)
    other = player_of(game, game.other(side), rung.player, settings, start)
    loop = GameLoop([start], {side: program, game.other(side): other})
    times = [ply.seconds for ply in loop.plies() if ply.player is program]
    outcome, forfeit = loop.final_outcome(), loop.forfeit
    lost = forfeit if forfeit and forfeit.side == side else None
    text = (
        f"{outcome.reason} (last line on stderr: {lost.error.detail})"
        if lost and lost.error.detail
        else outcome.reason
    )
    return {
        "event": "game",
        "side": side,
        "points": points_for(side, outcome),
        "text": str(text),
        "kind": str(lost.error.kind) if lost else "",
        "fastest": round(min(times), 4) if times else None,
        "slowest": round(max(times), 4) if times else None,
        "overruns": [list(one) for one in overruns_of(program)],
    }
