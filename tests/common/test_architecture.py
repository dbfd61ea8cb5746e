"""The scripts in the import graph. `lint-imports` (.ci/run) checks the order of the packages."""

from __future__ import annotations

import pytest

from tests.support.imports import SCRIPTS, graph


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_imports_no_other_script(script: str) -> None:
    assert not set(graph()[script]) & (set(SCRIPTS) - {script})


def test_common_imports_scripts_for_types_only() -> None:
    shared = {name: set(imports) for name, imports in graph(with_types=False).items() if name not in SCRIPTS}
    assert not [name for name, imports in shared.items() if imports & set(SCRIPTS)]
