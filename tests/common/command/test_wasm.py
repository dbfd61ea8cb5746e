"""The developer's command that compiles kernels to WebAssembly."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.command import wasm
from common.games.circle_the_cat.browser import DISTANCE_KERNELS
from common.kernels.jit.wasm import BrowserKernels
from common.rules.errors import BadInput
from tests.support.imports import SCRIPTS


def test_games_are_the_scripts() -> None:
    assert wasm.GAMES == SCRIPTS
    assert {kernels.linked.name for kernels in wasm.browser_modules(["walls"])} >= {
        "walls3",
        "walls5",
        "walls7",
    }


def test_unknown_game_is_refused() -> None:
    with pytest.raises(BadInput, match="'chess': expected a game, one of catsdogs"):
        list(wasm.browser_modules(["chess"]))


def test_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "find_spec", lambda name: None if name == "ziglang" else name)
    with pytest.raises(BadInput, match=r'ziglang, which is not installed: python -m pip install ".\[web\]"'):
        wasm.run(["duel7"])


def test_module_and_description_are_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def built(kernels: BrowserKernels) -> tuple[bytes, dict[str, str]]:
        return b"\0asm", {"name": kernels.linked.name}

    monkeypatch.setattr(wasm, "build", built)
    assert wasm.write_module(DISTANCE_KERNELS, tmp_path) == 4
    assert (tmp_path / "distances.wasm").read_bytes() == b"\0asm"
    assert (tmp_path / "distances.json").read_text() == '{\n "name": "distances"\n}\n'
