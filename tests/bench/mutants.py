"""Mutation testing: break one line of a module of common/ in a copy of the tree, run the tests."""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from tests.bench.lines import Line, choice_option, line
from tests.support.programs import ROOT, kill_all_with

MARK = "MUTANT_TREE"  # names the processes of a run
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
REPLACEMENTS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and",
    "+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "%": "+",
    "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<",
}  # fmt: skip
FIRST_FILES = 6  # number of test files that run before all others
PACKAGES = tuple(sorted(path.name for path in (ROOT / "common").iterdir() if (path / "__init__.py").exists()))
PROCESS_START = re.compile(r"\b(?:run|started|in_both|on_windows|bench|talk|start_on_\w+|Popen)\(")
OPERATOR = re.compile(r"is\s+not|not\s+in|<<|>>|//|[<>=!]=|[<>+\-*/%&|^]|\b(?:is|in|and|or)\b")


class Mutant(NamedTuple):
    """A changed line: tree, module, line number, and the line before and after."""

    tree: Path
    module: Path
    number: int
    before: str
    after: str

    def source(self) -> str:
        """Return the module's source with the line changed."""
        lines = (self.tree / self.module).read_text(encoding="utf-8").splitlines(keepends=True)
        lines[self.number - 1] = self.after + "\n"
        return "".join(lines)


class Detection(NamedTuple):
    """The first failing test (empty if none), seconds, and whether the time was up."""

    test: str
    seconds: float
    late: bool


class Suite(NamedTuple):
    """The tests of a tree, with the time limit per mutant; `excluded` fail even in the unchanged tree."""

    tree: Path
    limit: float
    excluded: list[str]


def run(
    count: int = typer.Argument(60, help="number of mutants"),
    seed: int = typer.Option(1, help="random seed"),
    limit: float = typer.Option(300.0, help="seconds of tests per mutant"),
    only: list[str] = choice_option(PACKAGES, "--only", "mutate only these packages"),
) -> Iterator[Line]:
    """Test random mutants; yield a Markdown table and the number of undetected ones."""
    yield line("| module | line | change | first failing test | s |\n|---|--:|---|---|--:|")
    counts = {"detected": 0, "timeout": 0, "undetected": 0}
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "tree"
        shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
        suite = Suite(copy, limit, [])
        for mutant in choose_mutants(copy, count, random.Random(seed), only):
            found = detect(mutant, suite)
            said = f"`{found.test}`" if found.test else "timeout" if found.late else "**undetected**"
            counts["detected" if found.test else "timeout" if found.late else "undetected"] += 1
            change = f"`{mutant.before.strip()}` becomes `{mutant.after.strip()}`".replace("|", "\\|")
            place_of = f"`{mutant.module.relative_to('common')}` | {mutant.number}"
            text = f"| {place_of} | {change} | {said} | {found.seconds:.0f} |"
            facts = {
                "module": str(mutant.module),
                "line": mutant.number,
                "before": mutant.before,
                "after": mutant.after,
            }
            yield line(text, **facts, **found._asdict())
    text = f"{count} mutants: {counts['detected']} detected, {counts['timeout']} not detected in time"
    yield line(f"{text}, {counts['undetected']} undetected by all tests", **counts)
    if suite.excluded:
        yield line(f"excluded, for they fail without a mutant: {', '.join(suite.excluded)}")


# CHANGES


def choose_mutants(
    tree: Path, count: int, chance: random.Random, only: Sequence[str] = ()
) -> Iterator[Mutant]:
    """Yield one random mutant of each module in random order; start again if more are wanted.

    `only` names packages of `common/`, by default all.
    """
    folders = [tree / "common" / package for package in only] or [tree / "common"]
    modules = sorted(path for folder in folders for path in folder.rglob("*.py") if path.stem != "__init__")
    drawn: list[Path] = []
    while count:
        drawn = drawn or chance.sample(modules, len(modules))
        if found := mutants(tree, drawn.pop()):
            yield chance.choice(found)
            count -= 1


