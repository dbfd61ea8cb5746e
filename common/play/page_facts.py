"""What a game tells its script on a page that plays in a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels


class PageFacts(NamedTuple):
    """The facts of one game for its script.

    `setup` has options of a random start and constants, as JSON values. `boards` has a position for each
    board that the page offers, by the name that the page shows; by default there is one board. `words` are
    texts of the game. With `has_own_start` the script makes the start itself, although it is not random.
    `kernels` are those that the page calls.
    """

    setup: Mapping[str, Any]
    boards: Mapping[str, Any] = {}
    words: Mapping[str, str] = {}
    has_own_start: bool = False
    kernels: Sequence[LinkedKernels] = ()
