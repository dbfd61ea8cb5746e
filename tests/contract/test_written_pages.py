"""Written pages: without Numba, llvmlite and ziglang, with the options of a start."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import SCRIPTS
from tests.support.programs import ROOT, Run

WITHOUT = """
import sys
for name in ("numba", "llvmlite", "ziglang"):
    sys.modules[name] = None
sys.path.insert(0, {root!r})
from common.cli.five_games import console
sys.argv = ["five-board-games", "page", "pages"]
console()
"""


def data_of(path: Path) -> Any:
    """Return the data of a page."""
    found = re.search(r'id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_pages_are_written_without_compilers(tmp_path: Path) -> None:
    code = WITHOUT.format(root=str(ROOT))
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, timeout=120)
    pages = [path for path in (tmp_path / "pages").iterdir() if path.name != "index.html"]
    assert len(pages) == len(SCRIPTS) and all(
        data_of(page)["modules"] for page in pages if page.name != "squirrels.html"
    )


@pytest.mark.parametrize(
    ("script", "words", "start_and_options"),
    [
        ("duel7", ("--pieces", "2", "3", "--turns", "9"), (None, {"pieces": [2, 3], "turns": 9})),
        ("duel7", ("O", "X a1 O b2 c3", "12"), (["O", "X a1 O b2 c3", "12"], {})),
        ("game", ("--blocks", "12"), (None, {"blocks": 12})),
        ("walls", ("7",), (None, {"variant": "7"})),
        ("catsdogs", (), (["cat", "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC", "0"], {})),
        ("squirrels", (), (None, {"meanValue": 50})),
    ],
)
def test_options_of_a_start_reach_the_page(
    script: str, words: tuple[str, ...], start_and_options: Any, called: Run, tmp_path: Path
) -> None:
    start, options = start_and_options
    assert called(f"{script}.py", "page", "it.html", *words, "--level", "4").returncode == 0
    data = data_of(tmp_path / "it.html")
    assert data["start"] == start and data["players"]["level"] == "4"
    assert {name: data["setup"][name] for name in options} == options


@pytest.mark.parametrize(
    ("script", "words", "line"),
    [
        ("walls", ("9",), "page: N = 9: expected 3, 5 or 7, the boards of a page"),
        ("duel7", ("--pieces", "0", "1"), "--pieces 0 1: expected at least 1 each"),
        ("game", ("--cat", "shortest"), "--cat 'shortest': a page has human, engine and level-1 to level-5"),
    ],
)
def test_wrong_calls_get_one_line(
    script: str, words: tuple[str, ...], line: str, called: Run, tmp_path: Path
) -> None:
    done = called(f"{script}.py", "page", *words)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1 and list(tmp_path.iterdir()) == []
