"""A tournament of sixteen players, ten of them bad, by the real command; and what must be so after it, whatever holds programs here."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.bad_programs import FAIL, KINDS, MARK, TRY, write_players
from tests.support.programs import ROOT

GOT_THROUGH = "unintelligible move"  # what a program says then
NOT_KEPT = {  # by what each is held, and what it loses by where that does not hold
    "network call": ("no_network", GOT_THROUGH),
    "writes outside": ("no_files", GOT_THROUGH),
    "reads a neighbour": ("no_files", GOT_THROUGH),
    "kills its parent": ("no_survivors", "crash"),
}


class Sixteen:
    """The tournament in an empty folder; with the same words it goes on, or tells what came of it."""

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
            "--journal",
            "games.jsonl",
        ]
        self._written = self._files()

    def say(self, *words: str) -> str:
        """What the command prints."""
        return subprocess.run(
            [*self._call, *words], cwd=self._folder, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def played(self) -> dict[str, Any]:
        """What it tells programs. Each fault that costs a game has its name; nobody gets through, nothing runs on or is written."""
        told: dict[str, Any] = json.loads(self.say("--json"))
        faults, held = {row["player"]: [*row["forfeits"]] for row in told["table"]}, told["sandbox"]
        wanted = {name: [KINDS[name]] for name in FAIL} | {
            name: [kind] for name, (by, kind) in NOT_KEPT.items() if not held[by]
        }
        assert len(faults) == 17 and {*FAIL, *TRY} < faults.keys()
        assert {name: kinds for name, kinds in faults.items() if kinds} == wanted, told["table"]
        assert self._was_reached() != held["no_network"] and self._outside.exists() != held["no_files"]
        self._outside.unlink(missing_ok=True)
        assert self._files() == sorted([*self._written, Path("games.jsonl")])
        assert self._left() == []
        return told

    def _files(self) -> list[Path]:
        return sorted(path.relative_to(self._folder) for path in self._folder.rglob("*"))

    def _was_reached(self) -> bool:
        """True if a program has called us."""
        self._server.settimeout(0.1)
        try:
            self._server.accept()
        except TimeoutError:
            return False
        return True

    def _left(self) -> list[str]:
        """The command lines of what still runs of the players."""
        lines = [_command_of(process) for process in Path("/proc").glob("[0-9]*")]
        return [line for line in lines if MARK in line or str(self._folder / "class") in line]

    def close(self) -> None:
        """Listen no more."""
        self._server.close()


def _command_of(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""
