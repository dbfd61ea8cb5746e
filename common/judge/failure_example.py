"""The smallest input found in which a program breaks a rule, as an exchange to repeat by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from common.judge.match.games import name_for_side
from common.play.game import Game, join_words
from common.play.player_registry import player_of
from common.play.players import PERSISTENT_PREFIX, PlayerSettings
from common.rules.errors import quoted
from common.rules.game_loop import closing_players
from common.rules.player import ForfeitError

MAX_TRIES = 12  # positions asked in search of a smaller one
NOT_A_MOVE = ("crash", "time", "flood", "excess")  # kinds of forfeit without an answer


class Failure(NamedTuple):
    """A question that a program failed: its fault, and the positions asked, the failed one last.

    Most programs fail at one position, asked alone. One that fails only after earlier questions has several.
    """

    fault: ForfeitError
    asked: tuple[Any, ...]


class CheckedProgram(NamedTuple):
    """A program under test: its game, its command (as run, and as people type it), and its settings."""

    game: Game[Any, Any]
    command: str
    settings: PlayerSettings
    typed: str = ""

    def fault_after(self, asked: Sequence[Any]) -> ForfeitError | None:
        """Ask a new process about positions in turn; return its fault at the last one, or None."""
        side = asked[-1].turn
        name = name_for_side(self.command, side, self.game.sides)
        player = player_of(self.game, side, name, self.settings, asked[0])
        answered = 0
        try:
            with closing_players([player]):
                for position in asked:
                    player(position)
                    answered += 1
        except ForfeitError as fault:
            return fault if answered == len(asked) - 1 else None
        return None

    def typed_for(self, side: str) -> str:
        """Return the command for a side as people type it, without `persistent:`."""
        command = name_for_side(self.typed or self.command, side, self.game.sides)
        return command.removeprefix(PERSISTENT_PREFIX).strip()

    def is_persistent(self, side: str) -> bool:
        """Return True if the program for a side is persistent."""
        return name_for_side(self.command, side, self.game.sides).startswith(PERSISTENT_PREFIX)


def smallest_failure(program: CheckedProgram, found: Failure, candidates: Iterable[Any]) -> Failure | None:
    """Return the smallest failure of the same kind that was found by asking again.

    First the failed position is asked alone, then together with ever more of the positions before it. If it
    fails alone, the smaller ones among the `candidates` are asked, the smallest first, at most `MAX_TRIES`.
    Return None if the program does not fail again.
    """
    again = next(_failures(program, found.fault.kind, _last_parts(found.asked)), None)
    if again is None or len(again.asked) > 1:
        return again
    size = _size_in(program.game)
    smaller = sorted((one for one in candidates if size(one) < size(again.asked[0])), key=size)
    alone = ((position,) for position in smaller[:MAX_TRIES])
    return next(_failures(program, found.fault.kind, alone), again)


def _failures(program: CheckedProgram, kind: str, questions: Iterable[tuple[Any, ...]]) -> Iterator[Failure]:
    """Yield the failures of one kind among questions, each asked of a new process."""
    for asked in questions:
        fault = program.fault_after(asked)
        if fault and fault.kind == kind:
            yield Failure(fault, asked)


def _last_parts(asked: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the last position, then the last 2, 4, 8 ..., and finally all."""
    count = 1
    while count < len(asked):
        yield asked[-count:]
        count *= 2
    yield asked


def _size_in(game: Game[Any, Any]) -> Callable[[Any], tuple[int, int]]:
    """Return the measure of a position: its number of moves, then the length of its text."""
    return lambda position: (len(position.moves()), len(join_words(game.notation.write(position))))


def exchange_lines(program: CheckedProgram, failure: Failure) -> tuple[str, ...]:
    """Return the lines of a failed exchange: what to type, what happens then, and what was expected."""
    position, side = failure.asked[-1], failure.asked[-1].turn
    command = program.typed_for(side)
    if program.is_persistent(side):
        typed = [
            f"start: {command}",
            *("type: " + "\t".join(program.game.notation.write(one)) for one in failure.asked),
        ]
    else:
        lines = program.game.players.lines_to_type(command, position)
        typed = [f"type: {line}" for line in lines]
    return (*typed, *outcome_lines(failure.fault, _expected(program, failure.fault.kind, position)))


def outcome_lines(fault: ForfeitError, expected: str) -> list[str]:
    """Return the lines about what happened, and what was expected instead."""
    happened = f"result: {fault}"
    if fault.detail:
        happened = f"result: {fault}; on stderr: {quoted(fault.detail)}"
    return [happened, f"expected: {expected}"]


def _expected(program: CheckedProgram, kind: str, position: Any) -> str:
    """Return the answer that would keep the rule."""
    move = position.text(position.moves()[0])
    if kind == "time":
        seconds = program.settings.limit.program_seconds
        return f"a move within {seconds:g} s, e.g. {move}"
    if kind in NOT_A_MOVE:
        return f"a move and no failure, e.g. {move}"
    return f"a legal move, e.g. {move}"