def mutants(tree: Path, path: Path) -> list[Mutant]:
    """Return every valid change of one operator, comparison, constant or returned value."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    found = []
    for node in executable_nodes(ast.parse(source)):
        for number, start, end, new in changes(node, lines):
            old = lines[number - 1]
            mutant = Mutant(tree, path.relative_to(tree), number, old, old[:start] + new + old[end:])
            if mutant.after != old and is_valid(mutant.source()):
                found.append(mutant)
    return found


def executable_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that take effect at run time: no annotations, nothing under TYPE_CHECKING."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Assign) and "TYPE_CHECKING" in ast.unparse(node.targets[0]):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from executable_nodes(child)


def changes(node: ast.AST, lines: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """Yield the changes of a node: line, first and last column, replacement."""
    if isinstance(node, ast.BinOp):
        yield from operator_change(node.left, node.right, lines)
    elif isinstance(node, ast.Compare):
        yield from operator_change(node.left, node.comparators[0], lines)
    elif isinstance(node, ast.BoolOp):
        yield from operator_change(node.values[0], node.values[1], lines)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.lineno, node.col_offset, node.col_offset + 4, ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, int) and node.end_col_offset:
        new = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
        yield node.lineno, node.col_offset, node.end_col_offset, new
    elif (
        isinstance(node, ast.Return) and node.value and node.lineno == node.end_lineno and node.end_col_offset
    ):
        yield node.lineno, node.value.col_offset, node.end_col_offset, "None"


def operator_change(left: ast.expr, right: ast.expr, lines: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """Yield the change of the operator between two expressions on one line."""
    if (
        left.end_lineno == right.lineno
        and left.end_col_offset is not None
        and lines[right.lineno - 1].isascii()
    ):
        found = OPERATOR.search(lines[right.lineno - 1], left.end_col_offset, right.col_offset)
        if found:
            yield right.lineno, found.start(), found.end(), REPLACEMENTS[" ".join(found[0].split())]


def is_valid(source: str) -> bool:
    """Return True if the source has valid syntax."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


# DETECTION


def detect(mutant: Mutant, suite: Suite) -> Detection:
    """Run the tests, the nearest first, until one fails or the time is up; then restore the module.

    A failing test counts only if it passes in the unchanged tree. Otherwise it is excluded from then on.
    """
    path = mutant.tree / mutant.module
    whole, mutated = path.read_bytes(), mutant.source()
    files, spent = nearest_tests(mutant.tree, mutant.module), 0.0
    parts = [files[:FIRST_FILES], files[FIRST_FILES:]]  # collecting all is slower than most near files
    while True:
        path.write_text(mutated, encoding="utf-8")
        try:
            found = run_tests(parts[0], suite, suite.limit - spent)
        finally:
            path.write_bytes(whole)
        spent += found.seconds
        if "::" in found.test:
            without_mutant = run_tests([f"tests/{found.test}"], suite, suite.limit)
            if without_mutant.test or without_mutant.late:
                suite.excluded.append(f"tests/{found.test}")
                continue
        elif not found.test and not found.late and len(parts) > 1:
            del parts[0]
            continue
        return found._replace(seconds=spent)


def run_tests(tests: Sequence[str], suite: Suite, limit: float) -> Detection:
    """Run some tests and return the result."""
    began, tree = time.monotonic(), suite.tree
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "--tb=no", *tests]
    command += [word for test in suite.excluded for word in ("--deselect", test)]
    # An inherited PYTHONPATH could lead child processes to the unchanged modules.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(tree), MARK: str(tree)}
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=tree, env=environment, start_new_session=True, **settings) as process:  # type: ignore[call-overload]
        try:
            said, _ = process.communicate(timeout=max(limit, 0))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            kill_all_with(f"{MARK}={tree}")  # those with a session of their own, as on a terminal
            return Detection("", limit, True)
    failed = re.search(r"^(?:FAILED|ERROR) (?:tests/)?(.+?)(?: - .*)?$", said, re.MULTILINE)
    test = failed[1] if failed else "" if process.returncode in (0, 5) else "the tests cannot be collected"
    return Detection(test, time.monotonic() - began, False)


def nearest_tests(tree: Path, module: Path) -> list[str]:
    """Return the test files, the likeliest to detect a change in a module first."""
    return [
        str(path.relative_to(tree))
        for path in sorted((tree / "tests").rglob("test_*.py"), key=lambda path: distance(tree, path, module))
    ]


def distance(tree: Path, path: Path, module: Path) -> tuple[int, int, int]:
    """Return a sort key: how far a test file is from a module; those that start few processes first."""
    text = path.read_text(encoding="utf-8")
    dotted, package = ".".join(module.with_suffix("").parts), ".".join(module.parent.parts)
    names_it = (
        dotted in text
        or re.search(rf"from {re.escape(package)} import .*\b{module.stem}\b", text) is not None
    )
    in_package = (tree / "tests" / module.parent) == path.parent
    in_contract, script = path.parent.name == "contract", tree / f"{path.parent.name}.py"
    of_its_game = script.exists() and dotted in script.read_text(encoding="utf-8")
    every_verb = path.stem == "test_every_verb"
    steps = [
        path.stem == f"test_{module.stem}",
        in_package and names_it,
        names_it,
        of_its_game,
        in_package,
        every_verb,
        in_contract,
        True,
    ]
    return steps.index(True), len(PROCESS_START.findall(text)), -len(text)
