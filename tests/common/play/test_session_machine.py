"""A session under any sequence of moves, undo, save, kill and resume: its record is always the game."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from common.play.session import Files, Session, SessionOptions
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from common.play.players import PlayerSettings
from common.play.record import load
from common.rules.errors import Leave
from tests.support.bare_game import GAME, Position

NAMES = dict.fromkeys(GAME.sides, "human")
COPIES = ("one.jsonl", "two.jsonl")


class SessionMachine(RuleBasedStateMachine):
    """Two humans at one keyboard. The model is the list of moves; `saved` holds the copies they saved."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "game.jsonl"
        self.moves: list[str] = []
        self.saved: dict[Path, bytes] = {}
        self.own: set[Path] = set()
        self.is_over = False

    def teardown(self) -> None:
        self.folder.cleanup()

    @initialize(heaps=st.lists(st.integers(1, 4), min_size=1, max_size=3))
    def start(self, heaps: list[int]) -> None:
        options = SessionOptions(NAMES, PlayerSettings(), Files(self.file))
        self.session = Session.new(GAME, Position(tuple(heaps)), options)

    def answer(self, text: str) -> None:
        """Type one answer; then the input ends, which leaves the game as it is."""
        answers = iter([text])

        def read_line(*_: object) -> str:
            for answer in answers:
                return answer
            raise EOFError

        with patch("common.play.questions.read_line", read_line):
            try:
                self.session.run()
                self.is_over = True
            except Leave as leaving:
                assert leaving.status == 1

    def position(self) -> Any:
        return self.session.record.history[-1]

    @precondition(lambda self: not self.is_over)
    @rule(number=st.integers(0, 11))
    def play(self, number: int) -> None:
        legal = self.position().moves()
        text = self.position().text(legal[number % len(legal)])
        self.answer(text)
        self.moves.append(text)

    @precondition(lambda self: not self.is_over)
    @rule()
    def undo(self) -> None:
        self.answer("undo")
        del self.moves[-1:]

    @precondition(lambda self: not self.is_over)
    @rule(text=st.sampled_from(["", "9:9", "0:0", "oops", "moves", "help", "board"]))
    def ask_or_mistype(self, text: str) -> None:
        self.answer(text)

    @precondition(lambda self: not self.is_over)
    @rule(name=st.sampled_from(COPIES))
    def save(self, name: str) -> None:
        """Save a copy. A session overwrites its own copies, and no other file."""
        target = self.file.with_name(name)
        self.answer(f"save {target}")
        if target in self.own or target not in self.saved:
            self.own.add(target)
            self.saved[target] = self.file.read_bytes()

    @precondition(lambda self: not self.is_over)
    @rule()
    def resume(self) -> None:
        """Kill the program between two moves, and resume its record."""
        saved = load(GAME, self.file)
        self.session = Session.resume(saved, SessionOptions(NAMES, PlayerSettings(), Files(self.file)))
        self.own = set()

    @precondition(lambda self: self.moves)
    @rule(data=st.data())
    def kill_while_writing(self, data: st.DataObject) -> None:
        """Kill the program while it writes the last line, and resume. A line without its end is lost."""
        whole = self.file.read_bytes()
        last = whole.splitlines(keepends=True)[-1]
        count = data.draw(st.just(1) | st.integers(1, len(last)))
        self.file.write_bytes(whole[:-count])
        if last.endswith(b"\n") and count == 1:  # the line itself is whole
            if not self.is_over:
                self.resume()
        elif self.is_over:
            self.is_over = False
            self.resume()
            self.answer("")  # the last position is over, so that the game ends without a question
            assert self.is_over
        else:
            self.moves.pop()
            self.resume()

    @invariant()
    def record_is_the_game(self) -> None:
        found = load(GAME, self.file)
        assert [entry["move"] for entry in found.moves] == self.moves
        assert [entry["ply"] for entry in found.moves] == [*range(1, len(self.moves) + 1)]
        assert found.history == self.session.record.history
        assert (found.recorded_outcome is not None) == self.is_over

    @invariant()
    def copies_are_whole(self) -> None:
        assert {path: path.read_bytes() for path in self.saved} == self.saved


SessionMachine.TestCase.settings = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    stateful_step_count=15,
    suppress_health_check=list(HealthCheck),
)
TestSession: Callable[..., Any] = SessionMachine.TestCase
