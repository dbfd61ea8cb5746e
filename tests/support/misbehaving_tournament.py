"""A tournament of thirteen players, ten of them misbehaving, played by the real command and checked."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.misbehaving_programs import ATTEMPTS, FAILING, FORFEIT_KINDS, PROCESS_MARK, write_players
from tests.support.programs import ROOT

SUCCESS_FORFEIT = "unintelligible move"  # the forfeit of a program that reports success instead of moving
# The sandbox capability that stops each program, and its forfeit without that capability.
UNCONFINED_FORFEITS = {
    "network call": ("no_network", SUCCESS_FORFEIT),
    "writes outside": ("no_files", SUCCESS_FORFEIT),
    "reads a neighbour": ("no_files", SUCCESS_FORFEIT),
    "kills its parent": ("no_survivors", "crash"),
}


class MisbehavingTournament:
    """The tournament in an empty folder."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._folder, self._outside = folder, Path.home() / f".outside-{os.getpid()}"
        self._server = socket.create_server(("127.0.0.1", 0))
        players = write_players(folder / "class", self._server.getsockname()[1], self._outside)
        command = [sys.executable, str(ROOT / "duel7.py"), "tournament", "class", *players, *words]
        self._call = [
            *command,
            "--pairs",
            "1",
            "--jobs",
            "2",
            "--nodes",
            "50",
            "--memory",
            "0.5",
        ]
        self._written = self._files()

    def output(self, *words: str) -> str:
        """Run the command and return its stdout."""
        return subprocess.run(
            [*self._call, *words], cwd=self._folder, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def play_and_check(self) -> dict[str, Any]:
        """Play the tournament and return its JSON.

        Check that each forfeit has its name, that no attempt succeeds where the sandbox prevents it, and that
        no process or file is left.
        """
        told: dict[str, Any] = json.loads(self.output("--json"))
        faults, held = {row["player"]: [*row["forfeits"]] for row in told["table"]}, told["sandbox"]
        wanted = {name: [FORFEIT_KINDS[name]] for name in FAILING} | {
            name: [kind] for name, (by, kind) in UNCONFINED_FORFEITS.items() if not held[by]
        }
        assert len(faults) == 13 and {*FAILING, *ATTEMPTS} < faults.keys()
        assert {name: kinds for name, kinds in faults.items() if kinds} == wanted, told["table"]
        assert self._was_reached() != held["no_network"] and self._outside.exists() != held["no_files"]
        self._outside.unlink(missing_ok=True)
        assert self._files() == self._written
        assert self._surviving_commands() == []
        return told

    def _files(self) -> list[Path]:
        return sorted(path.relative_to(self._folder) for path in self._folder.rglob("*"))

    def _was_reached(self) -> bool:
        """Return True if a program has connected to our server."""
        self._server.settimeout(0.1)
        try:
            self._server.accept()
        except TimeoutError:
            return False
        return True

    def _surviving_commands(self) -> list[str]:
        """Return the command lines of the players' processes that still run."""
        lines = [_command_of(process) for process in Path("/proc").glob("[0-9]*")]
        return [line for line in lines if PROCESS_MARK in line or str(self._folder / "class") in line]

    def close(self) -> None:
        """Close the server."""
        self._server.close()


def _command_of(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""
