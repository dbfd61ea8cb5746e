"""The interpreters of programs, and the paths of their installations."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from common.programs import interpreters
from common.programs.interpreters import installation_paths, shebang_words
from tests.support.programs import empty_files, on_unix

pytestmark = on_unix


def test_installation_includes_virtual_and_base_environment(tmp_path: Path) -> None:
    python, settings, _ = empty_files(tmp_path, "venv/bin/python", "venv/pyvenv.cfg", "base/lib/python/os.py")
    base = tmp_path / "base" / "bin" / "python3"
    base.parent.mkdir()
    base.touch()
    settings.write_text(f"home = {base.parent}\n")
    python.unlink()
    python.symlink_to(base)
    assert installation_paths(python) == {tmp_path / "venv", tmp_path / "base"}


def test_installation_excludes_a_bin_folder_of_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tool, _ = empty_files(tmp_path, "bin/tool", "lib/secret")
    assert installation_paths(tool) == {tool}


def test_first_line_names_the_interpreter_of_a_script(tmp_path: Path) -> None:
    (script,) = empty_files(tmp_path, "run")
    script.write_text("#!/usr/bin/env python3 -u\n")
    assert shebang_words(script) == ["/usr/bin/env", "python3", "-u"]
    assert shebang_words(tmp_path) == []


def test_private_interpreter_is_replaced_by_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters, "is_open_to_all", lambda path: False)
    monkeypatch.setattr(interpreters, "base_interpreter", lambda: Path("/opt/private/bin/python3"))
    monkeypatch.setattr(interpreters, "SYSTEM_PYTHON", sys.executable)
    find = interpreters.public_interpreter.__wrapped__
    assert find() == Path(sys.executable)
    monkeypatch.setattr(interpreters, "SYSTEM_PYTHON", "/no/such/python3")
    assert find() == Path("/opt/private/bin/python3")
