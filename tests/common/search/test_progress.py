"""The default progress of long computations."""

from __future__ import annotations

import pytest

from common.search.progress import no_progress


def test_no_progress_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with no_progress(2.0) as show:
        show("half done")
    assert capsys.readouterr() == ("", "")
