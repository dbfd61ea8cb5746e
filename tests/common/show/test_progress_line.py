"""Search progress is computed only if a terminal shows it."""

from __future__ import annotations

import pytest

from common.search.progress import no_progress
from common.show import progress_line
from common.show.progress_line import progress_watch, show_progress


@pytest.mark.parametrize(("wanted", "visible"), [(True, False), (False, True)])
def test_progress_is_not_computed_if_not_visible(
    wanted: bool, visible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_line, "is_visible", lambda: visible)
    assert progress_watch(wanted) is no_progress


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_line, "is_visible", lambda: True)
    assert progress_watch(True) is show_progress
