"""The journal of a tournament under any sequence of games, crashes, resumptions and wrong headers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.tournament import Tournament
from common.rules.errors import BadInput
from common.search.limit import Limit

NAMES = ("anna", "bert", "random")


def planned(versions: dict[str, int], **changes: Any) -> Plan:
    """Return the plan with the given versions of the programs."""
    entrants = [Entrant(name, ("random", "random"), f"version {versions[name]}") for name in NAMES]
    return Plan("tests.support.bare_game", 0, entrants, 2, Limit(nodes=1), seed=3)._replace(**changes)


FIRST = dict.fromkeys(NAMES, 1)
TOTAL = planned(FIRST).total
OTHERS: dict[str, dict[str, Any]] = {
    "another seed": {"seed": 4},
    "another limit": {"limit": Limit(nodes=2)},
    "another form": {"rounds": 2},
    "another game": {"module": "tests.support.sixth_game"},
}


class Interrupted(Exception):
    """A crash between two games."""


class Kept(NamedTuple):
    """A game on a line of the file, and the versions of both programs that played it."""

    game: PlayedGame
    versions: dict[str, int]


class JournalMachine(RuleBasedStateMachine):
    """The model is the list of the calls and games on whole lines of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "games.jsonl"
        self.games: list[Kept] = []
        self.versions, self.calls = FIRST, 1
        self.tournament: Tournament | None = None

    def teardown(self) -> None:
        self.tournament = None  # releases the lock
        self.folder.cleanup()

    @initialize()
    def start(self) -> None:
        self.tournament = Tournament(planned(FIRST), self.file)

    def counted(self) -> list[PlayedGame]:
        """Return the games of unchanged programs, those of the same start and seats only once."""
        games = [
            kept.game
            for kept in self.games
            if all(kept.versions[name] == self.versions[name] for name in kept.game.players)
        ]
        return list({(game.start, game.players): game for game in games}.values())

    @precondition(lambda self: self.tournament)
    @rule(count=st.integers(1, 5))
    def play(self, count: int) -> None:
        """Play some games, then crash between two games, or finish."""
        assert self.tournament
        before = list(self.tournament.games)

        def stop(_: str) -> None:
            if len(self.tournament.games) >= len(before) + count:  # type: ignore[union-attr]
                raise Interrupted

        try:
            self.tournament.play(1, say=stop)
            assert len(self.tournament.games) == TOTAL
        except Interrupted:
            pass
        new = [game for place, game in self.tournament.games.items() if place not in before]
        self.games += [Kept(game, self.versions) for game in new]
        assert len(self.tournament.games) == min(len(before) + count, TOTAL)

    @precondition(lambda self: self.tournament)
    @rule()
    def crash(self) -> None:
        self.tournament = None

    @precondition(lambda self: not self.tournament and self.file.stat().st_size > 1)
    @rule(data=st.data())
    def cut(self, data: st.DataObject) -> None:
        """Lose the end of the last line, which a crash had not written yet. Header and call come first."""
        whole = self.file.read_bytes()
        lines = whole.splitlines(keepends=True)
        if b'"game"' not in lines[-1]:
            return
        count = data.draw(st.just(1) | st.integers(1, len(lines[-1])))
        if lines[-1].endswith(b"\n"):
            self.games.pop()
        self.file.write_bytes(whole[:-count])

    @precondition(lambda self: not self.tournament)
    @rule()
    def resume(self) -> None:
        self.tournament = Tournament(planned(self.versions), self.file)

    @precondition(lambda self: not self.tournament)
    @rule(name=st.sampled_from(NAMES), version=st.integers(1, 3))
    def resume_with_another_program(self, name: str, version: int) -> None:
        """Its games are played anew, unless the program is one that has played them before."""
        self.calls += version != self.versions[name]
        self.versions = self.versions | {name: version}
        self.tournament = Tournament(planned(self.versions), self.file)
        assert len(self.tournament.history.calls) == self.calls

    @precondition(lambda self: not self.tournament)
    @rule(change=st.sampled_from(sorted(OTHERS)))
    def resume_another_tournament(self, change: str) -> None:
        before = self.file.read_bytes()
        with pytest.raises(BadInput, match="journal of"):
            Tournament(planned(self.versions, **OTHERS[change]), self.file)
        assert self.file.read_bytes() == before

    @precondition(lambda self: self.tournament)
    @rule()
    def open_twice(self) -> None:
        with pytest.raises(BadInput, match="in use"):
            Tournament(planned(self.versions), self.file)

    @invariant()
    def finished_games_are_kept(self) -> None:
        if self.tournament:
            found = sorted(self.tournament.games.values(), key=lambda game: game.number)
            assert found == sorted(self.counted(), key=lambda game: game.number)
            assert self.file.read_bytes().count(b"\n") == 1 + self.calls + len(self.games)
            assert self.file.read_bytes().endswith(b"\n")
            numbers = [kept.game.number for kept in self.games]
            assert len({*numbers}) == len(numbers)


JournalMachine.TestCase.settings = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    stateful_step_count=15,
    suppress_health_check=list(HealthCheck),
)
TestJournal: Callable[..., Any] = JournalMachine.TestCase
