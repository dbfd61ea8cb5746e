"""The engine of the pages, in Node: the same modules that a worker of a browser runs."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from common.command.wasm import MODULE_FOLDER

from common.kernels.kernel import State
from common.search.limit import Level

NODE = shutil.which("node")
# At its end Node may wait for ever for a background compilation that waits for it (nodejs/node issue 54918).
NODE_OPTIONS = ("--no-concurrent-recompilation",)
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed")
Message = dict[str, Any]


@cache
def script_folder() -> Path:
    """Return a folder with the JavaScript modules and the script that asks them."""
    folder = Path(tempfile.mkdtemp())
    for source in (*MODULE_FOLDER.parent.glob("*.js"), *Path(__file__).parent.glob("*.mjs")):
        shutil.copy(source, folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


def run_node(script: str, asked: Any) -> str:
    """Run a script of the folder with a question in JSON types on stdin, and return its output."""
    assert NODE
    done = subprocess.run(
        [NODE, *NODE_OPTIONS, str(script_folder() / script)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def question(state: State, level: Level, thorough: bool = False, is_analysis: bool = True) -> Message:
    """Return a question about a state, as the page asks it."""
    limits = {
        **level.limit._asdict(),
        "ignoredPart": level.ignored_part,
        "margin": level.margin,
        "seed": level.seed,
    }
    words = [f"{word}n" for word in state]
    return {
        "id": 0,
        "state": words,
        "setup": None,
        "level": limits,
        "thorough": thorough,
        "isAnalysis": is_analysis,
    }


def ask_engine(
    game: str, modules: Sequence[str], questions: Iterable[Message], files: Sequence[Path] = ()
) -> list[list[Message]]:
    """Return the messages that answer each question, by one engine that keeps its tables."""
    asked: Message = {"game": game, "folder": str(MODULE_FOLDER), "modules": list(modules)}
    asked |= {"files": list(map(str, files)), "questions": list(questions)}
    return [json.loads(line) for line in run_node("ask_engine.mjs", asked).splitlines()]
