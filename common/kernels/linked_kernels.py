"""Kernels linked into one namespace, as plain Python (`plain`) or as machine code (`fast`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from common.kernels.kernel import Kernels, link, merge, takes_two_words
from common.kernels.memory import Fields


class LinkedKernels:
    """The kernels of one game and their constants, linked under a `name` that the cache uses too.

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
        return Kernels(link(self.names))

    @property
    def fast(self) -> Kernels:
        """The kernels as machine code, compiled first on a cache miss.

        If that fails, the kernels as plain Python, with a line on stderr.
        """
        if "_machine_code" not in vars(self):
            from common.kernels.jit import build

            self._machine_code = (build.load_or_build(self) if self.compiles else None) or self.plain
        return self._machine_code

    @property
    def ready(self) -> Kernels:
        """The kernels as machine code if already loaded, else as plain Python. Never waits."""
        return vars(self).get("_machine_code") or self.plain

    @property
    def fast_if_built(self) -> Kernels | None:
        """The kernels as machine code on a cache hit, else None. A cache miss starts a compiler process."""
        if self.compiles and "_machine_code" not in vars(self):
            from common.kernels.jit import build

            if "_look" not in vars(self):
                self._look = build.start_build(self)
            if found := self._look():
                self._machine_code = found
        return vars(self).get("_machine_code")


def link_plain(*sources: Mapping[str, Any]) -> Kernels:
    """Link some sources as plain Python only, without records."""
    return LinkedKernels("", *sources, records={}).plain
