"""A kit as a course uses it: laid out, set up without network, and 30 submissions graded."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from common.programs.confined_command import ACCOUNT, is_root
from common.programs.sandbox import NO_SANDBOX, SANDBOX_VARIABLE, probe_sandbox
from tests.support.hostile_class import leftovers
from tests.support.kit_class import ATTEMPTS, KitClass, points
from tests.support.misbehaving_programs import FAILING
from tests.support.programs import Run

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Gradescope runs Linux")


@linux_only
@pytest.mark.long
def test_kit_grades_thirty_programs(tmp_path: Path) -> None:
    course = KitClass("duel7", tmp_path)
    assert course.told.startswith("Programs ran in ")
    if is_root():
        assert (course.first.root / "source").stat().st_mode & 0o077 == 0
    found = course.grade_all(at_once=3)
    wrong = list(course.misjudged(found))
    assert (len(found), wrong) == (30, []), [found[name] for name in wrong]
    assert len({tuple(points(found[name]).values()) for name in course.honest}) > 1
    outputs = {name: found[name]["tests"][0]["output"] for name in FAILING}
    assert "does not answer within" in outputs["stall"] and "exit status 1" in outputs["crash"]
    assert "floods" in outputs["flood"] and "0.3 GB" in outputs["memory hog"]
    assert "more than 64 processes" in outputs["process hog"]
    assert leftovers(course.temporary) == []
    _grade_in_other_sandboxes(course, tmp_path, points(found["honest 0"]))
    shutil.rmtree(course.temporary)


def _grade_in_other_sandboxes(course: KitClass, folder: Path, wanted: dict[str, float]) -> None:
    """Check that spies get through neither under Landlock alone nor under another account alone."""
    levels = [name for name in ("landlock", ACCOUNT) if probe_sandbox(name).no_files]
    assert ACCOUNT in levels or not is_root()
    for level in levels:
        grader = course.first.copy(folder / level)
        code = course.spying_code(ATTEMPTS, grader.root)
        found = grader.grade(code, course.temporary, **{SANDBOX_VARIABLE: level})
        assert points(found) == wanted, (level, found)
    bare = course.first.copy(folder / "bare")
    code = course.spying_code(["reads the results"], bare.root)
    found = bare.grade(code, course.temporary, **{SANDBOX_VARIABLE: NO_SANDBOX})
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
