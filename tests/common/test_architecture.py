"""The structure of the product. `lint-imports` (.ci/run) checks the order of its packages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from pathlib import Path

import pytest

from tests.support.imports import ROOT, SCRIPTS, graph, import_cycle, modules, reachable_modules

PACKAGES = sorted(path for path in modules().values() if path.name == "__init__.py")
# Shared modules imported by one game only, with the reason.
REACHED_BY_ONE = {
    "common.search.practical_chances": "the duel's kernel takes no functions; cats play worse with it",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_imports_no_other_script(script: str) -> None:
    assert not set(graph()[script]) & (set(SCRIPTS) - {script})


def test_common_imports_scripts_for_types_only() -> None:
    shared = {name: set(imports) for name, imports in graph(with_types=False).items() if name not in SCRIPTS}
    assert not [name for name, imports in shared.items() if imports & set(SCRIPTS)]


def test_imports_have_no_cycle() -> None:
    assert import_cycle(graph(with_types=False)) == []


def test_import_cycle_is_found() -> None:
    assert set(import_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_shared_modules_are_imported_by_two_games() -> None:
    users = Counter(name for script in SCRIPTS for name in reachable_modules(script))
    alone = {name for name, count in users.items() if count == 1 and name not in SCRIPTS}
    shared = {
        name
        for name in alone
        if not name.startswith("common.games.") and modules()[name].name != "__init__.py"
    }
    assert shared == set(REACHED_BY_ONE) and len(REACHED_BY_ONE) <= 3


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_package_file_holds_only_a_docstring(path: Path) -> None:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    assert len(body) == 1 and ast.get_docstring(ast.Module(body, []))


def test_wheel_has_every_data_file() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    table = text.split("[tool.setuptools.package-data]\n")[1].split("\n[")[0]
    packed = [(ROOT / package.replace(".", "/"), name) for package, names in literal(table) for name in names]
    found = {
        path
        for path in (ROOT / "common").rglob("*.*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert found == {path for package, pattern in packed for path in package.glob(pattern)}


def literal(table: str) -> list[tuple[str, list[str]]]:
    """Return the names and lists of strings in a table of pyproject.toml."""
    return [
        (name, re.findall(r'"(.*?)"', texts)) for name, texts in re.findall(r'"([\w.]+)" = \[(.*?)\]', table)
    ]


def products() -> list[Path]:
    """Return the source files of the product."""
    return sorted(modules().values())


def packed_settings(tree: ast.Module) -> list[int]:
    """Return the lines in a module or class body that assign several names from a tuple."""
    bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    assigned = (statement for body in bodies for statement in body if isinstance(statement, ast.Assign))
    return [
        statement.lineno
        for statement in assigned
        if isinstance(statement.targets[0], ast.Tuple) and isinstance(statement.value, ast.Tuple)
    ]


@pytest.mark.parametrize("path", products(), ids=lambda path: str(path.relative_to(ROOT)))
def test_settings_are_assigned_one_per_line(path: Path) -> None:
    assert packed_settings(ast.parse(path.read_text(encoding="utf-8"))) == []


def wide_code(text: str) -> list[int]:
    """Return the lines with code beyond column 110; docstrings and comments do not count."""
    documented = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            documented |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = (token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE))
    ends = {token.end[0] for token in code if token.end[1] > 110} | {
        number
        for number, line in enumerate(text.split("\n"), 1)
        if len(line) > 110 and not re.search(r"#", line)
    }
    return sorted(ends - documented)


@pytest.mark.parametrize("path", products(), ids=lambda path: str(path.relative_to(ROOT)))
def test_code_ends_at_column_110(path: Path) -> None:
    assert wide_code(path.read_text(encoding="utf-8")) == []
