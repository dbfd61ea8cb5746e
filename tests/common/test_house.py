"""The house: `lint-imports` (.ci/run) keeps the order of its rooms; here what else holds for every module."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "common").rglob("*.py"))
SCRIPTS = ("catsdogs", "duel7", "game", "squirrels", "walls")
GAME = re.compile(r"catsdogs|cats & dogs|circle.the.cat|catcher|duel7|squirrels?|\bwalls\b|game\.py", re.IGNORECASE)


def imported(path: Path) -> set[str]:
    """The first words of the modules that a source imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_of_common_names_a_game_not_even_as_an_example(module: Path) -> None:
    named = [line for line in module.read_text(encoding="utf-8").splitlines() if GAME.search(line)]
    assert not named and not imported(module) & set(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_imports_another(script: str) -> None:
    assert not imported(ROOT / f"{script}.py") & (set(SCRIPTS) - {script})


def test_every_room_says_in_one_docstring_what_lives_there() -> None:
    for path in MODULES:
        if path.name == "__init__.py":
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert len(body) == 1 and ast.get_docstring(ast.Module(body, [])), path


def test_every_room_is_installed() -> None:
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for path in MODULES:
        if path.name == "__init__.py":
            assert f'"{".".join(path.parent.relative_to(ROOT).parts)}"' in listed


def test_every_file_that_is_no_module_is_in_the_wheel() -> None:
    line = next(line for line in (ROOT / "pyproject.toml").read_text("utf-8").splitlines() if line.startswith("package-data"))
    packed = {ROOT / room.replace(".", "/") / name for room, names in literal(line) for name in names}
    found = {path for path in (ROOT / "common").rglob("*.*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert found == {path for pattern in packed for path in pattern.parent.glob(pattern.name)}


def literal(line: str) -> list[tuple[str, list[str]]]:
    """Names and lists of texts in a line of pyproject.toml."""
    return [(name, re.findall(r'"(.*?)"', texts)) for name, texts in re.findall(r'"([\w.]+)" = \[(.*?)\]', line)]
