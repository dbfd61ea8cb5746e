"""The user that root runs a program as."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.programs import confined_command
from common.programs.confined_command import ACCOUNT, Sandbox, user_for
from common.programs.file_access import Access
from tests.support.programs import on_unix

pytestmark = on_unix


def test_launcher_may_be_private_if_the_program_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    public, private = Path("/srv/program"), Path("/root/launcher.py")
    monkeypatch.setattr(confined_command, "is_root", lambda: True)
    monkeypatch.setattr(
        "common.programs.confined_command.is_open_to_all", lambda path, reached: path == public
    )
    access = Access((public, private), (), Path("/tmp"))
    assert user_for(access, Sandbox("landlock")) is None
    assert user_for(access._replace(launching=frozenset({private})), Sandbox("landlock")) == 65534
    assert user_for(access, Sandbox(ACCOUNT)) == 65534
