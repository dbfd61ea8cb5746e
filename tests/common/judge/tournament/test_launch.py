"""Commands of programs: with the chosen Python, or as they stand."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from common.judge.tournament.launch import RUN_IN_PLACE, LaunchSettings
from common.programs.runtime import Runtime


def test_command_in_place_stays_as_it_is() -> None:
    assert RUN_IN_PLACE.command_line("python  bot.py") == "python  bot.py"


def test_prefix_of_a_persistent_program_stays(tmp_path: Path) -> None:
    launch = LaunchSettings(Runtime(Path(sys.executable), has_packages=True))
    (tmp_path / "bot.py").touch()
    words = shlex.split(launch.command_line(f"persistent: python {tmp_path / 'bot.py'} --fast"))
    assert words[:2] == ["persistent:", sys.executable]
    assert words[-2:] == [str(tmp_path / "bot.py"), "--fast"]
