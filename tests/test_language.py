"""Circle the Cat in Portuguese: no text without its translation, and real commands that show them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Run
from programs import on_unix, program, terminal

from common.language import CATALOGUES, read_catalogue, speak, translated, without_accents

PORTUGUESE = CATALOGUES["pt"]
assert PORTUGUESE
CATALOGUE = read_catalogue(PORTUGUESE)
TELLING = {"BadInput", "PlayerFault", "Leave", "say", "dim", "ask", "translated", "say_again", "Outcome", "ValueError"}
HELP_PAGES = {"commands", "add_replay", "help_text"}  # `--help` is English
NOT_PLAYING = {"options", "match", "jobs", "kernel"}  # help pages, the tables of `bench`, compiling


def modules_of(name: str, seen: set[str]) -> set[str]:
    """A module of ours and all that it imports, wherever it does."""
    path = ROOT / (name.replace(".", "/") + ".py")
    if name in seen or not path.exists():
        return seen
    seen.add(name)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("common"):
            for found in [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]:
                modules_of(found, seen)
    return seen


def texts_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every string that is no docstring; what an f-string fills in is spelt 7."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name in HELP_PAGES:
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values]
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        else:
            yield from texts_in(node)


if __name__ == "__main__":
    speak("pt")
    for name in sorted(modules_of("game", set())):
        for line, text in texts_in(ast.parse((ROOT / (name.replace(".", "/") + ".py")).read_text(encoding="utf-8"))):
            if re.search("[a-z]{2}.* |[a-z]{2} ", text) and translated(text) == text and translated("Cat " + text) == "Cat " + text:
                print(name, line, repr(text))
