"""The journal of a tournament under any sequence of games, crashes, resumptions and wrong headers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from common.judge.tournament.participants import Entrant
from common.judge.tournament.tournament import Plan, PlayedGame, Tournament
from common.rules.errors import BadInput
from common.search.limit import Limit

ENTRANTS = [Entrant(name, ("random", "random")) for name in ("anna", "bert", "carl")]
PLAN = Plan("tests.support.bare_game", 0, ENTRANTS, 2, Limit(nodes=1), seed=3)
OTHERS = {
    "another seed": PLAN._replace(seed=4),
    "another limit": PLAN._replace(limit=Limit(nodes=2)),
    "fewer players": PLAN._replace(entrants=ENTRANTS[:2]),
    "another form": PLAN._replace(rounds=2),
    "another game": PLAN._replace(module="tests.support.sixth_game"),
}


class Interrupted(Exception):
    """A crash between two games."""


class JournalMachine(RuleBasedStateMachine):
    """The model is the list of the games on whole lines of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "games.jsonl"
        self.games: list[PlayedGame] = []
        self.tournament: Tournament | None = None

    def teardown(self) -> None:
        self.tournament = None  # releases the lock
        self.folder.cleanup()

    @initialize()
    def start(self) -> None:
        self.tournament = Tournament(PLAN, self.file)

    @precondition(lambda self: self.tournament)
    @rule(count=st.integers(1, 5))
    def play(self, count: int) -> None:
        """Play some games, then crash between two games, or finish."""
        assert self.tournament
        before = len(self.games)

        def stop(_: str) -> None:
            if len(self.tournament.games) >= before + count:  # type: ignore[union-attr]
                raise Interrupted

        try:
            self.tournament.play(1, say=stop)
            assert len(self.tournament.games) == PLAN.total
        except Interrupted:
            pass
        self.games += [*self.tournament.games.values()][before:]
        assert len(self.games) == min(before + count, PLAN.total)

    @precondition(lambda self: self.tournament)
    @rule()
    def crash(self) -> None:
        self.tournament = None

    @precondition(lambda self: not self.tournament and self.file.stat().st_size > 1)
    @rule(data=st.data())
    def cut(self, data: st.DataObject) -> None:
        """Lose the end of the last line, which a crash had not written yet. The header is written first."""
        whole = self.file.read_bytes()
        lines = whole.splitlines(keepends=True)
        if len(lines) == 1:
            return
        count = data.draw(st.just(1) | st.integers(1, len(lines[-1])))
        if lines[-1].endswith(b"\n"):
            self.games.pop()
        self.file.write_bytes(whole[:-count])

    @precondition(lambda self: not self.tournament)
    @rule()
    def resume(self) -> None:
        self.tournament = Tournament(PLAN, self.file)

    @precondition(lambda self: not self.tournament)
    @rule(change=st.sampled_from(sorted(OTHERS)))
    def resume_another_tournament(self, change: str) -> None:
        before = self.file.read_bytes()
        with pytest.raises(BadInput, match="journal of"):
            Tournament(OTHERS[change], self.file)
        assert self.file.read_bytes() == before

    @precondition(lambda self: self.tournament)
    @rule()
    def open_twice(self) -> None:
        with pytest.raises(BadInput, match="in use"):
            Tournament(PLAN, self.file)

    @invariant()
    def finished_games_are_kept(self) -> None:
        if self.tournament:
            assert [*self.tournament.games.values()] == self.games
            assert self.file.read_bytes().count(b"\n") == 1 + len(self.games)
            assert self.file.read_bytes().endswith(b"\n")
            assert sorted(self.tournament.games) == sorted({game.number for game in self.games})


JournalMachine.TestCase.settings = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    stateful_step_count=15,
    suppress_health_check=list(HealthCheck),
)
TestJournal: Callable[..., Any] = JournalMachine.TestCase
