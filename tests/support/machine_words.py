"""Kernels in plain Python that fail when a result does not fit into a machine word.

Python's ints never overflow, so plain Python can be right where machine code is undefined. Here every
operation in a kernel's source is wrapped in a function that checks the result.
"""

from __future__ import annotations

import ast
import inspect
import types
from functools import cache
from typing import Any

from common.kernels import kernel as linking
from common.kernels.kernel import Kernels, link
from common.kernels.linked_kernels import LinkedKernels

MIN_WORD, MAX_WORD, WORD_BITS = -(1 << 63), (1 << 63) - 1, 64


class NotAMachineWord(AssertionError):
    """A result that does not fit into a machine word."""


def inside(value: int) -> int:
    """Return a result unchanged. Raise NotAMachineWord if it does not fit."""
    if MIN_WORD <= value <= MAX_WORD:
        return value
    raise NotAMachineWord(f"{value} is no machine word")


def distance(by: int) -> int:
    """Return a shift distance. Raise NotAMachineWord outside 0 to 63: processors use six bits of it."""
    if 0 <= by < WORD_BITS:
        return by
    raise NotAMachineWord(f"no machine word is shifted by {by}")


def popcount(word: int) -> int:
    """Count bits. Raise NotAMachineWord if negative: Python counts the bits of the absolute value."""
    if word >= 0:
        return linking.popcount(word)
    raise NotAMachineWord(f"{word} is no set")


def lowest_bit(word: int) -> int:
    """Return the lowest set bit. Raise NotAMachineWord on 0: machine code returns garbage there."""
    if word > 0:
        return linking.lowest_bit(word)
    raise NotAMachineWord(f"{word} has no lowest bit")


INSTRUCTIONS = {"popcount": popcount, "lowest_bit": lowest_bit}


class OperationChecks(ast.NodeTransformer):
    """A source transformation: wraps the operations of a kernel, and calls `called` with its name first."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = []
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_call("called", ast.Constant(node.name))))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, (ast.LShift, ast.RShift)):
            node.right = _call("distance", node.right)
        return _call("inside", node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else _call("inside", node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Rewrite `x += y` as `x = x + y`."""
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        changed: ast.AST = self.visit(ast.Assign([node.target], ast.BinOp(before, node.op, node.value)))
        return changed

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, int):
            inside(node.value)
        return node


def _call(name: str, argument: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


@cache
def add_checks(code: types.CodeType) -> types.CodeType:
    """Compile a kernel's source with checks; a traceback still shows its file and line."""
    lines, first = inspect.getsourcelines(code)
    tree = ast.increment_lineno(ast.parse("".join(lines)), first - 1)
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(OperationChecks().visit(tree)), code.co_filename, "exec"), space)
    found: types.CodeType = space[code.co_name].__code__
    return found


class CheckedKernels:
    """The kernels of a game with every operation checked; their names, and the names of those called.

    The kernels of common/kernels/kernel.py are one instruction each in machine code. Their Python is never
    compiled, so it is not checked.
    """

    def __init__(self, program: LinkedKernels) -> None:
        self.names, self.called = set[str](), set[str]()
        self.kernels, space = Kernels({}), link(program.names)
        space |= {name: self._check_kernel(bound) for name, bound in list(space.items()) if callable(bound)}
        space["poll"] = self.kernels.watch.poll
        vars(self.kernels).update((name, bound) for name, bound in space.items() if callable(bound))

    def _check_kernel(self, bound: Any) -> Any:
        name, space = bound.__name__, bound.__globals__
        if bound.__module__ == linking.__name__:
            return INSTRUCTIONS.get(name, bound)
        self.names.add(name)
        space |= {"inside": inside, "distance": distance, "called": self.called.add}
        return types.FunctionType(add_checks(bound.__code__), space, name, bound.__defaults__)
