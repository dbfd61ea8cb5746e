"""Tournaments: many players, each start position with both seatings, in several processes.

Every finished game goes into a journal. A later call keeps the games of those programs that have not changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

from common.judge.journal import Journal
from common.judge.processes import run_parallel
from common.judge.tournament.game_logs import GameLogs, logs_folder
from common.judge.tournament.history import Call, History
from common.judge.tournament.plan import Plan, in_order_of
from common.judge.tournament.played_game import FinishedGame, GameTask, journal_entry, play_game
from common.judge.tournament.schedule import Schedule, Slot
from common.play.player_registry import warm_up


class Tournament(Schedule):
    """A plan with its journal and its logs: it plays the games that are left."""

    def __init__(self, plan: Plan, journal: Path | None = None) -> None:
        """Open a journal, if given, create it if necessary, and keep its games of unchanged programs.

        Raise BadInput if it belongs to another tournament, is malformed or in use, OSError if it cannot be
        read or written.
        """
        self._journal, self.history = Journal(journal, plan.journal_header()), History(plan)
        self._journal.read(self.history.parse, "a game")
        self.is_new_call = self._begin_call({entrant.name: entrant.digest for entrant in plan.entrants})
        self._before = self.history.last_number
        self.logs = GameLogs(logs_folder(journal) if journal else None)
        last = len(self.history.calls) - 1
        super().__init__(in_order_of(plan, list(self.history.calls[last].players)), self.history.kept(last))

    def _begin_call(self, players: dict[str, str]) -> bool:
        """Begin a call of players with their digests. Return False if the last call is resumed instead.

        That is so if it had the same players and programs, in whatever order.
        """
        calls = self.history.calls
        if calls and calls[-1].players == players:
            return False
        calls.append(Call(date.today().isoformat(), players))
        self._journal.add({"call": len(calls), **calls[-1]._asdict()})
        return True

    @property
    def has_journal(self) -> bool:
        """True if the games are kept in a journal."""
        return self._journal.path is not None

    def location_of(self, number: int) -> str:
        """Return the place of a game in the journal, for messages."""
        return f"{self._journal.path}: game {number}" if self._journal.path else f"game {number}"

    def news(self) -> str:
        """Describe how a new call differs from the one before; empty if there is none, or it is resumed."""
        if not self.is_new_call or len(self.history.calls) == 1:
            return ""
        kept = f"{len(self.games)} of {self.plan.total} games are kept"
        return f"Call {len(self.history.calls)}: {self.history.changes()}; {kept}"

    def play(
        self, jobs: int, cluster: str | None = None, say: Callable[[str], None] = lambda text: None
    ) -> None:
        """Play the remaining games; each is stored as soon as it ends, so an interrupt loses none.

        `jobs` and `cluster` are those of `run_parallel`. `say` receives the progress as text. Raise OSError
        if the journal cannot be written, ImportError as `run_parallel`.
        """
        warm_up(self.plan.game, self.plan.game.starts.opening(0, self.plan.size))
        began, before = time.monotonic(), len(self.games)
        say(self._progress(began, before))
        for slots in self.batches():
            tasks = list(map(self._task, slots))
            with closing(run_parallel(play_game, tasks, jobs, cluster, ordered=False)) as results:
                for finished in results:
                    self._store(finished)
                    say(self._progress(began, before))

    def _store(self, finished: FinishedGame) -> None:
        """Keep a game and its log, the log first: a game in the journal has one."""
        played, log = finished
        self.logs.add(played.number, log)
        self._journal.add(journal_entry(played))
        self.history.add(played)
        self.games[played.number - self._before] = played

    def _progress(self, began: float, before: int) -> str:
        done, total = len(self.games), self.plan.total
        now = done - before
        if not now:
            return f"{done} of {total} games"
        left = _duration((time.monotonic() - began) * (total - done) / now)
        return f"{done} of {total} games, about {left} left"

    def _task(self, slot: Slot) -> GameTask:
        plan = self.plan
        one, other = (plan.entrants[player] for player in slot.seating)
        return GameTask(
            plan.module,
            plan.size,
            plan.limit,
            plan.seed,
            self._before + slot.place,
            slot.start,
            (one.name, other.name),
            (one.seats[0], other.seats[1]),
            plan.confinement,
        )


def _duration(seconds: float) -> str:
    """Format a duration roughly."""
    minutes = seconds / 60
    return (
        f"{seconds:.0f} s"
        if minutes < 2
        else f"{minutes:.0f} min"
        if minutes < 120
        else f"{minutes / 60:.1f} h"
    )
