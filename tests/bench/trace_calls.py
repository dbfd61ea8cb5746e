"""The tracer of `call_paths`: run one case and print its calls between modules as JSON.

It imports nothing of the project, so that it can run on the sources of another commit.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

FUNCTION = 1  # CO_OPTIMIZED: the code of a function, not of a module or a class


class Call(NamedTuple):
    """A call of one function (`module:function`) by another; `is_waiting` if it re-enters a module."""

    caller: str
    callee: str
    is_waiting: bool


class CallTrace:
    """The calls between the modules of a source tree, each pair of functions once, in order.

    The trace starts with the call of `first`. Code that runs while a module is imported is left out.
    """

    def __init__(self, tree: Path, first: str) -> None:
        self._prefix = f"{tree}{os.sep}"
        self._first: str | None = first
        self._pairs = set[tuple[CodeType, CodeType]]()
        self._imports = 0
        self.calls = list[Call]()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Handle an event of `sys.setprofile`."""
        module = self._module(frame.f_code)
        if module is None or event not in ("call", "return") or self._is_before_first(frame):
            return
        if not frame.f_code.co_flags & FUNCTION:
            self._imports += 1 if event == "call" else -1
        elif event == "call" and self._imports <= 0:
            self._record(frame)

    def _is_before_first(self, frame: FrameType) -> bool:
        """Return True until the first function is called."""
        if self._first == frame.f_code.co_name:
            self._first = None
        return self._first is not None

    def _module(self, code: CodeType) -> str | None:
        """Return the path of a code object's module in the tree; None outside the product."""
        name = code.co_filename
        if not name.startswith(self._prefix):
            return None
        path = name[len(self._prefix) :]
        return path if path.startswith("common") or os.sep not in path else None

    def _record(self, frame: FrameType) -> None:
        """Record the call of a frame, unless its pair of functions is known."""
        frames = self._callers(frame)
        caller = next(frames, None)
        if caller is None or (caller, frame.f_code) in self._pairs:
            return
        self._pairs.add((caller, frame.f_code))
        waiting = {self._module(code) for code in frames}
        module = self._module(frame.f_code)
        self.calls.append(Call(self._name(caller), self._name(frame.f_code), module in waiting))

    def _callers(self, frame: FrameType) -> Iterator[CodeType]:
        """Yield the product's functions that wait for a frame, the innermost first."""
        caller = frame.f_back
        while caller:
            if self._module(caller.f_code):
                yield caller.f_code
            caller = caller.f_back

    def _name(self, code: CodeType) -> str:
        return f"{self._module(code)}:{code.co_name}"


def tournament_game() -> None:
    """Play one game of a tournament in this process."""
    tournament: Any = import_module("common.judge.tournament.played_game")
    limit: Any = import_module("common.search.limit")
    players = ("engine", "greedy")
    task = tournament.GameTask("duel7", 0, limit.Limit(nodes=200), 1, 0, 0, players, players)
    tournament.play_game(task)


def run(script: str, words: list[str]) -> None:
    """Run a script of the tree as its user does."""
    sys.argv = [script, *words]
    runpy.run_path(script, run_name="__main__")


def main(tree: Path, case: str, words: list[str]) -> None:
    """Trace a case; print its calls on the last line of stderr, where no game prints."""
    sys.path[0] = str(tree)
    trace = CallTrace(tree, "play_game" if case == "tournament" else "console")
    os._exit = sys.exit  # type: ignore[assignment]  # `move` would exit before we can print
    sys.setprofile(trace)
    try:
        if case == "tournament":
            tournament_game()
        else:
            run(str(tree / case), words)
    except SystemExit as ending:
        if ending.code:
            raise
    finally:
        sys.setprofile(None)
    print(json.dumps(trace.calls), file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
