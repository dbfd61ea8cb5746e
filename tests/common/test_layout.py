"""The structure of the tests: every module has tests in its place, and helpers are in tests/support."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.support.imports import ROOT, SCRIPTS, modules, targets

TESTS = ROOT / "tests"
PLACE = TESTS / "common"


@cache
def imported_names(path: Path) -> frozenset[str]:
    """Return all names that a file may import, anywhere in its code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in targets(node))


def test_files(below: Path) -> list[Path]:
    """Return the test modules of a folder and its subfolders."""
    return sorted(below.rglob("test_*.py"))


test_files.__test__ = False  # type: ignore[attr-defined]


def places_of(module: Path) -> list[Path]:
    """Return the folders of a module's tests; those of kernels/jit may be beside those of kernels."""
    package = module.parent.relative_to(ROOT / "common")
    return [PLACE / package, *([PLACE / package.parent] if package.name == "jit" else [])]


def without_test() -> set[str]:
    """Return the modules of common/ that no test in their place imports."""
    return {
        name
        for name, path in modules().items()
        if name not in SCRIPTS
        and path.name != "__init__.py"
        and not any(
            name in imported_names(test) for place in places_of(path) for test in place.glob("test_*.py")
        )
    }


def test_every_module_is_imported_by_a_test_in_its_place() -> None:
    assert without_test() == set()


def test_no_test_module_is_imported() -> None:
    found = {
        str(path.relative_to(ROOT)): name
        for path in TESTS.rglob("*.py")
        for name in imported_names(path)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split("."))
    }
    assert found == {}


def scripts_imported_by(path: Path, seen: frozenset[Path] = frozenset()) -> set[str]:
    """Return the scripts that a test file imports, directly or through tests/support."""
    found = imported_names(path) & set(SCRIPTS)
    for helper in helpers_of(path) - seen:
        found |= scripts_imported_by(helper, seen | {path})
    return set(found)


def helpers_of(path: Path) -> set[Path]:
    """Return the modules of tests/support that a file imports."""
    named = (ROOT / (name.replace(".", "/") + ".py") for name in imported_names(path))
    return {file for file in named if file.parent == TESTS / "support" and file.exists()}


def test_tests_of_shared_packages_import_no_script() -> None:
    shared = [path for path in test_files(PLACE) if PLACE / "games" not in path.parents]
    found = {str(path.relative_to(ROOT)): scripts_imported_by(path) for path in shared}
    assert {path: scripts for path, scripts in found.items() if scripts} == {}
