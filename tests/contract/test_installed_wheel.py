"""An installed wheel outside this tree; test_page.py asks its commands too."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.long


def test_wheel_runs_the_installed_modules(installed: Path, tmp_path: Path) -> None:
    code = "import common.show.page as page, duel7; print(page.__file__, duel7.__file__, sep='\\n')"
    told = subprocess.run(
        [installed / "python", "-c", code], cwd=tmp_path, text=True, capture_output=True, check=True
    )
    assert all(Path(line).is_relative_to(installed.parent) for line in told.stdout.splitlines())
