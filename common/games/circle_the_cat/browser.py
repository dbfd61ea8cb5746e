"""The kernels that the page calls: distances for best-first search, certificates for proofs."""

from __future__ import annotations

from common.games.circle_the_cat.certificate_store import CAT, CATCHER, MAX_CERTIFICATES
from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.distances import CAP, DISTANCES, FAR, NO_CUTOFF
from common.kernels.jit.wasm import BrowserKernels

DISTANCE_KERNELS = BrowserKernels(
    DISTANCES, ("levels", "crucial_cells", "widen"), {"CAP": CAP, "FAR": FAR, "NO_CUTOFF": NO_CUTOFF}
)
CERTIFICATE_KERNELS = BrowserKernels(
    CERTIFICATES,
    ("decide", "rate_blocks", "rate_steps", "best_rated"),
    {"CAT": CAT, "CATCHER": CATCHER, "MAX_CERTIFICATES": MAX_CERTIFICATES},
)
