"""The searches of the game, each made ready when first used: best-first search, proofs, play by proofs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Generic

from common.games.circle_the_cat.best_first import BestFirst
from common.games.circle_the_cat.distances import FIELDS, CatState, Measures, distance_sources
from common.games.circle_the_cat.hexagons import Hexagons
from common.kernels.kernel import Kernels
from common.kernels.linked_kernels import LinkedKernels
from common.rules.position import P, Player
from common.search.limit import Level, Limit
from common.search.progress import Watch, unwatched

if TYPE_CHECKING:
    from common.games.circle_the_cat.proof_report import ProofReport


class Searches(Generic[P]):
    """`sides` are cat and catcher; `state` packs a position for the searches, `place` is the inverse."""

    def __init__(
        self, sides: tuple[str, str], board: Hexagons, state: Callable[[P], CatState], place: Callable[[CatState], P]
    ) -> None:
        self.sides, self.board, self.state, self.place = sides, board, state, place
        self.distances = LinkedKernels("distances", *distance_sources(board), records={"memory": FIELDS})

    @cached_property
    def certificates(self) -> LinkedKernels:
        """The kernels that prove who wins."""
        from common.games.circle_the_cat.certificates import certificate_sources, fields

        return LinkedKernels("certificates", *certificate_sources(self.board), records={"memory": fields(self.board)})

    @cached_property
    def proof(self) -> ProofReport[P]:
        """How it is proven who wins."""
        from common.games.circle_the_cat.proof_report import ProofReport

        return ProofReport(self)

    def best_first(self, position: P, level: Level = Level(), kernels: Kernels | None = None) -> int:
        """Best-first search over the blocks, or over the steps; without proofs."""
        cat, free, exits = self.state(position)
        search = BestFirst(self.board, kernels or self.distances.plain, exits, level)
        return search.step(cat, free) if position.turn == self.sides[0] else search.block(cat, free)

    def path(self, position: P, kernels: Kernels) -> list[int]:
        """The cells of the cat's shortest way to an exit."""
        cat, free, exits = self.state(position)
        return Measures(kernels, exits).path(self.board, cat, free)

    def next_cell(self, position: P, level: Level, kernels: Kernels) -> int:
        """Textbook: the first cell of the cat's shortest way, to step on or to block."""
        return self.path(position, kernels)[0]

    def last_cell(self, position: P, level: Level, kernels: Kernels) -> int:
        """Textbook: block the last cell of the cat's shortest way."""
        return self.path(position, kernels)[-1]

    def nearest(self, position: P, level: Level, kernels: Kernels) -> int:
        """Textbook: the step with the smallest two-distance, then the smallest distance."""
        _, free, exits = self.state(position)
        one, two = (Measures(kernels, exits).distances(free, least) for least in (1, 2))
        best: int = min(position.moves(), key=lambda step: (two[step], one[step]))
        return best

    def widest(self, position: P, level: Level, kernels: Kernels) -> int:
        """Textbook: the block after which the cat's shortest two-distances are largest."""
        cat, free, exits = self.state(position)
        return max(Measures(kernels, exits).widenings(cat, free), key=lambda entry: entry[0])[1]

    def by_proofs(self, limit: Limit, patient: bool = True, watch: Watch = unwatched) -> Player[P] | None:
        """A player of both sides that proves what it can and plays by it (proof_player.py); None without machine code.

        That is compiled now, if need be, unless one is not patient.
        """
        proofs = self.certificates.fast if patient else self.certificates.soon
        if not (proofs and proofs.compiled):
            return None
        from common.games.circle_the_cat.proof_player import ProvenPlay

        distances = (self.distances.fast if patient else self.distances.soon) or self.distances.plain
        play = ProvenPlay(self.board, proofs, distances, limit)

        def decide(position: P) -> int:
            with watch(limit.seconds) as say:
                say("proving who wins")
                return play.move(self.state(position), position.turn == self.sides[1])

        return decide
