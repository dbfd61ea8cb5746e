"""Calls between compiled kernels, and the source code that the compiler refuses."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels

pytest.importorskip("numba")
from common.kernels.jit.compiler import OPT_VARIABLE, compile_object, without_numba_passes


@kernel
def halved(number: int, up: int) -> int:
    return number + up >> 1


@kernel
def of_literals(number: int) -> int:
    return halved(7, 1) + halved(number, 0)


@kernel
def of_truth(number: int) -> int:
    return halved(number, number > 2) + halved(number > 1, 1)


@kernel
def of_half(number: int) -> int:
    return halved(number / 2, 0)  # type: ignore[arg-type]


@kernel
def summed(count: int, last: int) -> int:
    return last if count == 0 else count + summed(count - 1, last)


@kernel
def sums(count: int) -> int:
    return summed(3, 1) + summed(count, count > 2)


@kernel
def with_literal(count: int, last: int) -> int:
    return last if count == 0 else count + with_literal(count - 1, 0)


@kernel
def with_truth(count: int, last: int) -> int:
    return last if count == 0 else count + with_truth(count - 1, count > 2)


@kernel
def allocating(count: int) -> int:
    return len([count] * count)


def linked(*kernels: Callable[..., Any]) -> LinkedKernels:
    return LinkedKernels("calls", {function.__name__: function for function in kernels}, records={})


def test_literals_and_bools_are_passed_as_ints() -> None:
    program = linked(halved, of_literals, of_truth, summed, sums)
    assert program.fast.compiled
    for number in range(-3, 8):
        for name in ("of_literals", "of_truth"):
            assert getattr(program.fast, name)(number) == getattr(program.plain, name)(number)
    assert [program.fast.sums(count) for count in range(6)] == [
        program.plain.sums(count) for count in range(6)
    ]


@pytest.mark.parametrize("function", [with_literal, with_truth])
def test_compiler_refuses_recursion_with_other_types(function: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="calls itself with a constant or a truth value"):
        compile_object(linked(function))


def test_compiler_refuses_a_float_for_an_int_argument() -> None:
    with pytest.raises(Exception, match="halved"):
        compile_object(linked(halved, of_half))


def test_compiler_refuses_a_kernel_that_allocates() -> None:
    """Reference counting is dropped from kernels, so they must not create counted objects."""
    with pytest.raises(ValueError, match="machine code would need NRT_"):
        compile_object(linked(allocating))


@pytest.mark.parametrize("before", [None, "3"])
def test_environment_is_restored_after_compiling(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OPT_VARIABLE, raising=False)
    if before:
        monkeypatch.setenv(OPT_VARIABLE, before)
    with pytest.raises(KeyError), without_numba_passes():
        assert os.environ[OPT_VARIABLE] == "0"
        raise KeyError
    assert os.environ.get(OPT_VARIABLE) == before
