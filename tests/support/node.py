"""The engine of the pages, in Node: the same script that a worker of a browser runs."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from common.kernels.kernel import State
from common.kernels.linked_kernels import LinkedKernels
from common.play.browser_page import module_facts
from common.play.browser_scripts import FOLDER
from common.search.limit import Level

NODE = shutil.which("node")
# At its end Node may wait for ever for a background compilation that waits for it (nodejs/node issue 54918).
NODE_OPTIONS = ("--no-concurrent-recompilation",)
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed")
Answer = dict[str, Any]


@cache
def script_folder() -> Path:
    """Return a folder with the scripts of a page and the script that asks the engine."""
    folder = Path(tempfile.mkdtemp())
    for source in (*FOLDER.glob("*.js"), *Path(__file__).parent.glob("*.mjs")):
        shutil.copy(source, folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


def ask_engine(
    game: str, linked: LinkedKernels | None, states: Sequence[State], level: Level, **about: Any
) -> list[Answer]:
    """Return the answers about each state, by one engine that keeps its tables.

    An answer has the reports of all depths, and the move. A game without kernels has states of small numbers.
    `about` is more of the question: `setup`, and `isAnalysis`, by default True.
    """
    limits = {**level._asdict(), **level.limit._asdict(), "ignoredPart": level.ignored_part}
    common = {"game": game, "name": linked and linked.name, "level": limits, "isAnalysis": True} | about
    questions = [common | {"state": [f"{word}n" for word in state] if linked else state} for state in states]
    modules = {linked.name: module_facts(linked)} if linked else {}
    assert NODE
    done = subprocess.run(
        [NODE, *NODE_OPTIONS, str(script_folder() / "ask_engine.mjs")],
        input=json.dumps({"modules": modules, "questions": questions}),
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
