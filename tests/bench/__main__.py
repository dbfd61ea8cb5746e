"""Benchmarks and long checks. Run nothing else at the same time."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from tests.bench.lines import Line

ROOT = Path(__file__).parents[2]
HELP = {"help_option_names": ["-h", "--help"]}
NAMES = (
    "start",
    "calls",
    "limits",
    "fairness",
    "kernels",
    "nodes",
    "endings",
    "reach",
    "strength",
    "puzzles",
    "mutants",
    "coverage",
)


def main(words: list[str]) -> None:
    """Parse the arguments, run one benchmark and print each result as it comes."""
    app = typer.Typer(rich_markup_mode=None, add_completion=False, help=__doc__, context_settings=HELP)
    for name in NAMES:
        if words[:1] == [name]:  # import no other: its imports would count
            module = import_module(f"tests.bench.{name}")
            app.command(name, help=module.__doc__)(make_command(module.run))
        else:
            app.command(name, help=first_line(name))(lambda: None)
    app(words, prog_name="python tests/bench")


def make_command(run: Callable[..., Iterable[Line]]) -> Callable[..., None]:
    """Return a command that runs a benchmark and prints its results as text or JSON."""

    def command(as_json: bool, **said: Any) -> None:
        for result in run(**said):
            print_line(result, as_json)

    found = signature(run, eval_str=True).parameters.values()
    option = typer.Option(False, "--json", help="print a line of JSON per result")
    taken = [*found, Parameter("as_json", Parameter.KEYWORD_ONLY, default=option, annotation=bool)]
    command.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in taken}
    return command


def print_line(result: Line, as_json: bool) -> None:
    """Print a result; with `as_json` only its facts, if any."""
    if not as_json:
        print(result.text, flush=True)
    elif result.facts:
        print(json.dumps(result.facts), flush=True)


def first_line(name: str) -> str:
    """Return the first line of a benchmark's module docstring, without importing the module."""
    found = ast.get_docstring(ast.parse(Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")))
    return str(found).splitlines()[0]


if __name__ == "__main__":
    sys.path[0] = str(ROOT)  # not this folder: an import of `coverage` would find coverage.py here
    main(sys.argv[1:])
