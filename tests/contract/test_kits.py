"""A kit as a course uses it: laid out, set up without network, and 30 submissions graded."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import duel7
from common.judge.kit.archive import KitContents, write_kit
from common.judge.kit.pins import pinned_requirements
from common.judge.kit.scripts import PYTHON_VARIABLE, ROOT_VARIABLE
from common.judge.kit.settings import KitSettings, Rung
from common.programs.confined_command import ACCOUNT, is_root
from common.programs.sandbox import NO_SANDBOX, SANDBOX_VARIABLE, probe_sandbox
from tests.support.gradescope import check_results
from tests.support.hostile_class import leftovers, temporary_folder
from tests.support.misbehaving_programs import FAILING
from tests.support.programs import ROOT, Run
from tests.support.repacked_wheels import repack

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Gradescope runs Linux")
SETTINGS = KitSettings(
    "duel7",
    (Rung("random", 20), Rung("greedy", 30)),
    "persistent",
    seconds=3,
    pairs=1,
    memory=0.3,
    budget=40,
    positions=2,
)
EXAMPLE = (ROOT / "docs" / "examples" / "duel7" / "persistent.py").read_text("utf-8")
HONEST = 20
ATTEMPTS = {  # each prints instead of its move if it succeeds
    "reads the results": "open({root!r} + '/results/results.json').read()",
    "writes the results": "open({root!r} + '/results/results.json', 'w').write('{{}}')",
    "replaces the results": "os.rename(os.getcwd(), {root!r} + '/results/results.json')",
    "reads the settings": "open({root!r} + '/source/settings.ini').read()",
    "reads the project": "open({root!r} + '/source/project/duel7.py').read()",
    "imports the project": "import duel7",
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


def honest(number: int) -> str:
    """Return an honest program that plays one of its moves by number."""
    return EXAMPLE.replace("moves[0]", f"moves[{number} % len(moves)]")


def spying(attempt: str, root: Path) -> str:
    """Return an honest program that tries something first."""
    attempted = f"try:\n    {attempt.format(root=str(root))}\n    print('got through', flush=True)\n"
    return f"import os\n{attempted}except (OSError, ImportError):\n    pass\n{honest(0)}"


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
            timeout=90,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert "Traceback" not in done.stderr
        found: dict[str, Any] = json.loads((self.root / "results" / "results.json").read_text("utf-8"))
        check_results(found)
        return found


def points(found: dict[str, Any]) -> dict[str, float]:
    """Return the points by the beginning of the test's name: protocol, or the opponent."""
    sums = dict[str, float]()
    for test in found["tests"]:
        name = test["name"].partition(":")[0]
        sums[name] = round(sums.get(name, 0) + test["score"], 2)
    return sums


@linux_only
@pytest.mark.long
def test_kit_grades_thirty_programs(tmp_path: Path) -> None:
    pins = pinned_requirements(())
    repack(pins, tmp_path / "wheels")
    write_kit(tmp_path / "kit.zip", KitContents(duel7.GAME, SETTINGS, tmp_path / "wheels", extras=()))
    first = Autograder(tmp_path / "autograder", tmp_path / "kit.zip")
    assert first.set_up().startswith("Programs ran in ")
    if is_root():
        assert (first.root / "source").stat().st_mode & 0o077 == 0
    submissions = {f"honest {number}": honest(number) for number in range(HONEST)}
    failing = {name: f"import os, sys, time\n{code}\n" for name, code in FAILING.items()}
    submissions |= failing
    names = [*submissions, *SPIES]
    temporary = temporary_folder()

    def grade(at: int) -> dict[str, Any]:
        grader = first.copy(tmp_path / "copies" / str(at))
        name = names[at]
        code = submissions.get(name) or spying(ATTEMPTS[name], grader.root)
        return grader.grade(code, temporary)

    with ThreadPoolExecutor(3) as pool:
        found = dict(zip(names, pool.map(grade, range(len(names))), strict=True))
    assert len(found) == 30 and all(result["execution_time"] < SETTINGS.budget for result in found.values())
    for name in (*(f"honest {number}" for number in range(HONEST)), *SPIES):
        assert points(found[name])["protocol"] == 30, (name, found[name])
        assert not any("not graded" in test["output"] for test in found[name]["tests"])
    for name in SPIES:
        assert points(found[name]) == points(found["honest 0"]), (name, found[name])
    for name in failing:
        assert sum(points(found[name]).values()) == 0, (name, found[name])
    assert len({tuple(points(found[f"honest {number}"]).values()) for number in range(HONEST)}) > 1
    outputs = {name: found[name]["tests"][0]["output"] for name in failing}
    assert "does not answer within" in outputs["stall"] and "exit status 1" in outputs["crash"]
    assert "floods" in outputs["flood"] and "0.3 GB" in outputs["memory hog"]
    assert "more than 64 processes" in outputs["process hog"]
    assert leftovers(temporary) == []
    _grade_in_other_sandboxes(first, tmp_path, temporary, points(found["honest 0"]))
    shutil.rmtree(temporary)


def _grade_in_other_sandboxes(
    first: Autograder, folder: Path, temporary: Path, wanted: dict[str, float]
) -> None:
    """Check that spies get through neither under Landlock alone nor under another account alone."""
    levels = [name for name in ("landlock", ACCOUNT) if probe_sandbox(name).no_files]
    assert ACCOUNT in levels or not is_root()
    for level in levels:
        for name, attempt in ATTEMPTS.items():
            grader = first.copy(folder / level / name)
            found = grader.grade(spying(attempt, grader.root), temporary, **{SANDBOX_VARIABLE: level})
            assert points(found) == wanted, (level, name, found)
    bare = first.copy(folder / "bare")
    found = bare.grade(
        spying(ATTEMPTS["reads the results"], bare.root), temporary, **{SANDBOX_VARIABLE: NO_SANDBOX}
    )
    assert points(found) != wanted, "without a sandbox a spy gets through, so this test would notice it"


def test_kit_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    done = run("squirrels.py", "kit", "kit.zip", "--ladder", "level-1:10", "--persistent")
    assert (done.returncode, done.stderr) == (0, "")
    with ZipFile(tmp_path / "kit.zip") as kit:
        assert len([name for name in kit.namelist() if name.startswith("cases/input_")]) == 10
        settings = kit.read("settings.ini").decode()
    assert "protocol = persistent" in settings and "level-1 = 10" in settings
    again = run("squirrels.py", "kit", "kit.zip")
    assert again.returncode == 2 and "kit kit.zip already exists: choose a new name" in again.stderr
    assert run("squirrels.py", "kit", "kit.zip", "--force").returncode == 0
