"""Run the notebook of the documentation. `python -m tests.support.notebook` stores its outputs anew."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tests.support.programs import ROOT

NOTEBOOK = ROOT / "docs" / "examples" / "first-steps.ipynb"


def stored() -> Any:
    """Return the notebook as it is stored."""
    nbformat: Any = import_module("nbformat")
    return nbformat.read(NOTEBOOK, as_version=4)


def executed() -> Any:
    """Return the notebook with the outputs of a new run, in its own folder, as Jupyter does."""
    from nbclient import NotebookClient

    notebook = stored()
    options: Any = {"timeout": 300, "kernel_name": "python3", "record_timing": False}
    return NotebookClient(notebook, resources={"metadata": {"path": NOTEBOOK.parent}}, **options).execute()


def outputs(notebook: Any) -> list[dict[str, str]]:
    """Return the output of each cell with code, by MIME type; empty if the cell shows nothing."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [
        shown.data if "data" in shown else {"stdout": shown.text} for cell in cells for shown in cell.outputs
    ]


if __name__ == "__main__":
    import_module("nbformat").write(executed(), NOTEBOOK)
