"""Programs in a sandbox."""

from __future__ import annotations

import pytest

from common.play.sandbox import sandbox

in_a_whole_sandbox = pytest.mark.skipif(not sandbox().is_whole, reason=f"no bubblewrap that works here: {sandbox().told()}")
