"""Plain English: no dialect, short test names, imperative docstrings, short lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.imports import ROOT

LONGEST_TEST_NAME = 70
LONGEST_FIRST_LINE = 100
DIALECT = (  # regular expressions, each for a phrase that has a plain one in the glossary
    r"(?<!ever)\blasting\b",
    r"a fault\b",
    r"keeps? to the protocol",
    r"throw(s|ing|n)? away",
    r"may expect",
    r"refutation numbers?",
    r"what is (certain|known|told)",
    r"is (certain|told) of",
    r"bad sixteen",
    r"somebody's",
    r"nobody (trusts|is named)",
    r"where nobody",
    r"shut in\b",
    r"foretold|foretell",
    r"go(es|ing)? on with\b",
    r"machine code is not to be had",
    r"drawn by lot|by lot\b",
    r"safe steps?",
    r"double steps?|uneven turns?",
    r"the affair of",
    r"who (asks|is asked|moves|wins|loses) is",
    r"blind (to|spot)",
    r"says? otherwise",
    r"is to be had",
    r"as far as (it|the system|that)",
    r"that is enough",
    r"(taken|take) (it )?at its word",
    r"what it is worth",
)


def texts() -> list[Path]:
    """Return every file that people read: the product, README and docs."""
    product = [*ROOT.glob("*.py"), *(ROOT / "common").rglob("*.py"), *(ROOT / "common").rglob("*.js")]
    return sorted([*product, ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def sources() -> list[Path]:
    """Return every Python file of the repository."""
    folders = [ROOT / name for name in ("common", "tests", "docs")]
    return sorted([*ROOT.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))])


def test_no_phrase_of_the_dialect_is_left() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {phrase}"
        for path in texts()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for phrase in DIALECT
        if re.search(phrase, line, re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line", ["it is shut in", "a lasting program", "Go on with this", "who moves is told", "drawn by lot"]
)
def test_phrase_of_the_dialect_is_found(line: str) -> None:
    assert any(re.search(phrase, line, re.IGNORECASE) for phrase in DIALECT)


class Definition(NamedTuple):
    """A module, class or function: where it is defined, its name and its docstring."""

    place: str
    name: str
    docstring: str


@cache
def definitions() -> list[Definition]:
    """Return every module, class and function of the repository. Parsing all files takes a second."""
    return [found for path in sources() for found in definitions_of(path)]


def definitions_of(path: Path) -> Iterator[Definition]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = getattr(node, "name", path.stem)
            yield Definition(f"{path.relative_to(ROOT)}: {name}", name, ast.get_docstring(node) or "")


def test_docstrings_begin_with_a_short_line() -> None:
    lines = [(place, text.splitlines()[0]) for place, _, text in definitions() if text]
    assert len(lines) > 1000
    assert [place for place, line in lines if len(line) > LONGEST_FIRST_LINE] == []


def test_docstrings_do_not_return_a_clause() -> None:
    clause = re.compile(r"(Return|Yield|Give|Tell|Say) (what|who|whose|how)\b")
    assert [place for place, _, text in definitions() if clause.match(text)] == []


def test_test_names_are_short() -> None:
    names = [name for _, name, _ in definitions() if name.startswith("test_")]
    assert len(names) > 1000
    assert [name for name in names if len(name) > LONGEST_TEST_NAME] == []


def test_linter_asks_for_the_imperative_and_short_lines() -> None:
    settings = (ROOT / "pyproject.toml").read_text("utf-8").partition("[tool.ruff]")[2]
    assert re.search(r'^select = .*"D4(01)?"', settings, re.MULTILINE)
    assert re.search(r"^line-length = 110$", settings, re.MULTILINE)
    assert "max-line-length" not in settings
    assert not re.search(r'^"[^"]*" = .*"(D|D4|D401|E501)"', settings, re.MULTILINE)
