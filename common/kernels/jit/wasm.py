"""The kernels that the page of a game calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels


class BrowserKernels(NamedTuple):
    """The kernels that the page of a game calls.

    `exports` are their names. `constants` are those that the page needs besides the kernels' own.
    """

    linked: LinkedKernels
    exports: tuple[str, ...]
    constants: Mapping[str, float] = {}
