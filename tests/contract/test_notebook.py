"""docs/examples/first-steps.ipynb: it runs, a run gives the stored outputs, its games can be stepped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.browser import Tab, in_a_browser, open_browser
from tests.support.notebook import executed, outputs, stored
from tests.support.programs import ROOT


def shown(notebook: Any, kind: str) -> list[str]:
    """Return the outputs of one MIME type."""
    return [str(output[kind]) for output in outputs(notebook) if kind in output]


def test_stored_notebook_shows_boards_games_and_a_table() -> None:
    notebook = stored()
    assert [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"] == [*range(1, 10)]
    for svg in shown(notebook, "image/svg+xml"):
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert len(shown(notebook, "image/svg+xml")) == 3
    record, analysis, result = shown(notebook, "text/html")
    assert record.startswith("<iframe ") and analysis.startswith("<iframe ") and "<table>" in result


def test_notebook_names_no_folder_of_this_machine() -> None:
    assert str(ROOT) not in json.dumps(stored())


@pytest.mark.long
def test_executed_notebook_shows_what_is_stored() -> None:
    """Run it in a kernel. `python -m tests.support.notebook` stores new outputs after a change."""
    found = executed()
    assert len(shown(found, "image/svg+xml")) == 3
    for kind in ("image/svg+xml", "text/html", "text/plain", "stdout"):
        assert shown(found, kind) == shown(stored(), kind)


@pytest.mark.long
@in_a_browser
def test_game_in_a_notebook_is_stepped_by_buttons_and_links(tmp_path: Path) -> None:
    """The page of a record lies in a frame, whose address must not become that of the notebook."""
    file = tmp_path / "cell.html"
    file.write_text(f"<!DOCTYPE html><body>{shown(stored(), 'text/html')[0]}", encoding="utf-8")
    with open_browser() as browser:
        tab = Tab(browser)
        tab.open(file)
        (_, frame) = tab.page.frames
        caption = "document.getElementById('caption').textContent"
        told = frame.evaluate(f"document.getElementById('right').click(); {caption}")
        assert told.startswith("Move 1 of 16: ")
        # A link changes the address, and the page follows in a later task.
        frame.evaluate("document.querySelectorAll('li a')[8].click()")
        tab.wait(200)
        assert frame.evaluate(caption).startswith("Move 9 of 16: ")
        assert not tab.console_messages
        tab.close()
