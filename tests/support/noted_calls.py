"""Functions replaced by notes of their calls."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest


def note_calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[Any]:
    """Replace a function by one that returns 0. Return the list to which it adds its arguments, as tuples."""
    calls = list[Any]()

    def noted(*call: Any) -> int:
        calls.append(call)
        return 0

    monkeypatch.setattr(module, name, noted)
    return calls
