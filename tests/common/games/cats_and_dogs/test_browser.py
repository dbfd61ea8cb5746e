"""The proofs' kernels of the page."""

from common.games.cats_and_dogs.browser import PROOF_CONSTANTS, PROOF_KERNELS, browser_kernels
from common.games.cats_and_dogs.pn_solver import WIN_PROOF
from tests.support.games import game_of


def test_module_has_the_kernels_and_constants_of_proofs() -> None:
    (kernels,) = browser_kernels(game_of("catsdogs"))
    assert set(PROOF_KERNELS) <= set(kernels.exports)
    assert PROOF_CONSTANTS.items() <= kernels.constants.items()
    assert kernels.constants["WIN_PROOF"] == WIN_PROOF
