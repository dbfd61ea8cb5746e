"""The import graph of the product."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPTS = ("catsdogs", "duel7", "game", "squirrels", "walls")
Graph = Mapping[str, Collection[str]]


@cache
def modules() -> dict[str, Path]:
    """Return the files of all modules of `common/` and of the scripts, by dotted name."""
    found = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in (ROOT / "common").rglob("*.py")
    }
    return {name.removesuffix(".__init__"): path for name, path in found.items()} | {
        script: ROOT / f"{script}.py" for script in SCRIPTS
    }


def imported(name: str, with_types: bool = True) -> set[str]:
    """Return the product's modules that a module imports anywhere in its code.

    Imports under TYPE_CHECKING count only `with_types`.
    """
    tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
    found = {target for node in nodes(tree, with_types) for target in targets(node)}
    return {target for target in found if target in modules() and target != name}


def nodes(tree: ast.AST, with_types: bool) -> Iterator[ast.AST]:
    """Yield all nodes of a tree; skip the bodies of `if TYPE_CHECKING` unless `with_types`."""
    for node in ast.iter_child_nodes(tree):
        guard = (
            isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        )
        if with_types or not guard:
            yield node
            yield from nodes(node, with_types)


def targets(node: ast.AST) -> Iterator[str]:
    """Yield the names that an import statement may refer to; nothing for another node."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def graph(with_types: bool = True) -> Graph:
    """Return the imports of every module, by name."""
    return {name: imported(name, with_types) for name in modules()}
