"""The packages of this installation as `==` requirements, for a kit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from common.rules.errors import BadInput

PROJECT = "five-board-games"
NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^]]*)\])?")
EXTRA = re.compile(r"""\bextra\s*==\s*['"]([^'"]+)['"]""")


def pinned_requirements(extras: Sequence[str] = ("fast",)) -> list[str]:
    """Return `NAME==VERSION` of all installed packages that this project needs, sorted by name.

    `extras` are those of the project whose packages are included as far as they are installed. Raise BadInput
    if the project itself is not installed.
    """
    try:
        project = distribution(PROJECT)
    except PackageNotFoundError:
        raise BadInput(
            "a kit needs the installed project: python -m pip install -e . in its folder"
        ) from None
    found, waiting = dict[str, str](), list(requirements_of(project, extras))
    while waiting:
        name, wanted = waiting.pop()
        key = normalized(name)
        if key not in found and (package := installed(name)):
            found[key] = f"{package.name}=={package.version}"
            waiting += requirements_of(package, wanted)
    return [found[key] for key in sorted(found)]


def installed(name: str) -> Distribution | None:
    """Return an installed package, or None."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def requirements_of(package: Distribution, extras: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that a package requires, each with its extras; other markers are ignored."""
    for line in package.requires or ():
        requirement, _semicolon, marker = line.partition(";")
        extra = EXTRA.search(marker)
        name = NAME.match(requirement)
        if name and (extra is None or extra[1] in extras):
            yield name[1], [word.strip() for word in (name[2] or "").split(",") if word.strip()]


def normalized(name: str) -> str:
    """Return the name of a package as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def check_wheels(folder: Path, pins: Sequence[str]) -> list[Path]:
    """Return the wheels of a folder. Raise BadInput if one is missing for a pinned package."""
    wheels = sorted(folder.glob("*.whl")) if folder.is_dir() else []
    names = {tuple(wheel.name.split("-")[:2]) for wheel in wheels}
    known = {(normalized(name), version) for name, version in names}
    for pin in pins:
        name, _equals, version = pin.partition("==")
        if (normalized(name), version) not in known:
            raise BadInput(
                f"--wheels {folder}: no wheel of {pin} in it: fill it with python -m pip download "
                f"-d {folder} -r requirements.txt"
            )
    return wheels
