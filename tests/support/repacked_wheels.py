"""Wheels made from installed packages, to install without a network."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile


def repack(pins: Iterable[str], folder: Path) -> None:
    """Write a wheel of each pinned package into a new folder."""
    folder.mkdir()
    for pin in pins:
        repack_one(distribution(pin.partition("==")[0]), folder)


def repack_one(package: Distribution, folder: Path) -> None:
    """Write the wheel of an installed package; its programs are made from its entry points."""
    names = [
        str(path)
        for path in package.files or ()
        if ".." not in path.parts and path.suffix != ".pyc" and path.name != "RECORD"
    ]
    info = next(name.partition("/")[0] for name in names if ".dist-info/" in name)
    tags = (package.read_text("WHEEL") or "").split("Tag: ")
    wheel = folder / f"{info.removesuffix('.dist-info')}-{tags[-1].split()[0]}.whl"
    with ZipFile(wheel, "w", ZIP_STORED) as file:
        for name in names:
            file.write(str(package.locate_file(name)), name)
        rows = [f"{name},,\n" for name in [*names, f"{info}/RECORD"]]
        file.writestr(f"{info}/RECORD", "".join(rows))
