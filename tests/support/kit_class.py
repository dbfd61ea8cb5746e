"""A class of thirty submissions to a kit of one game: twenty honest, five that fail, five that spy."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from common.judge.kit.archive import KitContents, write_kit
from common.judge.kit.pins import pinned_requirements
from common.judge.kit.scripts import PYTHON_VARIABLE, ROOT_VARIABLE
from common.judge.kit.settings import KitSettings, Rung
from common.judge.match.games import load_game
from tests.support.gradescope import check_results
from tests.support.hostile_class import temporary_folder
from tests.support.misbehaving_programs import FAILING
from tests.support.programs import ROOT
from tests.support.repacked_wheels import repack

SECONDS = 330  # for a submission, more than any budget here
HONEST = 20  # programs of a whole class
# A part of each game's persistent example, and what chooses otherwise by number in its place.
VARIED = {
    "game": ('"E" if "E" in free else next(iter(free))', "[*free][{number} % len(free)]"),
    "squirrels": ("max(free, key=lambda square: values[square])", "free[{number} % len(free)]"),
    "duel7": ("moves[0]", "moves[{number} % len(moves)]"),
    "walls": ('"turn-left"', '["turn-left", "turn-right"][{number} % 2]'),
    "catsdogs": (
        "next(move for move in moves if squares.get(move[2:]) == goal)",
        "(legal := [move for move in moves if squares.get(move[2:]) == goal])[{number} % len(legal)]",
    ),
}
ATTEMPTS = {  # the name is printed instead of the move if it succeeds
    "reads the results": "open({root!r} + '/results/results.json').read()",
    "writes the results": "open({root!r} + '/results/results.json', 'w').write('{{}}')",
    "replaces the results": "os.rename(os.getcwd(), {root!r} + '/results/results.json')",
    "reads the settings": "open({root!r} + '/source/settings.ini').read()",
    "reads the project": "open({root!r} + '/source/project/{game}.py').read()",
    "imports the project": "import {game}",
    "opens a socket": "import socket; socket.socket()",
    "signals its referee": "os.kill(os.getppid(), 0)",
}
SPIES = (
    "reads the results",
    "writes the results",
    "reads the project",
    "opens a socket",
    "signals its referee",
)


class Autograder:
    """The folders of an autograder, as Gradescope lays them out."""

    def __init__(self, root: Path, kit: Path | None = None) -> None:
        """Lay out a new autograder."""
        self.root = root
        self.environment = os.environ | {
            ROOT_VARIABLE: str(root),
            PYTHON_VARIABLE: sys.executable,
            "PIP_NO_COMPILE": "1",
            "PIP_CONFIG_FILE": os.devnull,
            **dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9"),  # nobody answers there
        }
        for name in ("submission", "results"):
            (root / name).mkdir(parents=True)
        if kit:
            with ZipFile(kit) as file:
                for info in file.infolist():
                    path = Path(file.extract(info, root / "source"))
                    path.chmod(info.external_attr >> 16 & 0o777)
            shutil.copy(root / "source" / "run_autograder", root)

    def set_up(self) -> str:
        """Run setup.sh and return what it prints."""
        done = subprocess.run(
            [self.root / "source" / "setup.sh"],
            env=self.environment,
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def copy(self, root: Path) -> Autograder:
        """Return another autograder with the same source and environment."""
        made = Autograder(root)
        for name in ("source", "environment", "run_autograder"):
            (root / name).symlink_to(self.root / name)
        return made

    def grade(self, code: str, temporary: Path, **more: str) -> dict[str, Any]:
        """Grade a program and return its checked results."""
        (self.root / "submission" / "main.py").write_text(code, encoding="utf-8")
        (self.root / "results" / "results.json").write_text('{"secret": 1}', encoding="utf-8")
        environment = self.environment | {"TMPDIR": str(temporary)} | more
        done = subprocess.run(
            [self.root / "run_autograder"],
            env=environment,
            text=True,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert "Traceback" not in done.stderr
        found: dict[str, Any] = json.loads((self.root / "results" / "results.json").read_text("utf-8"))
        check_results(found)
        return found


def new_autograder(settings: KitSettings, folder: Path) -> Autograder:
    """Return an autograder with a kit made by these settings, which installs from wheels in the folder."""
    repack(pinned_requirements(()), folder / "wheels")
    contents = KitContents(load_game(settings.game), settings, folder / "wheels", extras=())
    write_kit(folder / "kit.zip", contents)
    return Autograder(folder / "autograder", folder / "kit.zip")


class KitClass:
    """The submissions to a kit of one game, and the kit itself, set up without network."""

    def __init__(self, game: str, folder: Path) -> None:
        """Make the kit and set it up in a new folder, from wheels in it."""
        self.game, self._folder = game, folder
        self._example = (ROOT / "docs" / "examples" / game / "persistent.py").read_text("utf-8")
        self.settings = KitSettings(
            game,
            (Rung("random", 20), Rung("level-1", 30)),
            "persistent",
            seconds=3,
            pairs=1,
            memory=0.3,
            budget=40,
            positions=2,
        )
        self.honest = [f"honest {number}" for number in range(HONEST)]
        self.temporary = temporary_folder()
        self.first = new_autograder(self.settings, folder)
        self.told = self.first.set_up()

    @property
    def names(self) -> list[str]:
        """The names of all submissions."""
        return [*self.honest, *FAILING, *SPIES]

    def honest_code(self, number: int) -> str:
        """Return an honest program that chooses its moves by a number."""
        old, new = VARIED[self.game]
        assert old in self._example
        return self._example.replace(old, new.format(number=number))

    def spying_code(self, names: Iterable[str], root: Path) -> str:
        """Return an honest program that first makes attempts against the autograder in `root`."""
        guarded = "".join(
            f"try:\n    {ATTEMPTS[name].format(root=str(root), game=self.game)}\n"
            f"    print({name!r}, flush=True)\nexcept (OSError, ImportError):\n    pass\n"
            for name in names
        )
        return f"import os\n{guarded}{self.honest_code(0)}"

    def code(self, name: str, root: Path) -> str:
        """Return the program of a submission to the autograder in `root`."""
        if name in FAILING:
            return f"import os, sys, time\n{FAILING[name]}\n"
        if name in SPIES:
            return self.spying_code([name], root)
        return self.honest_code(self.honest.index(name))

    def grade_all(self, at_once: int) -> dict[str, dict[str, Any]]:
        """Grade all submissions, so many at once; return their results by name."""

        def grade(name: str) -> dict[str, Any]:
            grader = self.first.copy(self._folder / "copies" / name)
            return grader.grade(self.code(name, grader.root), self.temporary)

        with ThreadPoolExecutor(at_once) as pool:
            return dict(zip(self.names, pool.map(grade, self.names), strict=True))

    def misjudged(self, found: Mapping[str, dict[str, Any]]) -> Iterator[str]:
        """Yield the submissions that are not judged as they should be."""
        for name in self.names:
            judged = points(found[name])
            if name in FAILING:
                is_right = sum(judged.values()) == 0
            else:
                whole = not any("not graded" in test["output"] for test in found[name]["tests"])
                is_right = judged["protocol"] == self.settings.check_points and whole
            if name in SPIES:
                is_right = is_right and judged == points(found[self.honest[0]])
            if not is_right or found[name]["execution_time"] >= self.settings.budget:
                yield name


def points(found: dict[str, Any]) -> dict[str, float]:
    """Return the points by the beginning of the test's name: protocol, or the opponent."""
    sums = dict[str, float]()
    for test in found["tests"]:
        name = test["name"].partition(":")[0]
        sums[name] = round(sums.get(name, 0) + test["score"], 2)
    return sums
