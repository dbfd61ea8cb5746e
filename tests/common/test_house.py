"""The structure of the product: `lint-imports` (.ci/run) holds the order of its packages; here what else holds."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.imports import ROOT, SCRIPTS, circle, graph, modules, reached

PACKAGES = sorted(path for path in modules().values() if path.name == "__init__.py")
REACHED_BY_ONE: dict[str, str] = {}  # shared modules that one game alone reaches, with the reason


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_imports_no_other_script(script: str) -> None:
    assert not set(graph()[script]) & (set(SCRIPTS) - {script})


def test_common_imports_a_script_for_types_only() -> None:
    shared = {name: set(imports) for name, imports in graph(with_types=False).items() if name not in SCRIPTS}
    assert not [name for name, imports in shared.items() if imports & set(SCRIPTS)]


def test_imports_run_in_no_circle() -> None:
    assert circle(graph(with_types=False)) == []


def test_circle_of_imports_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_shared_modules_are_reached_from_two_games() -> None:
    users = Counter(name for script in SCRIPTS for name in reached(script))
    alone = {name for name, count in users.items() if count == 1 and name not in SCRIPTS}
    shared = {
        name
        for name in alone
        if not name.startswith("common.games.") and modules()[name].name != "__init__.py"
    }
    assert shared == set(REACHED_BY_ONE) and len(REACHED_BY_ONE) <= 3


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_package_says_in_one_docstring_what_is_in_it(path: Path) -> None:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    assert len(body) == 1 and ast.get_docstring(ast.Module(body, []))


def test_every_file_that_is_no_module_is_in_the_wheel() -> None:
    line = next(
        line
        for line in (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
        if line.startswith("package-data")
    )
    packed = {ROOT / room.replace(".", "/") / name for room, names in literal(line) for name in names}
    found = {
        path
        for path in (ROOT / "common").rglob("*.*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert found == {path for pattern in packed for path in pattern.parent.glob(pattern.name)}


def literal(line: str) -> list[tuple[str, list[str]]]:
    """Return names and lists of texts in a line of pyproject.toml."""
    return [
        (name, re.findall(r'"(.*?)"', texts)) for name, texts in re.findall(r'"([\w.]+)" = \[(.*?)\]', line)
    ]
