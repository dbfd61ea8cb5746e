"""The benchmarks print help; the functions behind their figures are correct."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import duel7
from common.play.puzzles import stored_puzzles
from tests.bench.__main__ import NAMES, print_line
from tests.bench.limits import Delay, MeasuredEngine, engine_row, measure_moves, sleeping_process
from tests.bench.lines import line
from tests.bench.mutants import Suite, choose_mutants, detect, mutants, nearest_tests
from tests.bench.puzzles import GAMES, rated
from tests.support.programs import ROOT


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tests" / "bench"), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def test_modules_of_the_bench_hide_no_installed_one(tmp_path: Path) -> None:
    """coverage.py is also a benchmark."""
    (tmp_path / "sitecustomize.py").write_text(
        "import atexit, sys\natexit.register(lambda: print(sys.path))\n"
    )
    command = [sys.executable, str(ROOT / "tests" / "bench"), "-h"]
    told = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(tmp_path)}
    )
    path = told.stdout.splitlines()[-1]
    assert str(tmp_path) in path and str(ROOT / "tests") not in path


@pytest.mark.parametrize("words", [("-h",), ("limits", "-h"), ("mutants", "--help")])
def test_help_names_the_benchmarks(words: tuple[str, ...]) -> None:
    told = bench(*words)
    assert (told.returncode, told.stderr) == (0, "")
    assert "Usage: python tests/bench" in told.stdout
    assert all(name in told.stdout for name in NAMES) or words[0] != "-h"


@pytest.mark.parametrize("words", [(), ("speed",), ("endings", "fast")])
def test_wrong_call_has_exit_status_2(words: tuple[str, ...]) -> None:
    assert bench(*words).returncode == 2


def test_result_is_a_line_of_text_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    for as_json in (False, True):
        print_line(line("3 of 4", won=3, of=4), as_json)
        print_line(line("a heading"), as_json)
    assert capsys.readouterr().out == '3 of 4\na heading\n{"won": 3, "of": 4}\n'


def test_mutant_changes_the_meaning_of_one_line() -> None:
    drawn = list(choose_mutants(ROOT, 12, Random(5)))
    assert len({mutant.module for mutant in drawn}) == 12
    for mutant in drawn:
        source = (ROOT / mutant.module).read_text(encoding="utf-8")
        lines, others = source.splitlines(), mutant.source().splitlines()
        assert [
            number for number, (one, other) in enumerate(zip(lines, others, strict=True), 1) if one != other
        ] == [mutant.number]
        assert ast.dump(ast.parse(source)) != ast.dump(ast.parse(mutant.source()))


def test_mutants_make_every_kind_of_change(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        'TYPE_CHECKING = False\ndef f(a: int = 3) -> bool:\n    """Is 2 < 3 + 4?"""\n'
        "    return not a < 5 or a * 2 == 8\n"
    )
    found = {(mutant.number, mutant.after.strip()) for mutant in mutants(tmp_path, tmp_path / "one.py")}
    assert found == {
        (2, "def f(a: int = 4) -> bool:"),
        (4, "return None"),
        (4, "return not a < 5 and a * 2 == 8"),
        (4, "return a < 5 or a * 2 == 8"),
        (4, "return not a <= 5 or a * 2 == 8"),
        (4, "return not a < 6 or a * 2 == 8"),
        (4, "return not a < 5 or a + 2 == 8"),
        (4, "return not a < 5 or a * 3 == 8"),
        (4, "return not a < 5 or a * 2 != 8"),
        (4, "return not a < 5 or a * 2 == 9"),
    }


def test_mutants_come_from_the_chosen_packages() -> None:
    drawn = choose_mutants(ROOT, 12, Random(5), ["rules", "show"])
    assert {mutant.module.parts[1] for mutant in drawn} == {"rules", "show"}


def test_mutant_is_detected_only_by_a_test_that_passes_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first test fails in any case, the last one runs the mutant."""
    # Loading every plugin that is installed would take most of the time.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    tree = tmp_path / "tree"
    (tree / "common").mkdir(parents=True)
    (tree / "tests").mkdir()
    source = "def double(count: int) -> int:\n    return count * 2\n"
    (tree / "common" / "one.py").write_text(source, encoding="utf-8")
    tests = "from common.one import double\n\n\ndef test_broken() -> None:\n    assert False\n"
    (tree / "tests" / "test_one.py").write_text(tests, encoding="utf-8")
    suite = Suite(tree, 60, [])
    (mutant,) = [each for each in mutants(tree, tree / "common" / "one.py") if "count + 2" in each.after]
    assert detect(mutant, suite).test == ""
    assert suite.excluded == ["tests/test_one.py::test_broken"]
    tests += "\n\ndef test_double() -> None:\n    assert double(3) == 6\n"
    (tree / "tests" / "test_one.py").write_text(tests, encoding="utf-8")
    assert detect(mutant, suite).test == "test_one.py::test_double"
    assert (tree / "common" / "one.py").read_text(encoding="utf-8") == source


def test_nearest_tests_run_first() -> None:
    assert (
        nearest_tests(ROOT, Path("common/judge/match/games.py"))[0]
        == "tests/common/judge/match/test_games.py"
    )
    assert set(nearest_tests(ROOT, Path("common/rules/bits.py"))) == {
        str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")
    }


def test_limits_compare_each_move_with_a_sleeper() -> None:
    delays = [Delay(-0.01, 0.03), Delay(0.02, 0.03), Delay(0.05, 0.03), Delay(-0.01, -0.02)]
    found = engine_row("duel7", delays, 1, 0.1, 6)
    assert (found.facts["late"], found.facts["later"], found.facts["not_searched"]) == (2, 1, 1)
    assert found.facts["pairs"] == [(0.05, 0.03)]
    assert found.text.split() == ["duel7", "4", "2", "1", "50.0", "30.0"]


def test_limits_measure_each_move_of_an_engine() -> None:
    def player(at: duel7.Position) -> Any:
        return at.moves()[0]

    with sleeping_process() as sleeper:
        delays, unsearched = measure_moves("duel7", MeasuredEngine(player, lambda: False, 0.2), 2, sleeper)
    assert [delay.move < 0 for delay in delays] == [True, True]
    assert all(delay.sleeper >= 0 for delay in delays)
    assert unsearched == 2


@pytest.mark.parametrize("name", GAMES)
def test_stored_puzzles_are_ordered_by_difficulty(name: str) -> None:
    stored = stored_puzzles(GAMES[name])
    assert rated(GAMES[name], stored) == stored
    assert rated(GAMES[name], stored[::-1][:3])[-1].difficulty == 3
