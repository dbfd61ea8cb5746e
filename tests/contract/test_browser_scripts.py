"""The scripts of pages: types checked by tsc, one statement a line, short functions."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from common.play.browser_scripts import FOLDER

LONGEST_LINE = 130
OPTIONS = ("--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022")
LIBRARIES = ("--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable")
SCRIPTS = sorted(FOLDER.glob("*.js"))


@pytest.mark.long
def test_types_are_right(tmp_path: Path) -> None:
    """npm installs TypeScript into a temporary folder."""
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed")
    install = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(tmp_path), "typescript"]
    if subprocess.run(install, capture_output=True, timeout=300, check=False).returncode:
        pytest.skip("npm cannot install typescript here")
    files = [str(path) for path in (*SCRIPTS, *FOLDER.glob("*.d.ts"))]
    call = [str(tmp_path / "node_modules" / ".bin" / "tsc"), *OPTIONS, *LIBRARIES, *files]
    checked = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_script_has_short_lines_with_one_statement(path: Path) -> None:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        assert len(line) <= LONGEST_LINE or line.lstrip()[:1] in "/*", number
        code = re.sub(r'"[^"]*"|`[^`]*`|/(?:\\.|[^/\n])+/|//.*|/\*.*?\*/|\* .*', "", line)
        assert code.count(";") <= (2 if re.match(r"\s*for \(", code) else 1), number
