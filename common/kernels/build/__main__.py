"""Compile kernels to stored modules: python -m common.kernels.build [--compare] [SCRIPT ...]

Build the modules that do not belong to their sources. A script defines a GAME with kernels of its own; its
module is stored beside it. By default it is the games of this project. With --compare build all modules that
the same tools have built, store nothing, and exit with status 1 if a byte differs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from common.kernels.linked_kernels import LinkedKernels

WALLS_SIZES = (3, 5, 7, 9, 11)


def our_kernels() -> Iterator[LinkedKernels]:
    """Yield the linked kernels of this project's games."""
    yield import_module("duel7").GAME.search.compiled()
    yield import_module("catsdogs").GAME.search.compiled()
    yield from map(import_module("walls").GAME.search.compiled, WALLS_SIZES)
    yield import_module("common.games.circle_the_cat.certificates").CERTIFICATES
    yield import_module("common.games.circle_the_cat.distances").DISTANCES
    yield import_module("common.games.squirrels.exact_search").EXACT_KERNELS


def kernels_of(script: str) -> LinkedKernels:
    """Return the linked kernels of a script."""
    sys.path.insert(0, str(Path(script).resolve().parent))
    linked: LinkedKernels = import_module(Path(script).stem).GAME.search.compiled()
    return linked


def is_current(linked: LinkedKernels) -> bool:
    """Return True if the stored module belongs to its sources."""
    try:
        return bool(linked.module)
    except (OSError, ValueError):
        return False


def store(linked: LinkedKernels) -> None:
    """Build and store a module with its description, and print its size."""
    from common.kernels.build.compiler import build

    image, description = build(linked)
    linked.module_path.write_bytes(image)
    text = json.dumps(description, indent=1) + "\n"
    linked.module_path.with_suffix(".json").write_text(text, encoding="utf-8", newline="\n")
    print(f"{linked.name}: {len(image):,} bytes", flush=True)


def differs(linked: LinkedKernels) -> bool:
    """Return True, and say so, if the same tools now build another module than the stored one."""
    from common.kernels.build.compiler import build, tools

    image, description = linked.module
    if description["tools"] != tools() or build(linked)[0] == image:
        return False
    print(f"{linked.name}: the stored module has other bytes")
    return True


def main(words: Sequence[str]) -> int:
    """Build or compare the modules that the words of the command line ask for. Return the exit status."""
    scripts = [word for word in words if word != "--compare"]
    asked = list(map(kernels_of, scripts) if scripts else our_kernels())
    if "--compare" in words:
        return int(sum(map(differs, asked)) > 0)
    for linked in asked:
        if not is_current(linked):
            store(linked)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
