"""Our compiler uses only public names of Numba and llvmlite, so that new releases seldom break it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.support.programs import ROOT

PACKAGES = ("numba", "llvmlite")
PUBLIC = (
    "numba.njit",
    "numba.types",
    "numba.from_dtype",
    "numba.extending",
    "llvmlite.ir",
    "llvmlite.binding",
)
OURS = {"_replace", "_fields_"}


def sources() -> list[Path]:
    """Return the project's modules that mention either package."""
    found = [*ROOT.glob("*.py"), *(ROOT / "common").rglob("*.py")]
    return [path for path in found if any(name in path.read_text(encoding="utf-8") for name in PACKAGES)]


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted names that a module imports from the packages."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name for name in names if name.split(".")[0] in PACKAGES)


def is_private(name: str) -> bool:
    """Return True unless a name is one of the documented names that we use.

    numba.core is not documented as a whole, so it counts as private.
    """
    public = any(name == known or name.startswith(f"{known}.") for known in PUBLIC)
    return not public or any(map(is_underscored, name.split(".")))


def is_underscored(name: object) -> bool:
    """Return True for an identifier with a single leading underscore."""
    return isinstance(name, str) and name.isidentifier() and name.startswith("_") and name[1:2] != "_"


def private_names(text: str) -> list[str]:
    """Return the private names of either package that a module uses.

    They can be imports, attributes of other objects, or strings.
    """
    tree = ast.parse(text)
    found: list[object] = [name for name in imported_names(tree) if is_private(name)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not is_exempt(node):
            found.append(node.attr)
        elif isinstance(node, ast.Call):
            found += [keyword.arg for keyword in node.keywords] + constants(node.args)
        elif isinstance(node, ast.Dict):
            found += constants(node.keys)
    return [str(name) for name in found if is_underscored(name) or name in set(imported_names(tree))]


def is_exempt(node: ast.Attribute) -> bool:
    """Return True for an attribute of `self`, or a public standard name with a leading underscore."""
    return node.attr in OURS or (isinstance(node.value, ast.Name) and node.value.id == "self")


def constants(nodes: Iterable[ast.expr | None]) -> list[object]:
    return [node.value for node in nodes if isinstance(node, ast.Constant)]


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_module_uses_no_private_name_of_numba_or_llvmlite(path: Path) -> None:
    assert private_names(path.read_text(encoding="utf-8")) == []


def test_sources_include_the_compiler_modules() -> None:
    names = {path.name for path in sources()}
    assert names >= {"compiler.py", "object_code.py", "intrinsics.py", "bitset128.py", "loader.py"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("from numba.np import numpy_support", "numba.np.numpy_support"),
        ("from numba.core import codegen", "numba.core.codegen"),
        ("import numba.core.cpu", "numba.core.cpu"),
        ("from llvmlite.binding import _x", "llvmlite.binding._x"),
        ("library._final_module", "_final_module"),
        ("self.library._finalize_final_module()", "_finalize_final_module"),
        ("context.codegen()._tm", "_tm"),
        ("njit(_nrt=False)", "_nrt"),
        ("options = {'_nrt': False}", "_nrt"),
        ("patch.object(library, '_optimize_final_module', nothing)", "_optimize_final_module"),
    ],
)
def test_private_names_are_found(text: str, name: str) -> None:
    assert private_names(text) == [name]
