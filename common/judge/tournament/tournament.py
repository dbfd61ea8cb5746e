"""Tournaments: many players, each start position with both seatings, in several processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

from common.judge.processes import run_parallel
from common.judge.tournament.played_game import GameTask, play_game
from common.judge.tournament.schedule import Schedule, Slot


class Tournament(Schedule):
    """A schedule that plays its games."""

    def play(
        self, jobs: int, cluster: str | None = None, say: Callable[[str], None] = lambda text: None
    ) -> None:
        """Play all games.

        `jobs` and `cluster` are those of `run_parallel`. `say` receives the progress as text. Raise
        ImportError as `run_parallel`.
        """
        began = time.monotonic()
        say(self._progress(began))
        tasks = list(map(self._task, self.slots()))
        with closing(run_parallel(play_game, tasks, jobs, cluster, ordered=False)) as results:
            for played in results:
                self.games[played.number] = played
                say(self._progress(began))

    def _progress(self, began: float) -> str:
        done, total = len(self.games), self.plan.total
        if not done:
            return f"{done} of {total} games"
        left = _duration((time.monotonic() - began) * (total - done) / done)
        return f"{done} of {total} games, about {left} left"

    def _task(self, slot: Slot) -> GameTask:
        plan = self.plan
        one, other = (plan.entrants[player] for player in slot.seating)
        return GameTask(
            plan.module,
            plan.size,
            plan.limit,
            plan.seed,
            slot.place,
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
