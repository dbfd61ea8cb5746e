"""The kernels of exact values on each board of the page."""

from common.games.walls.browser import BROWSER_SIZES, PROOF_KERNELS, browser_kernels
from tests.support.games import game_of


def test_only_boards_with_a_proof_table_have_kernels_of_proofs() -> None:
    modules = browser_kernels(game_of("walls"))
    assert [module.linked.name for module in modules] == [f"walls{size}" for size in BROWSER_SIZES]
    proving = [module.linked.name for module in modules if set(PROOF_KERNELS) <= set(module.exports)]
    assert proving == ["walls3", "walls5"]
