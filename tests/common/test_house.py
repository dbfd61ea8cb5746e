"""The structure of the tests: every module has tests in its place, and helpers are in tests/support."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.support.imports import ROOT, SCRIPTS, modules, targets

TESTS = ROOT / "tests"
PLACE = TESTS / "common"
# Modules that no test in their place imports yet.
MISSING = frozenset(
    [
        "common.command.analyse_verb",
        "common.command.app",
        "common.command.check_program_verb",
        "common.command.cli",
        "common.command.help_pages",
        "common.command.match_verb",
        "common.command.move_verb",
        "common.command.options",
        "common.command.play_verb",
        "common.command.playing",
        "common.command.replay_verb",
        "common.command.serve_verb",
        "common.command.setup_options",
        "common.command.solution",
        "common.command.solve_verb",
        "common.command.tournament_verb",
        "common.command.usage_errors",
        "common.game",
        "common.games.cats_and_dogs.kernels",
        "common.games.cats_and_dogs.move_lists",
        "common.games.cats_and_dogs.proof_report",
        "common.games.cats_and_dogs.square_lines",
        "common.games.cats_and_dogs.three_turn_search",
        "common.games.circle_the_cat.board_view",
        "common.games.circle_the_cat.human",
        "common.games.circle_the_cat.literal_pairs",
        "common.games.circle_the_cat.phrases",
        "common.games.circle_the_cat.textbook",
        "common.games.circle_the_cat.verbs",
        "common.games.duel7.human",
        "common.games.duel7.kernels",
        "common.games.squirrels.board_view",
        "common.games.squirrels.file_verbs",
        "common.games.squirrels.grade_verb",
        "common.games.squirrels.players",
        "common.games.squirrels.traverse_log",
        "common.games.squirrels.tuples",
        "common.games.walls.board_view",
        "common.games.walls.boards",
        "common.games.walls.endgame_length",
        "common.games.walls.evaluation",
        "common.games.walls.human_player",
        "common.games.walls.target_search",
        "common.games.walls.territory",
        "common.games.walls.verbs",
        "common.games.walls.wide_boards",
        "common.games.walls.wide_cells",
        "common.judge.analysis.analyst",
        "common.judge.journal",
        "common.judge.protocol_check",
        "common.judge.tournament.page",
        "common.judge.tournament.report",
        "common.judge.tournament.standings",
        "common.judge.tournament.tournament",
        "common.kernels.file_lock",
        "common.kernels.jit.bitset128",
        "common.kernels.jit.build",
        "common.kernels.jit.intrinsics",
        "common.kernels.jit.thread_entry",
        "common.kernels.process_time",
        "common.play.dialogue",
        "common.play.game",
        "common.play.game_players",
        "common.play.line_input",
        "common.play.phrases",
        "common.play.player_registry",
        "common.play.questions",
        "common.play.resume_hints",
        "common.play.series",
        "common.play.setup",
        "common.play.shared_page",
        "common.play.starts",
        "common.programs.launcher",
        "common.programs.probe",
        "common.programs.resource_monitor",
        "common.record.save_paths",
        "common.record.saved_game",
        "common.record.seeds",
        "common.search.solve",
        "common.show.film_file",
        "common.show.language",
        "common.show.look",
        "common.show.page",
        "common.show.piece_board",
        "common.show.window",
    ]
)


@cache
def imported_names(path: Path) -> frozenset[str]:
    """Return all names that a file may import, anywhere in its code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in targets(node))


def test_files(below: Path) -> list[Path]:
    """Return the test modules of a folder and its subfolders."""
    return sorted(below.rglob("test_*.py"))


test_files.__test__ = False  # type: ignore[attr-defined]


def place_of(module: Path) -> Path:
    """Return the folder of a module's tests; those of kernels/jit are beside those of kernels."""
    package = module.parent.relative_to(ROOT / "common")
    return PLACE / (package.parent if package.name == "jit" else package)


def without_test() -> set[str]:
    """Return the modules of common/ that no test in their place imports."""
    return {
        name
        for name, path in modules().items()
        if name not in SCRIPTS
        and path.name != "__init__.py"
        and not any(name in imported_names(test) for test in place_of(path).glob("test_*.py"))
    }


def test_every_module_is_imported_by_a_test_in_its_place() -> None:
    assert without_test() == MISSING


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
