"""Kernels linked into one namespace, as plain Python or as a stored WebAssembly module."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from common.kernels.kernel import Kernels, merge, takes_two_words
from common.kernels.memory import Fields, check_address_space

PACKAGE = Path(__file__).parents[1]
MODULES = Path(__file__).parent / "modules"
REPORTED = set[str]()  # reasons for plain Python that stderr names already
BUILDER = sorted((Path(__file__).parent / "build").glob("[!_]*.py"))


class LinkedKernels:
    """The kernels of one game and their constants, linked under a `name` that their stored module has too.

    `sources` are namespaces. `records` maps the parameters that take memories to the fields of those
    memories. `state_size` is the number of ints in a position (parameters `state` and `child`). All other
    parameters are ints. With the constants of wide_cells.py, parameters annotated `Cells` and the first
    STATE_SETS entries of a position are sets of two words. `compiles` is False if a set does not fit into
    machine words.

    Raise ValueError if two different things have one name, unless a module lists the name as OVERRIDABLE.
    """

    def __init__(
        self,
        name: str,
        *sources: Mapping[str, Any],
        records: Mapping[str, Fields],
        state_size: int = 0,
        compiles: bool = True,
    ) -> None:
        self.name, self.records, self.state_size, self.compiles = name, records, state_size, compiles
        self.names = merge(sources)

    @property
    def is_wide(self) -> bool:
        """True if a set takes two machine words."""
        return takes_two_words(self.names)

    @cached_property
    def plain(self) -> Kernels:
        """The kernels as plain Python."""
        return Kernels(self.names)

    def instance(self, fallback: str = "falling back to plain Python (slower)") -> Kernels:
        """Return kernels with a memory and a poll of their own: the stored module's.

        If there is no module that runs, return plain Python, and say so by `fallback` on stderr.
        """
        if self.compiles:
            try:
                check_address_space()
                from common.kernels.machine import MachineCode

                return MachineCode(*self.module)
            except Exception as problem:  # where wasmtime has no binary, the import raises anything
                report_fallback(fallback, self.name, problem)
        return Kernels(self.names)

    @cached_property
    def module(self) -> tuple[bytes, dict[str, Any]]:
        """The stored module and its description.

        Raise OSError if there is none, ValueError if it does not belong to the kernels.
        """
        image = self.module_path.read_bytes()
        description = json.loads(self.module_path.with_suffix(".json").read_text(encoding="utf-8"))
        if description["sha256"] != sha256(image).hexdigest():
            raise ValueError("its module is damaged")
        if description["sources"] != self.fingerprint:
            raise ValueError("its module is older than its sources (python -m common.kernels.build)")
        return image, description

    @property
    def module_path(self) -> Path:
        """The file of the module: one of ours, or beside kernels outside of this package."""
        foreign = [path for path in self._files if not path.is_relative_to(PACKAGE)]
        return (foreign[0].parent if foreign else MODULES) / f"{self.name}.wasm"

    @cached_property
    def _files(self) -> list[Path]:
        """The files of the kernels."""
        functions = [value for value in self.names.values() if callable(value)]
        return sorted({Path(function.__code__.co_filename).resolve() for function in functions})

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what a module is built from: texts of files, constants, layouts and the builder."""
        texts = [file_text(path) for path in (*self._files, *BUILDER)]
        constants = {name: value for name, value in self.names.items() if not callable(value)}
        layouts = {name: tuple(fields.items()) for name, fields in self.records.items()}
        named = sorted(self.names), sorted(constants.items()), sorted(layouts.items())
        whole = texts, *named, self.state_size
        return sha256(repr(whole).encode()).hexdigest()


@cache
def file_text(path: Path) -> str:
    """Return the text of a file with line ends normalised."""
    return path.read_text(encoding="utf-8")


def report_fallback(fallback: str, name: str, problem: Exception) -> None:
    """Say on stderr once why plain Python plays."""
    reason = (str(problem).strip() or type(problem).__name__).splitlines()[0]
    if isinstance(problem, ImportError):
        name, reason = "", "wasmtime is not installed"
    if reason not in REPORTED:
        REPORTED.add(reason)
        print(f"{fallback}: {name and name + ': '}{reason}", file=sys.stderr)


def link_plain(*sources: Mapping[str, Any]) -> Kernels:
    """Link some sources as plain Python only, without records."""
    return LinkedKernels("", *sources, records={}).plain
