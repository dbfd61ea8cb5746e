"""The named tuples that need no import of `typing`."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from common.games.squirrels.tuples import NamedTuple
from tests.support.programs import ROOT


class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int

    @property
    def total(self) -> int:
        """Their sum."""
        return self.left + self.right

    def mirrored(self) -> Pair:
        return Pair(self.right, self.left)


def test_tuple_has_its_fields_by_name_and_by_place() -> None:
    pair = Pair(2, right=5)
    assert (pair.left, pair.right, pair[0], pair[1]) == (2, 5, 2, 5)
    assert pair == (2, 5) and tuple(pair) == (2, 5)
    assert Pair._fields == ("left", "right") and pair._asdict() == {"left": 2, "right": 5}
    assert repr(pair) == "Pair(left=2, right=5)"
    assert {pair, Pair(2, 5)} == {pair}


def test_methods_properties_and_docstring_are_kept() -> None:
    assert (Pair(2, 5).total, Pair(2, 5).mirrored()) == (7, Pair(5, 2))
    assert type(Pair(2, 5).mirrored()) is type(Pair(2, 5)._replace(left=1)) is Pair
    assert Pair.__doc__ == "Two numbers."


def test_fields_cannot_be_assigned_left_out_or_added() -> None:
    pair = Pair(2, 5)
    with pytest.raises(AttributeError):
        pair.left = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        pair.middle = 3  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Pair(2)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Pair(2, 5, 6)  # type: ignore[call-arg]


def test_tuple_passes_between_processes() -> None:
    assert pickle.loads(pickle.dumps(Pair(2, 5))) == Pair(2, 5)


def test_module_imports_neither_typing_nor_its_costs() -> None:
    code = "import sys, common.games.squirrels.tuples; print('typing' in sys.modules, 're' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False False\n"
