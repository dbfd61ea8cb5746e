"""Pinned requirements: all that is installed and needed, and the wheels for it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest

from common.judge.kit import pins
from common.judge.kit.pins import check_wheels, normalized, pinned_requirements, requirements_of
from common.rules.errors import BadInput


def names(extras: tuple[str, ...] = ()) -> dict[str, str]:
    return {normalized(pin.partition("==")[0]): pin.partition("==")[2] for pin in pinned_requirements(extras)}


def test_direct_and_indirect_requirements_are_pinned() -> None:
    found = names()
    assert {"typer", "rich", "pillow", "imageio", "psutil"} <= found.keys()
    assert {"mdurl", "numpy"} <= found.keys(), "of markdown-it-py and imageio"
    assert all(found[name] == version(name) for name in found)
    assert list(found) == sorted(found)


def test_extras_are_pinned_only_if_asked_for() -> None:
    pytest.importorskip("numba")
    assert {"numba", "llvmlite"} <= names(("fast",)).keys()
    assert not {"numba", "llvmlite", "pytest"} & names().keys()


def test_requirement_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = pins.installed

    def without_rich(name: str) -> object:
        return None if name == "rich" else found(name)

    monkeypatch.setattr(pins, "installed", without_rich)
    assert "rich" not in names() and "typer" in names()


def test_project_must_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(pins, "distribution", missing)
    with pytest.raises(BadInput, match="a kit needs the installed project"):
        pinned_requirements()


def test_extra_in_brackets_is_read() -> None:
    found = dict(requirements_of(distribution("five-board-games"), ["video"]))
    assert "typer" in found and found["imageio"] == ["ffmpeg"]
    assert "numba" not in found


def test_wheels_must_be_complete(tmp_path: Path) -> None:
    (tmp_path / "Some_Package-1.0-py3-none-any.whl").touch()
    (tmp_path / "more-2.0-py3-none-any.whl").touch()
    assert [path.name for path in check_wheels(tmp_path, ["some-package==1.0"])] == [
        "Some_Package-1.0-py3-none-any.whl",
        "more-2.0-py3-none-any.whl",
    ]
    with pytest.raises(BadInput, match=r"no wheel of some-package==1\.1 in it: fill it with python -m pip"):
        check_wheels(tmp_path, ["some-package==1.1"])
    with pytest.raises(BadInput, match="no wheel of"):
        check_wheels(tmp_path / "missing", ["more==2.0"])
