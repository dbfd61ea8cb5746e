"""Make the films of the documentation: docs/*.gif, reproducible because no engine has a clock.

Run it by: python -m tests.support.films
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.programs import ROOT

EXAMPLE = (
    "[5, 5]",
    "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]",
    "[(0,0), (6,10), (9,10), (10,1)]",
)
# The arguments of each script; the assignment's form of game.py writes game.gif by itself.
CALLS = {
    "game": EXAMPLE,
    "squirrels": ("play", "--x", "alpha-beta", "--o", "minimax", "--depth", "4", "--seed", "7"),
    "duel7": ("play", "--x", "engine", "--o", "greedy", "--nodes", "3000", "--turns", "24", "--seed", "7"),
    "catsdogs": ("play", "--cat", "engine", "--dog", "engine", "--nodes", "3000"),
    "walls": ("play", "7", "--a", "engine", "--b", "wall-follower", "--nodes", "3000", "--games", "1"),
}
FRAME_MS = {"squirrels": "700", "walls": "250"}


def write_film(script: str, folder: Path) -> Path:
    """Play a game in `folder` and return its film."""
    film = folder / f"{script}.gif"
    options = [] if script == "game" else ["--gif", film.name, "--frame-ms", FRAME_MS.get(script, "400")]
    call = [sys.executable, str(ROOT / f"{script}.py"), *CALLS[script], *options]
    subprocess.run(call, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return film


if __name__ == "__main__":
    for name in CALLS:
        with tempfile.TemporaryDirectory() as place:
            shutil.copy(write_film(name, Path(place)), ROOT / "docs")
