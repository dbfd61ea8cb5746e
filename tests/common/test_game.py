"""The facade `common.game`: all it names exists, and all it imports is named."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from common.api.game import Game

import common.game
from common.cli import app
from common.kernels import kernel
from common.play import game, players
from common.rules import bits, errors, position, square_grid
from common.search import alpha_beta, limit, transposition
from common.show import piece_board

TREE = ast.parse(Path(str(common.game.__file__)).read_text("utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "a-sixth-game.md"
ORIGINS = (
    app,
    kernel,
    game,
    players,
    bits,
    errors,
    position,
    square_grid,
    alpha_beta,
    limit,
    transposition,
    piece_board,
)


def imported_names() -> list[str]:
    """Return the names that the facade imports, in order of the source."""
    imports = (node for node in TREE.body if isinstance(node, ast.ImportFrom))
    return [
        alias.asname or alias.name for node in imports for alias in node.names if node.module != "__future__"
    ]


def test_facade_names_all_that_it_imports() -> None:
    assert sorted(common.game.__all__) == sorted(imported_names())
    assert len(set(common.game.__all__)) == len(common.game.__all__)


@pytest.mark.parametrize("name", common.game.__all__)
def test_name_is_that_of_its_own_module(name: str) -> None:
    known = [vars(origin)[name] for origin in ORIGINS if name in vars(origin)]
    if name == "Game":  # that of common/api/game.py, which extends the other
        known = [Game]
    assert known and all(found is getattr(common.game, name) for found in known)


def test_facade_exports_everything_that_the_documentation_imports() -> None:
    blocks = re.findall(r"(?ms)^```python\n(.*?)\n```$", PAGE.read_text("utf-8"))
    found = {
        name
        for block in blocks
        for name in re.findall(r"^from common\.game import (.+)$", block, re.MULTILINE)
    }
    names = {name for line in found for name in line.split(", ")}
    assert {"Game", "Search", "console"} < names <= set(common.game.__all__)


def test_star_import_gives_exactly_the_named() -> None:
    space: dict[str, object] = {}
    exec("from common.game import *", space)
    assert space.keys() - {"__builtins__"} == set(common.game.__all__)
