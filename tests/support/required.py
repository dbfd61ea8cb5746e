"""The programs that some tests need, and skip without."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable

SANDBOXED = ("bwrap", "--ro-bind", "/", "/", "--unshare-all", "true")


def missing_tools(names: Iterable[str]) -> list[str]:
    """Return the named programs that are not installed; bubblewrap also has to work on this system."""
    return [name for name in names if not shutil.which(name) or (name == "bwrap" and not can_confine())]


def can_confine() -> bool:
    """Return whether bubblewrap may make namespaces here."""
    return subprocess.run(SANDBOXED, capture_output=True, check=False).returncode == 0
