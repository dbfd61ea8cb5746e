"""Benchmarks and long checks by name, one line a result; nothing else should be running. What each measures: docs/benchmarks.md."""

from __future__ import annotations

import argparse
import ast
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.bench.lines import Line

ROOT = Path(__file__).parents[2]
NAMES = (
    "start",
    "moves",
    "calls",
    "together",
    "limits",
    "kernels",
    "techniques",
    "strategy",
    "endings",
    "proofs",
    "truth",
    "scale",
    "marks",
    "curve",
    "squares",
    "losses",
    "logs",
    "mutants",
)


def main(words: list[str]) -> None:
    """Parse the arguments once, run the benchmark, print what it yields as it comes."""
    sys.path.insert(0, str(ROOT))
    if words[:1] and words[0] in NAMES:
        module = import_module(f"tests.bench.{words[0]}")  # no other: what is measured shall not carry what others import
        parser = argparse.ArgumentParser(prog=f"python tests/bench {words[0]}", description=module.__doc__)
        parser.add_argument("--json", action="store_true", help="a line of JSON a result")
        if hasattr(module, "add_arguments"):
            module.add_arguments(parser)
        options = parser.parse_args(words[1:])
        for result in module.run(options):
            tell(result, options.json)
    else:
        plain = argparse.RawDescriptionHelpFormatter
        parser = argparse.ArgumentParser("python tests/bench", description=__doc__, epilog=overview(), formatter_class=plain)
        parser.add_argument("NAME", choices=NAMES, metavar="NAME", help="a benchmark, which has a --help of its own")
        parser.parse_args(words)


def tell(result: Line, as_json: bool) -> None:
    """Print a result."""
    if not as_json:
        print(result.text, flush=True)
    elif result.facts:
        print(json.dumps(result.facts), flush=True)


def overview() -> str:
    """The names, and what each measures by the first line of its module."""
    sources = {name: Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8") for name in NAMES}
    return "\n".join(f"{name:11}{ast.get_docstring(ast.parse(source))}" for name, source in sources.items())


if __name__ == "__main__":
    main(sys.argv[1:])
