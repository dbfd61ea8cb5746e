"""Compile the kernels that pages run in a browser to WebAssembly, for developers.

python -m common.command.wasm [GAME ...]

It writes common/play/browser/modules/NAME.wasm and NAME.json. It needs the extras `fast` and `web`. A test
fails once a stored module does not belong to the current sources.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from common.command import cli, game_entries
from common.kernels.jit.wasm import BrowserKernels, build
from common.play.game import Game
from common.record.atomic_files import write_atomically
from common.rules.errors import BadInput, quoted

GAMES = tuple(sorted(entry.module for entry in game_entries.GAMES.values()))
MODULE_FOLDER = Path(__file__).parents[1] / "play" / "browser" / "modules"


def load_game(name: str) -> Game[Any, Any]:
    """Import the script of a game. Raise BadInput if there is no such game."""
    if name not in GAMES:
        raise BadInput(f"{quoted(name)}: expected a game, one of {', '.join(GAMES)}")
    game: Game[Any, Any] = import_module(name).GAME
    return game


def browser_modules(names: Sequence[str] = GAMES) -> Iterator[BrowserKernels]:
    """Yield the modules of some games. Raise BadInput if there is no such game."""
    for game in [load_game(name) for name in names]:
        yield from game.load_module("browser").browser_kernels(game)


def check_packages() -> None:
    """Raise BadInput if a package that the compiler needs is not installed."""
    for package, extra in (("numba", "fast"), ("ziglang", "web")):
        if find_spec(package) is None:
            raise BadInput(
                f'wasm needs {package}, which is not installed: python -m pip install ".[{extra}]"'
            )


def write_module(kernels: BrowserKernels, folder: Path = MODULE_FOLDER) -> int:
    """Compile a module, write it and its description, and return its size in bytes."""
    image, description = build(kernels)
    write_atomically(folder / f"{kernels.linked.name}.wasm", image)
    text = json.dumps(description, indent=1) + "\n"
    write_atomically(folder / f"{kernels.linked.name}.json", text.encode())
    return len(image)


def run(names: Sequence[str]) -> int:
    """Write the modules of some games, by default all, and print a line for each. Return 0.

    Raise BadInput if there is no such game, or a package is missing.
    """
    check_packages()
    for kernels in browser_modules(names or GAMES):
        print(f"{kernels.linked.name}: {write_module(kernels):,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(cli.run_guarded(partial(run, sys.argv[1:])))
