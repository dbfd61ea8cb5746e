"""Call paths through `common/` in four commands: re-entries into a module, and upward calls."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import typer

from tests.bench.lines import Line, line
from tests.bench.trace_calls import Call
from tests.support.game_cases import EXAMPLE
from tests.support.programs import ROOT

TRACER = ROOT / "tests" / "bench" / "trace_calls.py"
START = ("X", "X a1 a2 a3 O g5 g6 g7", "40")
GAME_OPTIONS = ("--x", "engine", "--o", "greedy", "--nodes", "300", "--turns", "12", "--seed", "3")
CUT_AFTER = 9  # moves before the game is resumed
CASES = {
    "game.py CAT BLOCKS EXITS": ("game.py", *EXAMPLE),
    "duel7.py move --seconds 1": ("duel7.py", "move", *START, "--seconds", "1"),
    "duel7.py play --resume": ("duel7.py", "play", "--resume", "game.jsonl"),
    "a game of a tournament": ("tournament",),
}


def run(
    tree: Path = typer.Option(ROOT, help="source tree to measure, such as another commit"),
) -> Iterator[Line]:
    """Count re-entries and upward calls; each pair of functions counts once.

    A re-entry calls a module that is still waiting for another call. An upward call goes to a higher layer.
    Calls into a game's own code are left out, because every layer may ask the game.
    """
    layers = layers_of(tree)
    yield line(f"{'':26} {'re-entries':>10} {'upward calls':>12}")
    with tempfile.TemporaryDirectory() as folder:
        save_unfinished_game(tree, Path(folder))
        for name, words in CASES.items():
            calls = shared_calls(trace_case(tree, words, folder), layers)
            again = [call_text(call) for call in calls if call.is_waiting]
            up = [call_text(call) for call in calls if is_upward(call, layers)]
            text = f"{name:26} {len(again):10} {len(up):12}"
            yield line(text, case=name, reentries=again, upward_calls=up, calls=len(calls))


def layers_of(tree: Path) -> list[str]:
    """Return the packages of `common/`, the highest first, as listed in pyproject.toml."""
    found = re.search(r"^layers = (\[.*?\])", (tree / "pyproject.toml").read_text("utf-8"), re.M | re.S)
    assert found, "expected the layers in pyproject.toml"
    return [str(name) for name in json.loads(found[1])]


def save_unfinished_game(tree: Path, folder: Path) -> None:
    """Save the game to be resumed."""
    file = folder / "game.jsonl"
    command = [sys.executable, str(tree / "duel7.py"), "play", *GAME_OPTIONS, "--record", str(file)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[: 1 + CUT_AFTER]), "utf-8")


def trace_case(tree: Path, words: tuple[str, ...], folder: str) -> list[Call]:
    """Trace a case in a process of its own, after a first run that fills the caches."""
    command = [sys.executable, str(TRACER), str(tree), *words]
    for _ in range(2):
        kept = (Path(folder) / "game.jsonl").read_bytes()
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        (Path(folder) / "game.jsonl").write_bytes(kept)
    return [Call(*entry) for entry in json.loads(done.stderr.splitlines()[-1])]


def shared_calls(calls: list[Call], layers: list[str]) -> list[Call]:
    """Return the calls into another module of the shared packages."""
    crossing = (call for call in calls if module_of(call.caller) != module_of(call.callee))
    return [call for call in crossing if package_of(call.callee) in layers[1:]]


def is_upward(call: Call, layers: list[str]) -> bool:
    """Return True if a shared package calls a higher layer."""
    caller, callee = package_of(call.caller), package_of(call.callee)
    return caller in layers[1:] and layers.index(callee) < layers.index(caller)


def module_of(function: str) -> str:
    """Return the module of a function, as a path."""
    return function.partition(":")[0]


def package_of(function: str) -> str:
    """Return the package of a function, directly below `common/`; empty for a script."""
    parts = module_of(function).split("/")
    return parts[1] if parts[0] == "common" and len(parts) > 2 else ""


def call_text(call: Call) -> str:
    """Return a call as text."""
    return f"{call.caller} -> {call.callee}"
