"""Kernels linked to one namespace: `plain` runs them as they are, `fast` as machine code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from common.kernels.kernel import Kernels, link, merge, takes_two_words
from common.kernels.memory import Fields


class LinkedKernels:
    """The kernels of one game and their constants, linked under a `name` that its machine code is filed under.

    `sources` are namespaces; `records` are the layouts of the memories, by the names of the parameters that take them, one
    layout each; `state` is how many ints a parameter called `state` or `child` takes. All other parameters are ints, or in a
    program with the constants of wide_cells.py sets of two words if annotated `Cells`, as are the first STATE_SETS of a state.
    Where they are too long for machine code, it never `compiles`.
    Raises ValueError if two different things have one name that no module has listed as FILLED_IN; `variant` may replace any.
    """

    def __init__(
        self,
        name: str,
        *sources: Mapping[str, Any],
        records: Mapping[str, Fields],
        state: int = 0,
        variant: Mapping[str, Any] | None = None,
        compiles: bool = True,
    ) -> None:
        self.name, self.records, self.ints, self.compiles = name, records, state, compiles
        self.names = merge(sources) | dict(variant or {})

    @property
    def is_wide(self) -> bool:
        """True if sets take two words."""
        return takes_two_words(self.names)

    @cached_property
    def plain(self) -> Kernels:
        """The kernels as plain Python."""
        return Kernels(link(self.names))

    @property
    def fast(self) -> Kernels:
        """The kernels as machine code, compiled first if need be; plain Python, and a line on stderr, if that fails."""
        if "_machine_code" not in vars(self):
            from common.kernels.jit import build

            self._machine_code = (build.compiled(self) if self.compiles else None) or self.plain
        return self._machine_code

    @property
    def ready(self) -> Kernels:
        """The kernels as machine code if that has been loaded, else as plain Python; never waits."""
        return vars(self).get("_machine_code") or self.plain

    @property
    def soon(self) -> Kernels | None:
        """The kernels as machine code if that is in the cache; else None at once, while another process compiles it."""
        if self.compiles and "_machine_code" not in vars(self):
            from common.kernels.jit import build

            if "_look" not in vars(self):
                self._look = build.at_once(self)
            if found := self._look():
                self._machine_code = found
        return vars(self).get("_machine_code")


def plain(*sources: Mapping[str, Any]) -> Kernels:
    """The kernels of some sources as plain Python, without a program around them."""
    return LinkedKernels("", *sources, records={}).plain
