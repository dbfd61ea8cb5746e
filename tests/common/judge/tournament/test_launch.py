"""Commands and their digests: of the text and of the files that it names."""

from __future__ import annotations

import sys
from pathlib import Path

from common.judge.tournament.launch import RUN_IN_PLACE, LaunchSettings, combined_digest
from common.programs.program_store import program_store


def test_digests_of_parts_differ_by_their_borders() -> None:
    assert len({combined_digest("ab", "c"), combined_digest("a", "bc"), combined_digest("abc")}) == 3


def test_command_in_place_keeps_its_words(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    command = f"'{sys.executable}' {tmp_path / 'bot.py'}"
    assert RUN_IN_PLACE.parse_command(command).words == [sys.executable, str(tmp_path / "bot.py")]


def test_copied_command_has_the_digest_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("1", encoding="utf-8")
    with program_store() as store:
        command, launch = f"'{sys.executable}' bot.py", LaunchSettings(None, store)
        found = [launch.parse_command(command, tmp_path) for _ in range(2)]
        assert found[0].words != found[1].words, "two copies"
        assert found[0].digest == found[1].digest
        (tmp_path / "bot.py").write_text("2", encoding="utf-8")
        assert launch.parse_command(command, tmp_path).digest != found[0].digest
