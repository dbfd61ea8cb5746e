"""The kernels of distances and certificates of the page."""

from common.games.circle_the_cat.browser import CERTIFICATE_KERNELS, DISTANCE_KERNELS, browser_kernels
from tests.support.games import game_of


def test_page_calls_distances_and_certificates() -> None:
    assert tuple(browser_kernels(game_of("game"))) == (DISTANCE_KERNELS, CERTIFICATE_KERNELS)
    for kernels in (DISTANCE_KERNELS, CERTIFICATE_KERNELS):
        assert set(kernels.exports) <= set(kernels.linked.names)
