"""What is played, line by line in a file as soon as it ends, so that it can be taken up again."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from common.record.record import whole_lines
from common.rules.errors import BadInput, quoted


class Journal:
    """JSON lines after one that says what is played; its first entry names the kind. A last line that was cut off is dropped."""

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        """Raises BadInput if the file holds something else, OSError if it cannot be read or written."""
        self._path, self.entries = path, list[dict[str, Any]]()
        if path is None:
            return
        if path.exists():
            self.entries = _read(path, json.loads(json.dumps(about)))
        else:
            self.add(about)

    def add(self, entry: dict[str, Any]) -> None:
        """Write one more line down."""
        if self._path:
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(entry) + "\n")


def _read(path: Path, about: dict[str, Any]) -> list[dict[str, Any]]:
    kind = next(iter(about))
    data = path.read_bytes()
    count = data.count(b"\n")
    header, *entries = whole_lines(path)[:count] or [{}]
    if header.get(kind) != about[kind]:
        raise BadInput(f"{path}: wanted the journal of a {kind} of {about[kind]}, as --journal writes it")
    if any(header.get(name) != value for name, value in about.items()):
        raise BadInput(f"{path} holds another {kind}: {quoted(json.dumps(header))}")
    if len(entries) + 1 < count:
        raise BadInput(f"{path}: line {len(entries) + 2} is damaged: wanted a line of JSON, as --journal writes it")
    os.truncate(path, data.rfind(b"\n") + 1)
    return entries
