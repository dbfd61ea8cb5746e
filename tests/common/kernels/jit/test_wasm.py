"""Stored WebAssembly modules belong to the sources, and their fingerprint covers what counts."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pytest

from common.command.wasm import MODULE_FOLDER, browser_modules
from common.games.circle_the_cat.browser import DISTANCE_KERNELS
from common.games.squirrels.browser import EXACT_SEARCH
from common.kernels.jit.wasm import BrowserKernels, build, fingerprint, parameter_kinds, source_text
from common.kernels.kernel import kernel, word_at
from common.kernels.linked_kernels import LinkedKernels

MODULES = {kernels.linked.name: kernels for kernels in browser_modules()}
every_module = pytest.mark.parametrize("name", MODULES)
needs_compiler = pytest.mark.skipif(
    not (find_spec("numba") and find_spec("ziglang")),
    reason='Numba or ziglang is not installed: python -m pip install ".[fast,web]"',
)
STEP = 3


@kernel
def double(state: Any, word: int) -> int:
    """Return twice a word."""
    return 2 * word + STEP


@kernel
def unused(word: int) -> int:
    """Return a word."""
    return word


def toy(**replacements: Any) -> BrowserKernels:
    """Return the kernels of this module, some replaced."""
    names = {"double": double, "unused": unused, "STEP": STEP} | replacements
    return BrowserKernels(LinkedKernels("toy", names, records={}, state_size=2), ("double",), {"LIMIT": 0.5})


@every_module
def test_stored_module_belongs_to_the_sources(name: str) -> None:
    """If this fails: python -m common.command.wasm GAME, and commit the files that it writes."""
    stored = json.loads((MODULE_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert stored["fingerprint"] == fingerprint(MODULES[name])
    assert (MODULE_FOLDER / f"{name}.wasm").read_bytes().startswith(b"\0asm")


def test_nothing_else_is_stored() -> None:
    found = {path.name for path in MODULE_FOLDER.iterdir()}
    assert found == {f"{name}.{ending}" for name in MODULES for ending in ("json", "wasm")}


@every_module
def test_stored_description_fits_the_kernels(name: str) -> None:
    stored, kernels = json.loads((MODULE_FOLDER / f"{name}.json").read_text(encoding="utf-8")), MODULES[name]
    assert set(stored["kernels"]) == set(kernels.exports)
    for exported, known in stored["kernels"].items():
        assert known["parameters"] == parameter_kinds(kernels.linked, exported)
    for record, fields in stored["records"].items():
        assert list(fields.items()) == list(kernels.linked.records[record].items())


def test_fingerprint_covers_kernels_constants_and_exports() -> None:
    def other(state: Any, word: int) -> int:
        return 2 * word - STEP

    other.__name__ = "double"
    changed = [toy(STEP=4), toy(double=kernel(other)), toy()._replace(exports=("double", "unused"))]
    changed += [toy()._replace(constants={"LIMIT": 0.25})]
    assert len({fingerprint(kernels) for kernels in [toy(), *changed]}) == 5


def test_fingerprint_ignores_what_the_exports_do_not_use() -> None:
    assert fingerprint(toy(unused=kernel(lambda word: -word), MORE=7)) == fingerprint(toy())
    assert word_at.__name__ not in toy().used


def test_text_of_a_source_ignores_docstring_comments_and_line_breaks() -> None:
    def one(word: int) -> int:
        """Return a word."""
        return min(word, STEP)

    def other(word: int) -> int:
        """Say it in other words."""
        # and why
        return min(
            word, STEP
        )  # fmt: skip

    assert source_text(other).replace("other", "one") == source_text(one)


@pytest.mark.long
@needs_compiler
def test_a_second_build_gives_the_same_bytes() -> None:
    """Also in a process that has compiled nothing before."""
    code = (
        "import sys; from common.games.squirrels.browser import EXACT_SEARCH;"
        "from common.kernels.jit.wasm import build; sys.stdout.buffer.write(build(EXACT_SEARCH)[0])"
    )
    build(DISTANCE_KERNELS)
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert fresh == build(EXACT_SEARCH)[0]


@needs_compiler
def test_module_exports_only_what_javascript_calls() -> None:
    image, description = build(toy())
    assert b"kernel_double" in image and b"kernel_unused" not in image
    assert description["constants"] == {"LIMIT": 0.5, "STEP": 3}
    assert description["kernels"] == {"double": {"parameters": [[1, 1], [1]], "result": "i"}}
