"""Reports of 20 positions a game at fixed nodes: as machine code of Numba gave them on one thread."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.solver import CertificateSolver
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.search.compiled_game import CompiledGame
from common.search.prover import Companion
from common.search.think import Thinker
from tests.support.games import game_of

STORED: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parent / "reports.json").read_text())
GAMES = {"duel7": ("duel7", 0), "catsdogs": ("catsdogs", 0)} | {f"walls{n}": ("walls", n) for n in (5, 7, 9)}
NODES, CERTIFICATE_NODES, TABLE_BITS, EXACT_GB = 5000, 3000, 14, 0.001
FEW = 2  # positions for plain Python, which takes seconds for each


class Alone(Thinker):
    """A search without a companion."""

    def __init__(self, linked: CompiledGame[Any], kernels: Kernels) -> None:
        super().__init__(linked, kernels, bits=TABLE_BITS)
        self._companion = Companion()


def check_reports(name: str, count: int, plain: bool) -> None:
    script, size = GAMES[name]
    linked = game_of(script).search.compiled(size)
    for stored in STORED[name][:count]:
        kernels = Kernels(linked.names) if plain else linked.instance()
        assert kernels.compiled is not plain
        reports = Alone(linked, kernels).think(tuple(stored["state"]), Deadline(nodes=NODES))
        found = [[*report[:2], list(report.line), *report[3:5], report.proven] for report in reports]
        assert found == stored["reports"]


@pytest.mark.parametrize("name", GAMES)
def test_module_gives_the_stored_reports(name: str) -> None:
    check_reports(name, len(STORED[name]), plain=False)


@pytest.mark.parametrize("name", GAMES)
def test_plain_python_gives_the_stored_reports(name: str) -> None:
    check_reports(name, FEW, plain=True)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_plain_python_gives_all_stored_reports(name: str) -> None:
    check_reports(name, len(STORED[name]), plain=True)


@pytest.mark.parametrize("plain", [False, True])
def test_certificates_are_found_in_the_stored_number_of_nodes(plain: bool) -> None:
    for stored in STORED["certificates"][: FEW if plain else None]:
        kernels = CERTIFICATES.plain if plain else CERTIFICATES.instance()
        solver = CertificateSolver(kernels, stored["exits"])
        solver.set_deadline(Deadline(nodes=CERTIFICATE_NODES))
        found = solver.prove_block(stored["cat"], stored["free"])
        assert (found.wins, found.move, solver.nodes) == (stored["wins"], stored["move"], stored["nodes"])


@pytest.mark.parametrize("plain", [False, True])
def test_exact_values_are_the_stored_ones(plain: bool) -> None:
    for stored in STORED["exact"][: FEW if plain else None]:
        kernels = EXACT_KERNELS.plain if plain else EXACT_KERNELS.instance()
        found = ExactSolver(kernels, stored["values"], EXACT_GB).bounds(tuple(stored["state"]))
        assert (found.low, found.exact) == (stored["value"], stored["exact"])
