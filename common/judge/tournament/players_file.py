"""The file `players.json` of a folder: names, commands and protocols of its players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from common.rules.errors import BadInput

LIST_FILE = "players.json"


def read_list(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of `players.json`, empty if there is none. Raise BadInput."""
    path = folder / LIST_FILE
    if not path.is_file():
        return {}
    wanted = (
        f'{path}: expected {{"NAME": {{"command": "COMMAND", "persistent": true}}, ...}}, '
        "with one or both of the keys"
    )
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise BadInput(f"{wanted}: {problem}") from None
    entries = listed.values() if isinstance(listed, dict) else [None]
    if not all(_is_entry(entry) for entry in entries):
        raise BadInput(wanted)
    found: dict[str, dict[str, Any]] = listed
    return found


def _is_entry(entry: object) -> bool:
    if not isinstance(entry, dict) or not entry or not entry.keys() <= {"command", "persistent"}:
        return False
    return isinstance(entry.get("command", ""), str) and isinstance(entry.get("persistent", False), bool)
