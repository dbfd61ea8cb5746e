"""Kernels as a WebAssembly module, with a description for common/play/browser/kernels.js.

`build` needs Numba and the package ziglang. The `fingerprint` needs neither: it covers the text of the
sources, so it is the same on every machine and with every version of Python and Numba.
"""

from __future__ import annotations

import inspect
import io
import subprocess
import sys
import tempfile
import textwrap
import tokenize
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from common.kernels.jit.loader import symbol
from common.kernels.kernel import STATE_PARAMETERS, entry_words, parameter_names, reachable_names
from common.kernels.vectors import VECTOR_INTRINSICS

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

STACK_BYTES = 1 << 20
LARGEST_SAFE = (1 << 53) - 1  # the largest int that a number of JavaScript holds
LINKER_OPTIONS = ("--no-entry", "--import-memory", "--strip-all", "--export=__heap_base")
SKIPPED_TOKENS = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.STRING, tokenize.ENDMARKER, tokenize.ENCODING)
)


class BrowserKernels(NamedTuple):
    """The kernels that the page of a game calls.

    `exports` are their names. `constants` are those that the page needs besides the kernels' own.
    """

    linked: LinkedKernels
    exports: tuple[str, ...]
    constants: Mapping[str, float] = {}

    @property
    def used(self) -> dict[str, Any]:
        """The kernels and constants that the exports use, by name, sorted."""
        return {
            name: self.linked.names[name] for name in sorted(reachable_names(self.linked.names, self.exports))
        }

    @property
    def uses_vectors(self) -> bool:
        """True if the module needs SIMD, which browsers have since 2021 (Safari: 2023)."""
        return any(function.__name__ in self.used for function in VECTOR_INTRINSICS)


def build(kernels: BrowserKernels) -> tuple[bytes, dict[str, Any]]:
    """Compile the kernels. Return the module and its description in JSON types.

    Raise any exception of Numba or LLVM, or OSError or CalledProcessError of the linker.
    """
    from common.kernels.jit.compiler import compile_object
    from common.kernels.jit.object_code import WASM32, WASM32_SIMD

    target = WASM32_SIMD if kernels.uses_vectors else WASM32
    results, image = compile_object(kernels.linked, target, kernels.exports)
    return link_object(image, kernels.exports), describe(kernels, results)


def link_object(image: bytes, exports: Iterable[str]) -> bytes:
    """Link a WebAssembly object to a module that exports these kernels."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        given.write_bytes(image)
        options = [*LINKER_OPTIONS, "-z", f"stack-size={STACK_BYTES}"]
        options += [f"--export={symbol(name)}" for name in exports]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, str(given), "-o", str(made), *options], check=True)
        return made.read_bytes()


def describe(kernels: BrowserKernels, results: Mapping[str, str]) -> dict[str, Any]:
    """Describe a module in JSON types: records, kernels with the codes of their results, constants."""
    linked = kernels.linked
    constants = {name: value for name, value in kernels.used.items() if is_safe(value)}
    described = {
        name: {"parameters": parameter_kinds(linked, name), "result": results[name]}
        for name in kernels.exports
    }
    taken = {kind for kernel in described.values() for kind in kernel["parameters"] if isinstance(kind, str)}
    return {
        "name": linked.name,
        "fingerprint": fingerprint(kernels),
        "records": {name: dict(fields) for name, fields in linked.records.items() if name in taken},
        "kernels": described,
        "constants": constants | dict(kernels.constants),
    }


def is_safe(value: object) -> bool:
    """Return True for an int that JavaScript's numbers hold."""
    return type(value) is int and abs(value) <= LARGEST_SAFE


def parameter_kinds(linked: LinkedKernels, name: str) -> list[str | list[int]]:
    """Return the kind of each parameter: the name of a record, or the words (1 or 2) of each entry."""
    function = linked.names[name]
    return [
        parameter
        if parameter in linked.records
        else list(entry_words(linked.names, linked.state_size, function, parameter))
        for parameter in parameter_names(function)
    ]


def fingerprint(kernels: BrowserKernels) -> str:
    """Return a hash of everything that a module depends on, but the compiler: 24 hex digits."""
    linked = kernels.linked
    parts = [(name, source_text(value) if callable(value) else value) for name, value in kernels.used.items()]
    records = [(name, tuple(fields.items())) for name, fields in sorted(linked.records.items())]
    positions = sorted(STATE_PARAMETERS), linked.state_size, linked.names.get("STATE_SETS", 0)
    whole = parts, records, positions, kernels.exports, sorted(kernels.constants.items())
    return sha256(repr(whole).encode()).hexdigest()[:24]


def source_text(function: Any) -> str:
    """Return the tokens of a function's source, without docstring, comments and line breaks in brackets."""
    text = textwrap.dedent(inspect.getsource(function))
    kept = [
        tokenize.tok_name[token.type] if token.string.isspace() or not token.string else token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in SKIPPED_TOKENS
    ]
    return " ".join(kept)
